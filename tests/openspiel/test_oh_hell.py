"""Hands played in two engines at once: ours, and `oh_hell` of OpenSpiel, which we did not write.

Where OpenSpiel departs from rules.md:

- it deals from seat 0, not from the dealer's left: the test hands the same cards to the same seats;
- it knows no changed bids: we play with `rebid=no`;
- it always has the hook and a turned trump: we play no other limit and no other trump;
- it plays one hand, not a game: our game has one hand.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

from upriver.rules import (
    Action,
    Bid,
    Card,
    Dealt,
    Play,
    Rules,
    Scoring,
    Started,
    State,
    apply,
    decide,
    fold,
    legal_actions,
    max_size,
)

HANDS_OF_EACH_KIND = 5
"""A kind is players, hand size, points per trick and penalty: 54 sizes x 4 x 2 make 432 kinds, so 2,160 hands."""


def load(players: int, size: int, per_trick: int, has_penalty: bool) -> Any:
    parameters = {
        "players": players,
        "num_tricks_fixed": size,
        "points_per_trick": per_trick,
        "off_bid_penalty": has_penalty,
    }
    return pyspiel.load_game("oh_hell", parameters).new_initial_state()


def rules(players: int, size: int, per_trick: int, has_penalty: bool) -> Rules:
    if has_penalty:
        scoring = Scoring(bonus=10, per_trick=per_trick, per_off=per_trick)
    else:
        scoring = Scoring(bonus=10, per_trick=per_trick, keep_tricks=True)
    return Rules(players=players, sizes=(size,), rebid=False, scoring=scoring)


def card(theirs: Any, action: int) -> Card:
    """Their `ST` is our `10S`."""
    suit, rank = theirs.action_to_string(action)
    return Card.parse(rank + suit)


def deal(theirs: Any, table: Rules, rng: Random) -> State:
    """Let chance decide the dealer and the cards in their engine, and set up the same hand in ours."""
    (tricks,) = theirs.legal_actions()
    theirs.apply_action(tricks)
    dealer = rng.choice(theirs.legal_actions())
    theirs.apply_action(dealer)
    cards: list[Card] = []
    while theirs.is_chance_node():
        action = rng.choice(theirs.legal_actions())
        cards.append(card(theirs, action))
        theirs.apply_action(action)
    *held, turned = cards
    by_seat = tuple(tuple(held[seat :: table.players]) for seat in range(table.players))
    return fold([Started(table, dealer=dealer), Dealt(by_seat, turned)])


def translate(theirs: Any, action: int) -> Action:
    """Their action, as the action of the seat that they wait for."""
    seat, text = theirs.current_player(), theirs.action_to_string(action)
    return Bid(seat, int(text)) if text.isdigit() else Play(seat, card(theirs, action))


def tricks_won(theirs: Any) -> tuple[int, ...]:
    line = next(line for line in str(theirs).splitlines() if line.startswith("Tricks Won:"))
    return tuple(map(int, line.partition(":")[2].split()))


def play_hand(theirs: Any, table: Rules, rng: Random) -> None:
    """Choose at random among their legal actions, and compare at every step."""
    ours = deal(theirs, table, rng)
    while not theirs.is_terminal():
        legal = {translate(theirs, action): action for action in theirs.legal_actions()}
        assert set(legal_actions(ours)) == set(legal)
        action = rng.choice(list(legal))
        theirs.apply_action(legal[action])
        ours = apply(ours, decide(ours, action))
        if not ours.hand.trick.cards:
            assert ours.hand.taken == tricks_won(theirs)
    (row,) = ours.sheet.rows
    assert ours.is_over
    assert list(row.points) == theirs.returns()


@pytest.mark.parametrize("per_trick", range(4))
@pytest.mark.parametrize("players", range(3, 8))
def test_both_engines_agree_on_every_step_of_random_hands(players: int, per_trick: int) -> None:
    rng = Random(f"{players} {per_trick}")
    for size in range(1, max_size(players, Rules().trump) + 1):
        for has_penalty in (False, True):
            kind = (players, size, per_trick, has_penalty)
            for _ in range(HANDS_OF_EACH_KIND):
                play_hand(load(*kind), rules(*kind), rng)
