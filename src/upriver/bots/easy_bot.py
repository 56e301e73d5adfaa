"""A pleasant beginner: it plays by rule, but it miscounts and it forgets."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from upriver.bots.reading import Reading, read
from upriver.bots.rule_bot import RuleBot
from upriver.rules import Action, Bid, Play, View, legal_bids, legal_cards

MISCOUNTS = 0.3
"""How often its bid is one off what it should be."""

FORGETS = 0.5
"""How often it forgets a card played before the last trick."""

SLIPS = 0.12
"""How often it plays a card without thinking."""


class EasyBot(RuleBot):
    """A rule bot with a beginner's mistakes, which follow from `rng` alone."""

    def choose(self, view: View, rng: Random) -> Action:
        """See `Bot.choose`."""
        seat = view.seat
        assert seat is not None
        if cards := legal_cards(view, seat):
            if rng.random() < SLIPS:
                return Play(seat, rng.choice(cards))
            return Play(seat, self._card(view, forget(read(view), view, rng)))
        bid = self._bid(view, read(view))
        if rng.random() < MISCOUNTS:
            near = [other for other in legal_bids(view, seat) if abs(other - bid) == 1]
            bid = rng.choice(near) if near else bid
        return Bid(seat, bid)


def forget(reading: Reading, view: View, rng: Random) -> Reading:
    """The reading of somebody who no longer knows some of the cards played before the last trick, nor any void."""
    unseen = list(reading.unseen)
    for trick in view.hand.tricks[:-1]:
        for card in trick.cards:
            if rng.random() < FORGETS:
                unseen[card.suit] |= 1 << card.rank
    counts = tuple(cards.bit_count() for cards in unseen)
    voids = (0,) * reading.players
    return replace(reading, unseen=tuple(unseen), counts=counts, hidden=sum(counts), voids=voids)
