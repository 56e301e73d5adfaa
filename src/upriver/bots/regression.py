"""Weights by maximum likelihood: Fisher scoring in plain Python, for a few dozen terms and some 100,000 rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt
from typing import TypeAlias

Link: TypeAlias = Callable[[float], tuple[float, float]]
"""From a weighed sum: the chance, and the slope of the chance there."""

_RIDGE = 2.0
_STEPS = 40
_CLOSE = 1e-7


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
    width = len(rows[0])
    scales = [sqrt(sum([row[i] * row[i] for row in rows]) / len(rows)) or 1.0 for i in range(width)]
    scaled = [[value / scale for value, scale in zip(row, scales, strict=True)] for row in rows]
    weights = [max(0.1, at_least)] * width
    for _ in range(_STEPS):
        slope = [-_RIDGE * weight for weight in weights]
        curve = [[_RIDGE * (i == j) for j in range(width)] for i in range(width)]
        for row, outcome in zip(scaled, came_true, strict=True):
            chance, change = link(sum([weight * value for weight, value in zip(weights, row, strict=True)]))
            pull = change / max(chance * (1.0 - chance), 1e-9)
            error, bend = (outcome - chance) * pull, change * pull
            for i, value in enumerate(row):
                if value:
                    slope[i] += error * value
                    scaled_value, line = bend * value, curve[i]
                    for j in range(i + 1):
                        line[j] += scaled_value * row[j]
        for i in range(width):
            for j in range(i):
                curve[j][i] = curve[i][j]
        moved = [max(at_least, weight + step) for weight, step in zip(weights, solve(curve, slope), strict=True)]
        change_most = max(abs(new - old) for new, old in zip(moved, weights, strict=True))
        weights = moved
        if change_most < _CLOSE:
            break
    return [weight / scale for weight, scale in zip(weights, scales, strict=True)]


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
