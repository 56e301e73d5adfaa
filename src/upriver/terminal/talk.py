"""`Talk`: what the table asks, the bids to answer with, and why something cannot be."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from upriver.rules import Bid, View, refusal
from upriver.terminal import palette
from upriver.terminal.bidrow import BidRow
from upriver.terminal.prompt import forbidden_bids, limit_note
from upriver.terminal.session import ME
from upriver.words import Words


class Talk(Vertical):
    """The lines between the table and the player's cards.

    Args:
        words: the language.
        id: the widget's id.
    """

    def __init__(self, words: Words, *, id: str) -> None:  # noqa: A002  # Textual's own name for it
        super().__init__(id=id)
        self._words = words
        self._view: View | None = None

    def compose(self) -> ComposeResult:
        """Put the lines together."""
        yield Static(id="prompt")
        yield BidRow(id="bids")
        yield Static(id="note")

    @property
    def bids(self) -> BidRow:
        """The bids to choose from."""
        return self.query_one(BidRow)

    def ask(self, line: str, *, is_mine: bool) -> None:
        """Say what is going on; louder when it is the player's turn. Any earlier reason goes."""
        style = f"bold {palette.BRASS}" if is_mine else palette.TEXT
        mark = "▸ " if is_mine else ""
        self.query_one("#prompt", Static).update(Content.styled(f"{mark}{line}", style))
        self._note("")

    def offer(self, view: View) -> None:
        """Offer the bids, or go on offering them; a number already pointed at stays while nothing has changed."""
        hand = view.hand
        is_new = self._view is None or self._view.hand != hand
        self._view = view
        self.bids.display = True
        if is_new:
            self.bids.show(hand.size, forbidden_bids(view))
        self._note(limit_note(view, self._words))

    def withdraw(self) -> None:
        """Offer no bids."""
        self._view = None
        self.bids.display = False

    def explain(self) -> None:
        """Say why the bid pointed at cannot be made; else what the dealer's limit means."""
        if self._view is None:
            return
        bid = self.bids.cursor
        error = refusal(self._view, Bid(ME, bid)) if bid is not None else None
        if error:
            self.refuse(self._words.refusal(error))
        else:
            self._note(limit_note(self._view, self._words))

    def refuse(self, reason: str) -> None:
        """Say why something cannot be done."""
        self.query_one("#note", Static).update(Content.styled(f"✗ {reason}", palette.BAD))

    def _note(self, text: str) -> None:
        self.query_one("#note", Static).update(Content.styled(text, palette.QUIET))
