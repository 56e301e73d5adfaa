"""How a bot has done: points, games won, bids made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Generic, TypeVar

from upriver.arena.estimate import Estimate
from upriver.rules import Sheet

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Performance(Generic[T]):
    """The figures of a bot: plain numbers for one set of games, estimates for many.

    Args:
        points: points a hand.
        won: part of its games that it won; winners together share a game.
        made: part of its bids that it made.
        made_by_size: the same by hand size, smallest first, as (cards, part).
        made_by_place: the same by place in the bidding, from the dealer's left to the dealer.
    """

    points: T
    won: T
    made: T
    made_by_size: tuple[tuple[int, T], ...]
    made_by_place: tuple[T, ...]


def measure(games: Sequence[tuple[Sheet, int]]) -> Performance[float]:
    """The figures of one set of games, each given as its finished sheet and the seat that counts."""
    points: list[int] = []
    made: list[bool] = []
    by_size: dict[int, list[bool]] = defaultdict(list)
    by_place: dict[int, list[bool]] = defaultdict(list)
    for sheet, seat in games:
        for row in sheet.rows:
            is_made = row.is_made(seat)
            points.append(row.result(seat)[2])
            made.append(is_made)
            by_size[row.size].append(is_made)
            by_place[(seat - row.dealer - 1) % len(row.bids)].append(is_made)
    leaders = [(sheet.leaders(), seat) for sheet, seat in games]
    return Performance(
        points=fmean(points),
        won=fmean([(seat in first) / len(first) for first, seat in leaders]),
        made=fmean(made),
        made_by_size=tuple((size, fmean(by_size[size])) for size in sorted(by_size)),
        made_by_place=tuple(fmean(by_place[place]) for place in sorted(by_place)),
    )


def estimate(samples: Sequence[Performance[float]]) -> Performance[Estimate]:
    """The figures over many sets, each one a sample."""
    return Performance(
        points=Estimate.of([sample.points for sample in samples]),
        won=Estimate.of([sample.won for sample in samples]),
        made=Estimate.of([sample.made for sample in samples]),
        made_by_size=tuple(
            (column[0][0], Estimate.of([part for _, part in column]))
            for column in zip(*(sample.made_by_size for sample in samples), strict=True)
        ),
        made_by_place=tuple(
            Estimate.of(column) for column in zip(*(sample.made_by_place for sample in samples), strict=True)
        ),
    )
