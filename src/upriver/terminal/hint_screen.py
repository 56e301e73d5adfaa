"""A hint, on demand: what each bid or card is worth, how many tricks the best brings, and why."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from upriver.review.hint import Hint, hint
from upriver.review.judging import Option
from upriver.review.why import action_text, decimal, why
from upriver.rules import Bid, Play, View
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas
from upriver.terminal.dialog import Dialog
from upriver.words import Words

CHART, BAR, WIDTH = 37, 20, 66
"""Where the chart begins, its longest bar, and the width of all."""


class HintScreen(Dialog):
    """Thinks behind the table, then shows what it found.

    Args:
        view: the player's view; it is the player's turn.
        words: the language.
    """

    def __init__(self, view: View, words: Words) -> None:
        super().__init__(words)
        self._view = view

    def title_text(self) -> str:
        """A hint."""
        return self.words.say("hint.title")

    def body(self) -> Content:
        """What is said while it thinks."""
        return Content.styled(self.words.say("hint.thinking"), palette.QUIET)

    def on_mount(self) -> None:
        """Show the keys, and begin to think."""
        super().on_mount()
        self.run_worker(self._think, thread=True)

    def _think(self) -> None:
        # The place of the decision fixes the worlds: who asks twice is told the same.
        hand = self._view.hand
        found = hint(self._view, seed=f"hint {hand.number} {len(hand.tricks)}")
        self.app.call_from_thread(self._show, found)

    def _show(self, found: Hint) -> None:
        if self.is_mounted:
            self.query_one("#text", Static).update(draw_hint(self._view, found, self.words))


def draw_hint(view: View, found: Hint, words: Words) -> Content:
    """The options, the best first, beside the chances of the tricks, and the reasons below."""
    reasons = Content.styled(why(view, found, words), palette.TEXT)
    if not found.options:
        return reasons
    canvas = Canvas(WIDTH, 1 + max(len(found.options), len(found.tricks)))
    heads = (words.say(f"hint.head.{head}") for head in ("choice", "points", "made"))
    canvas.write(0, 0, "  {:<8}{:>6}{:>7}{:>10}".format(next(heads), next(heads), "±", next(heads)), palette.QUIET)
    for y, option in enumerate(found.ranked, 1):
        _write_option(canvas, y, option, found, words)
    canvas.write(CHART, 0, _chart_title(found, words), palette.QUIET)
    most = max(found.tricks)
    for taken, chance in enumerate(found.tricks):
        bar = "█" * round(BAR * chance / most)
        canvas.write(CHART, taken + 1, f"{taken:>2} ", palette.TEXT)
        canvas.write(CHART + 3, taken + 1, bar, palette.RIVER)
        canvas.write(CHART + 4 + len(bar), taken + 1, f"{100 * chance:.0f}%", palette.QUIET)
    return Content.assemble(canvas.content(), "\n\n", reasons)


def _write_option(canvas: Canvas, y: int, option: Option, found: Hint, words: Words) -> None:
    action = option.action
    is_best = action == found.best
    style = f"bold {palette.BRASS}" if is_best else palette.TEXT
    mark = "★" if is_best else "≈" if action in found.close else " "
    canvas.write(0, y, mark, style)
    suit = palette.ON_DARK[action.card.suit] if isinstance(action, Play) else style
    canvas.write(2, y, action_text(action), f"bold {suit}" if is_best else suit)
    points, error = decimal(option.points, words), decimal(option.error, words)
    canvas.write(10, y, f"{points:>6}{error:>7}{100 * option.made:>9.0f}%", style)


def _chart_title(found: Hint, words: Words) -> str:
    if isinstance(found.best, Bid):
        return words.say("hint.chart", bid=found.best.bid)
    return words.say("hint.chart.card", card=found.best.card.symbols)
