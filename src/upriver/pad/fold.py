"""`Ledger`: the entries of a pad and the cells that follow from them, with undo and redo.

An entry counts unless an entry that counts takes it back, and a cell holds what the last counting entry wrote into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from upriver.pad.cells import NEEDED, Cells, Value, check_cell
from upriver.pad.entries import PadEntry, PadEvent, PadStarted, PadTakenBack, PadWritten
from upriver.pad.errors import PadError


@dataclass(frozen=True, slots=True)
class Ledger:
    """A pad's record as far as it goes.

    Args:
        entries: all entries, in order.
        taken_back: the numbers of those that do not count.
        cells: what the cells hold; those that hold nothing are left out.
    """

    entries: tuple[PadEntry, ...] = ()
    taken_back: frozenset[int] = frozenset()
    cells: Cells = field(default_factory=dict)

    def counts(self, seq: int) -> bool:
        """Whether the entry counts."""
        return seq not in self.taken_back

    def origin(self, seq: int) -> PadEntry:
        """The entry whose cells this one writes: itself, or what its taking back and bringing back is about."""
        entry = self.entries[seq - 1]
        while isinstance(entry.event, PadTakenBack):
            entry = self.entries[entry.event.entry - 1]
        return entry

    def touched(self, seq: int) -> frozenset[str]:
        """The cells that the entry writes, takes back or brings back."""
        event = self.origin(seq).event
        assert not isinstance(event, PadTakenBack)
        return frozenset(event.cells)

    def to_undo(self, by: str) -> int | None:
        """The entry that an undo of this writer takes back; None when there is none, or when others wrote over it."""
        for entry in reversed(self.entries):
            if entry.by == by and isinstance(entry.event, PadWritten) and self.counts(entry.seq):
                return None if self._cover(entry.seq) else entry.seq
        return None

    def to_redo(self, by: str) -> int | None:
        """The take-back that a redo of this writer takes back; None when there is none or something newer."""
        for entry in reversed(self.entries):
            if entry.by != by or not self.counts(entry.seq) or isinstance(entry.event, PadStarted):
                continue
            if isinstance(entry.event, PadWritten):
                return None
            if isinstance(self.entries[entry.event.entry - 1].event, PadWritten):
                return None if self._cover(entry.seq) else entry.seq
        return None

    def _cover(self, seq: int) -> int | None:
        """The newest entry after this one's origin that counts and wrote one of its cells; None when there is none."""
        origin, touched = self.origin(seq).seq, self.touched(seq)
        for entry in reversed(self.entries[origin:]):
            if isinstance(entry.event, PadWritten) and self.counts(entry.seq) and touched & entry.event.cells.keys():
                return entry.seq
        return None

    def refusal(self, seq: int) -> PadError | None:
        """Why a `PadTakenBack` of the entry cannot stand now; None when it can."""
        if not (type(seq) is int and 2 <= seq <= len(self.entries)):
            return PadError("pad-no-entry", f"entry {seq!r} cannot be taken back; there are 2 to {len(self.entries)}")
        if not self.counts(seq):
            return PadError("pad-no-entry", f"entry {seq} is taken back already")
        if cover := self._cover(seq):
            return PadError("pad-covered", f"entry {seq} cannot be taken back: entry {cover} has written over it since")
        return None

    def _flip(self, seq: int) -> frozenset[int]:
        """What does not count once the entry counts no longer, or counts again."""
        flipped = {seq}
        while isinstance(event := self.entries[seq - 1].event, PadTakenBack):
            seq = event.entry
            flipped.add(seq)
        return self.taken_back ^ flipped

    def _rewritten(self, seq: int, taken_back: frozenset[int]) -> Cells:
        cells = dict(self.cells)
        events = [entry.event for entry in reversed(self.entries) if entry.seq not in taken_back]
        written = [event.cells for event in events if not isinstance(event, PadTakenBack)]
        for cell in sorted(self.touched(seq)):
            _put(cells, cell, next((each[cell] for each in written if cell in each), None))
        return cells


def apply(ledger: Ledger, entry: PadEntry) -> Ledger:
    """The ledger with one more entry.

    Raises:
        PadError: the entry cannot stand; the ledger is as it was.
    """
    if entry.seq != len(ledger.entries) + 1 or isinstance(entry.event, PadStarted) != (not ledger.entries):
        raise PadError(
            "pad-order",
            f"entry {entry.seq} {type(entry.event).__name__} cannot follow {len(ledger.entries)} entries; they count "
            "from 1 without a gap, and PadStarted is the first and only the first",
        )
    event, entries = entry.event, (*ledger.entries, entry)
    if isinstance(event, PadTakenBack):
        if refusal := ledger.refusal(event.entry):
            raise refusal
        taken_back = ledger._flip(event.entry)
        return Ledger(entries, taken_back, ledger._rewritten(event.entry, taken_back))
    cells = dict(ledger.cells)
    _check(event, cells)
    for cell, value in event.cells.items():
        _put(cells, cell, value)
    return Ledger(entries, ledger.taken_back, cells)


def fold(entries: Iterable[PadEntry]) -> Ledger:
    """The ledger of all the entries.

    Raises:
        PadError: one cannot stand.
    """
    ledger = Ledger()
    for entry in entries:
        ledger = apply(ledger, entry)
    return ledger


def start(cells: Cells, *, at: datetime | None = None, by: str = "") -> Ledger:
    """A new pad.

    Raises:
        PadError: the cells cannot stand.
    """
    return append(Ledger(), PadStarted(cells), at=at, by=by)


def write(ledger: Ledger, cells: Cells, *, at: datetime | None = None, by: str = "") -> Ledger:
    """The ledger with the cells written.

    Raises:
        PadError: they cannot stand.
    """
    return append(ledger, PadWritten(cells, {cell: ledger.cells.get(cell) for cell in cells}), at=at, by=by)


def append(ledger: Ledger, event: PadEvent, *, at: datetime | None = None, by: str = "") -> Ledger:
    """The ledger with the event as its next entry.

    Raises:
        PadError: it cannot stand.
    """
    return apply(ledger, PadEntry(len(ledger.entries) + 1, event, at, by))


def _check(event: PadStarted | PadWritten, cells: Cells) -> None:
    is_start = isinstance(event, PadStarted)
    if not event.cells or (is_start and not event.cells.keys() >= set(NEEDED)):
        raise PadError("pad-empty", f"{event} writes too little; a pad starts with {' and '.join(NEEDED)}")
    for cell, value in event.cells.items():
        check_cell(cell, value)
    if isinstance(event, PadStarted):
        return
    if event.was.keys() != event.cells.keys():
        raise PadError("pad-stale", f"{event} must say what each of its cells was, and of no other")
    for cell, value in event.was.items():
        if value is not None:
            check_cell(cell, value)
        if cells.get(cell) != value:
            raise PadError(
                "pad-stale", f"{cell} was not {value!r} but {cells.get(cell)!r}; read on and write again", cell
            )


def _put(cells: dict[str, Value], cell: str, value: Value) -> None:
    if value is None:
        cells.pop(cell, None)
    else:
        cells[cell] = value
