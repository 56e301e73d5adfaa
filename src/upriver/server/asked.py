"""What clients say: every message from a client is one of these (docs/protocol.md), and what it asks of the table."""

from __future__ import annotations

import re
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from upriver.rules import Action, Bid, Card, ParseError, Play
from upriver.server.scene import Options
from upriver.store.store import Person
from upriver.table import commands

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[!-~]{1,64}(?!\n)$")]
"""The client's own name for what it asks: 1 to 64 visible characters of ASCII, and no line's end after them."""
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
PersonId: TypeAlias = Annotated[str, Meta(pattern=r"^[!-~]{1,64}(?!\n)$")]
Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
Contribution: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){1,64}(?!\n)$")]
"""Random bytes in lower-case hexadecimal."""


def snake(name: str) -> str:
    """The `type` of a message on the wire: `put_bot` for `PutBot`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A message from a client."""


class Hello(FromClient, frozen=True):
    """The first message: what the client has seen of the table already; 0 for nothing."""

    since: Seq


class Ping(FromClient, frozen=True):
    """Answered by `pong`."""


class Asking(FromClient, frozen=True):
    """A message that is answered by `ack` or `refused`; sent again with the same id it does nothing twice."""

    id: Id


class Sit(Asking, frozen=True):
    """Take a seat, empty or between hands a bot's; `seat` null takes the first that is free."""

    seat: SeatNumber | None
    contribution: Contribution


class Leave(Asking, frozen=True):
    """Stand up; during a game a bot takes the seat over for good."""


class Rename(Asking, frozen=True):
    """Be called otherwise at this table."""

    name: Annotated[str, Meta(max_length=100)]


class PutBot(Asking, frozen=True):
    """The host puts a bot in an empty seat, or gives a bot another level."""

    seat: SeatNumber
    level: Level


class RemoveBot(Asking, frozen=True):
    """The host empties a bot's seat, before the game."""

    seat: SeatNumber


class SetRules(Asking, frozen=True):
    """The host chooses the rules in their text form, before the game."""

    rules: Annotated[str, Meta(max_length=1000)]


class SetOptions(Asking, frozen=True):
    """The host chooses the options, all of them."""

    options: Options


class Start(Asking, frozen=True):
    """The host begins the game, once every seat is filled."""


class Act(Asking, frozen=True):
    """Bid or play: a number is a bid, as in `3`, everything else a card, as in `QS`.

    `after` is the seq of the last news that the client had seen when the person decided.
    """

    after: Seq
    action: Annotated[str, Meta(min_length=1, max_length=8)]


class Claim(Asking, frozen=True):
    """Take all the remaining tricks; refused unless they are certain."""


class AskUndo(Asking, frozen=True):
    """Ask the others to let the last bid or card be taken back."""


class AnswerUndo(Asking, frozen=True):
    """Agree or not to the undo that somebody asks for."""

    is_agreed: bool


class NextHand(Asking, frozen=True):
    """Be ready for the next hand."""


class PlayAgain(Asking, frozen=True):
    """Be ready for a rematch, with a new contribution."""

    contribution: Contribution


class LetBotPlay(Asking, frozen=True):
    """Let a bot play for somebody away: the host's decision, a vote of the others."""

    seat: SeatNumber


class TakeSeatBack(Asking, frozen=True):
    """Play for oneself again, after a bot has stood in."""


class Remove(Asking, frozen=True):
    """The host removes somebody from the table."""

    person: PersonId


class MakeHost(Asking, frozen=True):
    """The host makes somebody else the host."""

    person: PersonId


class Close(Asking, frozen=True):
    """The host closes the table for good."""


class Poke(Asking, frozen=True):
    """Nudge a slow player."""

    seat: SeatNumber


class Say(Asking, frozen=True):
    """A short text to the table."""

    text: Annotated[str, Meta(max_length=2000)]


class React(Asking, frozen=True):
    """One of the fixed reactions."""

    reaction: Annotated[str, Meta(max_length=32)]


class Mute(Asking, frozen=True):
    """Hear somebody no more, or again."""

    person: PersonId
    is_muted: bool


Asked: TypeAlias = (
    Sit | Leave | Rename | PutBot | RemoveBot | SetRules | SetOptions | Start | Act | Claim | AskUndo | AnswerUndo
    | NextHand | PlayAgain | LetBotPlay | TakeSeatBack | Remove | MakeHost | Close | Poke | Say | React | Mute
)  # fmt: skip
ClientMessage: TypeAlias = Hello | Ping | Asked


def command(asked: Asked, person: Person, seat: int | None) -> commands.Command:
    """What the message asks of the table.

    Args:
        asked: the message.
        person: whose it is.
        seat: where they sit; None for somebody without a seat, whose every action the table refuses.

    Raises:
        ParseError: the action is neither a bid nor a card.
    """
    user = person.id
    match asked:
        case Act(_, after, text):
            return commands.Act(user, read_action(text, -1 if seat is None else seat), after)
        case Sit(_, place, contribution):
            return commands.Sit(user, person.name, place, bytes.fromhex(contribution))
        case Leave():
            return commands.Leave(user)
        case Rename(_, name):
            return commands.Rename(user, name)
        case PutBot(_, place, level):
            return commands.PutBot(user, place, level)
        case RemoveBot(_, place):
            return commands.RemoveBot(user, place)
        case SetRules(_, rules):
            return commands.SetRules(user, rules)
        case SetOptions(_, options):
            return commands.SetOptions(user, options.agreed())
        case Start():
            return commands.Start(user)
        case Claim():
            return commands.Claim(user)
        case AskUndo():
            return commands.AskUndo(user)
        case AnswerUndo(_, is_agreed):
            return commands.AnswerUndo(user, is_agreed)
        case NextHand():
            return commands.NextHand(user)
        case PlayAgain(_, contribution):
            return commands.PlayAgain(user, bytes.fromhex(contribution))
        case LetBotPlay(_, place):
            return commands.LetBotPlay(user, place)
        case TakeSeatBack():
            return commands.TakeSeatBack(user)
        case Remove(_, other):
            return commands.Remove(user, other)
        case MakeHost(_, other):
            return commands.MakeHost(user, other)
        case Close():
            return commands.Close(user)
        case Poke(_, place):
            return commands.Poke(user, place)
        case Say(_, text):
            return commands.Say(user, text, person.name)
        case React(_, reaction):
            return commands.React(user, reaction, person.name)
        case Mute(_, other, is_muted):
            return commands.Mute(user, other, is_muted)


def read_action(text: str, seat: int) -> Action:
    """Read a bid or a card: `3`, `QS`.

    Raises:
        ParseError: the text is neither.
    """
    if text.isascii() and text.isdigit() and text == str(int(text)):
        return Bid(seat, int(text))
    try:
        card = Card.parse(text)
    except ParseError:
        card = None
    if card is None or str(card) != text:
        raise ParseError(f"{text!r} is neither a bid nor a card: write a number as in 3, or a card as in QS or 10H")
    return Play(seat, card)
