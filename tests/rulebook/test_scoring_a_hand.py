"""The paragraph "Scoring a hand" of the rules."""

from __future__ import annotations

import pytest

from tests.rules.positions import after, dealt
from upriver.rules import SCHEMES, Game, Phase, Rules, Sheet, Started, parse_action

PAIRS = [(bid, took) for bid in range(18) for took in range(18)]


def exact_and_missed(scheme: str, bid: int, took: int) -> tuple[int, int]:
    """The two columns of the table: what an exact bid is worth, and what a missed one is."""
    return {
        "standard": (10 + took, 0),
        "simple": (10 + bid, 0),
        "common": (took + 10, took),
        "penalty": (10 + took, -abs(took - bid)),
    }[scheme]


@pytest.mark.parametrize("scheme", ["standard", "simple", "common", "penalty"])
def test_scoring_a_hand_by_the_four_schemes(scheme: str) -> None:
    for bid, took in PAIRS:
        exact, missed = exact_and_missed(scheme, bid, took)
        assert SCHEMES[scheme].points(bid, took) == (exact if took == bid else missed)


def test_scoring_a_hand_knows_the_four_names_of_the_document() -> None:
    assert list(SCHEMES) == ["standard", "simple", "common", "penalty"]


def test_scoring_a_hand_gives_the_same_points_by_standard_and_simple_under_both_names() -> None:
    assert [SCHEMES["standard"].points(*pair) for pair in PAIRS] == [SCHEMES["simple"].points(*pair) for pair in PAIRS]
    assert str(Rules.parse("scoring=standard")) == "players=4"
    assert str(Rules.parse("scoring=simple")) == "players=4 scoring=simple"


def test_scoring_a_hand_writes_each_seat_down_by_its_own_bid() -> None:
    state = dealt("limit=free sizes=2 scoring=penalty", "9S 3S", "2S 4C", "AS 5C", "KS 6C", dealer=3, turned="2H")
    state = after(state, "0:1 1:0 2:2 3:0 0:9S 1:2S 2:AS 3:KS 2:5C 3:6C 0:3S 1:4C")
    (row,) = state.sheet.rows
    assert row.taken == (0, 0, 1, 1)
    assert row.points == (-1, 10, -1, -1)
    assert state.sheet.totals == (-1, 10, -1, -1)


def test_scoring_a_hand_ends_the_game_after_the_last_hand() -> None:
    game = Game([Started(Rules.parse("players=3 sizes=1,1 limit=free"), dealer=2)], b"short")
    for number in (1, 2):
        for _ in range(6):
            assert (game.is_over, game.state.hand.number) == (False, number)
            seat = game.to_act[0]
            bidding = game.state.phase is Phase.BID
            game.act(parse_action(f"{seat}:{0 if bidding else game.state.cards_of(seat)[0]}"))
    assert game.is_over
    assert len(game.state.sheet.rows) == 2


def test_scoring_a_hand_lets_the_highest_total_win() -> None:
    assert Sheet((30, 41, 12)).leaders() == (1,)


def test_scoring_a_hand_lets_players_level_on_the_highest_total_win_together() -> None:
    sheet = Sheet((41, 12, 41, 30))
    assert sheet.leaders() == (0, 2)
    assert sheet.places() == (1, 4, 1, 3)
    assert Sheet((-3, -3, -3)).leaders() == (0, 1, 2)
