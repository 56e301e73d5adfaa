"""Ratings by OpenSkill's Plackett-Luce model, from the places in finished games, held to the bots' (ratings.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from upriver.stats.anchors import ANCHORS
from upriver.stats.finished import Finished

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

SETTLED = 20
"""Games until a rating is no longer provisional: by then its sigma is below two thirds of a beginner's."""
SCALE = 40
"""Points that are shown for 1 of mu, so that a beginner has 1000."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What the model believes of somebody's skill: a normal distribution.

    Args:
        mu: the mean.
        sigma: the deviation.
        games: after how many games.
    """

    mu: float = 25.0
    sigma: float = 25.0 / 3
    games: int = 0

    @property
    def points(self) -> int:
        """The number that is shown."""
        return round(SCALE * self.mu)

    @property
    def margin(self) -> int:
        """How far the number may be off, in 19 of 20 cases by the model's own belief."""
        return round(SCALE * 2 * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether there were too few games to take it for more than a guess."""
        return self.games < SETTLED


BEGINNING = Rating()


class Ratings:
    """The ratings of people after games taken one after the other."""

    def __init__(self) -> None:
        self._ratings: dict[str, Rating] = {}

    def of(self, person: str) -> Rating:
        """Somebody's rating; a beginner's for who has played no rated game."""
        return self._ratings.get(person, BEGINNING)

    def take(self, game: Finished) -> None:
        """Move on by a game, if it is rated; the bots' ratings stay."""
        if not is_rated(game):
            return
        before = [
            self.of(person) if person is not None else _anchor(level)
            for person, level in zip(game.people, game.levels, strict=True)
        ]
        after = rated(before, game.places)
        self._ratings |= {person: new for person, new in zip(game.people, after, strict=True) if person is not None}


def is_rated(game: Finished) -> bool:
    """Whether the game counts: played here to the end, a person in it, and in each seat a person or a known bot.

    A game at whose end a bot played for a person counts for nobody: its places are not those of the people in it.
    """
    if game.kind != "played" or not any(game.people):
        return False
    seats = zip(game.people, game.levels, strict=True)
    return all(level is None if person is not None else level in ANCHORS for person, level in seats)


def rated(before: Sequence[Rating], places: Iterable[int]) -> tuple[Rating, ...]:
    """The ratings of all who played one game, after it; level places are ties."""
    model = _model()
    teams = [[model.rating(rating.mu, rating.sigma)] for rating in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return tuple(
        Rating(skill.mu, skill.sigma, rating.games + 1) for rating, (skill,) in zip(before, after, strict=True)
    )


def _anchor(level: str | None) -> Rating:
    anchor = ANCHORS[str(level)]
    return Rating(anchor.mu, anchor.sigma)


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # takes a third of a second, which only who asks for a rating waits

    return PlackettLuce()
