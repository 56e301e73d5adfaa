"""Quitting: the game is kept."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from upriver.words import Words


class QuitScreen(ModalScreen[None]):
    """Asks whether to quit, and says that nothing is lost.

    Args:
        words: the language.
        is_saved: whether the game is on disk.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,n", "stay", ""),
        ("y,s,q", "quit", ""),
        ("left,up", "app.focus_previous", ""),
        ("right,down", "app.focus_next", ""),
    ]

    class Confirmed(Message):
        """The player wants to quit."""

    def __init__(self, words: Words, *, is_saved: bool = True) -> None:
        super().__init__()
        self._words = words
        self._is_saved = is_saved

    def compose(self) -> ComposeResult:
        """Put the box together."""
        say = self._words.say
        with Vertical(id="box") as box:
            box.border_title = say("quit.title")
            yield Static(say("quit.saved" if self._is_saved else "quit.unsaved"), id="text")
            with Horizontal(id="buttons"):
                yield Button(say("quit.yes"), id="yes", variant="primary")
                yield Button(say("quit.no"), id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        if event.button.id == "yes":
            self.action_quit()
        else:
            self.action_stay()

    def action_quit(self) -> None:
        """Quit."""
        self.post_message(self.Confirmed())

    def action_stay(self) -> None:
        """Back to the game."""
        self.dismiss()
