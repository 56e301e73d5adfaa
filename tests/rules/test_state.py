from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.playing import positions
from tests.rules.positions import after, any_deal, dealt
from tests.strategies import beginnings
from upriver.rules import Game, Phase, Rules, Started, State, apply, fold
from upriver.rules.events import BidSealed

HAND = dealt("sizes=2,1 limit=free", "9S 3S", "2S 4H", "AS 5C", "KS 6C", dealer=3, turned="2H")
TOGETHER = any_deal("sizes=5 limit=free bidding=together", dealer=3)


@pytest.mark.parametrize(
    ("state", "where"),
    [
        (fold([Started(Rules())]), "the draw for first dealer, round 1"),
        (fold([Started(Rules(), dealer=0)]), "before the deal of hand 1 of 19"),
        (HAND, "hand 1 of 2, seat 0 to bid"),
        (TOGETHER, "hand 1 of 1, all to bid"),
        (apply(after(TOGETHER, "0:1 1:1 2:1"), BidSealed(3, 1)), "hand 1 of 1, before the bids are revealed"),
        (after(HAND, "0:1 1:1 2:1 3:0"), "hand 1 of 2, trick 1, seat 0 to play"),
        (after(HAND, "0:1 1:1 2:1 3:0 0:9S 1:2S 2:AS 3:KS 2:5C"), "hand 1 of 2, trick 2, seat 3 to play"),
        (
            after(HAND, "0:1 1:1 2:1 3:0 0:9S 1:2S 2:AS 3:KS 2:5C 3:6C 0:3S 1:4H"),
            "before the deal of hand 2 of 2",
        ),
    ],
)
def test_a_state_says_where_the_game_stands(state: State, where: str) -> None:
    assert state.where() == where


def test_there_is_no_hand_before_the_first_deal() -> None:
    with pytest.raises(LookupError, match="no hand has been dealt yet"):
        fold([Started(Rules())]).hand.size  # noqa: B018


def test_the_last_hand_stays_in_sight_until_the_next_deal() -> None:
    state = after(HAND, "0:1 1:1 2:1 3:0 0:9S 1:2S 2:AS 3:KS 2:5C 3:6C 0:3S 1:4H")
    assert (state.phase, state.hand.number, state.hand.turn) == (Phase.DEAL, 1, None)
    assert [trick.winner for trick in state.hand.tricks] == [2, 1]
    assert state.public.dealer == 0


def test_needs_counts_down_and_below_zero() -> None:
    state = after(HAND, "0:1 1:1 2:0")
    assert [state.hand.needs(seat) for seat in range(4)] == [1, 1, 0, None]
    state = after(state, "3:0 0:9S 1:2S 2:AS 3:KS")
    assert [state.hand.needs(seat) for seat in range(4)] == [1, 1, -1, 0]


def test_names_are_those_of_the_game_or_of_the_seats() -> None:
    assert fold([Started(Rules(players=3), ("Ann", "Bea", "Cy"))]).name(2) == "Cy"
    assert fold([Started(Rules(players=3))]).name(2) == "seat 2"


@given(beginnings(), st.integers(0, 2**32))
def test_held_counts_the_cards_of_every_seat(game: Game, seed: int) -> None:
    for live in positions(game, Random(seed)):
        state = live.state
        for seat in range(state.rules.players):
            assert state.hand.held(seat) == len(state.cards_of(seat))


@given(beginnings(), st.integers(0, 2**32))
def test_the_trick_says_who_is_winning_and_what_was_led(game: Game, seed: int) -> None:
    for live in positions(game, Random(seed)):
        trick, players = live.state.hand.trick, live.state.rules.players
        assert (trick.led, trick.winner) == (None, None) or trick.cards
        if trick.cards:
            seats = [seat for seat, _ in trick.plays(players)]
            assert seats == [(trick.leader + i) % players for i in range(len(seats))]
            assert trick.winner in seats
            assert trick.led is trick.cards[0].suit
