"""What people, bots and the clock ask of a table. `user` is a person's public id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from upriver.rules import Action
from upriver.table.options import Options


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an empty seat, or between hands a bot's seat with its score; between games also move to another seat.

    Args:
        user: who.
        name: how the others see them; somebody called the same already makes it `Ann 2`.
        seat: which seat; None for the first that is empty, else the first bot's.
        contribution: 16 to 64 random bytes of the person's own for the seed; ignored while a game is played.
    """

    user: str
    name: str
    seat: int | None
    contribution: bytes


@dataclass(frozen=True, slots=True)
class Leave:
    """Stand up; once a game has begun a bot takes the seat over for good. The last person to leave closes the table."""

    user: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Be called otherwise from now on."""

    user: str
    name: str


@dataclass(frozen=True, slots=True)
class PutBot:
    """The host puts a bot in an empty seat, or gives a bot another level."""

    user: str
    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class RemoveBot:
    """The host empties a bot's seat, between games."""

    user: str
    seat: int


@dataclass(frozen=True, slots=True)
class SetRules:
    """The host chooses the rules, in their text form, between games; with fewer players empty and bots' seats go."""

    user: str
    rules: str


@dataclass(frozen=True, slots=True)
class SetOptions:
    """The host chooses the options."""

    user: str
    options: Options


@dataclass(frozen=True, slots=True)
class Start:
    """The host begins the game, once every seat is filled; a rematch too, without waiting for everybody."""

    user: str


@dataclass(frozen=True, slots=True)
class Act:
    """A person bids or plays.

    Args:
        user: who.
        action: what; its seat must be the person's.
        after: the seq up to which the person had seen the game.
    """

    user: str
    action: Action
    after: int


@dataclass(frozen=True, slots=True)
class BotAct:
    """A bot's answer to `AskBot`; stale when the table does not ask that any more."""

    action: Action
    level: str
    after: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Take all the remaining tricks, which the rules must find certain."""

    user: str


@dataclass(frozen=True, slots=True)
class AskUndo:
    """Ask the others to let the last bid or card be taken back."""

    user: str


@dataclass(frozen=True, slots=True)
class AnswerUndo:
    """Agree or not."""

    user: str
    is_agreed: bool


@dataclass(frozen=True, slots=True)
class NextHand:
    """Be ready for the next hand; it is dealt when all people who are here are."""

    user: str


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Be ready for a rematch, with a new contribution; it begins when all people who are here are."""

    user: str
    contribution: bytes


@dataclass(frozen=True, slots=True)
class GoAway:
    """The server has not seen the person for a while; said of people in seats, and of the host."""

    user: str


@dataclass(frozen=True, slots=True)
class ComeBack:
    """The person is here again."""

    user: str


@dataclass(frozen=True, slots=True)
class LetBotPlay:
    """Let a bot play for somebody who is away, or has been on move for a minute, or for oneself.

    The host decides alone, and so does everybody for their own seat; others vote, and more than half of those who
    are here decide.
    """

    user: str
    seat: int


@dataclass(frozen=True, slots=True)
class TakeSeatBack:
    """Play for oneself again."""

    user: str


@dataclass(frozen=True, slots=True)
class Remove:
    """The host removes somebody, whom a bot replaces during a game; they may not sit here again."""

    user: str
    other: str


@dataclass(frozen=True, slots=True)
class MakeHost:
    """The host makes somebody else the host; while the host is away, anybody may make themselves the host."""

    user: str
    other: str


@dataclass(frozen=True, slots=True)
class Close:
    """The host closes the table for good."""

    user: str


@dataclass(frozen=True, slots=True)
class Poke:
    """Nudge a slow player, once a turn."""

    user: str
    seat: int


@dataclass(frozen=True, slots=True)
class Say:
    """A short text to the table; `name` is how the others see a watcher, who has no name here."""

    user: str
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class React:
    """One of `REACTIONS`; `name` as for `Say`."""

    user: str
    reaction: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Mute:
    """Hear somebody no more, or again; it changes nothing for the others."""

    user: str
    other: str
    is_muted: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: do what is due by itself (the next deal, the last card, a question nobody answered)."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The server has started and takes up the table's own work: nobody shall lose a turn because it was off.

    To be sent once for each table after a start, before anything else is done for the table by itself.
    """


Command: TypeAlias = (
    Sit | Leave | Rename | PutBot | RemoveBot | SetRules | SetOptions | Start | Act | BotAct | Claim | AskUndo
    | AnswerUndo | NextHand | PlayAgain | GoAway | ComeBack | LetBotPlay | TakeSeatBack | Remove | MakeHost | Close
    | Poke | Say | React | Mute | Tick | Resume
)  # fmt: skip
