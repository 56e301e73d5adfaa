"""Positions made to measure: deals around given cards, hands played at random, bids to order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from upriver.rules import (
    DECK,
    SCHEMES,
    BidMade,
    Card,
    CardPlayed,
    Dealt,
    Limit,
    Rules,
    Scoring,
    Started,
    State,
    Suit,
    Trump,
    apply,
    fold,
    legal_cards,
    max_size,
)

SCORINGS = (*SCHEMES.values(), Scoring.parse("bonus:10,square:1,growing:5"), Scoring.parse("trick:10,zero:5,off:10"))
TRUMPS = (Trump.TURNED, Trump.CYCLE)


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


def turns_at_random(rules: Rules, chance: Random) -> Iterator[State]:
    """The moments of a hand played at random at which a card is due; every seat has bid 0."""
    dealt = deal_around(rules, {}, any_trump(rules, chance), chance)
    state = fold([Started(rules, dealer=0), dealt, *(BidMade(seat, 0) for seat in clockwise(rules))])
    while not state.is_over:
        yield state
        state = play_at_random(state, chance)


def needing(state: State, seat: int, need: int, chance: Random) -> State:
    """The same moment where the seat has bid so that it needs so many tricks more, and the others anything."""
    hand = state.hand
    bids = [chance.randint(0, hand.size) for _ in hand.bids]
    bids[seat] = hand.taken[seat] + need
    return replace(state, public=replace(state.public, hand=replace(hand, bids=tuple(bids))))
