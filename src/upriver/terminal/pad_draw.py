"""The draw for a pad's first dealer: a card for each at every key, and again for those who are level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from upriver.pad import draw_rounds, highest
from upriver.rules import Card
from upriver.rules.shuffle import DRAW, new_seed, shuffle
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas, fit
from upriver.terminal.drawing import Drawing, KeyBar
from upriver.terminal.faces import SMALL, Look, back, face, gap
from upriver.words import Words

_ACROSS, _WIDTH, _HEIGHT = 5, 13, 5


class DrawScreen(ModalScreen[int | None]):
    """Everybody draws; dismissed with the seat of the first dealer, or None where nobody wants to draw after all.

    Args:
        words: the language.
        names: who draws, clockwise.
        deck: the shuffled cards; None to shuffle now.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,space", "go_on", ""),
        ("n", "anew", ""),
        ("escape", "cancel", ""),
    ]

    def __init__(self, words: Words, names: Sequence[str], deck: Sequence[Card] | None = None) -> None:
        super().__init__()
        self._words, self._names = words, names
        self._drawn, self._rounds = 0, draw_rounds(len(names), deck or _shuffled())

    @property
    def _first(self) -> int | None:
        """Who deals first, once every card has been drawn."""
        return highest(self._rounds[-1])[0] if self._drawn == sum(map(len, self._rounds)) else None

    def compose(self) -> ComposeResult:
        """Put the box together."""
        with Vertical(id="box") as box:
            box.border_title = self._words.say("draw.title")
            cards = Drawing(self._cards, id="cards")
            cards.styles.width = _WIDTH * min(_ACROSS, len(self._names))
            cards.styles.height = _HEIGHT * -(-len(self._names) // _ACROSS)
            yield cards
            yield Static(id="text", markup=False)
            yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Show that nobody has drawn yet."""
        self._show()

    def action_go_on(self) -> None:
        """Draw the next card, or begin."""
        if self._first is not None:
            self.dismiss(self._first)
        else:
            self._drawn += 1
            self._show()

    def action_anew(self) -> None:
        """Draw from the start, with another deck."""
        if self._first is not None:
            self._drawn, self._rounds = 0, draw_rounds(len(self._names), _shuffled())
            self._show()

    def action_cancel(self) -> None:
        """Choose in another way."""
        self.dismiss(None)

    def _show(self) -> None:
        say = self._words.say
        keys = [("⏎", say("pad.key.draw"), "go_on"), ("Esc", say("key.back"), "cancel")]
        if self._first is not None:
            keys = [("⏎", say("pad.begin"), "go_on"), ("n", say("pad.key.draw.again"), "anew"), keys[1]]
        self.query_one(KeyBar).show(keys)
        self.query_one("#text", Static).update(self._said())
        self.query_one("#cards").refresh()

    def _said(self) -> str:
        if self._first is not None:
            return self._words.say("draw.done", name=self._names[self._first])
        now, place = self._round()
        turn = self._rounds[now]
        if now and not place:
            return self._words.say("draw.again", names=self._words.both([self._names[seat] for seat, _ in turn]))
        return self._words.say("pad.draw.next", name=self._names[turn[place][0]])

    def _round(self) -> tuple[int, int]:
        """The round that is being drawn, and how many have drawn in it; a full one while the next has no card yet."""
        left = self._drawn
        for number, turn in enumerate(self._rounds):
            if left < len(turn):
                return number, left
            left -= len(turn)
        return len(self._rounds) - 1, len(self._rounds[-1])

    def _cards(self, width: int, height: int) -> Canvas:
        """Everybody's last card; those who are out of the draw are dimmed, and who draws next stands out."""
        canvas, (now, place) = Canvas(width, height), self._round()
        last = {seat: card for turn in self._rounds[:now] for seat, card in turn}
        last |= dict(self._rounds[now][:place])
        still = [seat for seat, _ in self._rounds[now]]
        following = still[place] if place < len(still) else None
        for seat, name in enumerate(self._names):
            x, y = _WIDTH * (seat % _ACROSS), _HEIGHT * (seat // _ACROSS)
            if seat in last:
                look = Look.CHOSEN if seat == self._first else Look.PLAIN if seat in still else Look.DIMMED
                lines = face(last[seat], SMALL, look)
            else:
                lines = back(SMALL) if seat == following else gap(SMALL)
            canvas.block(x + (_WIDTH - SMALL.width) // 2, y, lines)
            quiet = "" if seat in still else palette.QUIET
            style = f"bold {palette.BRASS}" if seat in (self._first, following) else quiet
            canvas.write(x, y + SMALL.height, fit(name, _WIDTH - 1).rstrip().center(_WIDTH - 1), style)
        return canvas


def _shuffled() -> Sequence[Card]:
    return shuffle(new_seed(), DRAW)
