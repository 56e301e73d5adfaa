"""The player's cards: a row to choose from, with the cards that can be played standing higher."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from upriver.rules import Card
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas
from upriver.terminal.faces import HELD, LARGE, Look, Shape, face


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

    def layout_cards(self) -> tuple[Shape, int, int]:
        """The cards' shape, the first one's column, and the step from one to the next."""
        count = max(1, len(self.cards))
        shape = LARGE if self.size.height >= LARGE.height + 2 else HELD
        room = self.size.width - 2
        if shape is LARGE and shape.width + 4 * (count - 1) > room:
            shape = HELD
        step = shape.width + 1
        if count > 1:
            step = max(4, min(step, (room - shape.width) // (count - 1)))
        return shape, (self.size.width - step * (count - 1) - shape.width) // 2, step

    def card_at(self, x: int) -> int | None:
        """The place of the card seen in a column."""
        shape, left, step = self.layout_cards()
        for place in reversed(range(len(self.cards))):
            start = left + place * step
            if start <= x < start + shape.width:
                return place
        return None

    def render(self) -> Content:
        """Draw the cards."""
        canvas = Canvas(self.size.width, self.size.height)
        shape, left, step = self.layout_cards()
        for place, card in enumerate(self.cards):
            can_play = not self.legal or card in self.legal
            is_chosen = place == self.cursor
            look = Look.DIMMED if not can_play else Look.CHOSEN if is_chosen else Look.PLAIN
            is_last = place == len(self.cards) - 1
            x, y = left + place * step, 0 if can_play else 1
            canvas.block(x, y, face(card, shape, look, shows=None if is_last else step))
        if self.cursor is not None:
            x = left + self.cursor * step + min(step, shape.width) // 2
            canvas.write(x, shape.height + (0 if self.chosen in self.legal else 1), "▲", f"bold {palette.BRASS}")
        return canvas.content()

    def on_click(self, event: events.Click) -> None:
        """Play the card that was clicked."""
        place = self.card_at(event.x)
        if place is None:
            return
        if self.cursor is not None:
            self.cursor = place
        self.post_message(self.Chosen(self.cards[place]))
