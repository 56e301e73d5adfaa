"""What reviews of games tell of somebody: how lucky they were, and what their bids and cards cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from upriver.stats.finished import Finished, Parts


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over hands, in points.

    Args:
        mean: the mean.
        error: its standard error, from the spread of the hands; None for a single hand.
    """

    mean: float
    error: float | None

    @classmethod
    def of(cls, samples: Sequence[float]) -> Average:
        """From one hand or more."""
        return cls(fmean(samples), stdev(samples) / sqrt(len(samples)) if len(samples) > 1 else None)


@dataclass(frozen=True, slots=True)
class Skill:
    """Averages over the hands that were reviewed.

    Args:
        games: games reviewed.
        hands: hands in them.
        luck: the luck of the deal and the rest together.
        lost: what bids and cards cost together, as 0 or less.
        par: the part of the points of this name, and so on: see `Parts`.
        deal: the luck of the deal.
        bid: what bids cost, as 0 or less.
        play: what cards cost, as 0 or less.
        rest: the luck of the play.
    """

    games: int
    hands: int
    luck: Average
    lost: Average
    par: Average
    deal: Average
    bid: Average
    play: Average
    rest: Average


def skill(own: Iterable[tuple[Finished, int]]) -> Skill | None:
    """From games, each with the seat in it; None where none was reviewed."""
    by_game = [[hand[seat] for hand in game.parts] for game, seat in own if game.parts]
    hands: list[Parts] = [parts for game in by_game for parts in game]
    if not hands:
        return None
    return Skill(
        games=len(by_game),
        hands=len(hands),
        luck=Average.of([parts.deal + parts.rest for parts in hands]),
        lost=Average.of([parts.bid + parts.play for parts in hands]),
        par=Average.of([parts.par for parts in hands]),
        deal=Average.of([parts.deal for parts in hands]),
        bid=Average.of([parts.bid for parts in hands]),
        play=Average.of([parts.play for parts in hands]),
        rest=Average.of([parts.rest for parts in hands]),
    )
