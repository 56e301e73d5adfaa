"""The bots by name, from weak to strong. A level is a number of worlds, never a time."""

from __future__ import annotations

from collections.abc import Callable

from upriver.bots.bot import Bot
from upriver.bots.easy_bot import EasyBot
from upriver.bots.kernel import Budget, MissingKernelError, is_built
from upriver.bots.policy_bot import PolicyBot
from upriver.bots.random_bot import RandomBot
from upriver.bots.rule_bot import RuleBot
from upriver.bots.search_bot import SearchBot
from upriver.rules import ParseError

EXPERT = Budget(worlds=2000, proposals=16, shortlist=2, changes=4, play_heat=1.0, by_rule=0.5)

KERNEL_LEVELS: dict[str, Callable[[], Bot]] = {
    "expert": lambda: SearchBot(EXPERT, closing=3),
}
"""The level that needs the compiled kernel."""

LEVELS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "rule": RuleBot,
    **(KERNEL_LEVELS if is_built() else {}),
}
"""The levels that play here."""

PARTS: dict[str, Callable[[], Bot]] = {"policy": PolicyBot}
"""Parts of levels that play by themselves in matches. They are no levels, since some level is as strong."""


def make_bot(level: str) -> Bot:
    """The bot of a level, or a part of one.

    Raises:
        ParseError: there is no such level.
        MissingKernelError: it needs the kernel, and there is none.
    """
    if level in LEVELS:
        return LEVELS[level]()
    if level in PARTS and is_built():
        return PARTS[level]()
    if level in KERNEL_LEVELS or level in PARTS:
        raise MissingKernelError
    raise ParseError(f"{level!r} is no bot; there are {', '.join((*LEVELS, *PARTS))}")
