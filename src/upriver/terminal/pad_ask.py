"""The pad's small dialogs: yes or no, somebody who joins, other rules with what they do to the standings."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from upriver.pad import Cells, Ledger, Pad, join, pad_of, preview, start_scores
from upriver.pad.cells import MAX_NAME, MAX_SCORE
from upriver.rules.scoring import parse_number
from upriver.terminal.choice import Choice
from upriver.terminal.drawing import KeyBar
from upriver.terminal.form import Row, text_field
from upriver.terminal.pad_rules import RULE_FIELDS, read_rules, rule_rows, rule_texts
from upriver.words import Words
from upriver.words.house import ProblemError
from upriver.words.rules_text import signed


class SureScreen(ModalScreen[bool]):
    """Says what is against the rules, and asks whether to write it all the same.

    Args:
        words: the language.
        text: what is wrong.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,n", "answer(False)", ""),
        ("y,s", "answer(True)", ""),
        ("left,up", "app.focus_previous", ""),
        ("right,down", "app.focus_next", ""),
    ]

    def __init__(self, words: Words, text: str) -> None:
        super().__init__()
        self._words, self._text = words, text

    def compose(self) -> ComposeResult:
        """Put the box together."""
        say = self._words.say
        with Vertical(id="box") as box:
            box.border_title = say("pad.sure.title")
            yield Static(self._text, id="text", markup=False)
            with Horizontal(id="buttons"):
                yield Button(say("pad.sure.no"), id="no", variant="primary")
                yield Button(say("pad.sure.yes"), id="yes")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer what the button says."""
        self.action_answer(event.button.id == "yes")

    def action_answer(self, is_yes: bool) -> None:  # noqa: FBT001  # Textual's actions take no keywords
        """Back to the sheet with the answer."""
        self.dismiss(is_yes)


class FormScreen(ModalScreen[Cells | None]):
    """A few fields; Enter writes what they say, Escape nothing.

    Args:
        words: the language.
        ledger: the pad.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "cancel", ""),
        ("enter", "done", ""),
        ("up", "app.focus_previous", ""),
        ("down", "app.focus_next", ""),
    ]
    title_key: ClassVar[str]

    def __init__(self, words: Words, ledger: Ledger) -> None:
        super().__init__()
        self.words, self.ledger, self.pad = words, ledger, pad_of(ledger.cells)

    def rows(self) -> list[Row]:
        """The fields."""
        raise NotImplementedError

    def cells(self) -> Cells:
        """What the fields say.

        Raises:
            ProblemError: a field cannot stand; its `fields` names the control.
        """
        raise NotImplementedError

    def about(self) -> str:
        """What stands below the fields."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Put the box together."""
        with Vertical(id="box") as box:
            box.border_title = self.words.say(self.title_key)
            yield from self.rows()
            yield Static(id="text", markup=False)
            yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Show the keys and what the first values do."""
        say = self.words.say
        self.query_one(KeyBar).show(
            [
                ("⏎", say("pad.key.write"), "done"),
                ("↑↓", say("key.field"), "app.focus_next"),
                ("Esc", say("key.back"), "cancel"),
            ]
        )
        self._refresh()

    def text(self, field: str) -> str:
        """What a field holds."""
        control = self.query_one(f"#{field}")
        assert isinstance(control, Input | Choice)
        return control.value

    def on_input_changed(self) -> None:
        """Show what the new value does."""
        self._refresh()

    def on_choice_changed(self) -> None:
        """Show what the new value does."""
        self._refresh()

    def on_input_submitted(self) -> None:
        """Enter writes from any field."""
        self.action_done()

    def action_done(self) -> None:
        """Write, unless a field cannot stand: then go there."""
        try:
            self.dismiss(self.cells())
        except ProblemError as problem:
            self._complain(problem)
            self.query_one(f"#{problem.fields[0]}").focus()

    def action_cancel(self) -> None:
        """Write nothing."""
        self.dismiss(None)

    def _refresh(self) -> None:
        for row in self.query(Row):
            row.complain("")
        try:
            self.cells()
        except ProblemError as problem:
            if self.text(problem.fields[0]):
                self._complain(problem)
        self.query_one("#text", Static).update(self.about())

    def _complain(self, problem: ProblemError) -> None:
        row = self.query_one(f"#{problem.fields[0]}").query_ancestor(Row)
        assert isinstance(row, Row)
        row.complain(str(problem))


class JoinScreen(FormScreen):
    """Somebody sits down late, with a score to begin with."""

    title_key = "pad.join.title"

    def rows(self) -> list[Row]:
        """Name and score."""
        say = self.words.say
        return [
            Row(say("pad.name"), text_field("", "name", limit=MAX_NAME)),
            Row(say("pad.start"), text_field(str(start_scores(self.pad).lowest), "start", limit=7)),
        ]

    def cells(self) -> Cells:
        """The cells of somebody new."""
        name = " ".join(self.text("name").split())
        if not name:
            raise ProblemError(self.words.say("pad.problem.name"), "name")
        try:
            start = parse_number(self.text("start").strip(), "start")
        except ValueError:
            start = MAX_SCORE + 1
        if abs(start) > MAX_SCORE:
            raise ProblemError(self.words.say("pad.problem.start"), "start")
        return join(self.pad, self.ledger.cells, name, start)

    def about(self) -> str:
        """The scores that are usual."""
        scores = start_scores(self.pad)
        return self.words.say("pad.join.scores", lowest=scores.lowest, average=scores.average)


class RulesScreen(FormScreen):
    """Other rules or hand sizes in the middle of the game."""

    title_key = "pad.rules.title"

    def rows(self) -> list[Row]:
        """The rules as they are."""
        return rule_rows(rule_texts(self.pad), self.words)

    def cells(self) -> Cells:
        """The rules that the fields say, those that stay among them."""
        return read_rules({field: self.text(field) for field in RULE_FIELDS}, self.words)

    def about(self) -> str:
        """What it does to the standings."""
        try:
            before, after = self.pad, preview(self.ledger.cells, self.cells())
        except ProblemError:
            return ""
        if before.sheet.totals == after.sheet.totals:
            return self.words.say("pad.rules.same")
        return "\n".join(self._changes(before, after))

    def _changes(self, before: Pad, after: Pad) -> list[str]:
        lines = [self.words.say("pad.rules.change")]
        for person, old, new in zip(before.people, before.sheet.totals, after.sheet.totals, strict=True):
            lines.append(f"{person.name}: {old} → {new}" + (f" ({signed(new - old)})" if new != old else ""))
        return lines
