"""The hand of one card, where nothing can be steered: its chance to win is counted, not estimated."""

from __future__ import annotations

from collections.abc import Sequence

from upriver.bots.reading import Reading
from upriver.rules import Card, Hand, Rank, Scoring, Suit

_SLIP = 0.05
"""How often a seat is taken to bid against its card, so that no bid proves anything."""


def win_chance(reading: Reading, hand: Hand, card: Card, scoring: Scoring) -> float:
    """The chance that the seat's only card takes the trick.

    Exact while no other bid is known. A seat that has bid is taken to hold, but for a slip, a card on which it would
    have bid so had it known no bids.
    """
    leader = hand.trick.leader
    order = [(leader + step) % reading.players for step in range(reading.players)]
    winners = [_above(suit, card, reading.trump) for suit in Suit]
    lower = [(1 << card.rank) - 1 if suit == card.suit else 0 for suit in Suit]
    chance = 1.0
    for passed, seat in enumerate([seat for seat in order if seat != reading.seat]):
        bid = hand.bids[seat]
        strong = None if bid is None else _strong(reading, scoring, leads=seat == leader)
        if seat == leader and card.suit != reading.trump:
            chance *= _holds(reading, lower, strong, bid, passed)
        else:
            chance *= 1.0 - _holds(reading, winners, strong, bid, passed)
    return chance


def _above(suit: Suit, card: Card, trump: Suit | None) -> int:
    """The cards of a suit that win over the card when its suit is led or it is a trump."""
    if suit == card.suit:
        return -1 << (card.rank + 1)
    return -1 if suit == trump else 0


def _holds(
    reading: Reading, wanted: Sequence[int], strong: Sequence[int] | None, bid: int | None, passed: int
) -> float:
    """The chance that a seat's card is a wanted one, after `passed` seats have turned out to hold none."""
    counts = [(cards & unseen).bit_count() for cards, unseen in zip(wanted, reading.unseen, strict=True)]
    if strong is None:
        return min(1.0, sum(counts) / (reading.hidden - passed))
    fits, misfits = (1.0, _SLIP) if bid else (_SLIP, 1.0)
    fitting = total = 0.0
    for count, cards, good, unseen in zip(counts, wanted, strong, reading.unseen, strict=True):
        both = (cards & good & unseen).bit_count()
        fitting += fits * both + misfits * (count - both)
        all_good = (good & unseen).bit_count()
        total += fits * all_good + misfits * (unseen.bit_count() - all_good)
    return fitting / total


def _strong(reading: Reading, scoring: Scoring, *, leads: bool) -> list[int]:
    """By suit, the cards on which a seat that knows no bids does best to bid 1."""
    return [
        sum([1 << rank for rank in Rank if _pays(_blind(reading, suit, rank, leads=leads), scoring)]) for suit in Suit
    ]


def _blind(reading: Reading, suit: Suit, rank: Rank, *, leads: bool) -> float:
    """The chance of a card to win when nothing is known of the other seats."""
    better, rivals = Rank.ACE - rank, reading.players - 1
    if suit == reading.trump:
        return (1.0 - better / reading.hidden) ** rivals
    better += 0 if reading.trump is None else len(Rank)
    unbeaten = 1.0 - better / reading.hidden
    if leads:
        return unbeaten**rivals
    return (rank - Rank.TWO) / reading.hidden * unbeaten ** (rivals - 1)


def _pays(chance: float, scoring: Scoring) -> bool:
    one, none = scoring.points(1, 1), scoring.points(1, 0)
    return chance * (one - scoring.points(0, 1)) > (1.0 - chance) * (scoring.points(0, 0) - none)
