"""Moments of random hands, as one seat sees them, with every deal that the seat cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import factorial, prod
from random import Random

from upriver.rules import (
    DECK,
    Card,
    Dealt,
    Event,
    Game,
    Rules,
    Started,
    State,
    Suit,
    Trump,
    View,
    fold,
    legal_actions,
    sort_cards,
    view,
)

World = tuple[tuple[Card, ...], ...]
"""By seat, the cards that it holds; the rest of what is unseen is the stock."""


@dataclass(frozen=True)
class Situation:
    """A seat that is to act, in a game of one hand.

    Args:
        events: what has happened, as only the test knows it.
        state: what it led to.
        seat: the seat to act.
    """

    events: tuple[Event, ...]
    state: State
    seat: int

    @cached_property
    def view(self) -> View:
        return view(self.state, self.seat)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        hand = self.view.hand
        seen = {*self.view.cards, hand.turned, *(card for _, card in self.plays)}
        return tuple(card for card in DECK if card not in seen)

    @cached_property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """(seat, card) in the order played."""
        hand = self.view.hand
        players = self.view.rules.players
        return tuple(play for trick in (*hand.tricks, hand.trick) for play in trick.plays(players))

    @cached_property
    def voids(self) -> tuple[frozenset[Suit], ...]:
        """By seat, the suits that it has not followed."""
        hand, players = self.view.hand, self.view.rules.players
        shown: list[set[Suit]] = [set() for _ in range(players)]
        for trick in (*hand.tricks, hand.trick):
            for seat, card in trick.plays(players):
                if trick.led is not None and card.suit != trick.led:
                    shown[seat].add(trick.led)
        return tuple(map(frozenset, shown))

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats that still hold cards."""
        return tuple(s for s in range(self.view.rules.players) if s != self.seat and self.view.hand.held(s))

    def deals(self) -> Iterator[World]:
        """Every deal that fits, found by trying all, the seats of which most is known first."""
        held: list[tuple[Card, ...]] = [()] * self.view.rules.players
        held[self.seat] = self.view.cards
        unseen = self.unseen

        def give(seats: tuple[int, ...], left: tuple[int, ...]) -> Iterator[World]:
            if not seats:
                yield tuple(held)
                return
            seat = seats[0]
            may_hold = [place for place in left if unseen[place].suit not in self.voids[seat]]
            for places in combinations(may_hold, self.view.hand.held(seat)):
                held[seat] = tuple(unseen[place] for place in places)
                yield from give(seats[1:], tuple(place for place in left if place not in places))

        order = sorted(self.others, key=lambda seat: -len(self.voids[seat]))
        yield from give(tuple(order), tuple(range(len(unseen))))

    @property
    def blind_deals(self) -> int:
        """How many deals there would be if the voids were not known."""
        sizes = [self.view.hand.held(seat) for seat in self.others]
        stock = len(self.unseen) - sum(sizes)
        return factorial(len(self.unseen)) // prod(map(factorial, (*sizes, stock)))

    def replay(self, world: World) -> State:
        """The state, had these cards been dealt; the rules refuse it where a seat could have followed suit."""
        start, dealt, *rest = self.events
        assert isinstance(start, Started)
        assert isinstance(dealt, Dealt)
        hands = tuple((*held, *(card for by, card in self.plays if by == seat)) for seat, held in enumerate(world))
        return fold((start, Dealt(hands, dealt.turned), *rest))


def situations(rules: Rules, rng: Random, *, mixing: float = 9) -> Iterator[Situation]:
    """Every moment of one hand played at random, each as its seat sees it.

    Args:
        rules: of one hand.
        rng: fixes it.
        mixing: how well the deck is shuffled; at 1 most seats hold two suits, so that voids show from the start.
    """
    deck = sorted(DECK, key=lambda card: card.suit + rng.uniform(0, mixing))
    turned = deck.pop(rng.randrange(52)) if rules.trump is Trump.TURNED else None
    size, seats = rules.sizes[0], range(rules.players)
    dealt = Dealt(tuple(tuple(deck[seat * size : (seat + 1) * size]) for seat in seats), turned)
    game = Game((Started(rules, dealer=rng.choice(seats)), dealt), seed=b"no other deal")
    while not game.is_over:
        seat = rng.choice(game.to_act)
        yield Situation(tuple(game.events), game.state, seat)
        game.act(rng.choice([action for action in legal_actions(game.state) if action.seat == seat]))


def sort_world(world: World) -> World:
    """The same deal, cards sorted as in hand."""
    return tuple(map(sort_cards, world))
