"""`PadLog`: the log of a shared score pad, which holds the pad's own entries and how it is shared, in one sequence.

Its rows have the store's numbers; the pad's entries among them are numbered as in the pad's record, which is what
clients are told of.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

import msgspec
from msgspec import Struct

from upriver.pad import Ledger, PadEntry, apply, decode_event
from upriver.rules import ParseError
from upriver.server.pad_wire import PadEvent, Writers
from upriver.store.store import Row


class Shared(Struct, frozen=True, tag=True):
    """The pad is shared, for the first time or again; who does so keeps it."""

    keeper: str
    writers: Writers


class Unshared(Struct, frozen=True, tag=True):
    """The keeper shares it no longer."""


class WritersSet(Struct, frozen=True, tag=True):
    """The keeper has said who may write."""

    writers: Writers


class NameTaken(Struct, frozen=True, tag=True):
    """A person has said which name on the sheet is theirs; null: the name is nobody's again."""

    name: str
    person: str | None


class Written(Struct, frozen=True, tag=True):
    """An entry of the pad's record. `id` is what its writer called it; nothing had one before the pad was shared."""

    id: str | None
    at: str | None
    by: str
    event: PadEvent


LogEvent: TypeAlias = Shared | Unshared | WritersSet | NameTaken | Written

_DECODER: msgspec.json.Decoder[LogEvent] = msgspec.json.Decoder(LogEvent)


@dataclass(slots=True)
class PadLog:
    """A shared pad as far as its log goes.

    Args:
        seq: the number of the last row.
        updated_at: the time of the last row.
        keeper: the id of the person who shared it.
        is_shared: whether it is shared now.
        writers: who may write.
        ledger: the pad's record and its cells.
        written: the entries of the record as their writers sent them.
        size: the bytes of these entries.
        numbers: the entries' numbers in the record by the ids that their writers gave them.
        authors: who has written under each name in the record.
        names: the people by the name on the sheet that they say is theirs.
    """

    seq: int = 0
    updated_at: float = 0.0
    keeper: str = ""
    is_shared: bool = False
    writers: Writers = "keeper"
    ledger: Ledger = field(default_factory=Ledger)
    written: list[Written] = field(default_factory=list)
    size: int = 0
    numbers: dict[str, int] = field(default_factory=dict)
    authors: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def after(self, rows: Iterable[Row]) -> PadLog:
        """The log with more rows; this one stays as it is.

        Raises:
            ParseError: a row is damaged.
            PadError: an entry of the pad cannot stand.
        """
        log = replace(self, written=[*self.written], numbers={**self.numbers}, authors={**self.authors})
        for row in rows:
            log._take(row)
        return log

    def may_write(self, person: str | None) -> bool:
        """Whether somebody may write; None for somebody unknown."""
        return person is not None and (self.writers == "everyone" or person == self.keeper)

    def _take(self, row: Row) -> None:
        match event_of(row):
            case Shared(keeper, writers):
                self.keeper, self.writers, self.is_shared = keeper, writers, True
            case Unshared():
                self.is_shared = False
            case WritersSet(writers):
                self.writers = writers
            case NameTaken(name, person):
                self.names = {other: user for other, user in self.names.items() if name != other and user != person}
                if person is not None:
                    self.names[name] = person
            case Written() as written:
                self.ledger = apply(self.ledger, _entry(written, len(self.written) + 1))
                self.written.append(written)
                self.size += len(row.body.encode())
                self.authors.setdefault(written.by, row.by)
                if written.id is not None:
                    self.numbers[written.id] = len(self.written)
        self.seq, self.updated_at = row.seq, row.at


def rows_of(events: Iterable[LogEvent], after: int, at: float, by: str) -> tuple[Row, ...]:
    """Events as they are stored."""
    bodies = (msgspec.json.encode(event).decode() for event in events)
    return tuple(Row(seq, at, by, body) for seq, body in enumerate(bodies, after + 1))


def event_of(row: Row) -> LogEvent:
    """The event that a row holds.

    Raises:
        ParseError: the row is damaged.
    """
    try:
        return _DECODER.decode(row.body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ParseError(f"row {row.seq}: {row.body[:200]!r} is none of a pad's ({error})") from None


def read_time(text: str) -> datetime:
    """A time with its zone.

    Raises:
        ParseError: it is none.
    """
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise ParseError(f"{text!r} is no time with a zone, as in 2026-12-26T16:00:00+00:00")
    return at


def _entry(written: Written, seq: int) -> PadEntry:
    at = None if written.at is None else read_time(written.at)
    return PadEntry(seq, decode_event(msgspec.to_builtins(written.event)), at, written.by)
