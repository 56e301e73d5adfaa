"""Widgets that are drawn rather than composed, and the bar of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from upriver.terminal import palette
from upriver.terminal.canvas import Canvas

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


class KeyBar(Static):
    """The keys that do something now; each can be clicked."""

    def show(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Show keys.

        Args:
            keys: for each the key, what it does, and the screen's action that a click runs.
        """
        parts: list[Content | str] = [" "]
        for key, label, action in keys:
            click = f"@click=screen.{action}"
            parts.append(Content.from_markup(f"[{click}][bold {palette.BRASS}]$key[/] $label[/]", key=key, label=label))
            parts.append("   ")
        self.update(Content.assemble(*parts[:-1]))
