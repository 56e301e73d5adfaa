"""The score sheet, whole."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from upriver.rules import View
from upriver.terminal.drawing import KeyBar
from upriver.terminal.sheet_text import fit_columns, sheet_head, sheet_rows, sheet_totals
from upriver.words import Words


class SheetScreen(Screen[None]):
    """Every hand so far, and those to come.

    Args:
        view: the player's view.
        words: the language.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,space,escape,q,s", "close", ""),
        ("down,j", "scroll(1)", ""),
        ("up,k", "scroll(-1)", ""),
        ("pagedown", "scroll(10)", ""),
        ("pageup", "scroll(-10)", ""),
    ]

    def __init__(self, view: View, words: Words) -> None:
        super().__init__()
        self._view, self._words = view, words

    def compose(self) -> ComposeResult:
        """Lay the sheet out."""
        yield Static(id="title")
        yield Static(id="head")
        with VerticalScroll(id="body", can_focus=False):
            yield Static(id="rows")
        yield Static(id="totals")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Show the keys."""
        say = self._words.say
        self.query_one("#title", Static).update(say("sheet.title"))
        keys = [("⏎", say("key.back"), "close"), ("↑↓", say("key.scroll"), "scroll(1)")]
        self.query_one(KeyBar).show(keys)

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the width."""
        columns = fit_columns(self._view, event.size.width)
        margin = max(0, event.size.width - columns.width(self._view.rules.players)) // 2
        rows = Content("\n").join(sheet_rows(self._view, columns))
        for name, content in (
            ("#head", sheet_head(self._view, self._words, columns)),
            ("#rows", rows),
            ("#totals", sheet_totals(self._view, self._words, columns)),
        ):
            widget = self.query_one(name, Static)
            widget.styles.padding = (0, 0, 0, margin)
            widget.update(content)
        self.query_one("#body").scroll_to(y=max(0, len(self._view.sheet.rows) - 8), animate=False)

    def action_scroll(self, rows: int) -> None:
        """Move the sheet."""
        self.query_one("#body").scroll_relative(y=rows, animate=False)

    def action_close(self) -> None:
        """Back to where we were."""
        self.dismiss()
