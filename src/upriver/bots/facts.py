"""What a seat knows of a card or a bid, as numbers that can be weighed."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

from upriver.bots.reading import Reading
from upriver.rules import Card, Hand

CARD_FACTS = (
    "one",  # always 1
    "higher",  # log(1 + how many higher cards of its suit the others can be expected to hold)
    "lower",  # the same of lower cards of its suit
    "trumps",  # the same of trumps; 0 for a trump
    "unbeaten",  # log of the chance that no other seat's card beats it, were each to hold a single one
    "share",  # which part of the unseen cards of its suit is higher
    "top",  # 1 if none is
    "above",  # own cards of its suit that are higher
    "below",  # own cards of its suit that are lower
    "others",  # own cards of other suits
    "allies",  # own trumps, the card itself not counted
    "suits",  # suits that the seat holds
    "leads",  # 1 if the seat leads the next trick
    "need",  # tricks that the seat needs, per trick left
    "demand",  # tricks that the other seats need, per trick left, up to a limit
    "left",  # tricks left
    "pace",  # 1 / tricks left
    "players",  # seats at the table
    "voids",  # other seats known to be out of its suit
    "ruffers",  # those of them that may hold trumps
    "par",  # bids so far above an even share of the tricks, per trick of the hand, within a limit; 0 once all have bid
)
"""What is known of a card, in the order in which `kept_facts` and `bid_facts` give it."""

BID_FACTS = (
    "one",  # always 1
    "odds",  # log odds of exactly so many tricks, were the cards played without an aim
    "spare",  # how many tricks the mean is above the bid
    "size",  # tricks in the hand
    "spread",  # standard deviation of the number of tricks
)
"""What is known of a bid, in the order in which `steering_facts` gives it."""

# Good players seldom ask for more between them: beyond, wild bids are not taken at their word.
_MOST_DEMAND = 1.25
_MOST_PAR = 0.4

_ALMOST = 0.97
_TINY = 1e-6


def bid_facts(reading: Reading, hand: Hand, card: Card) -> list[float]:
    """The facts about a card when the bid is due."""
    bids = [bid for bid in hand.bids if bid is not None]
    facts = kept_facts(reading, card, need=0, left=hand.size, leads=hand.trick.leader == reading.seat)
    par = sum(bids) / hand.size - len(bids) / reading.players
    facts[-1] = max(-_MOST_PAR, min(_MOST_PAR, par))
    return facts


def kept_facts(reading: Reading, card: Card, *, need: int, left: int, leads: bool) -> list[float]:
    """The facts about a card that is held with `left` tricks to come, of which its seat needs `need`."""
    suit, trump, rivals = card.suit, reading.trump, reading.players - 1
    own, count, hidden = reading.own[suit], reading.counts[suit], reading.hidden
    higher = reading.higher(card)
    dealt = min(1.0, left * rivals / hidden)
    trumps = 0 if trump is None or suit == trump else reading.counts[trump]
    above = (own >> (card.rank + 1)).bit_count()
    length = own.bit_count()
    allies = 0 if trump is None else reading.own[trump].bit_count() - (suit == trump)
    voids = ruffers = 0
    for seat, known in enumerate(reading.voids):
        if known >> suit & 1 and seat != reading.seat:
            voids += 1
            ruffers += trump is not None and suit != trump and not known >> trump & 1
    return [
        1.0,
        log(1.0 + higher * dealt),
        log(1.0 + (count - higher) * dealt),
        log(1.0 + trumps * dealt),
        rivals * log(1.0 - min((higher + trumps) / hidden, _ALMOST)),
        higher / count if count else 0.0,
        float(not higher),
        above,
        length - above - 1,
        left - length,
        allies,
        sum([1 for cards in reading.own if cards]),
        float(leads),
        need / left,
        min(_MOST_DEMAND, reading.demand / left),
        left,
        1.0 / left,
        reading.players,
        voids,
        ruffers,
        0.0,
    ]


def steering_facts(chances: Sequence[float], counts: Sequence[float], bid: int) -> tuple[float, ...]:
    """The facts about a bid.

    Args:
        chances: the chance of each card to take a trick.
        counts: the chances of 0, 1, 2 … tricks that follow from them.
        bid: the bid.
    """
    odds = max(counts[bid], _TINY) / max(1.0 - counts[bid], _TINY)
    spread = sqrt(sum([chance * (1.0 - chance) for chance in chances]))
    return 1.0, log(odds), sum(chances) - bid, len(chances), spread
