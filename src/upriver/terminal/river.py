"""The river: the game's hand sizes as a profile, with how each hand went for the player."""

from __future__ import annotations

from upriver.rules import View
from upriver.terminal import palette
from upriver.terminal.canvas import Span
from upriver.terminal.session import ME

_BARS = "▁▂▃▄▅▆▇█"


def river(view: View, width: int) -> tuple[list[Span], list[Span]]:
    """Two lines: a bar for each hand's size, and below it ✓ made, ✗ missed, ▲ the hand in play.

    Args:
        view: the player's view.
        width: the columns there are; a longer game shows the part around the hand in play.
    """
    sizes, rows = view.rules.sizes, view.sheet.rows
    now = min(len(rows), len(sizes) - 1) if view.public.hand is None else view.hand.number - 1
    start = max(0, min(now - width // 2, len(sizes) - width))
    largest = max(sizes)
    bars: list[Span] = []
    marks: list[Span] = []
    for place in range(start, min(len(sizes), start + width)):
        bar = _BARS[round((sizes[place] - 1) / max(1, largest - 1) * (len(_BARS) - 1))]
        if place < len(rows):
            made = rows[place].is_made(ME)
            bars.append((bar, palette.RIVER))
            marks.append(("✓", palette.GOOD) if made else ("✗", palette.BAD))
        elif place == now:
            bars.append((bar, f"bold {palette.BRASS}"))
            marks.append(("▲", f"bold {palette.BRASS}"))
        else:
            bars.append((bar, palette.LINE))
            marks.append((" ", ""))
    return bars, marks
