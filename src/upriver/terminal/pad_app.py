"""The score pad as an application: from the first screen to the sheet and back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType

from upriver.pad import Cells, Ledger, start
from upriver.rules import RecordError
from upriver.terminal.pad_book import PadBook
from upriver.terminal.pad_file import PadFile, find_pads, new_path, pads_folder
from upriver.terminal.pad_screen import PadScreen
from upriver.terminal.pad_start import PadStartScreen
from upriver.terminal.palette import THEME
from upriver.words import Words


class PadApp(App[int]):
    """The score pad in the terminal.

    Args:
        lang: a key of `LANGUAGES`.
        file: the pad that was asked for, open, new or begun; None to choose on the first screen.
        environ: where `UPRIVER_DATA` is looked up; None for the program's own environment.
    """

    CSS_PATH = [Path(__file__).with_name(f"{name}.tcss") for name in ("upriver", "pad")]  # noqa: RUF012  # Textual's way
    TITLE = "Upriver"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+q,ctrl+c", "leave", "")]

    def __init__(self, *, lang: str, file: PadFile | None = None, environ: Mapping[str, str] | None = None) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.words = Words(lang)
        self._folder = pads_folder(os.environ if environ is None else environ)
        self._file = file
        self.register_theme(THEME)
        self.theme = THEME.name

    def on_mount(self) -> None:
        """Open the pad that was asked for, or the first screen."""
        if self._file and self._file.ledger.entries:
            self._open(self._file.ledger)
        else:
            self._first_screen()

    def on_unmount(self) -> None:
        """Let go of the file."""
        if self._file:
            self._file.close()

    def _first_screen(self) -> None:
        kept, bad = ([], []) if self._file else find_pads(self._folder)
        notices = [self.words.count("start.damaged", len(bad), name=bad[0][0].name, reason=bad[0][1])] if bad else []
        self.push_screen(PadStartScreen(self.words, kept=kept, notices=notices))

    def on_pad_start_screen_begin(self, message: PadStartScreen.Begin) -> None:
        """Begin a new pad."""
        self._begin(message.cells)

    def _begin(self, cells: Cells) -> None:
        now = datetime.now(UTC)
        try:
            self._file = self._file or PadFile(new_path(self._folder, now))
        except OSError as error:
            self._failed(error)
        ledger = start(cells, at=now)
        self._keep(ledger)
        self._open(ledger)

    def on_pad_start_screen_continue(self, message: PadStartScreen.Continue) -> None:
        """Go on with a pad."""
        try:
            self._file = PadFile(message.kept.path)
        except BlockingIOError:
            self.notify(self.words.say("pad.busy"), markup=False, severity="error", timeout=8)
        except (RecordError, OSError) as error:
            self.notify(self.words.say("save.unreadable", reason=error), markup=False, severity="error", timeout=8)
        else:
            self._open(self._file.ledger)

    def _open(self, ledger: Ledger) -> None:
        self.push_screen(PadScreen(PadBook(ledger, self._keep), self.words))

    def _keep(self, ledger: Ledger) -> None:
        if self._file is None:
            return
        try:
            self._file.append(ledger)
        except OSError as error:
            self._failed(error)

    def _failed(self, error: OSError) -> None:
        reason = error.strerror or error
        self.notify(self.words.say("pad.unsaved", reason=reason), markup=False, severity="error", timeout=12)

    def on_pad_screen_closed(self) -> None:
        """Every entry is on the disk."""
        self.exit(0)

    def action_leave(self) -> None:
        """Just go: every entry is on the disk."""
        self.exit(0)
