"""What a table agrees on besides the rules of the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Pace(StrEnum):
    """How long bots wait before they act."""

    INSTANT = "instant"
    BRISK = "brisk"
    NATURAL = "natural"


class Watching(StrEnum):
    """Who may watch: nobody, or anybody; without cards, or with all cards once the hand is over."""

    CLOSED = "closed"
    TABLE = "table"
    HANDS = "hands"


class Rematch(StrEnum):
    """Who deals first in a rematch: the seat left of the last in the standings, or whom the draw picks again."""

    LEFT_OF_LAST = "left-of-last"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one table.

    Args:
        is_public: whether it stands in the public list.
        watching: who may watch.
        pace: how long bots wait.
        clock: seconds for a turn, 15 to 120; None for no clock.
        reserve: seconds that a person may use beyond the clock in one game, 0 to 600.
        undo: whether a card or bid may be taken back if all people agree.
        auto_last: whether the only card left is played by itself, after the table's pace.
        hints: whether people may ask for hints when several play; whoever plays alone against bots always may.
        rematch: who deals first in a rematch.
        stand_in: the level of the bot that plays for those who are away or leave.
    """

    is_public: bool = False
    watching: Watching = Watching.TABLE
    pace: Pace = Pace.NATURAL
    clock: int | None = None
    reserve: int = 60
    undo: bool = False
    auto_last: bool = False
    hints: bool = False
    rematch: Rematch = Rematch.LEFT_OF_LAST
    stand_in: str = "rule"
