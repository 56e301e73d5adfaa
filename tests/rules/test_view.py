from __future__ import annotations

import pytest

from tests.rules.positions import after, any_deal, dealt
from upriver.rules import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsRevealed,
    Card,
    CardPlayed,
    Dealt,
    Drawn,
    Event,
    Rules,
    SeedRevealed,
    Started,
    TakenBack,
    parse_cards,
    redact,
    view,
)

HAND = dealt("sizes=2,1", "9S 3S", "2S 4H", "AS 5C", "KS 6C", dealer=3, turned="2H")
SEALED = after(any_deal("sizes=5 limit=free bidding=together", dealer=3), "1:4")
DEALT = Dealt((parse_cards("9S"), parse_cards("2S"), parse_cards("AS")), Card.parse("2H"))


def test_a_seat_sees_the_table_and_its_own_cards() -> None:
    seen = view(HAND, 2)
    assert (seen.seat, seen.public, seen.cards) == (2, HAND.public, parse_cards("5C AS"))
    assert seen.cards_of(2) == seen.cards


def test_a_seat_cannot_ask_for_what_another_holds_or_hides() -> None:
    seen = view(SEALED, 2)
    message = "the view of seat 2 does not show the cards or hidden bid of seat 1"
    with pytest.raises(LookupError, match=message):
        seen.cards_of(1)
    with pytest.raises(LookupError, match=message):
        seen.own_bid(1)


def test_a_seat_sees_its_own_sealed_bid_and_that_others_have_bid() -> None:
    assert [view(SEALED, seat).sealed for seat in (0, 1, 2, 3, None)] == [None, 4, None, None, None]
    assert view(SEALED, 1).own_bid(1) == 4
    assert view(SEALED, 0).hand.has_bid == (False, True, False, False)
    assert view(SEALED, 0).hand.bids == (None, None, None, None)


def test_an_open_bid_is_ones_own_too() -> None:
    assert view(after(HAND, "0:1"), 0).own_bid(0) == 1


def test_a_watcher_sees_the_table_and_no_cards() -> None:
    seen = view(HAND, None)
    assert (seen.seat, seen.public, seen.cards, seen.sealed) == (None, HAND.public, (), None)


@pytest.mark.parametrize("seat", [-1, 4])
def test_there_is_no_view_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 0 to 3"):
        view(HAND, seat)


def test_a_deal_is_redacted_to_the_seats_own_cards() -> None:
    assert redact(DEALT, 1) == Dealt((None, parse_cards("2S"), None), Card.parse("2H"))
    assert redact(DEALT, None) == Dealt((None, None, None), Card.parse("2H"))


def test_a_sealed_bid_is_redacted_for_all_but_its_seat() -> None:
    event = BidSealed(1, 3)
    assert [redact(event, seat) for seat in (0, 1, None)] == [BidSealed(1, None), event, BidSealed(1, None)]


@pytest.mark.parametrize(
    "event",
    [
        Started(Rules(), ("a", "b", "c", "d"), 2, bytes(32), (b"Ann's",)),
        Drawn(parse_cards("2S 3S 4S")),
        BidMade(1, 3),
        BidChanged(1, 2),
        BidsRevealed((1, 2, 3)),
        CardPlayed(0, Card.parse("9S")),
        TakenBack(1),
        SeedRevealed(b"seed"),
    ],
)
def test_what_happens_in_the_open_is_not_redacted(event: Event) -> None:
    assert [redact(event, seat) for seat in (0, 1, None)] == [event] * 3
