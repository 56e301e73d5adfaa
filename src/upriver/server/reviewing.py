"""The process that makes one review: `python -m upriver.server.reviewing`, the record on its standard input.

Its arguments are the seats of the bots. It writes a number for each step of its progress, up to 1, and in the last line
what is to be kept. A process of its own does not hold up those who play, and ends at once when the server does.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

import msgspec

from upriver.bots.kernel import Budget
from upriver.review import DEPTH, Review, analyse, svg, values
from upriver.rules import Dealt, Event
from upriver.rules.record import load
from upriver.server.bot_names import with_bot_names
from upriver.server.review_wire import GameReview, KeptReview
from upriver.words import LANGUAGES, Words

NICE = 10
"""So much behind everything else on the machine."""


def make(
    events: Sequence[Event],
    on_progress: Callable[[float], None],
    *,
    bots: Collection[int] = (),
    budget: Budget = DEPTH,
) -> KeptReview:
    """The review of a finished game, in every language.

    Args:
        events: the game.
        on_progress: told now and then which part is done, up to 1.
        bots: the seats of the bots, which have a name of each language in the picture.
        budget: how many worlds for each decision.
    """
    review = analyse(events, budget=budget, on_progress=on_progress)
    first = next(place for place, event in enumerate(events) if isinstance(event, Dealt))
    languages = [Words(lang) for lang in LANGUAGES]
    return KeptReview(
        {words.lang: shown(review, first, words) for words in languages},
        {words.lang: svg(_with_bot_names(review, bots, words), words) for words in languages},
    )


def _with_bot_names(review: Review, bots: Collection[int], words: Words) -> Review:
    state = review.state
    return replace(review, state=replace(state, public=with_bot_names(state.public, bots, words)))


def shown(review: Review, first: int, words: Words) -> GameReview:
    """The review as clients are told it.

    Args:
        review: the review.
        first: how many entries of the record come before the first deal, which a replay does not show.
        words: the language of the summaries.
    """
    told = cast("dict[str, Any]", values(review, words))
    for player in told["players"]:
        player["account"] = {part: player.pop(part) for part in ("par", "deal", "bid", "play", "rest", "points")}
    for hand in told["hands"]:
        for decision in hand["decisions"]:
            decision["step"] = _step(decision.pop("entry"), first)
    for turn in told["turns"]:
        turn["step"] = _step(turn.pop("entry"), first)
    wanted = {name: told[name] for name in GameReview.__struct_fields__}
    return msgspec.convert(wanted, GameReview)


def _step(entry: int | None, first: int) -> int | None:
    return None if entry is None else entry - 1 - first


def main() -> None:
    """Read a record, write the progress and what came of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process
    with suppress(OSError, AttributeError):  # there is no such thing on Windows
        os.nice(NICE)
    events = [entry.event for entry in load(sys.stdin.read())]
    with suppress(BrokenPipeError):  # the server is gone
        bots = [int(seat) for seat in sys.argv[1:]]
        kept = make(events, lambda part: print(f"{part:.4f}", flush=True), bots=bots)
        sys.stdout.write(msgspec.json.encode(kept).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
