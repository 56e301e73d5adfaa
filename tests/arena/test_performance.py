from __future__ import annotations

import pytest

from upriver.arena import Estimate, Performance
from upriver.arena.performance import estimate, measure
from upriver.rules import Row, Sheet


def sheet(*rows: tuple[int, int, str, str, tuple[int, ...]]) -> Sheet:
    """A sheet of three seats from (size, dealer, bids, taken, points)."""
    filled = Sheet((0, 0, 0))
    for number, (size, dealer, bids, taken, points) in enumerate(rows, 1):
        filled = filled.with_row(Row(number, size, dealer, None, tuple(map(int, bids)), tuple(map(int, taken)), points))
    return filled


LEVEL = sheet((2, 0, "110", "110", (11, 11, 0)), (1, 1, "001", "010", (10, 0, 0)), (1, 2, "010", "010", (0, 11, 10)))
AHEAD = sheet((2, 0, "110", "200", (0, 0, 10)), (1, 1, "000", "010", (10, 0, 10)), (1, 2, "100", "010", (0, 0, 10)))


def test_figures_count_every_hand_of_the_seat() -> None:
    figures = measure([(LEVEL, 0), (AHEAD, 0)])
    assert figures.points == pytest.approx((11 + 10 + 0 + 0 + 10 + 0) / 6)
    assert figures.made == pytest.approx(4 / 6)
    assert figures.made_by_size == ((1, 0.75), (2, 0.5))


def test_the_place_in_the_bidding_is_counted_from_the_dealers_left() -> None:
    """Seat 0 deals the first hand, bids second in the next and first in the last."""
    assert measure([(AHEAD, 0)]).made_by_place == (0.0, 1.0, 0.0)


def test_joint_winners_share_the_game() -> None:
    assert LEVEL.totals == (21, 22, 10)
    assert [measure([(LEVEL, seat)]).won for seat in range(3)] == [0.0, 1.0, 0.0]
    joint = sheet((1, 0, "001", "001", (10, 10, 11)), (1, 1, "001", "100", (0, 1, 0)))
    assert [measure([(joint, seat)]).won for seat in range(3)] == [0.0, 0.5, 0.5]


def test_many_figures_become_estimates_one_by_one() -> None:
    samples = [Performance(points, 0.5, 0.25, ((1, points), (3, 0.5)), (0.25, points, 1.0)) for points in (4.0, 6.0)]
    spread, steady = Estimate(5.0, 1.0), Estimate(0.5, 0.0)
    assert estimate(samples) == Performance(
        points=spread,
        won=steady,
        made=Estimate(0.25, 0.0),
        made_by_size=((1, spread), (3, steady)),
        made_by_place=(Estimate(0.25, 0.0), spread, Estimate(1.0, 0.0)),
    )
