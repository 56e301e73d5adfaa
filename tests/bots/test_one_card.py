"""The hand of one card: chances that are counted, against every deal that there is."""

from __future__ import annotations

from itertools import permutations

import pytest

from upriver.bots.one_card import win_chance
from upriver.bots.reading import read
from upriver.rules import DECK, BidMade, Card, Dealt, Rules, Started, State, Trick, Trump, fold, parse_cards, view

PLAYERS = 3
TURNED = Card.parse("7H")


@pytest.mark.parametrize("trump", [Trump.TURNED, Trump.NONE])
@pytest.mark.parametrize("seat", [1, 2, 0])
def test_with_no_bid_known_the_chance_is_that_of_all_deals(trump: Trump, seat: int) -> None:
    for own in DECK[::5]:
        state = holding(own, seat, trump)
        outcomes = [winner(state, own, seat, others) == seat for others in permutations(hidden(state, own), 2)]
        assert chance(state, seat) == pytest.approx(sum(outcomes) / len(outcomes)), own


def test_a_bid_of_1_speaks_for_a_good_card_and_a_bid_of_0_against() -> None:
    for own in parse_cards("2H 9H KH"):
        silent, boast, pass_ = (chance(holding(own, 2, Trump.TURNED, bids), 2) for bids in ((), (1,), (0,)))
        assert boast < silent < pass_


def test_no_bid_makes_the_best_card_lose_or_proves_that_a_card_will_win() -> None:
    for bid in (0, 1):
        assert chance(holding(Card.parse("AH"), 2, Trump.TURNED, (bid,)), 2) == 1.0
        assert 0.0 < chance(holding(Card.parse("KH"), 2, Trump.TURNED, (bid,)), 2) < 1.0
        assert chance(holding(Card.parse("2S"), 2, Trump.TURNED, (bid,)), 2) == 0.0


def holding(own: Card, seat: int, trump: Trump, bids: tuple[int, ...] = ()) -> State:
    """A hand of one card where a seat holds `own`; the cards of the others are any that are left."""
    rules = Rules(PLAYERS, (1,), trump=trump)
    turned = TURNED if trump is Trump.TURNED else None
    others = iter([card for card in DECK if card not in (own, turned)])
    cards = tuple((own,) if each == seat else (next(others),) for each in range(PLAYERS))
    made = [BidMade(1 + place, bid) for place, bid in enumerate(bids)]
    return fold([Started(rules, dealer=0), Dealt(cards, turned), *made])


def hidden(state: State, own: Card) -> list[Card]:
    return [card for card in DECK if card not in (own, state.hand.turned)]


def winner(state: State, own: Card, seat: int, others: tuple[Card, ...]) -> int | None:
    """Who wins the trick when the others hold these cards, in the order of play."""
    cards = list(others)
    cards.insert((seat - 1) % PLAYERS, own)
    trick = Trick(1)
    for place, card in enumerate(cards):
        trick = trick.with_card((1 + place) % PLAYERS, card, state.hand.trump, PLAYERS)
    return trick.winner


def chance(state: State, seat: int) -> float:
    seen = view(state, seat)
    return win_chance(read(seen), seen.hand, seen.cards[0], seen.rules.scoring)
