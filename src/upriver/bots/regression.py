"""Weights by maximum likelihood: Fisher scoring in plain Python, for a few dozen terms and some 100,000 rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt
from operator import mul
from typing import TypeAlias

Link: TypeAlias = Callable[[float], tuple[float, float]]
"""From a weighed sum: the chance, and the slope of the chance there."""

_RIDGE = 2.0
_STEPS = 40
_CLOSE = 1e-6
_TINY = 1e-9


def logistic(total: float) -> tuple[float, float]:
    """The chance whose log odds are the sum."""
    chance = 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))
    return chance, chance * (1.0 - chance)


def survival(total: float) -> tuple[float, float]:
    """The chance to survive dangers that add up to the sum."""
    chance = exp(-max(1e-3, total))
    return chance, -chance


def fit(
    rows: Sequence[Sequence[float]], came_true: Sequence[bool], link: Link, *, at_least: float = float("-inf")
) -> list[float]:
    """The weights of the terms under which what came true is most likely.

    Args:
        rows: the terms, one row for each thing watched.
        came_true: what became of it.
        link: how a weighed sum becomes a chance.
        at_least: the smallest weight allowed.
    """
    raw = list(zip(*rows, strict=True))
    scales = [sqrt(sum(map(mul, column, column)) / len(rows)) or 1.0 for column in raw]
    columns = [[value / scale for value in column] for column, scale in zip(raw, scales, strict=True)]
    weights = [max(0.1, at_least)] * len(columns)
    for _ in range(_STEPS):
        slope, curve = _shape(columns, came_true, weights, link)
        moved = [max(at_least, weight + step) for weight, step in zip(weights, solve(curve, slope), strict=True)]
        farthest = max(abs(new - old) for new, old in zip(moved, weights, strict=True))
        weights = moved
        if farthest < _CLOSE:
            break
    return [weight / scale for weight, scale in zip(weights, scales, strict=True)]


def _shape(
    columns: Sequence[Sequence[float]], came_true: Sequence[bool], weights: Sequence[float], link: Link
) -> tuple[list[float], list[list[float]]]:
    """Slope and expected curvature of the log likelihood, with the ridge that keeps weights of nothing at zero."""
    totals = [0.0] * len(came_true)
    for weight, column in zip(weights, columns, strict=True):
        totals = [total + weight * value for total, value in zip(totals, column, strict=True)]
    errors, bends = [], []
    for total, outcome in zip(totals, came_true, strict=True):
        chance, change = link(total)
        pull = change / max(chance * (1.0 - chance), _TINY)
        errors.append((outcome - chance) * pull)
        bends.append(change * pull)
    slope = [sum(map(mul, errors, column)) - _RIDGE * weight for column, weight in zip(columns, weights, strict=True)]
    curve = [[0.0] * len(columns) for _ in columns]
    for i, column in enumerate(columns):
        bent = list(map(mul, bends, column))
        for j in range(i + 1):
            curve[i][j] = curve[j][i] = sum(map(mul, bent, columns[j])) + _RIDGE * (i == j)
    return slope, curve


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination with the largest pivot."""
    size = len(right)
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(lines[i][column]))
        lines[column], lines[pivot] = lines[pivot], lines[column]
        for i in range(column + 1, size):
            factor = lines[i][column] / lines[column][column]
            if factor:
                lines[i] = [a - factor * b for a, b in zip(lines[i], lines[column], strict=True)]
    solution = [0.0] * size
    for i in reversed(range(size)):
        known = sum([lines[i][j] * solution[j] for j in range(i + 1, size)])
        solution[i] = (lines[i][size] - known) / lines[i][i]
    return solution
