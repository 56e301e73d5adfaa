"""The record of a game as JSON Lines: a header with the format's version, then an entry a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from upriver.rules.codec import decode_event, encode, parse_text
from upriver.rules.errors import EventError, IllegalActionError, ParseError, RecordError, RulesError
from upriver.rules.events import Event
from upriver.rules.fold import apply
from upriver.rules.state import State

VERSION = 1
HEADER = json.dumps({"format": "upriver record", "version": VERSION})
"""The first line of a record, without its newline."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a record.

    Args:
        seq: 1 for the first entry, without gaps.
        event: what happened.
        at: when, with a time zone; the rules never look at it.
        by: who did it, in any words; the rules never look at it.
    """

    seq: int
    event: Event
    at: datetime | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry whose event is still, or already, plain JSON: what a game's record and a score pad's share."""

    seq: int
    event: object
    at: datetime | None = None
    by: str = ""


def number(events: Iterable[Event]) -> tuple[Entry, ...]:
    """Entries for events of which neither time nor doer is known."""
    return tuple(Entry(seq, event) for seq, event in enumerate(events, 1))


def dump_entry(entry: Entry) -> str:
    """The entry's line, without its newline.

    Raises:
        ValueError: `at` has no time zone.
    """
    return write_line(Line(entry.seq, encode(entry.event), entry.at, entry.by))


def dump(entries: Iterable[Entry]) -> str:
    """The whole record as text; `load` reads it back."""
    return "".join(f"{line}\n" for line in (HEADER, *map(dump_entry, entries)))


def load(text: str) -> tuple[Entry, ...]:
    """Read a record, line by line; `replay` then checks that it follows the rules.

    Raises:
        RecordError: a line is damaged or out of order, or the version is not ours.
    """
    return tuple(map(_entry, read_lines(text)))


def write_line(line: Line) -> str:
    """The line as text, without its newline.

    Raises:
        ValueError: `at` has no time zone.
    """
    plain: dict[str, object] = {"seq": line.seq}
    if line.at is not None:
        if line.at.tzinfo is None:
            raise ValueError(f"entry {line.seq}: the time {line.at} needs a time zone")
        plain["at"] = line.at.isoformat()
    if line.by:
        plain["by"] = line.by
    plain["event"] = line.event
    return json.dumps(plain, ensure_ascii=False)


def read_lines(text: str) -> Iterator[Line]:
    """The lines of a record below its header, whatever their events are.

    Raises:
        RecordError: as for `load`.
    """
    lines = text.split("\n")
    _check_header(lines[0])
    if lines[-1] != "":
        raise RecordError(f"{_short(lines[-1])} breaks off; every line ends with a newline", line=len(lines))
    yield from (_line(line, seq) for seq, line in enumerate(lines[1:-1], 1))


def replay(entries: Iterable[Entry]) -> State:
    """The state after all the entries.

    Raises:
        RecordError: an event cannot follow; the message says the line, the state it met, and why.
    """
    return follow((entry.seq + 1, entry.event) for entry in entries)


def follow(numbered: Iterable[tuple[int, Event]]) -> State:
    """The state after all the events, each given with its line.

    Raises:
        RecordError: as for `replay`.
    """
    state = None
    for line, event in numbered:
        try:
            state = apply(state, event)
        except (EventError, IllegalActionError) as error:
            where = state.where() if state else "before the game"
            raise RecordError(f"{event} cannot follow; the state was: {where}; {error}", line=line) from error
    if state is None:
        raise RecordError("the record is empty; a game begins with Started")
    return state


def _check_header(line: str) -> None:
    try:
        header = _object(line)
    except ParseError:
        header = {}
    if header.get("format") != "upriver record":
        raise RecordError(f"{_short(line)} is no header of a record; it would be {HEADER}", line=1)
    version = header.get("version")
    if version != VERSION or type(version) is not int or set(header) != {"format", "version"}:
        raise RecordError(
            f"{_short(line)} is not version {VERSION} of the format; a newer program may have written it", line=1
        )


def _entry(line: Line) -> Entry:
    try:
        return Entry(line.seq, decode_event(line.event), line.at, line.by)
    except (ParseError, RulesError) as error:
        raise RecordError(str(error), line=line.seq + 1) from error


def _line(line: str, seq: int) -> Line:
    try:
        plain = _object(line)
        if extra := set(plain) - {"seq", "at", "by", "event"}:
            raise ParseError(f"an entry has no {min(extra)!r}; it has seq, at, by, event")
        if plain.get("seq") != seq or type(plain["seq"]) is not int:
            raise ParseError(f"seq {plain.get('seq')!r} must be {seq}")
        if "event" not in plain:
            raise ParseError("the entry lacks its event")
        return Line(seq, plain["event"], _time(plain.get("at")), _by(plain.get("by", "")))
    except ParseError as error:
        raise RecordError(str(error), line=seq + 1) from error


def _by(plain: object) -> str:
    try:
        return parse_text(plain)
    except ParseError as error:
        raise ParseError(f"by {error}") from None


def _time(plain: object) -> datetime | None:
    if plain is None:
        return None
    try:
        at = datetime.fromisoformat(plain) if isinstance(plain, str) else None
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise ParseError(f"at {plain!r} is no time with a zone, as in 2026-05-01T20:15:00+00:00")
    return at


def _object(line: str) -> dict[str, object]:
    try:
        plain = json.loads(line, object_pairs_hook=_once)
    except ParseError:
        raise
    except (ValueError, RecursionError):  # no JSON, a number of thousands of digits, or brackets without end
        raise ParseError(f"{_short(line)} is no JSON object") from None
    if not isinstance(plain, dict):
        raise ParseError(f"{_short(line)} is no JSON object")
    return plain


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    plain = dict(pairs)
    if len(plain) < len(pairs):
        names = [name for name, _ in pairs]
        raise ParseError(f"{max(names, key=names.count)!r} stands twice in one object")
    return plain


def _short(line: str) -> str:
    return repr(line if len(line) <= 80 else line[:77] + "...")
