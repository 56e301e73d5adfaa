"""The two ready tables of the source documents (rules.md, "Two ready tables")."""

from __future__ import annotations

from dataclasses import replace

from upriver.rules.errors import ParseError
from upriver.rules.rules import Limit, Rules
from upriver.rules.scoring import SCHEMES

ENGLISH = Rules()
ITALIAN = Rules(limit=Limit.OVER, scoring=SCHEMES["common"])

PRESETS: dict[str, Rules] = {"english": ENGLISH, "italian": ITALIAN}
"""The ready tables by name, for four players; the first is the default."""


def preset(name: str, players: int = 4) -> Rules:
    """The ready table `name` for so many players, with the documents' hand sizes.

    Raises:
        ParseError: no ready table has this name.
        RulesError: `players` is not 3 to 7.
    """
    if name not in PRESETS:
        raise ParseError(f"{name!r} is no ready table; there are {', '.join(PRESETS)}")
    return replace(PRESETS[name], players=players, sizes=())
