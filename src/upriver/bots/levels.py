"""The bots by name, weakest first."""

from __future__ import annotations

from collections.abc import Callable

from upriver.bots.bot import Bot
from upriver.bots.random_bot import RandomBot
from upriver.bots.rule_bot import RuleBot
from upriver.rules import ParseError

LEVELS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "rule": RuleBot}


def make_bot(level: str) -> Bot:
    """The bot of a level.

    Raises:
        ParseError: there is no such level.
    """
    if level not in LEVELS:
        raise ParseError(f"{level!r} is no bot; there are {', '.join(LEVELS)}")
    return LEVELS[level]()
