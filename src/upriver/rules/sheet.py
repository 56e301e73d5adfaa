"""The score sheet: what each finished hand was, and the totals."""

from __future__ import annotations

from dataclasses import dataclass

from upriver.rules.cards import Suit


@dataclass(frozen=True, slots=True)
class Row:
    """A finished hand. `bids`, `taken` and `points` are by seat.

    Args:
        number: 1 for the first hand.
        size: tricks in the hand.
        dealer: the seat that dealt.
        trump: the trump suit; None in a hand without trump.
        bids: tricks bid.
        taken: tricks taken.
        points: points scored.
    """

    number: int
    size: int
    dealer: int
    trump: Suit | None
    bids: tuple[int, ...]
    taken: tuple[int, ...]
    points: tuple[int, ...]

    def is_made(self, seat: int) -> bool:
        """Whether the seat took exactly what it bid."""
        return self.bids[seat] == self.taken[seat]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All finished hands, in order, and the totals by seat."""

    totals: tuple[int, ...]
    rows: tuple[Row, ...] = ()

    def with_row(self, row: Row) -> Sheet:
        """The sheet with one more hand."""
        totals = tuple(total + points for total, points in zip(self.totals, row.points, strict=True))
        return Sheet(totals, (*self.rows, row))

    def running(self) -> tuple[tuple[int, ...], ...]:
        """Totals by seat after each hand."""
        sums = [0] * len(self.totals)
        out = []
        for row in self.rows:
            sums = [total + points for total, points in zip(sums, row.points, strict=True)]
            out.append(tuple(sums))
        return tuple(out)

    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 for the highest total; level totals share a place: 1, 2, 2, 4."""
        return tuple(1 + sum(other > total for other in self.totals) for total in self.totals)

    def leaders(self) -> tuple[int, ...]:
        """The seats with the highest total: after the last hand, those who win together."""
        return tuple(seat for seat, place in enumerate(self.places()) if place == 1)
