"""The paragraph "Worked cases" of the rules, row by row."""

from __future__ import annotations

import pytest

from tests.rules.positions import after, any_deal, dealt
from upriver.rules import SCHEMES, Rules, legal_bids, shuffle

SCHEME_NAMES = ("standard", "simple", "common", "penalty")


def sizes(players: int) -> str:
    return " ".join(map(str, Rules(players=players).sizes))


def test_worked_cases_hand_sizes_of_4_players() -> None:
    assert sizes(4) == "10 9 8 7 6 5 4 3 2 1 2 3 4 5 6 7 8 9 10"


def test_worked_cases_hand_sizes_of_6_players() -> None:
    assert sizes(6) == "8 7 6 5 4 3 2 1 2 3 4 5 6 7 8"
    assert Rules(players=6).hands == 15


def test_worked_cases_hand_sizes_of_7_players() -> None:
    assert sizes(7) == "7 6 5 4 3 2 1 2 3 4 5 6 7"


def test_worked_cases_cards_in_play_of_5_players_in_a_hand_of_10() -> None:
    state = any_deal("players=5 sizes=10", dealer=0)
    held = [card for cards in state.cards for card in cards]
    assert len(held) == 50
    assert state.hand.turned is not None
    left = set(shuffle(b"any deal", 1)) - {*held, state.hand.turned}
    assert len(left) == 1


@pytest.mark.parametrize(
    ("limit", "size", "others", "legal"),
    [
        ("hook", 5, "1 2 1", "0 2 3 4 5"),
        ("hook", 5, "3 1 2", "0 1 2 3 4 5"),
        ("hook", 1, "0 0 0", "0"),
        ("hook", 1, "1 0 0", "1"),
        ("over", 5, "1 2 1", "2 3 4 5"),
        ("over", 5, "3 1 2", "0 1 2 3 4 5"),
        ("over", 5, "0 0 0", "5"),
    ],
)
def test_worked_cases_dealers_legal_bids(limit: str, size: int, others: str, legal: str) -> None:
    state = any_deal(f"limit={limit} sizes={size}", dealer=3)
    state = after(state, " ".join(f"{seat}:{bid}" for seat, bid in enumerate(others.split())))
    assert state.to_act == (3,)
    assert " ".join(map(str, legal_bids(state, 3))) == legal


@pytest.mark.parametrize(
    ("bid", "took", "points"),
    [
        (3, 3, (13, 13, 13, 13)),
        (3, 1, (0, 0, 1, -2)),
        (0, 0, (10, 10, 10, 10)),
        (0, 4, (0, 0, 4, -4)),
    ],
)
def test_worked_cases_points(bid: int, took: int, points: tuple[int, ...]) -> None:
    assert tuple(SCHEMES[name].points(bid, took) for name in SCHEME_NAMES) == points


@pytest.mark.parametrize(
    ("led", "rest", "winner"),
    [
        ("9S", ("AS", "2H", "KS"), "2H"),
        ("9S", ("AD", "10S", "KC"), "10S"),
    ],
)
def test_worked_cases_trump_hearts(led: str, rest: tuple[str, ...], winner: str) -> None:
    trick = (led, *rest)
    state = dealt("limit=free sizes=1", *trick, dealer=3, turned="3H")
    state = after(state, "0:0 1:0 2:0 3:0 " + " ".join(f"{seat}:{card}" for seat, card in enumerate(trick)))
    (row,) = state.sheet.rows
    assert trick[row.taken.index(1)] == winner
