"""The river: the game's hand sizes as a profile, with how each hand went for the player."""

from __future__ import annotations

from upriver.rules import View
from upriver.terminal import palette
from upriver.terminal.canvas import Span
from upriver.terminal.session import ME

_BARS = " ▁▂▃▄▅▆▇█"


def river(view: View, width: int, rows: int) -> list[list[Span]]:
    """A bar for each hand's size, and below the bars ✓ made, ✗ missed, ▲ the hand in play.

    Args:
        view: the player's view.
        width: the columns there are; a longer game shows the part around the hand in play.
        rows: lines of bars, above the line of marks.
    """
    sizes, finished = view.rules.sizes, len(view.sheet.rows)
    now = min(finished, len(sizes) - 1) if view.public.hand is None else view.hand.number - 1
    start = max(0, min(now - width // 2, len(sizes) - width))
    places = range(start, min(len(sizes), start + width))
    lines: list[list[Span]] = []
    for row in reversed(range(rows)):
        line = [(_bar(sizes[place], max(sizes), row, rows), _tone(place, now, finished)) for place in places]
        lines.append(line)
    lines.append([_mark(view, place, now) for place in places])
    return lines


def _bar(size: int, largest: int, row: int, rows: int) -> str:
    """The part of a bar that lies in a row counted from the bottom."""
    eighths = max(1, round(8 * rows * size / largest))
    return _BARS[max(0, min(8, eighths - 8 * row))]


def _tone(place: int, now: int, finished: int) -> str:
    if place < finished:
        return palette.RIVER
    return f"bold {palette.BRASS}" if place == now else palette.LINE


def _mark(view: View, place: int, now: int) -> Span:
    if place < len(view.sheet.rows):
        return ("✓", palette.GOOD) if view.sheet.rows[place].is_made(ME) else ("✗", palette.BAD)
    return ("▲", f"bold {palette.BRASS}") if place == now else (" ", "")
