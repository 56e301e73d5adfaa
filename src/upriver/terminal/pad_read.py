"""What there is to read beside the sheet: the edit log, and what every key does."""

from __future__ import annotations

from textual.content import Content

from upriver.pad import Ledger, log_of, pad_of
from upriver.terminal import palette
from upriver.terminal.canvas import Span
from upriver.terminal.dialog import Dialog
from upriver.terminal.help_screen import keys_and_marks
from upriver.terminal.pad_words import log_line_in_words
from upriver.words import Words

KEYS = (
    "write",
    "move",
    "empty",
    "undo",
    "deal",
    "out",
    "again",
    "trump",
    "join",
    "leave",
    "finish",
    "rules",
    "log",
    "quit",
)


class PadLogScreen(Dialog):
    """Every entry, the newest first: when, and from which value to which.

    Args:
        ledger: the pad's record.
        words: the language.
    """

    is_long = True

    def __init__(self, ledger: Ledger, words: Words) -> None:
        super().__init__(words)
        self._ledger = ledger

    def title_text(self) -> str:
        """The edit log."""
        return self.words.say("pad.log.title")

    def body(self) -> Content:
        """A line for each cell that changed; what counts no longer is struck."""
        pad, parts = pad_of(self._ledger.cells), list[str | Span]()
        for line in reversed(log_of(self._ledger.entries)):
            time = "     " if line.entry.at is None else f"{line.entry.at.astimezone():%H:%M}"
            back = f" {self.words.say('pad.log.back')}" if line.is_take_back else ""
            for text in log_line_in_words(line, pad, self.words):
                parts += [
                    (f"{line.entry.seq:>4}  {time}  ", palette.QUIET),
                    (text, "" if line.counts else f"strike {palette.QUIET}"),
                    (f"{back}\n", palette.BRASS),
                ]
        return Content.assemble(*parts) if parts else Content(self.words.say("pad.log.empty"))


class PadHelpScreen(Dialog):
    """What every key does.

    Args:
        words: the language.
    """

    is_long = True

    def title_text(self) -> str:
        """Keys."""
        return self.words.say("help.keys")

    def body(self) -> Content:
        """What every key does, and every mark means."""
        say = self.words.say
        keys = [(say(f"pad.help.key.{key}"), say(f"pad.help.does.{key}")) for key in KEYS]
        return Content.assemble(*keys_and_marks(keys, say("pad.help.marks")))
