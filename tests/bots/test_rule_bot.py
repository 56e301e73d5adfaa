"""The senses of the bot that plays by rule, in positions where they can be told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.bots.positions import any_rules, needing, turns_at_random
from upriver.bots.reading import read
from upriver.bots.rule_bot import RuleBot
from upriver.rules import (
    SCHEMES,
    BidMade,
    Card,
    CardPlayed,
    Dealt,
    Limit,
    Play,
    Rules,
    Started,
    State,
    apply,
    beats,
    fold,
    legal_cards,
    parse_cards,
    view,
)

HAND = Rules(sizes=(3,), limit=Limit.FREE)
TURNED = Card.parse("2H")


def test_short_of_two_tricks_it_wins_the_first_as_cheaply_as_it_can() -> None:
    assert choice("9S 5C 6D", "4S 7C 8D", "3S 8C 9D", "10S AS 2C", bids="1002", plays="9S 4S 3S") == "10S"


def test_short_of_two_tricks_it_ruffs_with_the_lower_trump() -> None:
    assert choice("9S 5C 6D", "4S 7C 8D", "3S 8C 9D", "3H QH 2C", bids="1002", plays="9S 4S 3S") == "3H"


def test_with_its_bid_made_it_throws_the_highest_card_that_loses() -> None:
    assert choice("KS 5C 6D", "4S 7C 8D", "3S 8C 9D", "QS 2S 2C", bids="1110", plays="KS 4S 3S") == "QS"


def test_with_its_bid_made_and_void_it_throws_its_most_dangerous_card() -> None:
    assert choice("9S 5C 6D", "4S 7C 8D", "3S 8C 9D", "AD 3C 2C", bids="1110", plays="9S 4S 3S") == "AD"


def test_bidding_nothing_it_leads_low() -> None:
    assert choice("AS 9S 2S", "4S 7C 8D", "3S 8C 9D", "QS KD 3C", bids="0111", plays="") == "2S"


@pytest.mark.parametrize(
    ("scheme", "bids", "card"),
    [
        ("standard", "1100", "QC"),
        ("standard", "1000", "2C"),
        ("penalty", "1100", "2C"),
        ("common", "1000", "QC"),
    ],
    ids=["spoils what others need", "lets others have what they do not want", "not at a cost", "points come first"],
)
def test_with_its_bid_lost_it_spoils_where_that_costs_nothing(scheme: str, bids: str, card: str) -> None:
    """The lone ace of spades has taken a trick that was not bid; the queen or the two of clubs is to lead."""
    cards = ("9S 5C 6C", "4S 7C 8D", "3S 8C 9D", "AS QC 2C")
    rules = Rules(sizes=(3,), limit=Limit.FREE, scoring=SCHEMES[scheme])
    assert choice(*cards, bids=bids, plays="9S 4S 3S AS", rules=rules) == card


def test_last_to_play_with_its_bid_made_it_loses_the_trick_if_it_can() -> None:
    chance, met = Random("lose"), 0
    for state, seat, winning in last_turns(chance, need=0):
        reading = read(view(state, seat))
        is_safe = not any(card.suit == reading.trump and reading.is_top(card) for card in state.cards[seat])
        if is_safe and 0 < len(winning) < len(legal_cards(state, seat)):
            met += 1
            assert card_of(state) not in winning, state
    assert met > 100


def test_last_to_play_and_needing_every_trick_it_wins_if_it_can() -> None:
    chance, met = Random("win"), 0
    for state, seat, winning in last_turns(chance, need=None):
        if 0 < len(winning) < len(legal_cards(state, seat)):
            met += 1
            assert card_of(state) in winning, state
    assert met > 100


def test_it_leaves_nothing_to_chance() -> None:
    chance = Random("same")
    for state in turns_at_random(any_rules(chance, size=None, limit=Limit.HOOK), chance):
        seen = view(state, state.to_act[0])
        assert len({RuleBot().choose(seen, Random(seed)) for seed in range(5)}) == 1


def choice(*cards: str, bids: str, plays: str, rules: Rules = HAND) -> str:
    """The card that the bot plays after `plays`; seat 3 deals, the cards and bids are by seat, hearts are trump."""
    dealt = Dealt(tuple(parse_cards(held) for held in cards), TURNED)
    state = fold([Started(rules, dealer=3), dealt, *(BidMade(seat, int(bid)) for seat, bid in enumerate(bids))])
    for card in parse_cards(plays):
        state = apply(state, CardPlayed(state.to_act[0], card))
    return str(card_of(state))


def card_of(state: State) -> Card:
    """The card that the bot plays for the seat in turn."""
    action = RuleBot().choose(view(state, state.to_act[0]), Random(0))
    assert isinstance(action, Play)
    return action.card


def last_turns(chance: Random, *, need: int | None) -> Iterator[tuple[State, int, list[Card]]]:
    """Moments under the default scoring at which a seat is last to play: the state, the seat, its winning cards.

    The seat needs `need` tricks more; None stands for every trick that is left.
    """
    for _ in range(200):
        rules = replace(any_rules(chance, size=None, limit=Limit.FREE), scoring=SCHEMES["standard"])
        for moment in turns_at_random(rules, chance):
            trick, seat = moment.hand.trick, moment.to_act[0]
            if len(trick.cards) == rules.players - 1 and trick.winner is not None:
                left = rules.sizes[0] - len(moment.hand.tricks)
                best = trick.cards[(trick.winner - trick.leader) % rules.players]
                winning = [card for card in legal_cards(moment, seat) if beats(card, best, moment.hand.trump)]
                yield needing(moment, seat, left if need is None else need, chance), seat, winning
