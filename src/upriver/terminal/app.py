"""The application: from the first screen to the table and back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.screen import Screen

from upriver.rules import Event, Game, ParseError, Rules, UpriverError, new_seed, seed_from_text
from upriver.terminal.end_screen import EndScreen
from upriver.terminal.pace import PACES
from upriver.terminal.palette import THEME
from upriver.terminal.quit_screen import QuitScreen
from upriver.terminal.saves import Save, Unfinished, find_unfinished, games_folder
from upriver.terminal.session import Session
from upriver.terminal.settings import Settings, load_settings, save_settings
from upriver.terminal.setup import Setup
from upriver.terminal.start_screen import StartScreen
from upriver.terminal.table_screen import TableScreen
from upriver.words import Words


class UpriverApp(App[int]):
    """Up and Down the River in the terminal.

    Args:
        lang: a key of `LANGUAGES`.
        rules: what the first screen shows; None for the defaults.
        seed: a text that stands for the seed; None for a secret one.
        pace: the name of a pace; None for the one of last time.
        environ: where `UPRIVER_DATA` is looked up; None for the program's own environment.
    """

    CSS_PATH = Path(__file__).with_name("upriver.tcss")
    TITLE = "Upriver"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+q,ctrl+c", "leave", "")]

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (98, "-wide"), (116, "-broad")]  # noqa: RUF012  # Textual declares it so
    VERTICAL_BREAKPOINTS = [(0, "-short"), (32, "-tall"), (38, "-high")]  # noqa: RUF012  # as above

    def __init__(
        self,
        *,
        lang: str,
        rules: Rules | None = None,
        seed: str | None = None,
        pace: str | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        # Without colour Textual paints in greys, unless it leaves the terminal's own colours alone.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.words = Words(lang)
        self._folder = games_folder(os.environ if environ is None else environ)
        self._complaint = ""
        settings = self._load_settings()
        self.pace = PACES[pace or settings.pace]
        self._setup = replace(settings.setup.with_rules(rules) if rules else settings.setup, seed=seed or "")
        self._save: Save | None = None
        self._save_path: Path | None = None
        self._rules = rules or Rules()
        self.register_theme(THEME)
        self.theme = THEME.name

    def on_mount(self) -> None:
        """Open the first screen."""
        self.push_screen(self.first_screen())

    def on_unmount(self) -> None:
        """Let go of the save."""
        self._close_save()

    def first_screen(self) -> Screen[None]:
        """The screen that comes before any game."""
        unfinished, damaged = find_unfinished(self._folder)
        notices = [self._complaint] if self._complaint else []
        if damaged:
            first = damaged[0]
            values = {"name": first.path.name, "reason": first.reason}
            notices.append(self.words.count("start.damaged", len(damaged), **values))
        return StartScreen(self._setup, self.words, self.pace.name, unfinished=unfinished, notices=notices)

    # a game begins and ends

    def on_start_screen_play(self, message: StartScreen.Play) -> None:
        """Begin a new game."""
        self._setup = message.setup
        self._save_settings()
        self._begin(message.rules)

    def _begin(self, rules: Rules) -> None:
        setup = self._setup
        seed = seed_from_text(setup.seed) if setup.seed.strip() else new_seed()
        levels = setup.levels[: rules.players - 1]
        game = Game.start(rules, seed, names=setup.names)
        try:
            self._save = Save.create(self._folder, seed, levels)
        except OSError as error:
            self._save_failed(error)
        self._save_path = self._save.path if self._save else None
        self._open_table(Session(game, levels, self._keep))

    def on_start_screen_continue(self, message: StartScreen.Continue) -> None:
        """Go on with an unfinished game."""
        try:
            self._save, found = Save.reopen(message.unfinished.path)
        except BlockingIOError:
            self.notify(self.words.say("save.busy"), markup=False, severity="error", timeout=8)
        except (UpriverError, OSError, ValueError) as error:
            self.notify(self.words.say("save.unreadable", reason=error), markup=False, severity="error", timeout=8)
        else:
            self._save_path = found.path
            self._continue(found)

    def _continue(self, found: Unfinished) -> None:
        self._open_table(Session.resume(found.game, found.levels, self._keep))

    def _open_table(self, session: Session) -> None:
        self.switch_screen(TableScreen(session, self.words, self.pace))

    def on_table_screen_finished(self, message: TableScreen.Finished) -> None:
        """Put the save in order and show who won."""
        if self._save:
            self._save.finish()
            self._save = None
        self._rules = message.session.view.rules
        self.switch_screen(EndScreen(message.session.view, self.words, self._save_path))

    def on_end_screen_wants(self, message: EndScreen.Wants) -> None:
        """A rematch, a new game, or home."""
        if message.what == "again":
            self._begin(self._rules)
        elif message.what == "new":
            self.switch_screen(self.first_screen())
        else:
            self.exit(0)

    # saving

    def _keep(self, events: list[Event], by: str) -> None:
        if self._save is None:
            return
        try:
            self._save.append(events, by)
        except OSError as error:
            self._close_save()
            self._save_failed(error)

    def _save_failed(self, error: OSError) -> None:
        self._save_path = None
        self.notify(
            self.words.say("save.failed", reason=error.strerror or error), markup=False, severity="error", timeout=12
        )

    def _close_save(self) -> None:
        if self._save:
            self._save.close()
            self._save = None

    # settings and leaving

    def on_start_screen_language_chosen(self, message: StartScreen.LanguageChosen) -> None:
        """Speak another language from now on."""
        old, self.words = self.words, Words(message.lang)
        self._setup = message.setup.in_language(old, self.words)
        self.switch_screen(self.first_screen())

    def _load_settings(self) -> Settings:
        first = Settings(self.words.lang, next(iter(PACES)), Setup.first(self.words))
        try:
            settings = load_settings(self._folder.parent) or first
        except (ParseError, OSError) as error:
            self._complaint = self.words.say("settings.unreadable", reason=error)
            return first
        return replace(settings, setup=settings.setup.in_language(Words(settings.lang), self.words))

    def _save_settings(self) -> None:
        try:
            save_settings(self._folder.parent, Settings(self.words.lang, self.pace.name, self._setup))
        except OSError as error:
            self.notify(
                self.words.say("settings.unsaved", reason=error.strerror or error), markup=False, severity="warning"
            )

    def on_start_screen_pace_chosen(self, message: StartScreen.PaceChosen) -> None:
        """Play at another pace from now on."""
        self.pace = PACES[message.pace]

    def on_table_screen_pace_wanted(self, message: TableScreen.PaceWanted) -> None:
        """Take the next pace."""
        names = list(PACES)
        self.pace = PACES[names[(names.index(self.pace.name) + 1) % len(names)]]
        message.screen.set_pace(self.pace)

    def on_quit_screen_confirmed(self) -> None:
        """Leave; what has been played is on disk."""
        self.exit(0)

    def on_table_screen_leave_wanted(self) -> None:
        """Ask whether to quit."""
        self.action_leave()

    def action_leave(self) -> None:
        """Ask at the table; elsewhere just go."""
        if isinstance(self.screen, TableScreen):
            self.push_screen(QuitScreen(self.words, is_saved=self._save is not None))
        else:
            self.exit(0)
