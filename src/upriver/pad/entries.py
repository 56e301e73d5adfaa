"""The entries of a pad, in the past tense as a game's events are (docs/pad.md, "Entries")."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from upriver.pad.cells import Cells


@dataclass(frozen=True, slots=True)
class PadStarted:
    """A pad began with these cells; its first entry, which nothing takes back."""

    cells: Cells


@dataclass(frozen=True, slots=True)
class PadWritten:
    """Cells got new values, None among them to empty one.

    Args:
        cells: the new values.
        was: what each of these cells held before.
    """

    cells: Cells
    was: Cells


@dataclass(frozen=True, slots=True)
class PadTakenBack:
    """An earlier entry counts no longer; where that took something back itself, this brings it back."""

    entry: int


PadEvent: TypeAlias = PadStarted | PadWritten | PadTakenBack


@dataclass(frozen=True, slots=True)
class PadEntry:
    """One line of a pad's record.

    Args:
        seq: 1 for the first entry, without gaps.
        event: what was written.
        at: when, with a time zone; the fold never looks at it.
        by: who wrote it. The fold never looks at it; undo and redo are by writer.
    """

    seq: int
    event: PadEvent
    at: datetime | None = None
    by: str = ""
