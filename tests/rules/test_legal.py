"""Refusals: every code, its words and its details; and `legal_bids`, `legal_cards` on their own."""

from __future__ import annotations

import pytest

from tests.rules.positions import after, any_deal, dealt
from upriver.rules import (
    DECK,
    REFUSAL_CODES,
    Bid,
    BidSealed,
    Card,
    IllegalActionError,
    Play,
    Rules,
    Started,
    State,
    Suit,
    apply,
    decide,
    fold,
    legal_actions,
    legal_bids,
    legal_cards,
    parse_action,
    parse_cards,
    refusal,
    view,
)

BEFORE_THE_DRAW = fold([Started(Rules())])
BEFORE_THE_DEAL = fold([Started(Rules(), dealer=3)])
HAND = dealt("sizes=2,1", "9S 3S", "2S 4H", "AS 5C", "KS 6C", dealer=3, turned="2H")
BID = after(HAND, "0:1 1:1")
PLAYING = after(HAND, "0:1 1:1 2:1 3:0")
LED = after(PLAYING, "0:9S")
SECOND = after(LED, "1:2S 2:AS 3:KS")
SEALED = after(any_deal("sizes=5 limit=free bidding=together rebid=no", dealer=3), "0:2")
FINAL = after(any_deal("sizes=5 rebid=no", dealer=3), "0:2")


def over() -> State:
    state = dealt("players=3 sizes=1 limit=free", "9S", "2S", "AS", dealer=2, turned="2H")
    return after(state, "0:1 1:1 2:1 0:9S 1:2S 2:AS")


def revealing() -> State:
    """All bids are sealed and none is turned over yet."""
    state = after(any_deal("sizes=5 limit=free bidding=together", dealer=3), "0:1 1:1 2:1")
    return apply(state, BidSealed(3, 1))


REFUSALS = [
    (HAND, "4:0", "no-such-seat", "4:0: there is no seat 4; seats are 0 to 3", {"seat": 4}),
    (HAND, "-1:QS", "no-such-seat", "-1:QS: there is no seat -1; seats are 0 to 3", {"seat": -1}),
    (over(), "0:0", "game-over", "0:0: the game is over", {}),
    (over(), "0:QS", "game-over", "0:QS: the game is over", {}),
    (
        BEFORE_THE_DRAW,
        "0:1",
        "not-your-turn",
        "0:1: nobody can act now (the draw for first dealer, round 1)",
        {"turn": None},
    ),
    (
        BEFORE_THE_DEAL,
        "0:QS",
        "not-your-turn",
        "0:QS: nobody can act now (before the deal of hand 1 of 19)",
        {"turn": None},
    ),
    (
        revealing(),
        "0:1",
        "not-your-turn",
        "0:1: nobody can act now (hand 1 of 1, before the bids are revealed)",
        {"turn": None},
    ),
    (HAND, "1:0", "not-your-turn", "0: it is seat 0's turn (hand 1 of 2, seat 0 to bid)", {"turn": 0}),
    (
        PLAYING,
        "1:2S",
        "not-your-turn",
        "2S: it is seat 0's turn (hand 1 of 2, trick 1, seat 0 to play)",
        {"turn": 0},
    ),
    (
        SECOND,
        "3:6C",
        "not-your-turn",
        "6C: it is seat 2's turn (hand 1 of 2, trick 2, seat 2 to play)",
        {"turn": 2},
    ),
    (HAND, "0:9S", "bidding-open", "9S: the bids come first (hand 1 of 2, seat 0 to bid)", {}),
    (SEALED, "0:9S", "bidding-open", "9S: the bids come first (hand 1 of 1, all to bid)", {}),
    (
        LED,
        "3:1",
        "bidding-closed",
        "1: the bidding is over (hand 1 of 2, trick 1, seat 1 to play)",
        {"bid": 1},
    ),
    (
        PLAYING,
        "2:0",
        "bidding-closed",
        "0: the bidding is over (hand 1 of 2, trick 1, seat 0 to play)",
        {"bid": 0},
    ),
    (HAND, "0:3", "bid-range", "3 is no bid here; bid 0 to 2", {"bid": 3, "size": 2}),
    (HAND, "0:-1", "bid-range", "-1 is no bid here; bid 0 to 2", {"bid": -1, "size": 2}),
    (BID, "1:1", "bid-same", "1 is your bid already; a change needs another number", {"bid": 1}),
    (
        after(any_deal("sizes=5 limit=free bidding=together", dealer=3), "0:2"),
        "0:2",
        "bid-same",
        "2 is your bid already; a change needs another number",
        {"bid": 2},
    ),
    (BID, "0:2", "bid-fixed", "2: seat 0's bid stands; the next seat has bid since", {"bid": 2}),
    (FINAL, "0:1", "bid-fixed", "1: seat 0's bid stands; this table's bids are final", {"bid": 1}),
    (SEALED, "0:1", "bid-fixed", "1: seat 0's bid stands; this table's bids are final", {"bid": 1}),
    (PLAYING, "0:QS", "card-not-held", "QS: seat 0 does not hold it (hand 1)", {"card": Card.parse("QS")}),
    (PLAYING, "0:2H", "card-not-held", "2H: seat 0 does not hold it (hand 1)", {"card": Card.parse("2H")}),
    (SECOND, "2:AS", "card-not-held", "AS: seat 2 does not hold it (hand 1)", {"card": Card.parse("AS")}),
    (
        LED,
        "1:4H",
        "must-follow",
        "4H: must follow spades (hand 1, seat 1)",
        {"card": Card.parse("4H"), "suit": Suit.SPADES},
    ),
]


