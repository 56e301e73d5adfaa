"""The paragraph "Bidding" of the rules."""

from __future__ import annotations

import pytest

from tests.rules.positions import after, any_deal
from upriver.rules import IllegalActionError, Phase, State, decide, legal_bids, parse_action


def refused(state: State, action: str) -> str:
    """The code of the refusal."""
    with pytest.raises(IllegalActionError) as raised:
        decide(state, parse_action(action))
    return raised.value.code


def bids(state: State) -> tuple[int | None, ...]:
    return state.hand.bids


def test_bidding_goes_clockwise_from_the_dealers_left_and_the_dealer_bids_last() -> None:
    state = any_deal("sizes=5 rebid=no", dealer=2)
    for seat in (3, 0, 1, 2):
        assert (state.phase, state.to_act) == (Phase.BID, (seat,))
        state = after(state, f"{seat}:1")
    assert state.phase is Phase.PLAY


@pytest.mark.parametrize("size", [1, 2, 7, 12])
def test_bidding_takes_a_whole_number_from_0_to_the_hand_size(size: int) -> None:
    state = any_deal(f"sizes={size}", dealer=3)
    assert legal_bids(state, 0) == tuple(range(size + 1))
    assert refused(state, f"0:{size + 1}") == "bid-range"
    assert refused(state, "0:-1") == "bid-range"


# The dealer's limit.


def test_bidding_hook_keeps_the_dealer_from_making_the_total_the_hand_size() -> None:
    state = after(any_deal("sizes=5 limit=hook", dealer=3), "0:1 1:2 2:0")
    assert legal_bids(state, 3) == (0, 1, 3, 4, 5)
    assert refused(state, "3:2") == "bid-forbidden"


def test_bidding_hook_limits_the_dealer_only() -> None:
    state = after(any_deal("sizes=5 limit=hook", dealer=3), "0:1 1:2")
    assert legal_bids(state, 2) == (0, 1, 2, 3, 4, 5)


def test_bidding_hook_leaves_the_dealer_free_once_the_others_bid_more_than_the_hand_size() -> None:
    state = after(any_deal("sizes=5 limit=hook", dealer=3), "0:3 1:3 2:0")
    assert legal_bids(state, 3) == (0, 1, 2, 3, 4, 5)


def test_bidding_over_makes_the_dealer_bring_the_total_above_the_hand_size() -> None:
    state = after(any_deal("sizes=5 limit=over", dealer=3), "0:1 1:1 2:1")
    assert legal_bids(state, 3) == (3, 4, 5)
    assert refused(state, "3:2") == "bid-forbidden"
    assert refused(state, "3:0") == "bid-forbidden"


@pytest.mark.parametrize("size", [1, 5, 10])
def test_bidding_over_makes_the_dealer_bid_the_hand_size_when_everyone_else_bid_0(size: int) -> None:
    state = after(any_deal(f"sizes={size} limit=over", dealer=3), "0:0 1:0 2:0")
    assert legal_bids(state, 3) == (size,)


@pytest.mark.parametrize("others", ["0:0 1:0 2:0", "0:1 1:2 2:0", "0:5 1:5 2:5"])
def test_bidding_free_has_no_limit(others: str) -> None:
    state = after(any_deal("sizes=5 limit=free", dealer=3), others)
    assert legal_bids(state, 3) == (0, 1, 2, 3, 4, 5)


def test_bidding_limit_may_hold_from_a_hand_size_on() -> None:
    below = after(any_deal("sizes=2,3 limit=hook limit_from=3", dealer=3), "0:1 1:0 2:0")
    assert legal_bids(below, 3) == (0, 1, 2)
    at = after(any_deal("sizes=3,2 limit=hook limit_from=3", dealer=3), "0:1 1:0 2:0")
    assert legal_bids(at, 3) == (0, 1, 3)


# Changed bids.


def test_bidding_lets_a_player_change_until_the_next_player_has_bid() -> None:
    state = after(any_deal("sizes=5", dealer=3), "0:1")
    changed = after(state, "0:2 0:4")
    assert bids(changed) == (4, None, None, None)
    assert changed.to_act == (1,)
    assert refused(after(changed, "1:0"), "0:1") == "bid-fixed"


def test_bidding_lets_the_dealer_change_until_the_opening_lead_is_played() -> None:
    state = after(any_deal("sizes=5", dealer=3), "0:1 1:1 2:0 3:1")
    assert state.phase is Phase.PLAY
    changed = after(state, "3:4")
    assert bids(changed) == (1, 1, 0, 4)
    lead = changed.cards_of(0)[0]
    assert refused(after(changed, f"0:{lead}"), "3:1") == "bidding-closed"


def test_bidding_lets_nobody_but_the_dealer_change_before_the_lead() -> None:
    state = after(any_deal("sizes=5", dealer=3), "0:1 1:1 2:0 3:1")
    for seat in (0, 1, 2):
        assert refused(state, f"{seat}:5") == "bidding-closed"


@pytest.mark.parametrize(
    ("limit", "first", "legal"), [("hook", 1, (0, 2, 4, 5)), ("over", 5, (4,)), ("free", 1, (0, 2, 3, 4, 5))]
)
def test_bidding_holds_a_changed_bid_to_the_same_limit(limit: str, first: int, legal: tuple[int, ...]) -> None:
    state = after(any_deal(f"sizes=5 limit={limit}", dealer=3), f"0:1 1:1 2:0 3:{first}")
    assert legal_bids(state, 3) == legal
    assert refused(state, f"3:{first}") == "bid-same"


def test_bidding_counts_a_changed_bid_against_the_dealer() -> None:
    state = after(any_deal("sizes=5", dealer=3), "0:1 1:1 2:0 2:3")
    assert legal_bids(state, 3) == (1, 2, 3, 4, 5)


def test_bidding_leaves_all_other_bids_as_they_are_after_a_change() -> None:
    state = after(any_deal("sizes=5", dealer=3), "0:1 1:2 1:5")
    assert bids(state) == (1, 5, None, None)
    dealer = after(state, "2:0 3:0 3:3")
    assert bids(dealer) == (1, 5, 0, 3)


def test_bidding_may_be_final_at_a_table_that_says_so() -> None:
    state = after(any_deal("sizes=5 rebid=no", dealer=3), "0:1")
    assert refused(state, "0:2") == "bid-fixed"
    assert refused(after(state, "1:1 2:0 3:1"), "3:2") == "bidding-closed"


# Together, as a rule of the house.


def test_bidding_together_waits_for_every_seat_at_once() -> None:
    state = any_deal("sizes=5 limit=free bidding=together", dealer=3)
    assert state.to_act == (0, 1, 2, 3)
    state = after(state, "2:1 0:5")
    assert state.to_act == (1, 3)
    assert bids(state) == (None, None, None, None)
    state = after(state, "3:0 1:2")
    assert bids(state) == (5, 2, 1, 0)
    assert (state.phase, state.to_act) == (Phase.PLAY, (0,))


def test_bidding_together_lets_a_sealed_bid_be_changed_until_the_last_is_in() -> None:
    state = after(any_deal("sizes=5 limit=free bidding=together", dealer=3), "2:1 0:5 2:4 1:0 2:3")
    assert refused(state, "2:3") == "bid-same"
    state = after(state, "3:0")
    assert bids(state) == (5, 0, 3, 0)
    assert refused(state, "3:1") == "bidding-closed"


def test_bidding_together_may_be_final_too() -> None:
    state = after(any_deal("sizes=5 limit=free bidding=together rebid=no", dealer=3), "2:1")
    assert refused(state, "2:0") == "bid-fixed"
