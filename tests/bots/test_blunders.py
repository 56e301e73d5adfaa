"""Three mistakes that players complain of in other programs: no bot that thinks may make them, wherever it sits."""

from __future__ import annotations

from random import Random

import pytest

from tests.bots.positions import any_rules, any_trump, clockwise, deal_around, needing, play_at_random, turns_at_random
from upriver.bots import LEVELS, make_bot
from upriver.rules import DECK, Bid, BidMade, Card, Limit, Play, Rank, Started, State, fold, legal_bids, view

THINKERS = [level for level in LEVELS if level not in ("random", "easy")]
"""Not the beginner, who errs on purpose."""

every_thinker = pytest.mark.parametrize("level", THINKERS)


@every_thinker
def test_a_dealer_never_bids_0_with_the_ace_of_trump_when_1_is_allowed(level: str) -> None:
    chance, met, forced = Random("ace"), 0, 0
    for _ in range(600):
        rules = any_rules(chance, size=1, limit=chance.choice(tuple(Limit)))
        trump = any_trump(rules, chance)
        dealt = deal_around(rules, {0: (Card(Rank.ACE, trump),)}, trump, chance)
        bids = [BidMade(seat, chance.choice((0, 0, 1))) for seat in range(1, rules.players)]
        state = fold([Started(rules, dealer=0), dealt, *bids])
        if 1 in legal_bids(state, 0):
            met += 1
            forced += legal_bids(state, 0) == (1,)
            assert make_bot(level).choose(view(state, 0), chance) == Bid(0, 1), state
    assert met > 200
    assert forced > 40


@every_thinker
def test_a_bot_that_needs_every_trick_leads_the_highest_trump_when_it_holds_it(level: str) -> None:
    chance, met, choices = Random("top"), 0, 0
    for _ in range(400):
        rules = any_rules(chance, size=None, limit=Limit.FREE)
        for moment in turns_at_random(rules, chance):
            if moment.hand.trick.cards:
                continue
            leader, left = moment.hand.trick.leader, rules.sizes[0] - len(moment.hand.tricks)
            state = needing(moment, leader, left, chance)
            top = top_trump(state, leader)
            if top is not None:
                met += 1
                choices += len(state.cards[leader]) > 1
                assert make_bot(level).choose(view(state, leader), chance) == Play(leader, top), state
    assert met > 300
    assert choices > 200


@every_thinker
def test_a_bot_with_two_trumps_that_needs_both_tricks_plays_the_higher_first(level: str) -> None:
    chance, following = Random("both"), 0
    for _ in range(1000):
        rules = any_rules(chance, size=2, limit=Limit.FREE)
        trump, seat = any_trump(rules, chance), chance.randrange(rules.players)
        own = chance.sample([card for card in DECK if card.suit == trump], 2)
        dealt = deal_around(rules, {seat: own}, trump, chance)
        bids = [BidMade(each, 2 if each == seat else chance.randint(0, 2)) for each in clockwise(rules)]
        state = fold([Started(rules, dealer=0), dealt, *bids])
        while state.hand.turn != seat:
            state = play_at_random(state, chance)
        following += bool(state.hand.trick.cards)
        higher = max(own, key=lambda card: card.rank)
        assert make_bot(level).choose(view(state, seat), chance) == Play(seat, higher), state
    assert 100 < following < 900


def top_trump(state: State, seat: int) -> Card | None:
    """The seat's highest trump, if every higher one lies face up or has been played."""
    hand = state.hand
    seen = [card for trick in hand.tricks for card in trick.cards]
    own = [card for card in state.cards[seat] if card.suit == hand.trump]
    if not own:
        return None
    top = max(own, key=lambda card: card.rank)
    higher = [card for card in DECK if card.suit == top.suit and card.rank > top.rank]
    return top if all(card in seen or card == hand.turned for card in higher) else None
