from __future__ import annotations

from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upriver.bots.counting import mean_points, trick_counts
from upriver.rules import SCHEMES

CHANCES = st.lists(st.floats(0, 1), max_size=7)


@given(CHANCES)
def test_trick_counts_are_those_of_all_outcomes(chances: list[float]) -> None:
    expected = [0.0] * (len(chances) + 1)
    for outcome in product((0, 1), repeat=len(chances)):
        expected[sum(outcome)] += prod(
            chance if won else 1 - chance for chance, won in zip(chances, outcome, strict=True)
        )
    assert trick_counts(chances) == pytest.approx(expected, abs=1e-12)


def test_mean_points_begin_at_the_tricks_already_taken() -> None:
    points = [SCHEMES["penalty"].points(2, took) for took in range(5)]
    assert points == [-2, -1, 12, -1, -2]
    assert mean_points([0.25, 0.5, 0.25], points, 1) == pytest.approx(0.25 * -1 + 0.5 * 12 + 0.25 * -1)
