"""What a seat can work out from its view: which cards are gone, who is void, and what everybody still needs."""

from __future__ import annotations

from dataclasses import dataclass

from upriver.rules import Card, Hand, Suit, View

_FULL_SUIT = sum(1 << rank for rank in range(2, 15))


@dataclass(frozen=True, slots=True)
class Reading:
    """The position as its seat reads it. Cards of a suit are a bit set: bit 14 is the ace. Tuples of suits or seats.

    Args:
        seat: whose reading it is.
        players: seats at the table.
        trump: the trump suit; None in a hand without trump.
        size: tricks in the hand.
        left: tricks not finished, the one in play among them.
        own: by suit, the cards that the seat holds.
        unseen: by suit, the cards that others hold or that were not dealt.
        counts: by suit, how many cards are unseen.
        hidden: how many cards are unseen in all.
        held: by seat, how many cards it holds.
        voids: by seat, the suits it is known to be out of, as a bit set.
        needs: by seat, tricks it still needs; negative when it has too many, 0 before the bids are known.
        demand: tricks that the other seats still need, all together.
    """

    seat: int
    players: int
    trump: Suit | None
    size: int
    left: int
    own: tuple[int, ...]
    unseen: tuple[int, ...]
    counts: tuple[int, ...]
    hidden: int
    held: tuple[int, ...]
    voids: tuple[int, ...]
    needs: tuple[int, ...]
    demand: int

    def higher(self, card: Card) -> int:
        """How many unseen cards of the card's suit are above it."""
        return (self.unseen[card.suit] >> (card.rank + 1)).bit_count()

    def is_top(self, card: Card) -> bool:
        """Whether no unseen card of the card's suit is above it."""
        return not self.unseen[card.suit] >> (card.rank + 1)

    def is_lost(self) -> bool:
        """Whether the seat can no longer take exactly what it bid."""
        return not 0 <= self.needs[self.seat] <= self.left

    def needs_all(self) -> bool:
        """Whether the seat needs every trick that is left."""
        return self.needs[self.seat] == self.left


def read(view: View) -> Reading:
    """The reading of a view with a seat and a hand in play.

    Raises:
        LookupError: the view is a watcher's, or nothing has been dealt yet.
    """
    if view.seat is None:
        raise LookupError("a watcher holds no cards to read; give the view of a seat")
    hand, players, seat = view.hand, view.rules.players, view.seat
    own, unseen = [0, 0, 0, 0], [_FULL_SUIT] * 4
    for card in view.cards:
        own[card.suit] |= 1 << card.rank
    gone = [card for trick in (*hand.tricks, hand.trick) for card in trick.cards]
    for card in (*view.cards, *gone, *((hand.turned,) if hand.turned else ())):
        unseen[card.suit] &= ~(1 << card.rank)
    counts = tuple([cards.bit_count() for cards in unseen])
    needs = tuple([0 if bid is None else bid - taken for bid, taken in zip(hand.bids, hand.taken, strict=True)])
    return Reading(
        seat=seat,
        players=players,
        trump=hand.trump,
        size=hand.size,
        left=hand.size - len(hand.tricks),
        own=tuple(own),
        unseen=tuple(unseen),
        counts=counts,
        hidden=sum(counts),
        held=tuple([hand.held(other) for other in range(players)]),
        voids=_voids(hand, players),
        needs=needs,
        demand=sum([need for other, need in enumerate(needs) if need > 0 and other != seat]),
    )


def _voids(hand: Hand, players: int) -> tuple[int, ...]:
    voids = [0] * players
    for trick in (*hand.tricks, hand.trick):
        for seat, card in trick.plays(players):
            if card.suit != trick.led:
                voids[seat] |= 1 << trick.cards[0].suit
    return tuple(voids)