@pytest.mark.parametrize(("state", "action", "code", "message", "details"), REFUSALS)
def test_refusals_have_a_code_words_and_details(
    state: State, action: str, code: str, message: str, details: dict[str, object]
) -> None:
    with pytest.raises(IllegalActionError) as raised:
        decide(state, parse_action(action))
    error = raised.value
    assert (error.code, str(error), error.details) == (code, message, details)
    assert parse_action(action) not in legal_actions(state)


FORBIDDEN = [
    (
        "limit=hook sizes=5",
        "0:1 1:2 2:0",
        2,
        "2 would make the bids add up to 5, the number of tricks; as dealer you may bid 0, 1, 3, 4 or 5",
        (0, 1, 3, 4, 5),
    ),
    (
        "limit=hook sizes=1",
        "0:1 1:0 2:0",
        0,
        "0 would make the bids add up to 1, the number of tricks; as dealer you may bid 1",
        (1,),
    ),
    (
        "limit=over sizes=5",
        "0:1 1:2 2:1",
        1,
        "1 would make the bids add up to 5; as dealer you must bring them above 5, the number of tricks: "
        "you may bid 2, 3, 4 or 5",
        (2, 3, 4, 5),
    ),
    (
        "limit=over sizes=5",
        "0:1 1:0 2:0",
        3,
        "3 would make the bids add up to 4; as dealer you must bring them above 5, the number of tricks: you may bid 5",
        (5,),
    ),
    (
        "limit=over sizes=5",
        "0:0 1:0 2:0",
        4,
        "4: nobody else bid a trick; as dealer you must bid 5, the number of tricks",
        (5,),
    ),
]


@pytest.mark.parametrize(("rules", "others", "bid", "message", "allowed"), FORBIDDEN)
def test_a_forbidden_bid_says_why_and_what_is_allowed(
    rules: str, others: str, bid: int, message: str, allowed: tuple[int, ...]
) -> None:
    state = after(any_deal(rules, dealer=3), others)
    error = refusal(state, Bid(3, bid))
    assert error is not None
    total = sum(int(word[-1]) for word in others.split()) + bid
    assert (error.code, str(error)) == ("bid-forbidden", message)
    assert error.details == {
        "bid": bid,
        "size": state.hand.size,
        "total": total,
        "limit": state.rules.limit,
        "allowed": allowed,
    }
    assert legal_bids(state, 3) == allowed


def test_a_forbidden_change_is_refused_like_a_first_bid() -> None:
    state = after(any_deal("sizes=5", dealer=3), "0:1 1:2 2:0 3:1")
    error = refusal(state, Bid(3, 2))
    assert error is not None
    assert str(error) == (
        "2 would make the bids add up to 5, the number of tricks; as dealer you may bid 0, 1, 3, 4 or 5"
    )


def test_every_refusal_code_of_an_action_is_shown_above() -> None:
    assert {code for _, _, code, _, _ in REFUSALS} | {"bid-forbidden"} == set(REFUSAL_CODES) - {"claim-uncertain"}


# What there is to choose from where nobody may act.


@pytest.mark.parametrize("state", [BEFORE_THE_DRAW, BEFORE_THE_DEAL, revealing(), over()])
def test_nobody_has_an_action_between_the_hands(state: State) -> None:
    assert legal_actions(state) == ()
    for seat in range(state.rules.players):
        assert legal_actions(view(state, seat)) == ()
        assert legal_bids(state, seat) == ()
        assert legal_cards(state, seat) == ()


def test_a_seat_out_of_turn_has_no_cards_to_play() -> None:
    assert [legal_cards(LED, seat) for seat in range(4)] == [(), parse_cards("2S"), (), ()]
    assert legal_cards(HAND, 0) == ()


def test_actions_of_the_seat_in_turn_come_first_and_changes_follow() -> None:
    assert list(map(str, legal_actions(BID))) == ["2:0", "2:1", "2:2", "1:0", "1:2"]
    assert list(map(str, legal_actions(PLAYING))) == ["0:9S", "0:3S", "3:1", "3:2"]


def test_a_view_answers_for_its_own_seat_only() -> None:
    with pytest.raises(LookupError, match="the view of seat 1 does not show the cards or hidden bid of seat 0"):
        legal_cards(view(PLAYING, 1), 0)
    assert legal_cards(view(PLAYING, 1), 1) == ()


def test_every_card_of_another_is_refused_without_saying_who_holds_it() -> None:
    said = {
        str(refusal(PLAYING, Play(0, card))).replace(str(card), "X") for card in DECK if card not in PLAYING.cards[0]
    }
    assert said == {"X: seat 0 does not hold it (hand 1)"}
