"""Widgets that are drawn rather than composed, and the bar of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from upriver.terminal import palette
from upriver.terminal.canvas import Canvas, Span

Draw = Callable[[int, int], Canvas]
"""Draws in so many columns and rows."""


class Drawing(Widget):
    """Shows what a function draws for the widget's size.

    Args:
        draw: the function.
        id: the widget's id.
    """

    def __init__(self, draw: Draw, *, id: str) -> None:  # noqa: A002  # Textual's own name for it
        super().__init__(id=id)
        self._draw = draw

    def render(self) -> Content:
        """Draw for the size of the moment."""
        return self._draw(self.size.width, self.size.height).content()


class KeyBar(Widget):
    """The keys that do something now; each can be clicked."""

    keys: reactive[tuple[tuple[str, str, str], ...]] = reactive((), layout=True)

    def show(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Show keys.

        Args:
            keys: for each the key, what it does, and the screen's action that a click runs.
        """
        self.keys = tuple(keys)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The width with the widest gaps."""
        return sum(len(key) + len(label) + 1 for key, label, _ in self.keys) + 3 * (len(self.keys) - 1)

    def render(self) -> Content:
        """Draw the keys, closer together where there is little room."""
        parts: list[str | Span] = []
        for key, label, _ in self.keys:
            parts += [(key, f"bold {palette.BRASS}"), f" {label}", " " * self._gap()]
        return Content.assemble(*parts[:-1])

    async def on_click(self, event: events.Click) -> None:
        """Do what the key that was clicked does."""
        x = event.x - self.gutter.left
        for key, label, action in self.keys:
            if 0 <= x < len(key) + len(label) + 1:
                await self.screen.run_action(action)
                return
            x -= len(key) + len(label) + 1 + self._gap()

    def _gap(self) -> int:
        used = sum(len(key) + len(label) + 1 for key, label, _ in self.keys)
        return max(1, min(3, (self.size.width - used) // max(1, len(self.keys) - 1)))
