"""The paragraph "Play" of the rules."""

from __future__ import annotations

import pytest

from tests.rules.positions import after, any_deal, dealt
from upriver.rules import IllegalActionError, State, decide, legal_cards, parse_action, parse_cards

PASSES = "0:0 1:0 2:0 3:0"


def table(*cards: str, turned: str = "2H") -> State:
    """Four seats that have bid; seat 3 dealt, so seat 0 leads."""
    return after(dealt(f"limit=free sizes={len(cards[0].split())}", *cards, dealer=3, turned=turned), PASSES)


def winner(*trick: str, turned: str) -> int:
    """The seat that takes a trick of one card each, seat 0 leading."""
    state = after(table(*trick, turned=turned), " ".join(f"{seat}:{card}" for seat, card in enumerate(trick)))
    return state.sheet.rows[0].taken.index(1)


@pytest.mark.parametrize("dealer", range(5))
def test_play_begins_with_the_seat_left_of_the_dealer(dealer: int) -> None:
    order = [(dealer + i) % 5 for i in range(1, 6)]
    state = after(any_deal("players=5 sizes=3 limit=free", dealer=dealer), " ".join(f"{seat}:0" for seat in order))
    assert state.to_act == (order[0],)


def test_play_lets_the_winner_of_a_trick_lead_the_next() -> None:
    state = table("9S 3S", "2S 4C", "AS 5C", "KS 6C")
    state = after(state, "0:9S 1:2S 2:AS 3:KS")
    assert state.to_act == (2,)
    assert state.hand.taken == (0, 0, 1, 0)
    state = after(state, "2:5C 3:6C")
    assert state.to_act == (0,)


def test_play_follows_the_led_suit_if_able() -> None:
    state = after(table("9S 3S", "2S 4H", "AS 5C", "KS 6C"), "0:9S")
    assert legal_cards(state, 1) == parse_cards("2S")
    with pytest.raises(IllegalActionError) as raised:
        decide(state, parse_action("1:4H"))
    assert raised.value.code == "must-follow"


def test_play_takes_any_card_trump_included_from_a_seat_that_cannot_follow() -> None:
    state = after(table("9S 3S", "2D 4H", "AS 5C", "KS 6C"), "0:9S")
    assert set(legal_cards(state, 1)) == set(parse_cards("2D 4H"))


def test_play_asks_nobody_to_trump_or_to_beat_what_lies_there() -> None:
    state = after(table("9S 3S", "4H 2D", "10H 5H", "KS 2S"), "0:9S 1:4H")
    assert set(legal_cards(state, 2)) == set(parse_cards("10H 5H"))
    assert set(legal_cards(after(state, "2:5H"), 3)) == set(parse_cards("KS 2S"))


def test_play_lets_any_card_be_led_trump_included_at_any_time() -> None:
    state = table("AH 3S", "2S 4C", "AS 5C", "KS 6C")
    assert set(legal_cards(state, 0)) == set(parse_cards("AH 3S"))
    second = after(state, "0:3S 1:2S 2:AS 3:KS")
    assert legal_cards(second, 2) == parse_cards("5C")


def test_play_gives_the_trick_to_the_highest_trump() -> None:
    assert winner("AS", "3H", "10H", "9H", turned="2H") == 2


def test_play_gives_the_trick_to_the_highest_card_of_the_led_suit_where_no_trump_fell() -> None:
    assert winner("9S", "AD", "10S", "KC", turned="2H") == 2


def test_play_gives_nothing_to_a_high_card_of_another_suit() -> None:
    assert winner("2S", "AD", "AC", "KC", turned="2H") == 0


def test_play_lets_a_trump_led_be_beaten_by_a_higher_trump_only() -> None:
    assert winner("9H", "AS", "10H", "AC", turned="2H") == 2
    assert winner("9H", "AS", "3H", "AC", turned="2H") == 0


def test_play_without_trump_gives_the_trick_to_the_highest_card_of_the_led_suit() -> None:
    state = after(dealt("limit=free sizes=1 trump=none", "2S", "AH", "3S", "AD", dealer=3), PASSES)
    state = after(state, "0:2S 1:AH 2:3S 3:AD")
    assert state.sheet.rows[0].taken == (0, 0, 1, 0)
