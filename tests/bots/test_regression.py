"""Weights that made the data are found again from the data."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from upriver.bots.regression import fit, logistic, solve, survival


def test_logistic_weights_are_found_again() -> None:
    chance, planted = Random("logistic"), (0.5, -1.5, 1.0)
    rows = [(1.0, chance.uniform(-2, 2), chance.choice((0.0, 1.0))) for _ in range(12_000)]
    came_true = [chance.random() < 1 / (1 + exp(-total(row, planted))) for row in rows]
    assert fit(rows, came_true, logistic) == pytest.approx(planted, abs=0.12)


def test_dangers_are_found_again_and_none_is_negative() -> None:
    chance, planted = Random("dangers"), (0.4, 1.5, 0.0)
    rows = [(chance.random(), chance.random(), chance.random()) for _ in range(12_000)]
    came_true = [chance.random() < exp(-total(row, planted)) for row in rows]
    found = fit(rows, came_true, survival, at_least=0.0)
    assert found == pytest.approx(planted, abs=0.12)
    assert min(found) >= 0.0


def test_linear_equations_are_solved_even_with_a_zero_on_the_diagonal() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, -1.0, 0.0], [3.0, 0.0, -2.0]]
    assert solve(matrix, [7.0, -1.0, -3.0]) == pytest.approx([1.0, 2.0, 3.0])


def total(row: tuple[float, ...], weights: tuple[float, ...]) -> float:
    return sum(weight * value for weight, value in zip(weights, row, strict=True))
