"""Two writers at once: what was waiting here, after what others wrote meanwhile (docs/pad.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from upriver.pad.cells import Value
from upriver.pad.entries import PadEntry, PadEvent, PadTakenBack, PadWritten
from upriver.pad.errors import PadError
from upriver.pad.fold import Ledger, append, apply


@dataclass(frozen=True, slots=True)
class Clash:
    """A cell that both changed, to different values; it holds theirs until somebody writes it again.

    Args:
        cell: its name.
        was: what it held before.
        theirs: what others wrote.
        mine: what is waiting here.
    """

    cell: str
    was: Value
    theirs: Value
    mine: Value


@dataclass(frozen=True, slots=True)
class Rebased:
    """What can be appended after the others' entries, and what has to be asked."""

    entries: tuple[PadEntry, ...]
    clashes: tuple[Clash, ...]


def rebase(base: Ledger, theirs: Sequence[PadEntry], mine: Sequence[PadEntry]) -> Rebased:
    """Put entries of one's own after those that others appended first.

    Afterwards a cell that they left alone holds what it holds here, and a cell that they changed holds theirs.

    Args:
        base: the record up to where both knew it.
        theirs: what others appended since, from `len(base.entries) + 1` on.
        mine: what is waiting here, numbered from there as well.

    Raises:
        PadError: theirs, or mine, cannot follow the base.
    """
    shared, alone = base, base
    for entry in theirs:
        shared = apply(shared, entry)
    for entry in mine:
        alone = apply(alone, entry)
    touched = {cell for entry in theirs for cell in shared.touched(entry.seq)}
    known = len(shared.entries)
    numbers = {entry.seq: entry.seq for entry in base.entries}
    ledger, last = shared, None
    for entry in mine:
        event = None if alone.touched(entry.seq) & touched else _moved(entry.event, ledger, numbers)
        try:
            ledger = ledger if event is None else append(ledger, event, at=entry.at, by=entry.by)
        except PadError:  # it takes back what an entry that could not be carried over had uncovered
            event = None
        if event is None:
            last = entry
        else:
            numbers[entry.seq] = len(ledger.entries)
    clashes: list[Clash] = []
    rest: dict[str, Value] = {}
    for cell in sorted({cell for entry in mine for cell in alone.touched(entry.seq)}):
        was, their, own = (each.cells.get(cell) for each in (base, shared, alone))
        if cell not in touched or their == was:
            if ledger.cells.get(cell) != own:
                rest[cell] = own
        elif own not in (was, their):
            clashes.append(Clash(cell, was, their, own))
    if rest:
        assert last is not None
        was_now = {cell: ledger.cells.get(cell) for cell in rest}
        ledger = append(ledger, PadWritten(rest, was_now), at=last.at, by=last.by)
    return Rebased(ledger.entries[known:], tuple(clashes))


def _moved(event: PadEvent, ledger: Ledger, numbers: dict[int, int]) -> PadEvent | None:
    """The event as it stands after the others' entries; None when it takes back what was not carried over."""
    if isinstance(event, PadTakenBack):
        number = numbers.get(event.entry)
        return None if number is None else PadTakenBack(number)
    return PadWritten(event.cells, {cell: ledger.cells.get(cell) for cell in event.cells})
