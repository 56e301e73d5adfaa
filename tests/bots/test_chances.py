"""Chances that are certain are so, and those that are weighed follow their formula."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.playing import positions
from tests.strategies import beginnings, examples
from upriver.bots.chances import Chances, Formula
from upriver.bots.facts import CARD_FACTS
from upriver.bots.fit import TERMS
from upriver.bots.reading import read
from upriver.bots.weights import WEIGHTS
from upriver.rules import (
    ENGLISH,
    Card,
    CardPlayed,
    Game,
    Phase,
    State,
    Trick,
    apply,
    legal_cards,
    parse_cards,
    seed_from_text,
)

LEARNED = Chances()


@given(game=beginnings(), seed=st.integers())
def test_a_card_that_cannot_fail_takes_the_trick_and_a_beaten_one_does_not(game: Game, seed: int) -> None:
    chance = Random(seed)
    for moment in positions(game, chance):
        state = moment.state
        if state.phase is not Phase.PLAY:
            continue
        seat = state.to_act[0]
        reading = read(moment.view(seat))
        for card in legal_cards(state, seat):
            takes = LEARNED.take(reading, state.hand.trick, card)
            assert 0.0 <= takes <= 1.0
            if takes in (0.0, 1.0):
                assert wins(state, card, chance) == (takes == 1.0)


@given(game=beginnings(), seed=st.integers())
@examples(0.5)
def test_the_highest_trump_is_worth_a_trick_and_no_card_more(game: Game, seed: int) -> None:
    chance = Random(seed)
    for moment in positions(game, chance):
        seat = chance.randrange(moment.state.rules.players)
        seen = moment.view(seat)
        if moment.state.is_over or not seen.cards:
            continue
        reading = read(seen)
        for card in seen.cards:
            each = [LEARNED.bid(reading, seen.hand, card)]
            if reading.left > 1:
                each += [LEARNED.later(reading, card, has_won=won) for won in (True, False)]
            if card.suit == reading.trump and reading.is_top(card):
                assert each == [1.0] * len(each)
            assert all(0.0 <= part <= 1.0 for part in each)


def test_a_known_void_makes_a_lead_of_its_suit_worse_unless_trumps_are_gone_too() -> None:
    """Seat 0 leads the ace of spades; seat 1, which still needs a trick, has shown what it is out of."""
    seen = Game.start(ENGLISH, seed_from_text("void"), dealer=3).view(0)
    ace = Card.parse("AS")
    trump = Card.parse("7H").suit
    fresh = replace(
        read(seen), trump=trump, own=suits("AS 4D 9C"), unseen=suits("KS QS 8S 5S 3S JH 9H 6H 2H KD 8D 7C 6C 2C"),
        counts=(3, 2, 5, 4), hidden=14, left=3, held=(3, 3, 3, 3), needs=(1, 1, 0, 0), voids=(0, 0, 0, 0),
    )  # fmt: skip
    void = replace(fresh, voids=(0, 1 << ace.suit, 0, 0))
    harmless = replace(fresh, voids=(0, 1 << ace.suit | 1 << trump, 0, 0))
    worse, plain, better = (LEARNED.take(reading, Trick(0), ace) for reading in (void, fresh, harmless))
    assert worse < plain < better <= 1.0


def suits(cards: str) -> tuple[int, ...]:
    """Cards as a bit set for each suit."""
    sets = [0, 0, 0, 0]
    for card in parse_cards(cards):
        sets[card.suit] |= 1 << card.rank
    return tuple(sets)


def test_a_formula_weighs_facts_and_their_products() -> None:
    facts = [0.0] * len(CARD_FACTS)
    facts[CARD_FACTS.index("one")] = 1.0
    facts[CARD_FACTS.index("higher")] = 0.5
    facts[CARD_FACTS.index("demand")] = 3.0
    formula = Formula({"one": 0.25, "higher*demand": -1.5, "lower": 9.0}, CARD_FACTS)
    assert formula.chance(facts) == pytest.approx(1 / (1 + exp(-(0.25 - 1.5 * 0.5 * 3.0))))


def test_the_weights_in_use_are_those_that_the_fit_would_find() -> None:
    assert {group: tuple(terms) for group, terms in WEIGHTS.items()} == TERMS


def wins(state: State, card: Card, chance: Random) -> bool:
    """Whether the card takes the trick when the seats to come play anything that is legal."""
    seat, trick = state.to_act[0], len(state.hand.tricks)
    state = apply(state, CardPlayed(seat, card))
    while len(state.hand.tricks) == trick:
        turn = state.to_act[0]
        state = apply(state, CardPlayed(turn, chance.choice(legal_cards(state, turn))))
    return state.hand.tricks[trick].winner == seat
