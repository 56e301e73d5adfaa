"""The first screen of the pad: go on with one, or write down who plays; Enter alone begins."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from upriver.pad import Cells, Pad, hand_cell, new_pad, pad_of
from upriver.pad.cells import MAX_NAME, MAX_PEOPLE, MIN_PEOPLE
from upriver.rules import PRESETS, preset
from upriver.rules.rules import default_sizes, format_sizes
from upriver.terminal.choice import Choice
from upriver.terminal.drawing import KeyBar
from upriver.terminal.form import Row, choice_field, text_field
from upriver.terminal.pad_draw import DrawScreen
from upriver.terminal.pad_file import Kept
from upriver.terminal.pad_rules import RULE_FIELDS, read_rules, rule_rows, rule_texts
from upriver.terminal.pad_words import winners_in_words
from upriver.words import Words
from upriver.words.house import HOUSE, ProblemError

DRAWN = "draw"
"""The first dealer is whoever draws the highest card."""


class PadStartScreen(Screen[None]):
    """Everything about a pad before its first bid.

    Args:
        words: the language.
        kept: pads to go on with, the latest first.
        notices: what went wrong, said to the writer.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "app.focus_previous", ""),
        ("down", "app.focus_next", ""),
        ("enter", "press", ""),
        ("escape", "leave", ""),
    ]

    class Begin(Message):
        """Begin a new pad."""

        def __init__(self, cells: Cells) -> None:
            super().__init__()
            self.cells = cells

    class Continue(Message):
        """Go on with a pad."""

        def __init__(self, kept: Kept) -> None:
            super().__init__()
            self.kept = kept

    def __init__(self, words: Words, *, kept: list[Kept], notices: list[str]) -> None:
        super().__init__()
        self._words, self._kept, self._notices = words, kept, notices
        self._usual_sizes = ""

    def compose(self) -> ComposeResult:
        """Put the form together: the names and rules of the last pad, or none and the usual ones."""
        say = self._words.say
        last = pad_of(self._kept[0].ledger.cells) if self._kept else None
        names = [person.name for person in last.people] if last else []
        texts = rule_texts(last or pad_of(new_pad(("A", "B"))))
        self._usual_sizes = _usual_sizes(names)
        with Vertical(id="banner"):
            yield Static(say("pad.title"), id="title")
            yield Static(say("pad.subtitle"), id="subtitle")
        with VerticalScroll(id="form", can_focus=False):
            if self._kept:
                options = [(str(place), self._told(kept)) for place, kept in enumerate(self._kept)]
                yield Button(say("pad.continue"), id="continue", variant="primary")
                yield Row(say("pad.kept"), choice_field(options, "0", "kept"))
            yield Row(say("pad.names"), text_field(", ".join(names), "names", hint=say("pad.names.hint")))
            yield Row(say("pad.dealer"), choice_field(self._dealers(names), "0", "dealer"))
            presets = [(name, say(f"preset.{name}")) for name in (*PRESETS, HOUSE)]
            yield Row(say("start.rules"), choice_field(presets, _preset(texts), "preset"))
            yield from rule_rows(texts | ({} if last else {"sizes": self._usual_sizes}), self._words)
            yield Button(say("pad.begin"), id="begin", variant="primary")
            yield Static("\n".join(self._notices), id="notices", markup=False)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Rest where Enter does what is likeliest."""
        say = self._words.say
        self.query_one("#notices").display = bool(self._notices)
        self.query_one("#continue" if self._kept else "#names").focus()
        self.query_one(KeyBar).show(
            [
                ("⏎", say("pad.begin"), "press"),
                ("↑↓", say("key.field"), "app.focus_next"),
                ("←→", say("key.value"), "app.focus_next"),
                ("Esc", say("key.quit"), "leave"),
            ]
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        """Usual sizes follow the number of names; other rules are no preset."""
        if event.input.id == "names":
            sizes = self.query_one("#sizes", Input)
            usual = _usual_sizes(self._names())
            if sizes.value == self._usual_sizes:
                sizes.value = usual
            self._usual_sizes = usual
            self.query_one("#dealer", Choice).offer(self._dealers(self._names()))
        self._refresh()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """A preset fills the rules."""
        if event.choice.id == "preset" and event.choice.value in PRESETS:
            house = preset(event.choice.value)
            self.query_one("#limit", Choice).value = str(house.limit)
            self.query_one("#limit_from", Input).value = str(house.limit_from)
            self.query_one("#trump", Choice).value = str(house.trump)
            self.query_one("#scoring", Input).value = str(house.scoring)
        self._refresh()

    def on_input_submitted(self) -> None:
        """Enter begins, from any field."""
        self.action_begin()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Go on, or begin."""
        if event.button.id == "continue":
            self.action_continue()
        else:
            self.action_begin()

    def action_press(self) -> None:
        """Do what Enter does on the form."""
        focused = self.focused
        if isinstance(focused, Button):
            focused.press()
        elif focused is not None and focused.id == "kept":
            self.action_continue()
        else:
            self.action_begin()

    def action_continue(self) -> None:
        """Go on with the chosen pad."""
        self.post_message(self.Continue(self._kept[int(self.query_one("#kept", Choice).value)]))

    def action_begin(self) -> None:
        """Begin, after the draw where one is wanted, unless a field cannot stand: then go there."""
        try:
            cells = self._cells()
        except ProblemError as problem:
            self._complain(problem)
            self.query_one(f"#{problem.fields[0]}").focus()
            return
        dealer = self.query_one("#dealer", Choice).value
        if dealer == DRAWN:
            self.app.push_screen(DrawScreen(self._words, self._names()), lambda seat: self._begin(cells, seat))
        else:
            self._begin(cells, int(dealer))

    def _begin(self, cells: Cells, dealer: int | None) -> None:
        if dealer is not None:
            self.post_message(self.Begin({**cells, hand_cell(1, "dealer"): f"p{dealer + 1}"}))

    def action_leave(self) -> None:
        """Nothing has begun, so nothing is asked."""
        self.app.exit(0)

    def _cells(self) -> Cells:
        names = self._names()
        if not MIN_PEOPLE <= len(names) <= MAX_PEOPLE or any(len(name) > MAX_NAME for name in names):
            raise ProblemError(self._words.say("pad.problem.names", fewest=MIN_PEOPLE, most=MAX_PEOPLE), "names")
        return {**new_pad(names), **read_rules(self._texts(), self._words)}

    def _dealers(self, names: list[str]) -> list[tuple[str, str]]:
        """Who may deal first: each by name, or whoever draws highest."""
        named = [(str(seat), name) for seat, name in enumerate(names[:MAX_PEOPLE])]
        return [*(named or [("0", self._words.say("pad.dealer.first"))]), (DRAWN, self._words.say("pad.dealer.draw"))]

    def _names(self) -> list[str]:
        parts = self.query_one("#names", Input).value.split(",")
        return [" ".join(part.split()) for part in parts if part.strip()]

    def _texts(self) -> dict[str, str]:
        controls = {field: self.query_one(f"#{field}") for field in RULE_FIELDS}
        return {field: each.value for field, each in controls.items() if isinstance(each, Input | Choice)}

    def _refresh(self) -> None:
        for row in self.query(Row):
            row.complain("")
        self.query_one("#preset", Choice).value = _preset(self._texts())
        try:
            read_rules(self._texts(), self._words)
        except ProblemError as problem:
            self._complain(problem)

    def _complain(self, problem: ProblemError) -> None:
        row = self.query_one(f"#{problem.fields[0]}").query_ancestor(Row)
        assert isinstance(row, Row)
        row.complain(str(problem))

    def _told(self, kept: Kept) -> str:
        pad = pad_of(kept.ledger.cells)
        return f"{_who(pad)}: {_where(pad, self._words)}"


def _who(pad: Pad) -> str:
    return pad.title or ", ".join(person.name for person in pad.people)


def _where(pad: Pad, words: Words) -> str:
    if pad.current is None:
        return winners_in_words(pad, words)
    return words.say("head.hand", number=pad.current.number, hands=len(pad.hands))


def _usual_sizes(names: list[str]) -> str:
    return format_sizes(default_sizes(min(max(len(names), 4 if not names else MIN_PEOPLE), MAX_PEOPLE)))


def _preset(texts: dict[str, str]) -> str:
    for name, rules in PRESETS.items():
        usual = {"limit": str(rules.limit), "limit_from": "1", "trump": str(rules.trump), "scoring": str(rules.scoring)}
        if all(texts[field].strip() == value for field, value in usual.items()):
            return name
    return HOUSE
