"""What the server says: every message to a client is one of these (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum
from typing import Literal, TypeAlias, cast, get_args

import msgspec
from msgspec import Struct

from upriver.rules import ParseError, Suit
from upriver.server.asked import ClientMessage, snake
from upriver.server.happened import Happening
from upriver.server.scene import Changes, Detail, View

WireCode = Literal[
    "bad-message",
    "bad-action",
    "hello-first",
    "too-fast",
    "busy",
    "unavailable",
    "fault",
]
"""Codes of what the server refuses before a table or the rules see it; theirs are in docs/protocol.md too."""
WIRE_CODES: tuple[WireCode, ...] = get_args(WireCode)

Reason = Literal[
    "wrong-origin",
    "restarting",
    "unavailable",
    "unknown-person",
    "no-table",
    "table-closed",
    "not-watchable",
    "removed",
    "too-slow",
    "too-many",
    "flood",
    "silent",
]


class CloseCode(IntEnum):
    """How the server closes a socket: three of the standard's own codes, and ours from 4001."""

    WRONG_ORIGIN = 1008
    RESTARTING = 1012
    UNAVAILABLE = 1013
    UNKNOWN_PERSON = 4001
    NO_TABLE = 4002
    TABLE_CLOSED = 4003
    NOT_WATCHABLE = 4004
    REMOVED = 4005
    TOO_SLOW = 4006
    TOO_MANY = 4007
    FLOOD = 4008
    SILENT = 4009

    @property
    def reason(self) -> Reason:
        """The name that `closing` gives it."""
        return cast(Reason, self.name.lower().replace("_", "-"))


class FromServer(Struct, frozen=True, tag_field="type", tag=snake):
    """A message to a client."""


class Numbered(Struct, frozen=True):
    """An entry of the table's log; `event` is null where it is hidden from this client.

    `by` is a person's id, `bot` and its level, or empty for the table itself.
    """

    seq: int
    at: float
    by: str
    event: Happening | None


class Welcome(FromServer, frozen=True):
    """The answer to `hello`: the whole view, and the events since; null when they are too many.

    `now` is the server's clock: times in the view are to be read against it.
    """

    seq: int
    now: float
    events: list[Numbered] | None
    view: View


class News(FromServer, frozen=True):
    """Something has happened: `seq` is that of the last event; the first is one more than the last before."""

    seq: int
    now: float
    events: list[Numbered]
    view: Changes


class Ack(FromServer, frozen=True):
    """What was asked with this id is done and stored; the news up to `seq` show it."""

    id: str
    seq: int


class Refused(FromServer, frozen=True):
    """What was asked with this id is refused and has changed nothing; `id` is empty where it could not be read.

    `message` is English for a person; `details` are the values in it, so that another language can say it again.
    """

    id: str
    code: str
    message: str
    details: dict[str, Detail]


class Pong(FromServer, frozen=True):
    """The answer to `ping`."""

    now: float


class Closing(FromServer, frozen=True):
    """The server closes the socket next; `code` is the close code that follows."""

    reason: Reason
    code: int


ServerMessage: TypeAlias = Welcome | News | Ack | Refused | Pong | Closing

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def decode(frame: str | bytes) -> ClientMessage:
    """Read what a client said.

    Raises:
        ParseError: it is no message; the error names the place.
    """
    try:
        return _DECODER.decode(frame)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ParseError(f"{error}; docs/protocol.md lists the messages") from None


def encode(message: FromServer) -> bytes:
    """The message as it goes over the wire."""
    return _ENCODER.encode(message)


def refuse(ask: str, code: str, message: str, **details: Detail) -> Refused:
    """A refusal."""
    return Refused(ask, code, message, details)


def details(values: Mapping[str, object]) -> dict[str, Detail]:
    """The values of a refusal as they stand on the wire: cards and suits by their text."""
    return {name: _detail(value) for name, value in values.items()}


def _detail(value: object) -> Detail:
    match value:
        case Enum() if isinstance(value, str):
            return str(value)
        case Suit():
            return value.letter
        case None | bool() | int() | float() | str():
            return value
        case tuple() | list() | frozenset():
            return [cast("int | str", _detail(item)) for item in value]
    return str(value)
