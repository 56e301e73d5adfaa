"""What happened at a table besides the game: the rest of its log. The game's own events are those of `rules`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from upriver.rules import Event, Rules
from upriver.table.options import Options


@dataclass(frozen=True, slots=True)
class Opened:
    """The table began."""

    code: str
    host: str
    rules: Rules
    options: Options


@dataclass(frozen=True, slots=True)
class SeedChosen:
    """The system chose the next game's seed; people give their contributions after it.

    Args:
        commitment: `commit(seed)`, which everybody sees.
        seed: the seed; None where it is hidden.
    """

    commitment: bytes
    seed: bytes | None


@dataclass(frozen=True, slots=True)
class SatDown:
    """A person took a seat, empty or a bot's; somebody who sat elsewhere changes places with what was there."""

    user: str
    name: str
    seat: int
    contribution: bytes


@dataclass(frozen=True, slots=True)
class StoodUp:
    """A person left their seat; `level` is the bot that took it over, None where it is empty now."""

    seat: int
    level: str | None


@dataclass(frozen=True, slots=True)
class Removed:
    """The host removed somebody, who may not come back; if they sat here, `StoodUp` follows."""

    user: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """A person is called otherwise."""

    user: str
    name: str


@dataclass(frozen=True, slots=True)
class BotSet:
    """A seat has a bot of this level now; None empties it."""

    seat: int
    level: str | None


@dataclass(frozen=True, slots=True)
class RulesSet:
    """The table plays by these rules; `resized` in seats.py says who sits where afterwards."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """The table has these options."""

    options: Options


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Somebody else is the host; None where nobody is left."""

    user: str | None


@dataclass(frozen=True, slots=True)
class WentAway:
    """A seat's person is away."""

    seat: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """A seat's person is here again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Voted:
    """A person voted to let a bot play for the seat's."""

    user: str
    seat: int


@dataclass(frozen=True, slots=True)
class StandInSet:
    """A bot of this level plays for the seat's person; None: the person plays."""

    seat: int
    level: str | None


@dataclass(frozen=True, slots=True)
class Resumed:
    """The server was off; who has a clock running gets some more time."""


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A seat asks to take its last act back."""

    seat: int


@dataclass(frozen=True, slots=True)
class UndoAnswered:
    """A person agreed or not; when all have, `TakenBack` of the rules follows."""

    user: str
    is_agreed: bool


@dataclass(frozen=True, slots=True)
class UndoDropped:
    """The question is closed without taking anything back."""


@dataclass(frozen=True, slots=True)
class BecameReady:
    """A person is ready for the next hand."""

    user: str


@dataclass(frozen=True, slots=True)
class WantsAgain:
    """A person is ready for a rematch."""

    user: str
    contribution: bytes


@dataclass(frozen=True, slots=True)
class Poked:
    """Somebody nudged a slow player."""

    user: str
    seat: int


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said something."""

    user: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Reacted:
    """Somebody reacted."""

    user: str
    name: str
    reaction: str


@dataclass(frozen=True, slots=True)
class Muted:
    """Somebody hears somebody else no more, or again."""

    user: str
    other: str
    is_muted: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is closed for good."""


TableEvent: TypeAlias = (
    Opened | SeedChosen | SatDown | StoodUp | Removed | Renamed | BotSet | RulesSet | OptionsSet | HostChanged
    | WentAway | CameBack | Voted | StandInSet | Resumed | UndoAsked | UndoAnswered | UndoDropped | BecameReady
    | WantsAgain | Poked | Said | Reacted | Muted | Closed
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table's log.

    Args:
        seq: 1 for the first, without gaps.
        at: when, in seconds since 1970, UTC.
        by: a person's id, `bot LEVEL`, or nothing for the table itself.
        ask: the id that the asker gave the command, so that asking twice does nothing twice; it stands in the first
            entry that the command led to, and is empty in the others.
        event: what happened.
    """

    seq: int
    at: float
    by: str
    ask: str
    event: TableEvent | Event
