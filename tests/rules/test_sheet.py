from __future__ import annotations

import pytest

from upriver.rules import Row, Sheet, Suit


def row(number: int, *points: int) -> Row:
    bids = (1,) * len(points)
    return Row(number, 3, 0, Suit.CLUBS, bids, tuple(range(len(points))), points)


def test_rows_add_up() -> None:
    sheet = Sheet((0, 0, 0)).with_row(row(1, 10, -2, 0)).with_row(row(2, 0, 3, 11))
    assert sheet.totals == (10, 1, 11)
    assert sheet.running() == ((10, -2, 0), (10, 1, 11))
    assert [line.number for line in sheet.rows] == [1, 2]


def test_a_sheet_without_hands_has_no_running_totals_and_all_in_front() -> None:
    sheet = Sheet((0, 0, 0))
    assert sheet.running() == ()
    assert sheet.leaders() == (0, 1, 2)


def test_level_totals_share_a_place_and_the_next_is_skipped() -> None:
    assert Sheet((5, 9, 5, 1)).places() == (2, 1, 2, 4)
    assert Sheet((7, 7, 7, 1)).places() == (1, 1, 1, 4)


def test_a_row_knows_which_bids_were_made() -> None:
    assert [row(1, 0, 11, 0).is_made(seat) for seat in range(3)] == [False, True, False]


def away(number: int, *results: tuple[int, int, int] | None) -> Row:
    """A hand from the results of those who were there, each as bid, taken and points."""
    bids, taken, points = zip(*((None, None, None) if each is None else each for each in results), strict=True)
    return Row(number, 3, 0, None, bids, taken, points)


def test_who_is_away_keeps_the_total_and_has_no_result() -> None:
    sheet = Sheet((0, 7)).with_row(away(1, (1, 1, 11), None)).with_row(away(2, (0, 1, 0), (2, 2, 12)))
    assert sheet.totals == (11, 19)
    assert sheet.running() == ((11, 7), (11, 19))
    assert [line.was_there(1) for line in sheet.rows] == [False, True]
    assert not sheet.rows[0].is_made(1)
    assert sheet.rows[1].result(1) == (2, 2, 12)
    with pytest.raises(LookupError, match="seat 1 was away in hand 1"):
        sheet.rows[0].result(1)


def test_a_sheet_tells_who_made_how_many_the_longest_run_and_the_best_hand() -> None:
    sheet = Sheet((0, 0))
    made, missed = (1, 1, 11), (1, 0, 0)
    for number, (one, other) in enumerate(
        [(made, made), (missed, made), (made, None), (made, (2, 2, 12)), (made, missed)], 1
    ):
        sheet = sheet.with_row(away(number, one, other))
    assert [sheet.played(seat) for seat in (0, 1)] == [5, 4]
    assert [sheet.made(seat) for seat in (0, 1)] == [4, 3]
    assert [sheet.longest_run(seat) for seat in (0, 1)] == [3, 3]  # being away ends no run
    assert [sheet.best_hand(seat) for seat in (0, 1)] == [sheet.rows[0], sheet.rows[3]]
    assert Sheet((0, 0)).best_hand(0) is None
    assert Sheet((0, 0)).longest_run(0) == 0
