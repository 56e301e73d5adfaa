from __future__ import annotations

import pytest

from upriver.arena import Estimate


def test_the_error_is_the_deviation_over_the_root_of_the_count() -> None:
    estimate = Estimate.of([1.0, 2.0, 3.0, 4.0])
    assert estimate.mean == 2.5
    assert estimate.error == pytest.approx((5 / 3) ** 0.5 / 2)


def test_one_sample_has_no_error() -> None:
    assert Estimate.of([7.0]) == Estimate(7.0, None)
