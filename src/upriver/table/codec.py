"""An entry of the log as a text to be stored, and back, exactly. The game's events are written as in a record."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from types import NoneType
from typing import Any, get_args, get_type_hints

from upriver.rules import Event, ParseError, Rules, RulesError
from upriver.rules.codec import Plain, decode_event, encode, parse_text
from upriver.rules.events import EVENTS
from upriver.table.events import Entry, TableEvent

KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(TableEvent)}
"""Every kind of event of a table by its name."""


def encode_body(entry: Entry) -> str:
    """The event and the command's id as JSON; number, time and doer are stored beside it."""
    body: dict[str, Plain] = {"ask": entry.ask} if entry.ask else {}
    return json.dumps({**body, "event": encode_event(entry.event)}, ensure_ascii=False, separators=(",", ":"))


def encode_event(event: TableEvent | Event) -> Plain:
    """An event of the table or of the game as JSON types, with its `type`."""
    plain = encode(event)
    name = type(event).__name__
    assert isinstance(plain, dict)
    return {"type": name, **plain} if name in KINDS else plain


def decode_body(seq: int, at: float, by: str, body: str) -> Entry:
    """Read an entry back.

    Args:
        seq: its number.
        at: its time.
        by: its doer.
        body: what `encode_body` made.

    Raises:
        ParseError: the body is damaged; the message says which entry, and quotes it.
    """
    try:
        plain = json.loads(body)
        if not isinstance(plain, dict) or not {"event"} <= set(plain) <= {"ask", "event"}:
            raise ParseError(f"{body[:200]!r} is no object with an event")
        return Entry(seq, at, by, parse_text(plain.get("ask", "")), _read_event(plain["event"]))
    except (ParseError, RulesError) as error:
        raise ParseError(f"entry {seq}: {error}") from error
    except (ValueError, RecursionError):  # no JSON, or brackets without end
        raise ParseError(f"entry {seq}: {body[:200]!r} is no JSON") from None


def _read_event(plain: object) -> TableEvent | Event:
    if not isinstance(plain, dict):
        raise ParseError(f"{plain!r} is no event; an event is an object with a type")
    name = str(plain.get("type"))
    if name in EVENTS:
        return decode_event(plain)
    if name not in KINDS:
        raise ParseError(f"type {name!r} is no event; there are {', '.join((*KINDS, *EVENTS))}")
    event: TableEvent = _read_fields(KINDS[name], {field: value for field, value in plain.items() if field != "type"})
    return event


def _read_fields(kind: Any, plain: object) -> Any:
    """A dataclass from its fields; one that has a default may be missing, as in a log older than the field."""
    if not isinstance(plain, dict):
        raise ParseError(f"{plain!r} is no {kind.__name__}")
    known = {field.name: field for field in fields(kind)}
    if extra := [name for name in plain if name not in known]:
        raise ParseError(f"{kind.__name__} has no {extra[0]!r}; it has {', '.join(known)}")
    if missing := [name for name, field in known.items() if name not in plain and field.default is MISSING]:
        raise ParseError(f"{kind.__name__} lacks {missing[0]!r}; it has {', '.join(known)}")
    readers = _readers(kind)
    values = {}
    for name, value in plain.items():
        try:
            values[name] = readers[name](value)
        except ParseError as error:
            raise ParseError(f"{kind.__name__}.{name}: {error}") from None
    return kind(**values)


_READERS: dict[type, dict[str, Callable[[object], Any]]] = {}


def _readers(kind: type) -> dict[str, Callable[[object], Any]]:
    if kind not in _READERS:
        _READERS[kind] = {name: _reader(hint) for name, hint in get_type_hints(kind).items()}
    return _READERS[kind]


def _reader(hint: Any) -> Callable[[object], Any]:
    """How a field of this type is read."""
    if NoneType in get_args(hint):
        (inner,) = (part for part in get_args(hint) if part is not NoneType)
        read = _reader(inner)
        return lambda plain: None if plain is None else read(plain)
    if hint is str:
        return parse_text
    if hint is bytes:
        return _read_bytes
    if hint is Rules:
        return lambda plain: Rules.parse(parse_text(plain))
    if issubclass(hint, StrEnum):
        return lambda plain: _read_choice(hint, plain)
    if is_dataclass(hint):
        return lambda plain: _read_fields(hint, plain)
    return lambda plain: _read_exactly(hint, plain)


def _read_exactly(kind: type, plain: object) -> object:
    if type(plain) is not kind:
        raise ParseError(f"{plain!r} is no {kind.__name__}")
    return plain


def _read_choice(kind: type[StrEnum], plain: object) -> StrEnum:
    if not isinstance(plain, str) or plain not in list(kind):
        raise ParseError(f"{plain!r} is none of {', '.join(kind)}")
    return kind(plain)


def _read_bytes(plain: object) -> bytes:
    try:
        value = bytes.fromhex(parse_text(plain))
    except ValueError:
        value = None
    if value is None or value.hex() != plain:
        raise ParseError(f"{plain!r} is no run of bytes in lower-case hexadecimal")
    return value
