"""Taking back the last bid or card: what can be, and the hand as it was before.

All follows from where the hand stands. A bid that was changed is taken back as a whole, since only its last number
is known. What ended a hand, hidden bids and whatever was dealt or revealed stay.
"""

from __future__ import annotations

from dataclasses import replace

from upriver.rules.cards import Card
from upriver.rules.legal import Position
from upriver.rules.state import Hand, Phase, Public, is_sealed
from upriver.rules.tricks import Trick


def last_act(position: Position) -> int | None:
    """The seat whose bid or card was the last thing to happen in the hand and can be taken back; None for nobody."""
    hand = position.public.hand
    if hand is None or position.phase not in (Phase.BID, Phase.PLAY):
        return None
    if not hand.is_lead_open:
        return _last_play(hand)[0]
    return _last_bidder(hand) if any(hand.has_bid) and not is_sealed(position.rules) else None


def last_card(public: Public) -> Card | None:
    """The card that `take_back` gives back to its seat; None where it takes back a bid."""
    hand = public.hand
    return None if hand is None or hand.is_lead_open else _last_play(hand)[1]


def take_back(public: Public) -> Public:
    """The public part before the last bid or card of the hand, which must be one that can be taken back."""
    hand = public.hand
    assert hand is not None
    if hand.is_lead_open:
        seat = _last_bidder(hand)
        bids, has_bid = list(hand.bids), list(hand.has_bid)
        bids[seat], has_bid[seat] = None, False
        hand = replace(hand, bids=tuple(bids), has_bid=tuple(has_bid), turn=seat)
        return replace(public, hand=hand, phase=Phase.BID)
    seat, _ = _last_play(hand)
    if not hand.trick.cards:
        *tricks, trick = hand.tricks
        taken = tuple(count - (winner == trick.winner) for winner, count in enumerate(hand.taken))
        hand = replace(hand, trick=trick, tricks=tuple(tricks), taken=taken)
    return replace(public, hand=replace(hand, trick=_without_last(hand.trick, hand), turn=seat))


def _last_bidder(hand: Hand) -> int:
    return (hand.trick.leader + sum(hand.has_bid) - 1) % len(hand.bids)


def _last_play(hand: Hand) -> tuple[int, Card]:
    trick = hand.trick if hand.trick.cards else hand.tricks[-1]
    return trick.plays(len(hand.bids))[-1]


def _without_last(trick: Trick, hand: Hand) -> Trick:
    players = len(hand.bids)
    before = Trick(trick.leader)
    for seat, card in trick.plays(players)[:-1]:
        before = before.with_card(seat, card, hand.trump, players)
    return before
