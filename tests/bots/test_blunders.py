"""Three mistakes that players complain of in other programs: no bot that thinks may make them, wherever it sits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from upriver.bots import LEVELS, make_bot
from upriver.rules import (
    DECK,
    SCHEMES,
    Bid,
    BidMade,
    Card,
    CardPlayed,
    Dealt,
    Limit,
    Play,
    Rank,
    Rules,
    Scoring,
    Started,
    State,
    Suit,
    Trump,
    apply,
    fold,
    legal_bids,
    legal_cards,
    max_size,
    view,
)

SCORINGS = (*SCHEMES.values(), Scoring.parse("bonus:10,square:1,growing:5"), Scoring.parse("trick:10,zero:5,off:10"))
TRUMPS = (Trump.TURNED, Trump.CYCLE)

every_thinker = pytest.mark.parametrize("level", [level for level in LEVELS if level != "random"])


@every_thinker
def test_a_dealer_never_bids_0_with_the_ace_of_trump_when_1_is_allowed(level: str) -> None:
    chance, met, forced = Random("ace"), 0, 0
    for _ in range(1500):
        rules = any_rules(chance, size=1, limit=chance.choice(tuple(Limit)))
        trump = any_trump(rules, chance)
        dealt = deal_around(rules, {0: (Card(Rank.ACE, trump),)}, trump, chance)
        bids = [BidMade(seat, chance.choice((0, 0, 1))) for seat in range(1, rules.players)]
        state = fold([Started(rules, dealer=0), dealt, *bids])
        if 1 in legal_bids(state, 0):
            met += 1
            forced += legal_bids(state, 0) == (1,)
            assert make_bot(level).choose(view(state, 0), chance) == Bid(0, 1), state
    assert met > 500
    assert forced > 100


@every_thinker
def test_a_bot_that_needs_every_trick_leads_the_highest_trump_when_it_holds_it(level: str) -> None:
    chance, met, choices = Random("top"), 0, 0
    for _ in range(400):
        rules = any_rules(chance, size=None, limit=Limit.FREE)
        for moment in leads_at_random(rules, chance):
            state = needing_all(moment, chance)
            leader = state.hand.trick.leader
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


def any_rules(chance: Random, *, size: int | None, limit: Limit) -> Rules:
    """Rules of one hand with trump; a `size` of None is any of two cards or more."""
    players, trump = chance.randint(3, 7), chance.choice(TRUMPS)
    sizes = (chance.randint(2, max_size(players, trump)) if size is None else size,)
    return Rules(players, sizes, limit, trump=trump, scoring=chance.choice(SCORINGS))


def any_trump(rules: Rules, chance: Random) -> Suit:
    """A trump suit that the rules can give the first hand: the cycle begins with spades."""
    return chance.choice(tuple(Suit)) if rules.trump is Trump.TURNED else Suit.SPADES


def clockwise(rules: Rules) -> Sequence[int]:
    """The seats in order of bidding when seat 0 deals."""
    return [*range(1, rules.players), 0]


def deal_around(rules: Rules, own: Mapping[int, Sequence[Card]], trump: Suit, chance: Random) -> Dealt:
    """A deal of the first hand that gives a seat its cards; all others, and the turned card, are at random."""
    kept = {card for cards in own.values() for card in cards}
    rest = [card for card in DECK if card not in kept]
    chance.shuffle(rest)
    turned = None
    if rules.trump is Trump.TURNED:
        turned = next(card for card in rest if card.suit == trump)
        rest.remove(turned)
    size = rules.sizes[0]
    cards = [tuple(own.get(seat, rest[seat * size : (seat + 1) * size])) for seat in range(rules.players)]
    return Dealt(tuple(cards), turned)


def play_at_random(state: State, chance: Random) -> State:
    """The state after the seat in turn has played any legal card."""
    seat = state.to_act[0]
    return apply(state, CardPlayed(seat, chance.choice(legal_cards(state, seat))))


def leads_at_random(rules: Rules, chance: Random) -> Iterator[State]:
    """The moments of a hand played at random at which a seat leads; every seat has bid 0."""
    dealt = deal_around(rules, {}, any_trump(rules, chance), chance)
    state = fold([Started(rules, dealer=0), dealt, *(BidMade(seat, 0) for seat in clockwise(rules))])
    while not state.is_over:
        if not state.hand.trick.cards:
            yield state
        state = play_at_random(state, chance)


def needing_all(state: State, chance: Random) -> State:
    """The same moment where the leader has bid so that it needs every trick that is left, the others anything."""
    hand = state.hand
    leader, left = hand.trick.leader, hand.size - len(hand.tricks)
    bids = tuple(
        hand.taken[seat] + left if seat == leader else chance.randint(0, hand.size) for seat in range(len(hand.bids))
    )
    return replace(state, public=replace(state.public, hand=replace(hand, bids=bids)))


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
