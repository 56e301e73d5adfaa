"""The score sheet as on paper: hands down, players across."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from upriver.rules import Row, View
from upriver.terminal import palette
from upriver.terminal.canvas import Span, fit
from upriver.terminal.faces import suit_mark
from upriver.terminal.session import ME
from upriver.words import Words
from upriver.words.rules_text import signed


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the parts of the sheet are.

    Args:
        result: bid, mark and tricks.
        points: points of the hand; 0 where they do not fit.
        total: the running total.
        gap: between one player and the next.
        has_number: whether the hand's number stands before its size.
    """

    result: int
    points: int
    total: int
    gap: int
    has_number: bool

    @property
    def player(self) -> int:
        """The width of one player's column."""
        return self.result + self.points + self.total

    @property
    def label(self) -> int:
        """The width of the hand's column."""
        return 8 if self.has_number else 4

    @property
    def bar(self) -> Span:
        """What stands between one player and the next."""
        return ("│".center(self.gap), palette.LINE)

    def width(self, players: int) -> int:
        """The width of the whole sheet."""
        return self.label + players * (self.player + self.gap) - self.gap


def fit_columns(view: View, width: int) -> Columns:
    """The roomiest columns that fit into `width`; where none do, the narrowest."""
    rows, players = view.sheet.rows, view.rules.players
    result = max((len(_result(row, seat)) for row in rows for seat in range(players)), default=3)
    points = max((len(_points(row, seat)) for row in rows for seat in range(players)), default=3)
    total = max((len(str(sum_)) for sums in view.sheet.running() for sum_ in sums), default=3)
    ways = [
        Columns(result + 2, points + 2, total + 2, 3, has_number=True),
        Columns(result + 1, points + 1, total + 1, 3, has_number=True),
        Columns(result, points + 1, total + 1, 2, has_number=True),
        Columns(result, points + 1, total + 1, 1, has_number=False),
        Columns(result, points, total + 1, 1, has_number=False),
        Columns(result, 0, total + 1, 1, has_number=False),
    ]
    return next((way for way in ways if way.width(players) <= width), ways[-1])


def sheet_head(view: View, words: Words, columns: Columns) -> Content:
    """The players' names."""
    parts: list[str | Span] = [
        (fit(words.say("sheet.hand") if columns.has_number else " #", columns.label), palette.QUIET)
    ]
    for seat in range(view.rules.players):
        style = f"bold {palette.TEXT}" if seat == ME else palette.TEXT
        parts += [(fit(view.name(seat), columns.player).rstrip().rjust(columns.player), style), columns.bar]
    return Content.assemble(*parts[:-1])


def sheet_rows(view: View, columns: Columns) -> list[Content]:
    """One line for each finished hand, then one for each still to come."""
    lines = [_line(row, sums, columns) for row, sums in zip(view.sheet.rows, view.sheet.running(), strict=True)]
    for number, size in list(enumerate(view.rules.sizes, 1))[len(lines) :]:
        lines.append(Content.styled(_label(number, size, columns), palette.QUIET))
    return lines


def sheet_totals(view: View, words: Words, columns: Columns) -> Content:
    """The totals; the leaders' are starred."""
    leaders = view.sheet.leaders() if view.sheet.rows else ()
    parts: list[str | Span] = [
        (fit(words.say("sheet.total") if columns.has_number else " Σ", columns.label), palette.QUIET)
    ]
    for seat, total in enumerate(view.sheet.totals):
        text = f"★{total}" if seat in leaders else str(total)
        style = f"bold {palette.BRASS}" if seat in leaders else "bold"
        parts += [(text.rjust(columns.player), style), columns.bar]
    return Content.assemble(*parts[:-1])


def _line(row: Row, sums: tuple[int, ...], columns: Columns) -> Content:
    label = _label(row.number, row.size, columns)
    parts: list[str | Span] = [(label[:-2], palette.QUIET), suit_mark(row.trump), " "]
    for seat, total in enumerate(sums):
        made = row.is_made(seat)
        tone = palette.GOOD if made else palette.BAD if row.was_there(seat) else palette.QUIET
        parts.append((_result(row, seat).ljust(columns.result), tone))
        if columns.points:
            parts.append((_points(row, seat).rjust(columns.points), tone if made else palette.QUIET))
        parts += [(str(total).rjust(columns.total), "bold" if made else ""), columns.bar]
    return Content.assemble(*parts[:-1])


def _label(number: int, size: int, columns: Columns) -> str:
    return f"{number:>2} {size:>2}   " if columns.has_number else f"{size:>2}  "


def _result(row: Row, seat: int) -> str:
    """`3✓` for a made bid, `3✗1` for one that took 1 instead, `–` for who was away."""
    if not row.was_there(seat):
        return "–"
    return f"{row.bids[seat]}✓" if row.is_made(seat) else f"{row.bids[seat]}✗{row.taken[seat]}"


def _points(row: Row, seat: int) -> str:
    return signed(row.result(seat)[2]) if row.was_there(seat) else ""
