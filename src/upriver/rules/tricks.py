"""One trick: who led, what was played, who is winning (rules.md, "Play")."""

from __future__ import annotations

from dataclasses import dataclass

from upriver.rules.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, begun or complete.

    Args:
        leader: the seat that leads.
        cards: cards in the order played, the leader's first, clockwise.
        winner: the seat whose card wins so far; None before the lead.
    """

    leader: int
    cards: tuple[Card, ...] = ()
    winner: int | None = None

    @property
    def led(self) -> Suit | None:
        """The suit to follow; None before the lead."""
        return self.cards[0].suit if self.cards else None

    def plays(self, players: int) -> tuple[tuple[int, Card], ...]:
        """(seat, card) in the order played."""
        return tuple(((self.leader + i) % players, card) for i, card in enumerate(self.cards))

    def with_card(self, seat: int, card: Card, trump: Suit | None, players: int) -> Trick:
        """The trick after `seat` plays `card`; `trump` is None in a hand without trump."""
        if self.winner is None:
            return Trick(self.leader, (card,), seat)
        best = self.cards[(self.winner - self.leader) % players]
        return Trick(self.leader, (*self.cards, card), seat if beats(card, best, trump) else self.winner)


def beats(card: Card, best: Card, trump: Suit | None) -> bool:
    """Whether `card`, played later, wins over the card that is winning the trick so far."""
    if card.suit == best.suit:
        return card.rank > best.rank
    return card.suit == trump
