"""`Row`: a line of a form, with the reason below it when its value cannot stand."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Label, Static

from upriver.terminal.choice import Choice


class Row(Vertical):
    """A label and what it labels.

    Args:
        label: what the field is called.
        control: one widget, or two side by side.
    """

    def __init__(self, label: str, *control: Widget) -> None:
        super().__init__(classes="bot" if len(control) > 1 else None)
        self._label, self._control = label, control

    def compose(self) -> ComposeResult:
        """Put the row together."""
        with Horizontal():
            yield Label(self._label)
            yield from self._control
        yield Static(classes="problem", markup=False)

    def complain(self, message: str) -> None:
        """Show why the value cannot stand; an empty message takes the reason away."""
        problem = self.query_one(".problem", Static)
        problem.update(message and f"✗ {message}")
        problem.display = bool(message)
        self.set_class(bool(message), "wrong")


def text_field(value: str, name: str, *, limit: int = 0, hint: str = "") -> Input:
    """A field to type in, one line high."""
    return Input(value, hint, id=name, max_length=limit, compact=True, select_on_focus=False)


def choice_field(options: list[tuple[str, str]], value: str, name: str) -> Choice:
    """A field to choose in."""
    return Choice(options, value, id=name)
