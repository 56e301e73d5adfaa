"""The last trick, on demand."""

from __future__ import annotations

from textual.content import Content

from upriver.rules import View
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas, fit
from upriver.terminal.dialog import Dialog
from upriver.terminal.faces import SMALL, Look, face
from upriver.terminal.session import ME
from upriver.words import Words

COLUMN = 9


class LastTrickScreen(Dialog):
    """Shows the last finished trick, in the order in which it was played.

    Args:
        view: the player's view; a trick has been finished in its hand.
        words: the language.
    """

    def __init__(self, view: View, words: Words) -> None:
        super().__init__(words)
        self._view = view

    def title_text(self) -> str:
        """Which trick it was."""
        return self.words.say("last.title", number=len(self._view.hand.tricks), size=self._view.hand.size)

    def body(self) -> Content:
        """The cards from left to right as they were played."""
        view, trick = self._view, self._view.hand.tricks[-1]
        players = view.rules.players
        canvas = Canvas(COLUMN * players, 7)
        for place, (seat, card) in enumerate(trick.plays(players)):
            is_best = seat == trick.winner
            x = place * COLUMN
            style = f"bold {palette.BRASS}" if is_best else palette.TEXT
            canvas.write(x, 0, fit(view.name(seat), COLUMN - 1).rstrip().center(COLUMN - 1), style)
            canvas.block(x + 1, 1, face(card, SMALL, Look.CHOSEN if is_best else Look.PLAIN))
            if place == 0:
                canvas.write(x, 4, self.words.say("mark.led").center(COLUMN - 1), palette.QUIET)
            if is_best:
                canvas.write(x + 3, 4 + (place == 0), "★", f"bold {palette.BRASS}")
        winner = trick.winner
        assert winner is not None
        key = "prompt.took.me" if winner == ME else "prompt.took"
        canvas.write(0, 6, self.words.say(key, name=view.name(winner)), palette.TEXT)
        return canvas.content()
