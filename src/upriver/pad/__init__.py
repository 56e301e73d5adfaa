"""The score pad for games with real cards: its record, and what follows from it (docs/pad.md). No I/O, no clock."""

from upriver.pad.cells import KINDS, Cells, Value, check_cell, hand_cell
from upriver.pad.codec import decode_event, dump, dump_entry, encode_event, load
from upriver.pad.entries import PadEntry, PadEvent, PadStarted, PadTakenBack, PadWritten
from upriver.pad.errors import PAD_CODES, PadCode, PadError
from upriver.pad.fold import Ledger, append, apply, fold, start, write
from upriver.pad.issues import ISSUE_CODES, Issue, IssueCode, issues, objections, preview
from upriver.pad.pad import Pad, PadHand, PadRules, Person, pad_of

__all__ = [
    "ISSUE_CODES",
    "KINDS",
    "PAD_CODES",
    "Cells",
    "Issue",
    "IssueCode",
    "Ledger",
    "Pad",
    "PadCode",
    "PadEntry",
    "PadError",
    "PadEvent",
    "PadHand",
    "PadRules",
    "PadStarted",
    "PadTakenBack",
    "PadWritten",
    "Person",
    "Value",
    "append",
    "apply",
    "check_cell",
    "decode_event",
    "dump",
    "dump_entry",
    "encode_event",
    "fold",
    "hand_cell",
    "issues",
    "load",
    "objections",
    "pad_of",
    "preview",
    "start",
    "write",
]
