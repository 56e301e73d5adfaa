"""The first screen: continue, or choose a new game; Enter alone plays."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from upriver.rules import PRESETS, Rules
from upriver.terminal import palette
from upriver.terminal.choice import Choice
from upriver.terminal.drawing import KeyBar
from upriver.terminal.form import Row, choice_field
from upriver.terminal.form_rows import HOUSE_FIELDS, bot_rows, house_rows, table_rows
from upriver.terminal.help_screen import HelpScreen
from upriver.terminal.saves import Unfinished
from upriver.terminal.setup import MAX_BOTS, Setup
from upriver.words import Words
from upriver.words.house import ProblemError
from upriver.words.rules_text import scoring_in_words, sizes_in_words

TITLE, WAVE = "  U P R I V E R  ", "≈≈~~≈≈~~≈≈~~≈≈"


class StartScreen(Screen[None]):
    """Everything about a game before it begins.

    Args:
        setup: what the form shows first.
        words: the language.
        pace: the name of the pace.
        unfinished: games that can be continued, the latest first.
        notices: what went wrong, said to the player.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "app.focus_previous", ""),
        ("down", "app.focus_next", ""),
        ("enter", "press", ""),
        ("f1", "help", ""),
        ("escape", "leave", ""),
    ]

    class Play(Message):
        """Begin a new game."""

        def __init__(self, setup: Setup, rules: Rules) -> None:
            super().__init__()
            self.setup, self.rules = setup, rules

    class Continue(Message):
        """Go on with an unfinished game."""

        def __init__(self, unfinished: Unfinished) -> None:
            super().__init__()
            self.unfinished = unfinished

    class LanguageChosen(Message):
        """Speak another language."""

        def __init__(self, lang: str, setup: Setup) -> None:
            super().__init__()
            self.lang, self.setup = lang, setup

    class PaceChosen(Message):
        """Play at another pace."""

        def __init__(self, pace: str) -> None:
            super().__init__()
            self.pace = pace

    def __init__(
        self,
        setup: Setup,
        words: Words,
        pace: str,
        *,
        unfinished: list[Unfinished],
        notices: list[str],
    ) -> None:
        super().__init__()
        self.setup = setup
        self._words, self._pace = words, pace
        self._unfinished, self._notices = unfinished, notices
        self._place = 0

    def compose(self) -> ComposeResult:
        """Put the form together."""
        say = self._words.say
        with Vertical(id="banner"):
            yield Static(Content.assemble((WAVE, palette.BACK), (TITLE, "bold"), (WAVE, palette.BACK)), id="title")
            yield Static(say("start.subtitle"), id="subtitle")
        with Horizontal(id="columns"):
            with VerticalScroll(id="left", can_focus=False):
                if self._unfinished:
                    yield Button(self._where(self._chosen), id="continue", variant="primary")
                yield Button(say("start.play"), id="play", variant="primary", compact=bool(self._unfinished))
                if len(self._unfinished) > 1:
                    yield Row(say("start.saved"), choice_field(self._saved_options(), "0", "saved"))
                yield from table_rows(self.setup, self._words, self._pace)
                yield Static(id="about", markup=False)
                yield Static("\n".join(self._notices), id="notices", markup=False)
            with VerticalScroll(id="right", can_focus=False):
                yield Static(say("start.opponents"), classes="section")
                yield from bot_rows(self.setup, self._words)
                yield Static(say("start.house"), classes="section later")
                yield from house_rows(self.setup, self._words)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Rest on the button that plays."""
        say = self._words.say
        self.query_one("#notices").display = bool(self._notices)
        self.query_one("#continue" if self._unfinished else "#play").focus()
        self.query_one(KeyBar).show(
            [
                ("⏎", say("key.play"), "press"),
                ("↑↓", say("key.field"), "next"),
                ("←→", say("key.value"), "next"),
                ("F1", say("key.help"), "help"),
                ("Esc", say("key.quit"), "leave"),
            ]
        )
        self._refresh()

    def row(self, field: str) -> Row:
        """The line of the form that holds a field."""
        row = self.query_one(f"#{field}").query_ancestor(Row)
        assert isinstance(row, Row)
        return row

    # what changes

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take over what was typed."""
        self._take(event.input.id or "", event.value)

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Take over what was chosen."""
        self._take(event.choice.id or "", event.choice.value)

    def on_input_submitted(self) -> None:
        """Enter plays, from any field."""
        self.action_play()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Continue, or play."""
        if event.button.id == "continue":
            self.post_message(self.Continue(self._chosen))
        else:
            self.action_play()

    def _take(self, field: str, value: str) -> None:
        setup = self.setup
        match field:
            case "saved":
                self._place = int(value)
                self.query_one("#continue", Button).label = self._where(self._chosen)
            case "name":
                self.setup = replace(setup, name=value)
            case "seed":
                self.setup = replace(setup, seed=value)
            case "players":
                self.setup = setup.with_players(int(value))
                self._fill_house()
            case "preset" if value in PRESETS:
                self.setup = setup.with_preset(value)
                self._fill_house()
            case "pace":
                self.post_message(self.PaceChosen(value))
            case "language":
                self.post_message(self.LanguageChosen(value, setup))
            case _ if field in HOUSE_FIELDS:
                self.setup = setup.with_house(field, value)
            case _ if field.startswith("bot-"):
                self.setup = setup.with_bot(int(field[4:]), name=value)
            case _ if field.startswith("level-"):
                self.setup = setup.with_bot(int(field[6:]), level=value)
        self._refresh()

    def _fill_house(self) -> None:
        with self.prevent(Input.Changed):
            for field in HOUSE_FIELDS:
                control, value = self.query_one(f"#{field}"), getattr(self.setup.house, field)
                if isinstance(control, Input | Choice):
                    control.value = value

    def _refresh(self) -> None:
        for seat in range(MAX_BOTS):
            self.row(f"bot-{seat}").display = seat < self.setup.players - 1
        self.query_one("#preset", Choice).value = self.setup.preset()
        for field in HOUSE_FIELDS:
            self.row(field).complain("")
        about = self.query_one("#about", Static)
        try:
            rules = self.setup.rules(self._words)
        except ProblemError as problem:
            self.row(problem.fields[0]).complain(str(problem))
            about.update("")
        else:
            about.update(f"{sizes_in_words(rules, self._words)}.\n{scoring_in_words(rules.scoring, self._words)}")

    # what is done

    def action_play(self) -> None:
        """Begin, unless a field cannot stand: then go there."""
        try:
            rules = self.setup.rules(self._words)
        except ProblemError as problem:
            self.query_one(f"#{problem.fields[0]}").focus()
            return
        self.post_message(self.Play(self._with_names(), rules))

    def action_press(self) -> None:
        """Do what Enter does on the form: press the button under the cursor, else play."""
        if isinstance(self.focused, Button):
            self.focused.press()
        else:
            self.action_play()

    def action_next(self) -> None:
        """Go to the next field."""
        self.focus_next()

    def action_help(self) -> None:
        """Show the rules in short and the keys."""
        try:
            rules = self.setup.rules(self._words)
        except ProblemError:
            rules = Rules()
        self.app.push_screen(HelpScreen(rules, self._words))

    def action_leave(self) -> None:
        """Nothing has begun, so nothing is asked."""
        self.app.exit(0)

    def _with_names(self) -> Setup:
        """Empty names are filled from the catalogue."""
        first = Setup.first(self._words)
        bots = tuple(name.strip() or usual for name, usual in zip(self.setup.bots, first.bots, strict=True))
        return replace(self.setup, name=self.setup.name.strip() or first.name, bots=bots)

    @property
    def _chosen(self) -> Unfinished:
        """The game that would be continued."""
        return self._unfinished[self._place]

    def _saved_options(self) -> list[tuple[str, str]]:
        count = len(self._unfinished)
        return [
            (str(place), self._words.say("start.saved.option", place=place + 1, count=count)) for place in range(count)
        ]

    def _where(self, unfinished: Unfinished) -> str:
        state = unfinished.game.state
        values = {"hands": state.rules.hands, "players": state.rules.players}
        return self._words.say("start.continue", number=len(state.sheet.rows) + 1, **values)
