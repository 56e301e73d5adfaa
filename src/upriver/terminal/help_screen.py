"""Help: this table's rules in short, and the keys."""

from __future__ import annotations

from textual.content import Content

from upriver.rules import Bidding, Limit, Rules, Trump
from upriver.terminal import palette
from upriver.terminal.canvas import Span
from upriver.terminal.dialog import Dialog
from upriver.terminal.scoring_text import scoring_in_words
from upriver.terminal.setup import sizes_in_words
from upriver.words import Words

KEYS = ("choose", "go", "change", "last", "sheet", "pace", "quit")


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
        for title, text in self._rules_text():
            parts += [(f"{title}\n", f"bold {palette.RIVER}"), f"{text}\n\n"]
        parts += [(f"{say('help.keys')}\n", f"bold {palette.RIVER}")]
        for key in KEYS:
            parts += [(say(f"help.key.{key}").ljust(9), f"bold {palette.BRASS}"), f"{say(f'help.does.{key}')}\n"]
        parts += ["\n", (say("help.marks"), palette.QUIET)]
        return Content.assemble(*parts)

    def _rules_text(self) -> list[tuple[str, str]]:
        say, rules = self.words.say, self._rules
        bidding = say("help.bid.together" if rules.bidding is Bidding.TOGETHER else "help.bid.in-turn")
        if rules.limit is not Limit.FREE:
            bidding += " " + say(f"help.limit.{rules.limit}")
            if rules.limit_from > 1:
                bidding += " " + say("help.limit.from", size=rules.limit_from)
        if rules.rebid:
            bidding += " " + say("help.rebid.together" if rules.bidding is Bidding.TOGETHER else "help.rebid.in-turn")
        trump = {Trump.TURNED: "help.trump.turned", Trump.NONE: "help.trump.none", Trump.CYCLE: "help.trump.cycle"}
        return [
            (say("help.goal.title"), say("help.goal", sizes=sizes_in_words(rules, self.words))),
            (say("help.bid.title"), bidding),
            (say("help.play.title"), f"{say('help.play')} {say(trump[rules.trump])}"),
            (say("help.score.title"), scoring_in_words(rules.scoring, self.words)),
        ]
