"""After each hand: who made it, and what moved."""

from __future__ import annotations

from textual.content import Content

from upriver.rules import Sheet, View
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas, fit
from upriver.terminal.dialog import Dialog
from upriver.terminal.session import ME
from upriver.words import Words
from upriver.words.rules_text import signed

NAME = 13


class SummaryScreen(Dialog):
    """The hand that has just ended.

    Args:
        view: the player's view; a hand has been finished.
        words: the language.
    """

    def __init__(self, view: View, words: Words) -> None:
        super().__init__(words)
        self._view = view

    def title_text(self) -> str:
        """Which hand it was."""
        row = self._view.sheet.rows[-1]
        return self.words.say("summary.title", number=row.number, hands=self._view.rules.hands)

    def body(self) -> Content:
        """A line for each seat, the leaders first."""
        view, say = self._view, self.words.say
        row, sheet = view.sheet.rows[-1], view.sheet
        canvas = Canvas(56, view.rules.players + 4)
        canvas.write(0, 0, self._verdict(), f"bold {palette.BRASS}")
        head = f"{'':4}{fit('', NAME)}{say('head.bid'):>6}{say('head.took'):>7}{'':4}{say('head.points'):>7}"
        canvas.write(0, 2, head + f"{say('head.total'):>8}", palette.QUIET)
        now, before = sheet.places(), _places_before(sheet)
        for y, seat in enumerate(sorted(range(view.rules.players), key=lambda seat: now[seat]), 3):
            made, (bid, taken, points) = row.is_made(seat), row.result(seat)
            style = f"bold {palette.TEXT}" if seat == ME else palette.TEXT
            canvas.write(0, y, f"{now[seat]:>2}", palette.BRASS if now[seat] == 1 else palette.QUIET)
            canvas.write(4, y, fit(view.name(seat), NAME), style)
            canvas.write(4 + NAME, y, f"{bid:>6}{taken:>7}", style)
            canvas.write(19 + NAME, y, "✓" if made else "✗", f"bold {palette.GOOD if made else palette.BAD}")
            canvas.write(21 + NAME, y, f"{signed(points):>7}", palette.GOOD if points > 0 else palette.QUIET)
            canvas.write(28 + NAME, y, f"{sheet.totals[seat]:>8}", style)
            canvas.write(38 + NAME, y, _moved(before[seat] - now[seat]), palette.QUIET)
        return canvas.content()

    def _verdict(self) -> str:
        row, say = self._view.sheet.rows[-1], self.words.say
        bid, taken, points = row.result(ME)
        if row.is_made(ME):
            return say("summary.made", bid=bid, points=signed(points))
        return say("summary.missed", bid=bid, taken=taken, points=signed(points))


def _places_before(sheet: Sheet) -> tuple[int, ...]:
    totals = tuple(total - sheet.rows[-1].result(seat)[2] for seat, total in enumerate(sheet.totals))
    return Sheet(totals).places()


def _moved(places: int) -> str:
    return f"▲{places}" if places > 0 else f"▼{-places}" if places < 0 else ""
