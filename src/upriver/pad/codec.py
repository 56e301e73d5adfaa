"""A pad's record as JSON Lines, of the same kind as a played game's."""

from __future__ import annotations

from collections.abc import Iterable

from upriver.pad.cells import Value
from upriver.pad.entries import PadEntry, PadEvent, PadStarted, PadTakenBack, PadWritten
from upriver.pad.errors import PadError
from upriver.pad.fold import Ledger, apply
from upriver.rules.codec import Plain
from upriver.rules.errors import ParseError, RecordError
from upriver.rules.record import HEADER, Line, read_lines, write_line

_FIELDS: dict[str, tuple[str, ...]] = {
    "PadStarted": ("cells",),
    "PadWritten": ("cells", "was"),
    "PadTakenBack": ("entry",),
}


def encode_event(event: PadEvent) -> dict[str, Plain]:
    """The event as JSON types, with its `type`."""
    match event:
        case PadStarted(cells):
            return {"type": "PadStarted", "cells": _plain(cells)}
        case PadWritten(cells, was):
            return {"type": "PadWritten", "cells": _plain(cells), "was": _plain(was)}
        case PadTakenBack(entry):
            return {"type": "PadTakenBack", "entry": entry}


def decode_event(plain: object) -> PadEvent:
    """Read what `encode_event` made; `apply` then says whether it can stand.

    Raises:
        ParseError: it is no event, or a field is missing, unknown or of the wrong kind.
        PadError: `pad-value`, for a value of a cell that no cell could hold.
    """
    if not isinstance(plain, dict):
        raise ParseError(f"{plain!r} is no event; an event is an object with a type")
    kind = plain.get("type")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise ParseError(f"type {kind!r} is no entry of a pad; there are {', '.join(_FIELDS)}")
    if set(plain) != {"type", *_FIELDS[kind]}:
        raise ParseError(f"{kind} must have {', '.join(_FIELDS[kind])} and no more; it has {', '.join(plain)}")
    match kind:
        case "PadStarted":
            return PadStarted(_cells(plain["cells"]))
        case "PadWritten":
            return PadWritten(_cells(plain["cells"]), _cells(plain["was"]))
    entry = plain["entry"]
    if type(entry) is not int:
        raise ParseError(f"entry {entry!r} is no whole number")
    return PadTakenBack(entry)


def dump_entry(entry: PadEntry) -> str:
    """The entry's line, without its newline.

    Raises:
        ValueError: `at` has no time zone.
    """
    return write_line(Line(entry.seq, encode_event(entry.event), entry.at, entry.by))


def dump(entries: Iterable[PadEntry]) -> str:
    """The whole record as text; `load` reads it back."""
    return "".join(f"{line}\n" for line in (HEADER, *map(dump_entry, entries)))


def load(text: str) -> Ledger:
    """Read a record and fold it, line by line.

    Raises:
        RecordError: a line is damaged or cannot stand.
    """
    ledger = Ledger()
    for line in read_lines(text):
        try:
            ledger = apply(ledger, PadEntry(line.seq, decode_event(line.event), line.at, line.by))
        except (ParseError, PadError) as error:
            raise RecordError(str(error), line=line.seq + 1) from error
    if not ledger.entries:
        raise RecordError("the record is empty; a pad begins with PadStarted")
    return ledger


def _plain(cells: object) -> dict[str, Plain]:
    assert isinstance(cells, dict)
    return {cell: list(value) if isinstance(value, tuple) else value for cell, value in cells.items()}


def _cells(plain: object) -> dict[str, Value]:
    if not isinstance(plain, dict):
        raise ParseError(f"{plain!r} is no object of cells and their values")
    return {cell: _value(cell, value) for cell, value in plain.items()}


def _value(cell: str, plain: object) -> Value:
    if isinstance(plain, list) and (
        all(type(item) is int for item in plain) or all(type(item) is str for item in plain)
    ):
        return tuple(plain)
    if plain is None or isinstance(plain, bool | int | str):
        return plain
    raise PadError("pad-value", f"{cell}: {plain!r} is no value of a cell", cell)
