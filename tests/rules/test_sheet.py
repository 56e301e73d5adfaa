from __future__ import annotations

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
