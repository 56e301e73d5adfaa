"""Help: this table's rules in short, and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from upriver.rules import Rules
from upriver.terminal import palette
from upriver.terminal.canvas import Span
from upriver.terminal.dialog import Dialog
from upriver.words import Words
from upriver.words.rules_text import rules_in_words

KEYS = ("choose", "go", "hint", "change", "last", "sheet", "pace", "quit")


class HelpScreen(Dialog):
    """Explains the table.

    Args:
        rules: the table's rules.
        words: the language.
    """

    is_long = True

    def __init__(self, rules: Rules, words: Words) -> None:
        super().__init__(words)
        self._rules = rules

    def title_text(self) -> str:
        """Help."""
        return self.words.say("help.title")

    def body(self) -> Content:
        """The rules, paragraph by paragraph, then the keys."""
        say = self.words.say
        parts: list[str | Span] = []
        for title, text in rules_in_words(self._rules, self.words):
            parts += [(f"{title}\n", f"bold {palette.RIVER}"), f"{text}\n\n"]
        parts += [(f"{say('help.keys')}\n", f"bold {palette.RIVER}")]
        keys = [(say(f"help.key.{key}"), say(f"help.does.{key}")) for key in KEYS]
        return Content.assemble(*parts, *keys_and_marks(keys, say("help.marks")))


def keys_and_marks(keys: Sequence[tuple[str, str]], marks: str) -> list[str | Span]:
    """A line for each key with what it does, then what the marks mean."""
    room = max(len(key) for key, _ in keys) + 2
    parts: list[str | Span] = []
    for key, does in keys:
        parts += [(key.ljust(room), f"bold {palette.BRASS}"), f"{does}\n"]
    return [*parts, "\n", (marks, palette.QUIET)]
