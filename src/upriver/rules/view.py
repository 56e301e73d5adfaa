"""What one seat, or a watcher, has rightly seen: views, and events with the hidden parts taken out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from upriver.rules.cards import Card
from upriver.rules.events import BidSealed, Dealt, Event
from upriver.rules.state import Public, Seen, State


@dataclass(frozen=True, slots=True)
class View(Seen):
    """A game through the eyes of one seat. It holds no reference to a `State`.

    Args:
        public: what all can see.
        seat: whose eyes; None for a watcher without a seat.
        cards: the cards that the seat holds, sorted; none for a watcher.
        sealed: the seat's own hidden bid, while all bid together.
    """

    public: Public
    seat: int | None
    cards: tuple[Card, ...]
    sealed: int | None

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        """The cards of the view's own seat.

        Raises:
            LookupError: another seat's cards are asked for.
        """
        self._own(seat)
        return self.cards

    def own_bid(self, seat: int) -> int | None:
        """The bid of the view's own seat, hidden or not.

        Raises:
            LookupError: another seat is asked for.
        """
        self._own(seat)
        bid = self.hand.bids[seat]
        return self.sealed if bid is None else bid

    def _own(self, seat: int) -> None:
        if seat != self.seat:
            raise LookupError(f"the view of seat {self.seat} does not show the cards or hidden bid of seat {seat}")


def view(state: State, seat: int | None) -> View:
    """What the seat has rightly seen; with `seat=None`, what a watcher has.

    Raises:
        ValueError: there is no such seat.
    """
    if seat is None:
        return View(state.public, None, (), None)
    _check_seat(seat, state.rules.players)
    return View(state.public, seat, state.cards[seat], state.sealed[seat])


def redact(event: Event, seat: int | None) -> Event:
    """The event as the seat, or with `seat=None` a watcher, may see it: hidden values become None."""
    if isinstance(event, Dealt):
        return replace(event, cards=tuple(cards if i == seat else None for i, cards in enumerate(event.cards)))
    if isinstance(event, BidSealed) and event.seat != seat:
        return replace(event, bid=None)
    return event


def _check_seat(seat: int, players: int) -> None:
    if not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat}; seats are 0 to {players - 1}")
