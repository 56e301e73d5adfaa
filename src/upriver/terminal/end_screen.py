"""The end: places, and what next."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Static

from upriver.rules import View
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas, fit
from upriver.terminal.session import ME
from upriver.terminal.sheet_screen import SheetScreen
from upriver.words import Words


class EndScreen(Screen[None]):
    """Who won.

    Args:
        view: the player's view of the finished game.
        words: the language.
        path: where the record is; None when it could not be written.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left,up", "app.focus_previous", ""),
        ("right,down", "app.focus_next", ""),
        ("r", "want('again')", ""),
        ("n", "want('new')", ""),
        ("s", "sheet", ""),
        ("q,escape", "want('quit')", ""),
    ]

    class Wants(Message):
        """What the player wants next: `again`, `new` or `quit`."""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    def __init__(self, view: View, words: Words, path: Path | None) -> None:
        super().__init__()
        self._view, self._words, self._path = view, words, path

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        say = self._words.say
        with Vertical(id="box") as box:
            box.border_title = say("end.title")
            yield Static(self._winners(), id="winners", markup=False)
            yield Static(self._places(), id="places")
            record = say("end.record", path=self._path) if self._path else say("end.unsaved")
            yield Static(record, id="record", markup=False)
            with Horizontal(id="buttons"):
                yield Button(say("end.again"), id="again", variant="primary")
                yield Button(say("end.new"), id="new")
                yield Button(say("end.sheet"), id="sheet")
                yield Button(say("end.quit"), id="quit")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        if event.button.id == "sheet":
            self.action_sheet()
        else:
            self.action_want(event.button.id or "")

    def action_want(self, what: str) -> None:
        """Tell the app."""
        self.post_message(self.Wants(what))

    def action_sheet(self) -> None:
        """Show the score sheet."""
        self.app.push_screen(SheetScreen(self._view, self._words))

    def _winners(self) -> str:
        leaders, say = self._view.sheet.leaders(), self._words.say
        if leaders == (ME,):
            return say("end.you-win")
        names = self._words.both(self._view.name(seat) for seat in leaders)
        return say("end.wins", name=names) if len(leaders) == 1 else say("end.win-together", names=names)

    def _places(self) -> Content:
        view = self._view
        places, made = view.sheet.places(), _made(view)
        canvas = Canvas(46, view.rules.players)
        for y, seat in enumerate(sorted(range(view.rules.players), key=lambda seat: places[seat])):
            is_first = places[seat] == 1
            style = f"bold {palette.BRASS}" if is_first else f"bold {palette.TEXT}" if seat == ME else palette.TEXT
            canvas.write(0, y, f"{'★' if is_first else ' '} {places[seat]}  {fit(view.name(seat), 14)}", style)
            canvas.write(20, y, f"{view.sheet.totals[seat]:>6}", style)
            canvas.write(29, y, self._words.say("end.made", made=made[seat], hands=view.rules.hands), palette.QUIET)
        return canvas.content()


def _made(view: View) -> list[int]:
    return [sum(row.is_made(seat) for row in view.sheet.rows) for seat in range(view.rules.players)]
