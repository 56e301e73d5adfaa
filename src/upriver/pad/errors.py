"""What a pad refuses, and nothing else: what people play is written down as it was (docs/pad.md)."""

from __future__ import annotations

from typing import Literal, get_args

from upriver.rules import UpriverError

PadCode = Literal["pad-order", "pad-cell", "pad-value", "pad-empty", "pad-stale", "pad-no-entry", "pad-covered"]
PAD_CODES: tuple[PadCode, ...] = get_args(PadCode)


class PadError(UpriverError, ValueError):
    """An entry that cannot stand in a pad.

    Args:
        code: the stable name of the reason, one of `PAD_CODES` (docs/pad.md, "What is refused").
        message: the reason in English, quoting the entry and saying what would be right.
        cell: the cell at fault, where it is one.
    """

    def __init__(self, code: PadCode, message: str, cell: str = "") -> None:
        super().__init__(message)
        self.code: PadCode = code
        self.cell = cell
