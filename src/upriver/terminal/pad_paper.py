"""The pad's sheet as on paper: hands down, people across, the cursor in one cell."""

from __future__ import annotations

from dataclasses import dataclass

from upriver.pad import Pad, PadHand
from upriver.rules import Suit
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas, Span, fit
from upriver.terminal.faces import suit_mark
from upriver.terminal.pad_book import Place
from upriver.words import Words

LABEL = 8
HERE = f"bold reverse {palette.BRASS} on {palette.NIGHT}"


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the parts of a person's column are: the mark before it, bid, result and total, and room after them."""

    digits: int
    total: int
    room: int

    @property
    def person(self) -> int:
        """The whole column."""
        return 2 + 2 * self.digits + self.total + self.room

    @classmethod
    def fit(cls, pad: Pad, width: int) -> Columns:
        """The roomiest that fit; where none do, the narrowest."""
        digits = len(str(max(hand.size for hand in pad.hands)))
        sums = [total for totals in pad.sheet.running() for total in totals] + list(pad.sheet.totals)
        narrow = cls(digits, max(3, *(len(str(total)) for total in sums)), 0)
        spare = (width - LABEL) // len(pad.people) - narrow.person
        return cls(digits, narrow.total + min(max(spare, 0), 3), min(max(spare - 3, 0), 3))


def draw_paper(pad: Pad, place: Place, words: Words, width: int, height: int) -> Canvas:
    """The names, as many hands and people as fit with the cursor's among them, and the totals."""
    canvas, columns = Canvas(width, height), Columns.fit(pad, width)
    fit_across = min(len(pad.people), max(1, (width - LABEL) // columns.person))
    first_seat = min(max(0, place.seat - fit_across + 1), len(pad.people) - fit_across)
    left = max(0, (width - LABEL - columns.person * fit_across) // 2)
    at = {seat: left + LABEL + x * columns.person for x, seat in enumerate(range(first_seat, first_seat + fit_across))}
    canvas.write(left, 0, words.say("sheet.hand"), palette.QUIET)
    for seat, x in at.items():
        person = pad.people[seat]
        is_gone = person.left is not None
        style = palette.QUIET if is_gone else f"bold {palette.BRASS}" if seat == place.seat else f"bold {palette.TEXT}"
        canvas.write(x + 1, 0, fit(person.name, columns.person - 1), style)
    rows = height - 2
    first = min(max(0, place.hand - rows // 2 - 1), max(0, len(pad.hands) - rows))
    running = dict(zip((row.number for row in pad.sheet.rows), pad.sheet.running(), strict=True))
    for y, hand in enumerate(pad.hands[first : first + rows], 1):
        canvas.spans(left, y, _label(pad, hand))
        for seat, x in at.items():
            here = place.what if (place.hand, place.seat) == (hand.number, seat) else ""
            canvas.spans(x, y, _cell(hand, seat, columns, here, running.get(hand.number)))
    canvas.write(left, height - 1, words.say("sheet.total"), palette.QUIET)
    leaders = pad.sheet.leaders() if pad.sheet.rows else ()
    for seat, x in at.items():
        total = pad.sheet.totals[seat]
        text, style = (f"★{total}", f"bold {palette.BRASS}") if seat in leaders else (str(total), "bold")
        canvas.write(x + columns.person - columns.room - len(text), height - 1, text, style)
    return canvas


def _label(pad: Pad, hand: PadHand) -> list[Span]:
    is_now = pad.current is not None and hand.number == pad.current.number
    style = f"bold {palette.BRASS}" if is_now else palette.TEXT if hand.is_finished else palette.QUIET
    trump: Span = (" ", "")
    if hand.trump is not None:
        trump = suit_mark(None if hand.trump == "none" else Suit.parse(hand.trump))
    return [(f"{'▸' if is_now else ' '}{hand.number:>2} {hand.size:>2}", style), trump]


def _cell(hand: PadHand, seat: int, columns: Columns, at: str, totals: tuple[int, ...] | None) -> list[Span]:
    bid, taken = hand.bids[seat], hand.taken[seat]
    has_begun = any(each is not None for each in hand.bids)
    mark: Span = ("●", palette.BRASS) if seat == hand.dealer and hand.order else ("│", palette.LINE)
    bid_text, taken_text = "" if bid is None else str(bid), ""
    tone = palette.TEXT
    if taken is not None:
        is_made = bid == taken
        taken_text, tone = ("✓", palette.GOOD) if is_made else (f"✗{taken}", palette.BAD)
        if bid is None:
            taken_text = f" {taken}"
    if seat not in hand.order:
        bid_text, tone = ("–" if has_begun else ""), palette.QUIET
    total = "" if totals is None else str(totals[seat])
    return [
        mark,
        (bid_text.rjust(columns.digits), HERE if at == "bid" else tone),
        (taken_text.ljust(columns.digits + 1), HERE if at == "taken" else tone),
        (total.rjust(columns.total), palette.TEXT if seat in hand.order else palette.QUIET),
    ]
