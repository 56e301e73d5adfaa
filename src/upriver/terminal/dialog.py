"""`Dialog`: a box over the table, left with a key."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from upriver.terminal.drawing import KeyBar
from upriver.words import Words


class Dialog(ModalScreen[None]):
    """A box with a title, something to read, and the keys to leave it.

    Args:
        words: the language.
    """

    is_long: ClassVar[bool] = False
    """Whether there may be more to read than fits."""
    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,space,escape,q", "close", ""),
        ("down,j", "scroll(1)", ""),
        ("up,k", "scroll(-1)", ""),
        ("pagedown", "scroll(10)", ""),
        ("pageup", "scroll(-10)", ""),
    ]

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    def title_text(self) -> str:
        """What stands in the border."""
        raise NotImplementedError

    def body(self) -> Content:
        """What there is to read."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Put the box together."""
        with Vertical(id="box") as box:
            box.border_title = self.title_text()
            with VerticalScroll(id="body", can_focus=False):
                yield Static(self.body(), id="text")
            yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Show the key that leaves."""
        keys = [("⏎", self.words.say("key.go-on"), "close")]
        if self.is_long:
            keys.append(("↑↓", self.words.say("key.scroll"), "scroll(5)"))
        self.query_one(KeyBar).show(keys)

    def action_scroll(self, rows: int) -> None:
        """Move what there is to read."""
        self.query_one("#body").scroll_relative(y=rows, animate=False)

    def action_close(self) -> None:
        """Back to where we were."""
        self.dismiss()
