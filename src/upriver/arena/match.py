"""A match: what is played, and what came of it.

A game of deals is a whole game's worth of cards. In a duel the field first plays it alone, for reference, and then
once more for each seat, with the challenger there. Cards and chance of a game of deals follow from the seed and its
number alone, so that the result is the same however many processes share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import ceil, inf
from statistics import fmean

from upriver.arena.estimate import Estimate
from upriver.arena.performance import Performance, estimate, measure
from upriver.arena.shards import ALONE, Crew, Keeper, play_game, samples
from upriver.bots import make_bot
from upriver.rules import ENGLISH, ParseError, Rules

LEAST, BATCH = 30, 10
"""Games of deals before the error is first looked at, since that of a few is itself chance, and between looks."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The figures of one game of deals with the challenger in each seat."""

    difference: float
    challenger: Performance[float]
    opponents: Performance[float]


@dataclass(frozen=True, slots=True)
class Sample:
    """The figures of one game of deals: of the field alone, and with the challenger if there is one."""

    alone: Performance[float]
    seated: Seated | None

    @property
    def measured(self) -> float:
        """What the match is about: the difference, or without a challenger the field's points a hand."""
        return self.seated.difference if self.seated else self.alone.points


@dataclass(frozen=True, slots=True)
class Match:
    """What is played.

    Args:
        field: the bot in every seat but the challenger's.
        challenger: the bot that sits down among them; None for the field among itself.
        rules: the rules of the games.
        games: how many games of deals; with `until` the most.
        seed: a text that fixes every deal and every choice.
        until: stop as soon as the standard error of what the match is about, in points a hand, is at most this. It is
            looked at after 30 games of deals and then after each 10 more.

    Raises:
        ParseError: there is no such bot, no such precision, or there are too few games of deals.
    """

    field: str
    challenger: str | None = None
    rules: Rules = ENGLISH
    games: int = 100
    seed: str = "arena"
    until: float | None = None

    def __post_init__(self) -> None:
        for level in (self.field, self.challenger):
            if level is not None:
                make_bot(level)
        if self.games < 1:
            raise ParseError(f"games: {self.games} is too few; play at least 1")
        if self.until is None:
            return
        if not 0 < self.until < inf:
            raise ParseError(f"until: {self.until} is no precision; it is a number of points above 0, such as 0.05")
        if self.games < LEAST:
            raise ParseError(f"games: {self.games} is too few to tell a precision; with until play at least {LEAST}")

    @property
    def name(self) -> str:
        """The match in short: who challenges whom, or who plays."""
        return f"{self.challenger} among {self.field}" if self.challenger else self.field

    def sample(self, number: int) -> Sample:
        """Play game of deals `number` in every seating."""
        players, hands = self.rules.players, self.rules.hands
        seats = range(players)
        field = [make_bot(self.field)] * players
        alone = play_game(self, number, field)
        measured = measure([(alone, seat) for seat in seats])
        if self.challenger is None:
            return Sample(measured, None)
        challenger = make_bot(self.challenger)
        sheets = [play_game(self, number, [*field[:seat], challenger, *field[seat + 1 :]]) for seat in seats]
        gains = [(sheets[seat].totals[seat] - alone.totals[seat]) / hands for seat in seats]
        opponents = [(sheets[seat], other) for seat in seats for other in seats if other != seat]
        seated = Seated(fmean(gains), measure(list(zip(sheets, seats, strict=True))), measure(opponents))
        return Sample(measured, seated)


@dataclass(frozen=True, slots=True)
class Field:
    """What came of a match of a bot against itself.

    Args:
        match: what was played.
        games: how many games of deals it took.
        alone: the figures of all seats.
    """

    match: Match
    games: int
    alone: Performance[Estimate]

    @property
    def hands(self) -> int:
        """How many hands the bots played, each with a bid of every seat."""
        return self.games * self.match.rules.hands

    @property
    def measured(self) -> Estimate:
        """What the match is about: points a hand."""
        return self.alone.points

    @property
    def is_precise(self) -> bool | None:
        """Whether the match came to the precision that it was to have; None if it was to have none."""
        return _is_precise(self.match, self.measured)


@dataclass(frozen=True, slots=True)
class Duel:
    """What came of a match between two bots.

    Args:
        match: what was played.
        games: how many games of deals it took.
        difference: points a hand by which the challenger did better than a bot of the field in the same seat with
            the same cards, when the field played alone.
        challenger: the challenger's figures.
        opponents: the figures of the field's bots in the same games.
        alone: the figures of the field playing alone.
    """

    match: Match
    games: int
    difference: Estimate
    challenger: Performance[Estimate]
    opponents: Performance[Estimate]
    alone: Performance[Estimate]

    @property
    def hands(self) -> int:
        """How many hands the challenger played."""
        return self.games * self.match.rules.hands * self.match.rules.players

    @property
    def measured(self) -> Estimate:
        """What the match is about: the difference."""
        return self.difference

    @property
    def is_precise(self) -> bool | None:
        """Whether the match came to the precision that it was to have; None if it was to have none."""
        return _is_precise(self.match, self.measured)


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a contest has come.

    Args:
        games: games of deals done.
        expected: how many it will be, going by the error so far; None before that is looked at.
    """

    games: int
    expected: int | None


def play(
    match: Match,
    *,
    crew: Crew = ALONE,
    keeper: Keeper | None = None,
    on_game: Callable[[Standing], None] = lambda _: None,
) -> Duel | Field:
    """Play a match.

    Args:
        match: what to play.
        crew: who plays the games; it changes no figure.
        keeper: what was played before and need not be played again, and where to keep what is played now.
        on_game: called after each game of deals that is played.
    """
    found: list[Sample] = []
    expected = match.games if match.until is None else None
    with closing(samples(match, crew, keeper)) as played:
        for sample, is_new in played:
            found.append(sample)
            games = len(found)
            is_look = match.until is not None and games >= LEAST and (games - LEAST) % BATCH == 0
            if is_look:
                expected = _expected(match, found)
            if is_new:
                on_game(Standing(games, expected and max(games, expected)))
            if is_look and expected == games:
                break
    return _outcome(match, found)


def _expected(match: Match, found: Sequence[Sample]) -> int:
    """How many games of deals the precision will take, going by those that are there: the error falls with their root.

    It is their own number if they are enough or the last.
    """
    error = Estimate.of([sample.measured for sample in found]).error
    if match.until is None or error is None:
        return match.games
    more = ceil(len(found) * (error / match.until) ** 2)
    return len(found) if error <= match.until else min(match.games, max(len(found) + 1, more))


def _outcome(match: Match, found: Sequence[Sample]) -> Duel | Field:
    alone = estimate([sample.alone for sample in found])
    seated = [sample.seated for sample in found if sample.seated]
    if not seated:
        return Field(match, len(found), alone)
    return Duel(
        match=match,
        games=len(found),
        difference=Estimate.of([each.difference for each in seated]),
        challenger=estimate([each.challenger for each in seated]),
        opponents=estimate([each.opponents for each in seated]),
        alone=alone,
    )


def _is_precise(match: Match, measured: Estimate) -> bool | None:
    if match.until is None:
        return None
    return measured.error is not None and measured.error <= match.until
