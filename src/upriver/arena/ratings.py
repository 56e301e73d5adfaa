"""Ratings of a field of bots by OpenSkill's Plackett-Luce model, from the places in games at mixed tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from random import Random
from statistics import fmean

from openskill.models import PlackettLuce

from upriver.arena.match import Standing
from upriver.arena.shards import ALONE, Crew, Keeper, play_game, samples
from upriver.bots import make_bot
from upriver.rules import ENGLISH, ParseError, Rules

Places = tuple[tuple[int, ...], ...]
"""What came of one game of deals: the places at the end, by seat, of each rotation."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played: tables at which the bots are mixed.

    Args:
        bots: three or more different ones.
        rules: the rules of the games.
        games: how many games of deals.
        seed: a text that fixes every table, deal and choice.

    Raises:
        ParseError: there is no such bot, or there are too few bots or games of deals.
    """

    bots: tuple[str, ...]
    rules: Rules = ENGLISH
    games: int = 100
    seed: str = "arena"

    def __post_init__(self) -> None:
        for bot in self.bots:
            make_bot(bot)
        if len(set(self.bots)) < 3:
            raise ParseError(f"ratings: {', '.join(map(repr, self.bots))} is too small a field; name 3 bots or more")
        if self.games < 1:
            raise ParseError(f"games: {self.games} is too few; play at least 1")

    @property
    def name(self) -> str:
        """What no match is called."""
        return "mixed tables"

    def table(self, number: int) -> tuple[str, ...]:
        """The bots by seat in game of deals `number`, before they move on.

        All bots take a seat before any takes another, across tables, in an order drawn anew each time round.
        """
        players = self.rules.players
        table = []
        for place in range(number * players, (number + 1) * players):
            turn, at = divmod(place, len(self.bots))
            table.append(Random(f"{self.seed}, round {turn}").sample(self.bots, len(self.bots))[at])
        return tuple(table)

    def rotations(self, number: int) -> tuple[tuple[str, ...], ...]:
        """The table as often as it has seats; each time everybody has moved one seat to the right."""
        table = self.table(number)
        return tuple(table[by:] + table[:by] for by in range(len(table)))

    def sample(self, number: int) -> Places:
        """Play game of deals `number` in every rotation of its table."""
        return tuple(
            play_game(self, number, [make_bot(bot) for bot in bots]).places() for bots in self.rotations(number)
        )


@dataclass(frozen=True, slots=True)
class Rating:
    """What the model believes of a bot's skill: a normal distribution.

    Args:
        bot: the bot.
        mu: the mean; each begins at 25.
        sigma: the deviation; it begins at 25/3.
    """

    bot: str
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A skill that the bot has almost surely."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True)
class Ratings:
    """What came of a tournament; the best first, by ordinal."""

    tournament: Tournament
    ratings: tuple[Rating, ...]


def hold(
    tournament: Tournament,
    *,
    crew: Crew = ALONE,
    keeper: Keeper | None = None,
    on_game: Callable[[Standing], None] = lambda _: None,
) -> Ratings:
    """Hold a tournament. The arguments are those of `play`."""
    results: list[tuple[tuple[str, ...], tuple[int, ...]]] = []
    with closing(samples(tournament, crew, keeper)) as played:
        for number, (sample, is_new) in enumerate(played):
            results += zip(tournament.rotations(number), sample, strict=True)
            if is_new:
                on_game(Standing(number + 1, tournament.games))
    return Ratings(tournament, rate(tournament.bots, results))


def rate(bots: Iterable[str], results: Iterable[tuple[tuple[str, ...], tuple[int, ...]]]) -> tuple[Rating, ...]:
    """The ratings after games, taken in order; the best first.

    A bot in several seats of a game moves by the mean of what each of them would have moved it.

    Args:
        bots: whom to rate.
        results: of each game the bots and their places, both by seat; level places are ties.
    """
    # A bot does not change, so nothing is added to the deviation from game to game.
    model = PlackettLuce(tau=0.0)
    skills = {bot: Rating(bot, model.mu, model.sigma) for bot in bots}
    for seated, places in results:
        # A new one for each seat: of one that stood in two seats the model would make one.
        before = [[model.rating(skills[bot].mu, skills[bot].sigma)] for bot in seated]
        after = [skill for (skill,) in model.rate(before, ranks=[float(place) for place in places])]
        for bot in set(seated):
            own = [skill for other, skill in zip(seated, after, strict=True) if other == bot]
            mu, variance = fmean(skill.mu for skill in own), fmean(skill.sigma**2 for skill in own)
            skills[bot] = Rating(bot, mu, variance**0.5)
    return tuple(sorted(skills.values(), key=lambda rating: -rating.ordinal))
