"""Words and reactions, and whom one does not want to hear."""

from __future__ import annotations

from collections.abc import Mapping

from upriver.table.commands import Mute, React, Say
from upriver.table.draft import Draft
from upriver.table.errors import refuse
from upriver.table.events import Muted, Reacted, Said
from upriver.table.fold import RATE, RATE_SECONDS
from upriver.table.names import clean_name, clean_text
from upriver.table.redact import may_see
from upriver.table.seating import check_known

REACTIONS = ("well-played", "thanks", "oops", "wow", "hurry", "sorry", "hello", "good-game")


def say(draft: Draft, command: Say) -> None:
    """Say something to all."""
    name = _speaker(draft, command.user, command.name)
    text = clean_text(command.text)
    _check_rate(draft, command.user, draft.state.said_at)
    draft.add(Said(command.user, name, text))


def react(draft: Draft, command: React) -> None:
    """Show one of the reactions to all."""
    name = _speaker(draft, command.user, command.name)
    if command.reaction not in REACTIONS:
        raise refuse(
            "no-such-reaction",
            f"{command.reaction!r} is no reaction; there are {', '.join(REACTIONS)}",
            reaction=command.reaction,
        )
    _check_rate(draft, command.user, draft.state.reacted_at)
    draft.add(Reacted(command.user, name, command.reaction))


def mute(draft: Draft, command: Mute) -> None:
    """Hear somebody no more, or again."""
    _check_sees(draft, command.user)
    pair = (command.user, command.other)
    if command.is_muted == (pair in draft.state.muted):
        return
    if command.other == command.user:
        raise refuse("no-such-person", "you cannot mute yourself; name somebody else", user=command.other)
    if command.is_muted:
        check_known(draft.state, command.other)
    draft.add(Muted(*pair, command.is_muted))


def _speaker(draft: Draft, user: str, name: str) -> str:
    number = draft.state.seat_of(user)
    if number is not None:
        return draft.state.seats[number].name
    _check_sees(draft, user)
    return clean_name(name)


def _check_sees(draft: Draft, user: str) -> None:
    if not may_see(draft.state, user):
        raise refuse("not-watchable", "this table is closed to watchers; take a seat first", user=user)


def _check_rate(draft: Draft, user: str, said: Mapping[str, tuple[float, ...]]) -> None:
    times = said.get(user, ())
    wait = times[0] + RATE_SECONDS - draft.now if len(times) == RATE else 0.0
    if wait > 0:
        raise refuse(
            "too-fast", f"{RATE} times in {RATE_SECONDS:.0f} seconds is the most; wait {wait:.1f} s", wait=wait
        )
