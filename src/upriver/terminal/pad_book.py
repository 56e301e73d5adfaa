"""`PadBook`: a pad being written, with the cell under the cursor. No screen, no file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from upriver.pad import (
    Cells,
    Issue,
    Ledger,
    Pad,
    PadHand,
    PadTakenBack,
    append,
    hand_cell,
    issues,
    objections,
    pad_of,
    preview,
    write,
)

ASKED = ("bid-forbidden", "bid-range", "taken-range")
"""Issues about which one is asked before they are written; the others are said while they last."""


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of the sheet: the bid or the result, `bid` or `taken`, of a seat in a hand."""

    hand: int
    seat: int
    what: str


class PadBook:
    """A pad and where the pencil is.

    Args:
        ledger: the record so far.
        keep: called with the ledger after each entry, to save it.
    """

    def __init__(self, ledger: Ledger, keep: Callable[[Ledger], None]) -> None:
        self.ledger = ledger
        self._keep = keep
        self.pad = pad_of(ledger.cells)
        self.place = self.next_place()

    # reading

    @property
    def hand(self) -> PadHand:
        """The hand under the cursor."""
        return self.pad.hands[self.place.hand - 1]

    @property
    def person(self) -> str:
        """The id of the person under the cursor."""
        return self.pad.people[self.place.seat].id

    @property
    def name(self) -> str:
        """The name of the person under the cursor."""
        return self.pad.people[self.place.seat].name

    @property
    def value(self) -> int | None:
        """What stands under the cursor."""
        return getattr(self.hand, "bids" if self.place.what == "bid" else "taken")[self.place.seat]  # type: ignore[no-any-return]

    @property
    def is_away(self) -> bool:
        """Whether the person under the cursor does not play the hand."""
        return self.place.seat not in self.hand.order

    @property
    def forbidden(self) -> tuple[int, ...]:
        """The bids that the last bidder's limit forbids at the cursor, once the others have bid."""
        hand, seat = self.hand, self.place.seat
        others = [each for each in hand.to_bid if each != seat]
        if self.place.what != "bid" or self.is_away or others:
            return ()
        allowed = hand.allowed_bids(seat, self.pad.rules)
        return tuple(bid for bid in range(hand.size + 1) if bid not in allowed)

    @property
    def suggestion(self) -> int | None:
        """What Enter alone writes: what stands there, the tricks that are left for the last, or the bid as made."""
        hand, seat = self.hand, self.place.seat
        if self.value is not None or self.place.what == "bid":
            return self.value
        left = hand.size - hand.total_taken
        if hand.to_take == (seat,) and left >= 0:
            return left
        bid = hand.bids[seat]
        return bid if bid is None or bid <= left else None

    def issues(self) -> tuple[Issue, ...]:
        """What is wrong in the hand under the cursor."""
        return tuple(issue for issue in issues(self.pad) if issue.hand == self.place.hand)

    def preview(self, cells: Cells) -> Pad:
        """The pad as it would be with the cells written."""
        return preview(self.ledger.cells, cells)

    def to_ask(self, cells: Cells) -> tuple[Issue, ...]:
        """What has to be confirmed before the cells are written."""
        found = objections(self.pad, self.preview(cells))
        return tuple(issue for issue in found if issue.code in ASKED)

    # moving

    def next_place(self) -> Place:
        """The next cell to fill; in a hand that does not add up its last result, after the game the last cell."""
        hand = self.pad.current or self.pad.hands[-1]
        if self.pad.current and hand.to_bid:
            return Place(hand.number, hand.to_bid[0], "bid")
        if self.pad.current and hand.to_take:
            return Place(hand.number, hand.to_take[0], "taken")
        return Place(hand.number, hand.dealer, "taken")

    def move(self, *, across: int = 0, down: int = 0) -> None:
        """Go to another cell, round the ends of a line and not beyond the first and last hand."""
        hand = min(max(self.place.hand + down, 1), len(self.pad.hands))
        column = (2 * self.place.seat + (self.place.what == "taken") + across) % (2 * len(self.pad.people))
        self.place = Place(hand, column // 2, "taken" if column % 2 else "bid")

    # writing

    def number_cells(self, number: int | None) -> Cells:
        """The cells that put a number, or nothing, under the cursor; none where it stands there already."""
        cell = hand_cell(self.place.hand, self.place.what, self.person)
        return {} if self.ledger.cells.get(cell) == number else {cell: number}

    def write(self, cells: Cells) -> None:
        """Write the cells, and go to the next to fill."""
        cells = {cell: value for cell, value in cells.items() if self.ledger.cells.get(cell) != value}
        if cells:
            self._take(write(self.ledger, cells, at=datetime.now(UTC)))
        self.place = self.next_place()

    def undo(self) -> bool:
        """Take back the newest entry; False when there is none."""
        return self._take_back(self.ledger.to_undo(""))

    def redo(self) -> bool:
        """Bring back what was undone last; False when there is nothing, or something newer."""
        return self._take_back(self.ledger.to_redo(""))

    def _take_back(self, seq: int | None) -> bool:
        if seq is None:
            return False
        touched = self.ledger.touched(seq)
        self._take(append(self.ledger, PadTakenBack(seq), at=datetime.now(UTC)))
        self.place = self._place_of(min(touched)) or self.next_place()
        return True

    def _take(self, ledger: Ledger) -> None:
        self.ledger, self.pad = ledger, pad_of(ledger.cells)
        place = self.place
        self.place = replace(
            place, hand=min(place.hand, len(self.pad.hands)), seat=min(place.seat, len(self.pad.people) - 1)
        )
        self._keep(ledger)

    def _place_of(self, cell: str) -> Place | None:
        """Where on the sheet the cell stands, if it is a bid or a result."""
        hand, _, rest = cell.partition(".")
        what, _, person = rest.partition(".")
        seats = [seat for seat, each in enumerate(self.pad.people) if each.id == person]
        if what not in ("bid", "taken") or not seats or int(hand[1:]) > len(self.pad.hands):
            return None
        return Place(int(hand[1:]), seats[0], what)
