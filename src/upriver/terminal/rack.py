"""The player's cards: a row to choose from, with the cards that can be played standing higher."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from upriver.rules import Card
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas
from upriver.terminal.faces import HELD, LARGE, Look, Shape, face

MIN_STEP = 4
"""Columns of an overlapped card that must be seen: its border and its rank."""


@dataclass(frozen=True, slots=True)
class RackLayout:
    """Where each card lies.

    Args:
        count: how many cards.
        shape: their size.
        left: the first one's column.
        step: columns from one to the next; fewer than the shape's width where they overlap.
    """

    count: int
    shape: Shape
    left: int
    step: int

    def card_at(self, x: int) -> int | None:
        """The place of the card seen in a column."""
        for place in reversed(range(self.count)):
            start = self.left + place * self.step
            if start <= x < start + self.shape.width:
                return place
        return None


def rack_layout(count: int, width: int, height: int) -> RackLayout:
    """Lay so many cards into the room there is, side by side or overlapping."""
    room = width - 2
    gaps = max(1, count - 1)
    is_large = height >= LARGE.height + 2 and LARGE.width + MIN_STEP * (count - 1) <= room
    shape = LARGE if is_large else HELD
    step = min(shape.width + 1, max(MIN_STEP, (room - shape.width) // gaps))
    return RackLayout(count, shape, (width - step * (count - 1) - shape.width) // 2, step)


def draw_rack(cards: Sequence[Card], legal: Sequence[Card], cursor: int | None, width: int, height: int) -> Canvas:
    """The cards in a row.

    Args:
        cards: from left to right.
        legal: those that can be played, which stand higher; none when it is not the time to play.
        cursor: the place of the card pointed at.
        width: columns.
        height: rows.
    """
    canvas = Canvas(width, height)
    layout = rack_layout(len(cards), width, height)
    for place, card in enumerate(cards):
        can_play = not legal or card in legal
        look = Look.DIMMED if not can_play else Look.CHOSEN if place == cursor else Look.PLAIN
        shows = None if place == len(cards) - 1 else layout.step
        canvas.block(
            layout.left + place * layout.step, 0 if can_play else 1, face(card, layout.shape, look, shows=shows)
        )
    if cursor is not None and cursor < len(cards):
        x = layout.left + cursor * layout.step + min(layout.step, layout.shape.width) // 2
        canvas.write(x, layout.shape.height + (cards[cursor] not in legal), "▲", f"bold {palette.BRASS}")
    return canvas


class Rack(Widget):
    """Cards in a row, the legal ones raised, the one under the cursor marked."""

    cards: reactive[tuple[Card, ...]] = reactive(())
    legal: reactive[tuple[Card, ...]] = reactive(())
    cursor: reactive[int | None] = reactive(None)

    class Chosen(Message):
        """The player wants to play a card."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    @property
    def chosen(self) -> Card | None:
        """The card under the cursor."""
        return None if self.cursor is None or self.cursor >= len(self.cards) else self.cards[self.cursor]

    def show(self, cards: tuple[Card, ...], legal: tuple[Card, ...], *, is_choosing: bool) -> None:
        """Show these cards; while choosing, the cursor rests on a card that can be played."""
        if cards != self.cards or is_choosing != (self.cursor is not None):
            first = next((place for place, card in enumerate(cards) if card in legal), None)
            self.cursor = first if is_choosing else None
        self.cards, self.legal = cards, legal

    def move(self, step: int) -> None:
        """Move the cursor, round the ends."""
        if self.cursor is not None and self.cards:
            self.cursor = (self.cursor + step) % len(self.cards)

    def render(self) -> Content:
        """Draw the cards."""
        return draw_rack(self.cards, self.legal, self.cursor, self.size.width, self.size.height).content()

    def on_click(self, event: events.Click) -> None:
        """Play the card that was clicked."""
        place = rack_layout(len(self.cards), self.size.width, self.size.height).card_at(event.x)
        if place is None:
            return
        if self.cursor is not None:
            self.cursor = place
        self.post_message(self.Chosen(self.cards[place]))
