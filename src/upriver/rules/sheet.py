"""The score sheet: what each finished hand was, the totals, and what they tell of each seat.

Played games and the score pad use the same sheet. On a pad somebody may be away for a hand: bid, tricks and points are
None there. In a played game they never are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from upriver.rules.cards import Suit


@dataclass(frozen=True, slots=True)
class Row:
    """A finished hand. `bids`, `taken` and `points` are by seat; None for who was away.

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
    bids: tuple[int | None, ...]
    taken: tuple[int | None, ...]
    points: tuple[int | None, ...]

    def is_made(self, seat: int) -> bool:
        """Whether the seat took exactly what it bid."""
        return self.was_there(seat) and self.bids[seat] == self.taken[seat]

    def was_there(self, seat: int) -> bool:
        """Whether the seat played the hand."""
        return self.bids[seat] is not None

    def result(self, seat: int) -> tuple[int, int, int]:
        """Bid, tricks taken and points of a seat that played the hand.

        Raises:
            LookupError: it was away.
        """
        bid, taken, points = self.bids[seat], self.taken[seat], self.points[seat]
        if bid is None or taken is None or points is None:
            raise LookupError(f"seat {seat} was away in hand {self.number}")
        return bid, taken, points


@dataclass(frozen=True, slots=True)
class Sheet:
    """All finished hands, in order, and the totals by seat, scores to begin with among them."""

    totals: tuple[int, ...]
    rows: tuple[Row, ...] = ()

    def with_row(self, row: Row) -> Sheet:
        """The sheet with one more hand."""
        return Sheet(_add(self.totals, row.points), (*self.rows, row))

    def running(self) -> tuple[tuple[int, ...], ...]:
        """Totals by seat after each hand."""
        sums = tuple(total - sum(row.points[seat] or 0 for row in self.rows) for seat, total in enumerate(self.totals))
        out = []
        for row in self.rows:
            sums = _add(sums, row.points)
            out.append(sums)
        return tuple(out)

    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 for the highest total; level totals share a place: 1, 2, 2, 4."""
        return tuple(1 + sum(other > total for other in self.totals) for total in self.totals)

    def leaders(self) -> tuple[int, ...]:
        """The seats with the highest total: after the last hand, those who win together."""
        return tuple(seat for seat, place in enumerate(self.places()) if place == 1)

    def played(self, seat: int) -> int:
        """How many finished hands the seat played."""
        return sum(row.was_there(seat) for row in self.rows)

    def made(self, seat: int) -> int:
        """How many bids the seat made."""
        return sum(row.is_made(seat) for row in self.rows)

    def longest_run(self, seat: int) -> int:
        """The most bids that the seat made one after the other; hands that it was away for neither count nor end it."""
        longest = run = 0
        for row in self.rows:
            if row.was_there(seat):
                run = run + 1 if row.is_made(seat) else 0
                longest = max(longest, run)
        return longest

    def best_hand(self, seat: int) -> Row | None:
        """The hand that gave the seat the most points, the first of those that are level; None before any."""
        there = [(points, row) for row in self.rows if (points := row.points[seat]) is not None]
        return max(there, key=lambda pair: pair[0])[1] if there else None


def _add(totals: tuple[int, ...], points: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(total + (more or 0) for total, more in zip(totals, points, strict=True))
