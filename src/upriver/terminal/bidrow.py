"""The bids to choose from, forbidden ones struck."""

from __future__ import annotations

from collections.abc import Collection

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from upriver.terminal import palette
from upriver.terminal.canvas import Canvas

CELL = 4


class BidRow(Widget):
    """The numbers from 0 to the hand size; nothing is chosen until the player points at one."""

    size_of_hand: reactive[int] = reactive(0)
    forbidden: reactive[Collection[int]] = reactive(())
    cursor: reactive[int | None] = reactive(None)

    class Chosen(Message):
        """The player wants to bid."""

        def __init__(self, bid: int) -> None:
            super().__init__()
            self.bid = bid

    def show(self, size: int, forbidden: Collection[int]) -> None:
        """Offer the bids of a hand."""
        self.size_of_hand, self.forbidden, self.cursor = size, forbidden, None
        self._typed = ""

    def move(self, step: int) -> None:
        """Move the cursor, round the ends."""
        bids = self.size_of_hand + 1
        start = (-1 if step > 0 else 0) if self.cursor is None else self.cursor
        self.cursor = (start + step) % bids
        self._typed = ""

    def type_digit(self, digit: str) -> None:
        """Point at a number by typing it; a second digit goes on where such a bid exists."""
        both = self._typed + digit
        self._typed = both if both != "0" and self._typed and int(both) <= self.size_of_hand else digit
        if int(self._typed) <= self.size_of_hand:
            self.cursor = int(self._typed)

    def render(self) -> Content:
        """Draw the numbers in the middle of the row."""
        canvas = Canvas(self.size.width, 1)
        left = self._left()
        for bid in range(self.size_of_hand + 1):
            style = f"{palette.TEXT} on {palette.LINE}"
            if bid in self.forbidden:
                style = f"strike {palette.BAD} on {palette.PANEL}"
            if bid == self.cursor:
                style = f"bold reverse {palette.BRASS} on {palette.NIGHT}" + (
                    " strike" if bid in self.forbidden else ""
                )
            text = f"×{bid}×" if bid in self.forbidden else f" {bid} "
            canvas.write(left + bid * CELL, 0, text[: CELL - 1].ljust(CELL - 1), style)
        return canvas.content()

    def on_click(self, event: events.Click) -> None:
        """Bid the number that was clicked."""
        bid, rest = divmod(event.x - self._left(), CELL)
        if 0 <= bid <= self.size_of_hand and rest < CELL - 1:
            self.cursor = bid
            self.post_message(self.Chosen(bid))

    def _left(self) -> int:
        return max(0, (self.size.width - CELL * (self.size_of_hand + 1) + 1) // 2)

    _typed = ""
