"""The pad's sheet, written by keys alone: bids, results, corrections, people who come and go."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from upriver.pad import Cells, come_back, hand_cell, leave, redeal
from upriver.terminal.bidrow import BidRow
from upriver.terminal.canvas import Canvas
from upriver.terminal.drawing import Drawing, KeyBar
from upriver.terminal.pad_ask import JoinScreen, RulesScreen, SureScreen
from upriver.terminal.pad_book import PadBook
from upriver.terminal.pad_head import pad_headline, pad_prompt
from upriver.terminal.pad_paper import draw_paper
from upriver.terminal.pad_read import PadHelpScreen, PadLogScreen
from upriver.terminal.pad_words import issue_in_words
from upriver.words import Words

TRUMPS = (None, "S", "H", "D", "C", "none")


class PadScreen(Screen[None]):
    """A pad, from its first bid to its last correction.

    Args:
        book: the pad.
        words: the language.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(-1, 0)", ""),
        ("right", "move(1, 0)", ""),
        ("up", "move(0, -1)", ""),
        ("down", "move(0, 1)", ""),
        ("pageup", "move(0, -8)", ""),
        ("pagedown", "move(0, 8)", ""),
        ("home,space", "home", ""),
        ("enter", "write", ""),
        ("backspace,delete", "empty", ""),
        ("u,ctrl+z", "undo", ""),
        ("r,ctrl+y", "redo", ""),
        ("d", "deal", ""),
        ("o", "sit_out", ""),
        ("a", "redeal", ""),
        ("t", "trump", ""),
        ("j", "join", ""),
        ("l", "leave", ""),
        ("y", "stand", ""),
        ("f", "finish", ""),
        ("s", "rules", ""),
        ("g", "log", ""),
        ("h,question_mark,f1", "help", ""),
        ("q,escape", "quit", ""),
        *((digit, f"digit('{digit}')", "") for digit in "0123456789"),
    ]

    class Closed(Message):
        """The writer puts the pad away."""

    def __init__(self, book: PadBook, words: Words) -> None:
        super().__init__()
        self.book, self.words = book, words

    def compose(self) -> ComposeResult:
        """Lay out the sheet, and below it what comes next."""
        yield Static(id="headline")
        yield Drawing(self._paper, id="paper")
        yield Static(id="prompt", markup=False)
        yield BidRow(id="numbers")
        yield Static(id="note", markup=False)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Show where the pad stands."""
        self._show()

    def on_resize(self) -> None:
        """Fill the new size."""
        self._show()

    # what is shown

    def _show(self, note: str = "") -> None:
        book, row = self.book, self.query_one(BidRow)
        row.show(book.hand.size, book.forbidden)
        row.cursor = book.suggestion
        row.display = not book.is_away
        self.query_one("#headline", Static).update(pad_headline(book, self.words, self.size.width))
        self.query_one("#prompt", Static).update(pad_prompt(book, self.words))
        wrong = [issue_in_words(issue, book.pad, self.words) for issue in book.issues()]
        if any(issue.code == "tricks-differ" for issue in book.issues()):
            wrong.append(self.words.say("pad.note.stands"))
        self.query_one("#note", Static).update(note or " ".join(wrong) or self._limit())
        self.query_one("#note").set_class(bool(note or wrong), "wrong")
        self.query_one("#paper").refresh()
        self.query_one(KeyBar).show(self._keys())

    def _paper(self, width: int, height: int) -> Canvas:
        return draw_paper(self.book.pad, self.book.place, self.words, width, height)

    def _limit(self) -> str:
        forbidden = self.book.forbidden
        if not forbidden:
            return ""
        return self.words.say("pad.note.limit", name=self.book.name, bids=self.words.bids(forbidden))

    def _keys(self) -> list[tuple[str, str, str]]:
        say = self.words.say
        return [
            ("0-9⏎", say("pad.key.write"), "write"),
            ("←→↑↓", say("pad.key.move"), "home"),
            ("u", say("pad.key.undo"), "undo"),
            ("r", say("pad.key.redo"), "redo"),
            ("g", say("pad.key.log"), "log"),
            ("h", say("pad.key.more"), "help"),
            ("q", say("key.quit"), "quit"),
        ]

    # numbers

    def action_digit(self, digit: str) -> None:
        """Point at a number."""
        self.query_one(BidRow).type_digit(digit)

    def on_bid_row_chosen(self, event: BidRow.Chosen) -> None:
        """A click writes the number."""
        self._write_number(event.bid)

    def action_write(self) -> None:
        """Write the number that is pointed at."""
        number = self.query_one(BidRow).cursor
        if self.book.is_away:
            self._show(self.words.say("pad.prompt.away", name=self.book.name))
        elif number is None:
            self._show(self.words.say("note.choose-bid"))
        else:
            self._write_number(number)

    def action_empty(self) -> None:
        """Take the number under the cursor away."""
        if self.book.value is not None:
            place = self.book.place
            self.book.write(self.book.number_cells(None))
            self.book.place = place
            self._show()

    def action_move(self, across: int, down: int) -> None:
        """Go to another cell."""
        self.book.move(across=across, down=down)
        self._show()

    def action_home(self) -> None:
        """Go to the cell that is to be filled next."""
        self.book.place = self.book.next_place()
        self._show()

    def _write_number(self, number: int) -> None:
        cells = self.book.number_cells(number)
        found = self.book.to_ask(cells)
        if found:
            pad = self.book.preview(cells)
            text = " ".join(issue_in_words(issue, pad, self.words) for issue in found)
            self.app.push_screen(SureScreen(self.words, text), lambda yes: self._write(cells if yes else {}))
        else:
            self._write(cells)

    def _write(self, cells: Cells | None) -> None:
        if cells is not None:
            self.book.write(cells)
        self._show()

    # the rest of the pad

    def action_undo(self) -> None:
        """Take back the newest entry."""
        self._show("" if self.book.undo() else self.words.say("pad.note.no-undo"))

    def action_redo(self) -> None:
        """Bring back what was undone."""
        self._show("" if self.book.redo() else self.words.say("pad.note.no-redo"))

    def action_deal(self) -> None:
        """The person under the cursor deals this hand, and the deal goes on from there."""
        self._write_here({hand_cell(self.book.place.hand, "dealer"): self.book.person})

    def action_sit_out(self) -> None:
        """The person under the cursor sits the hand out, or plays it after all."""
        cell = hand_cell(self.book.place.hand, "out", self.book.person)
        self._write_here({cell: None if self.book.ledger.cells.get(cell) else True})

    def action_redeal(self) -> None:
        """The hand is dealt again."""
        self._write(redeal(self.book.hand, self.book.pad))

    def action_trump(self) -> None:
        """Note the next trump suit."""
        cell = hand_cell(self.book.place.hand, "trump")
        noted = self.book.ledger.cells.get(cell)
        self._write_here({cell: TRUMPS[(TRUMPS.index(noted if isinstance(noted, str) else None) + 1) % len(TRUMPS)]})

    def action_leave(self) -> None:
        """The person under the cursor leaves, or comes back."""
        book = self.book
        is_gone = book.pad.people[book.place.seat].left is not None
        self._write((come_back if is_gone else leave)(book.pad, book.person))

    def action_stand(self) -> None:
        """The tricks do not add up, and it was so; or they should after all."""
        hand = self.book.hand
        if hand.stands or any(issue.code == "tricks-differ" for issue in self.book.issues()):
            self._write({hand_cell(hand.number, "stands"): None if hand.stands else True})

    def action_finish(self) -> None:
        """End the game early, or go on."""
        self._write({"ended": not self.book.pad.ended})

    def action_join(self) -> None:
        """Somebody sits down."""
        self.app.push_screen(JoinScreen(self.words, self.book.ledger), self._write)

    def action_rules(self) -> None:
        """Change the rules or the hands to come."""
        self.app.push_screen(RulesScreen(self.words, self.book.ledger), self._write)

    def action_log(self) -> None:
        """Read the edit log."""
        self.app.push_screen(PadLogScreen(self.book.ledger, self.words))

    def action_help(self) -> None:
        """Read what every key does."""
        self.app.push_screen(PadHelpScreen(self.words))

    def action_quit(self) -> None:
        """Put the pad away; it is on the disk."""
        self.post_message(self.Closed())

    def _write_here(self, cells: Cells) -> None:
        place = self.book.place
        self.book.write(cells)
        self.book.place = place
        self._show()
