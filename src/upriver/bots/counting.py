"""How many tricks: the distribution of a sum of chances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise


def trick_counts(chances: Iterable[float]) -> list[float]:
    """The chance of 0, 1, 2 … tricks when each card takes one with its own chance (Poisson binomial)."""
    counts = [1.0]
    for chance in chances:
        miss = 1.0 - chance
        counts = [
            counts[0] * miss,
            *[more * miss + less * chance for less, more in pairwise(counts)],
            counts[-1] * chance,
        ]
    return counts


def mean_points(counts: Iterable[float], points: Sequence[int], taken: int) -> float:
    """Mean points, where `counts` are the chances of more tricks and `points` the worth of each total.

    Args:
        counts: the chance of 0, 1, 2 … more tricks.
        points: what 0, 1, 2 … tricks in the whole hand are worth.
        taken: tricks taken already.
    """
    return sum([chance * worth for chance, worth in zip(counts, points[taken:], strict=False)])
