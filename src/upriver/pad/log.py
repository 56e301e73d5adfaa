"""The edit log: each entry with what it changed, from which value to which."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from upriver.pad.cells import Value
from upriver.pad.entries import PadEntry, PadTakenBack
from upriver.pad.fold import Ledger, apply


@dataclass(frozen=True, slots=True)
class Change:
    """A cell that an entry changed; None is nothing."""

    cell: str
    old: Value
    new: Value

    @property
    def is_correction(self) -> bool:
        """Whether a value stood there before."""
        return self.old is not None


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry, the cells that it changed, and whether it counts at the end of the record."""

    entry: PadEntry
    changes: tuple[Change, ...]
    counts: bool

    @property
    def is_take_back(self) -> bool:
        """Whether it took something back, or brought it back."""
        return isinstance(self.entry.event, PadTakenBack)


def log_of(entries: Iterable[PadEntry]) -> tuple[LogLine, ...]:
    """A line for every entry after the start, in order.

    Raises:
        PadError: an entry cannot stand.
    """
    ledger = Ledger()
    found: list[tuple[PadEntry, tuple[Change, ...]]] = []
    for entry in entries:
        before, ledger = ledger, apply(ledger, entry)
        if before.entries:
            cells = sorted(ledger.touched(entry.seq))
            pairs = ((cell, before.cells.get(cell), ledger.cells.get(cell)) for cell in cells)
            found.append((entry, tuple(Change(*each) for each in pairs if each[1] != each[2])))
    return tuple(LogLine(entry, changes, ledger.counts(entry.seq)) for entry, changes in found)
