"""A match: what is played, and what came of it.

A game of deals is a whole game's worth of cards. In a duel the field first plays it alone, for reference, and then
once more for each seat, with the challenger there. Cards and chance of a game of deals follow from the seed and its
number alone, so that the result is the same however many processes share the work.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import fmean

from upriver.arena.estimate import Estimate
from upriver.arena.performance import Performance, estimate, measure
from upriver.bots import Bot, make_bot
from upriver.rules import ENGLISH, Game, ParseError, Rules, Sheet, seed_from_text


@dataclass(frozen=True, slots=True)
class Match:
    """What is played.

    Args:
        field: the bot in every seat but the challenger's.
        challenger: the bot that sits down among them; None for the field among itself.
        rules: the rules of the games.
        games: how many games of deals.
        seed: a text that fixes every deal and every choice.

    Raises:
        ParseError: there is no such bot, or no game of deals.
    """

    field: str
    challenger: str | None = None
    rules: Rules = ENGLISH
    games: int = 100
    seed: str = "arena"

    def __post_init__(self) -> None:
        for level in (self.field, self.challenger):
            if level is not None:
                make_bot(level)
        if self.games < 1:
            raise ParseError(f"games: {self.games} is too few; play at least 1")


@dataclass(frozen=True, slots=True)
class Field:
    """What came of a match of a bot against itself.

    Args:
        match: what was played.
        hands: how many hands the bots played, each with a bid of every seat.
        alone: the figures of all seats.
    """

    match: Match
    hands: int
    alone: Performance[Estimate]


@dataclass(frozen=True, slots=True)
class Duel:
    """What came of a match between two bots.

    Args:
        match: what was played.
        hands: how many hands the challenger played.
        difference: points a hand by which the challenger did better than a bot of the field in the same seat with
            the same cards, when the field played alone.
        challenger: the challenger's figures.
        opponents: the figures of the field's bots in the same games.
        alone: the figures of the field playing alone.
    """

    match: Match
    hands: int
    difference: Estimate
    challenger: Performance[Estimate]
    opponents: Performance[Estimate]
    alone: Performance[Estimate]


def play(match: Match, *, jobs: int = 1, on_game: Callable[[], None] = lambda: None) -> Duel | Field:
    """Play a match.

    Args:
        match: what to play.
        jobs: how many processes share the work. More than one start anew, so a script needs its
            `if __name__ == "__main__"`.
        on_game: called after each game of deals.
    """
    samples = []
    for sample in _samples(match, jobs):
        samples.append(sample)
        on_game()
    hands = match.games * match.rules.hands
    alone = estimate([sample.alone for sample in samples])
    seated = [sample.seated for sample in samples if sample.seated]
    if not seated:
        return Field(match, hands, alone)
    return Duel(
        match=match,
        hands=hands * match.rules.players,
        difference=Estimate.of([each.difference for each in seated]),
        challenger=estimate([each.challenger for each in seated]),
        opponents=estimate([each.opponents for each in seated]),
        alone=alone,
    )


@dataclass(frozen=True, slots=True)
class _Seated:
    """The figures of one game of deals with the challenger in each seat."""

    difference: float
    challenger: Performance[float]
    opponents: Performance[float]


@dataclass(frozen=True, slots=True)
class _Sample:
    """The figures of one game of deals."""

    alone: Performance[float]
    seated: _Seated | None


def _samples(match: Match, jobs: int) -> Iterator[_Sample]:
    sample, numbers = partial(_sample, match), range(match.games)
    if jobs <= 1:
        yield from map(sample, numbers)
        return
    # A forked process would inherit the locks of whatever threads the caller has, such as a progress bar's.
    with ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.map(sample, numbers)


def _sample(match: Match, number: int) -> _Sample:
    """Play game of deals `number` in every seating."""
    players, hands = match.rules.players, match.rules.hands
    seats = range(players)
    field = [make_bot(match.field)] * players
    alone = _play_game(match, number, field)
    measured = measure([(alone, seat) for seat in seats])
    if match.challenger is None:
        return _Sample(measured, None)
    challenger = make_bot(match.challenger)
    sheets = [_play_game(match, number, [*field[:seat], challenger, *field[seat + 1 :]]) for seat in seats]
    gains = [(sheets[seat].totals[seat] - alone.totals[seat]) / hands for seat in seats]
    opponents = [(sheets[seat], other) for seat in seats for other in seats if other != seat]
    return _Sample(measured, _Seated(fmean(gains), measure(list(zip(sheets, seats, strict=True))), measure(opponents)))


def _play_game(match: Match, number: int, bots: Sequence[Bot]) -> Sheet:
    """The sheet of a finished game; a seat meets the same chance whoever sits there and elsewhere."""
    deals = seed_from_text(f"{match.seed}, deals {number}")
    chance = [Random(f"{match.seed}, game {number}, seat {seat}") for seat in range(len(bots))]
    game = Game.start(match.rules, deals, dealer=number % len(bots))
    while not game.is_over:
        for seat in game.to_act:
            game.act(bots[seat].choose(game.view(seat), chance[seat]))
    return game.state.sheet
