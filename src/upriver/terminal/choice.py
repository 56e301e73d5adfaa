"""`Choice`: one of a few values, changed with the arrow keys or a click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from upriver.terminal import palette


class Choice(Widget, can_focus=True):
    """Shows `‹ value ›`.

    Args:
        options: the values and what each is called.
        value: the one chosen first.
        id: the widget's id.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "step(-1)", ""),
        ("right,space", "step(1)", ""),
    ]
    value: reactive[str] = reactive("", init=False)

    class Changed(Message):
        """Another value was chosen by the user."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Choice:
            """The widget whose value it is."""
            return self.choice

    def __init__(self, options: Sequence[tuple[str, str]], value: str, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._labels = dict(options)
        self.set_reactive(Choice.value, value)

    def offer(self, options: Sequence[tuple[str, str]]) -> None:
        """Take other options; the value stays where it is still one, and is the first of them otherwise."""
        self._labels = dict(options)
        if self.value not in self._labels:
            self.value = next(iter(self._labels))
        self.refresh(layout=True)

    def action_step(self, step: int) -> None:
        """Choose the next or the previous value."""
        values = list(self._labels)
        place = values.index(self.value) if self.value in values else -1
        self.value = values[(place + step) % len(values)]
        self.post_message(self.Changed(self))

    def render(self) -> Content:
        """Draw the value between its arrows."""
        arrow = f"bold {palette.BRASS}" if self.has_focus else palette.QUIET
        label = self._labels.get(self.value, self.value)
        return Content.assemble(("‹ ", arrow), (label, "bold" if self.has_focus else ""), (" ›", arrow))

    def on_click(self, event: events.Click) -> None:
        """The left arrow goes back; anywhere else goes on."""
        self.action_step(-1 if event.x < 2 else 1)
