"""The score pad for games with real cards: its record, and what follows from it (docs/pad.md). No I/O, no clock."""

from upriver.pad.cells import KINDS, Cells, Value, check_cell, hand_cell
from upriver.pad.codec import decode_event, dump, dump_entry, encode_event, load
from upriver.pad.draw import draw_rounds, highest
from upriver.pad.entries import PadEntry, PadEvent, PadStarted, PadTakenBack, PadWritten
from upriver.pad.errors import PAD_CODES, PadCode, PadError
from upriver.pad.fold import Ledger, append, apply, fold, start, write
from upriver.pad.issues import ISSUE_CODES, Issue, IssueCode, issues, objections, preview
from upriver.pad.log import Change, LogLine, log_of
from upriver.pad.moves import (
    StartScores,
    add_hands,
    come_back,
    join,
    leave,
    new_pad,
    redeal,
    rule_cells,
    start_scores,
)
from upriver.pad.pad import Pad, PadHand, PadRules, Person, pad_of
from upriver.pad.rebase import Clash, Rebased, rebase
from upriver.pad.sheet_csv import HEADINGS, Headings, to_csv

__all__ = [
    "HEADINGS",
    "ISSUE_CODES",
    "KINDS",
    "PAD_CODES",
    "Cells",
    "Change",
    "Clash",
    "Headings",
    "Issue",
    "IssueCode",
    "Ledger",
    "LogLine",
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
    "Rebased",
    "StartScores",
    "Value",
    "add_hands",
    "append",
    "apply",
    "check_cell",
    "come_back",
    "decode_event",
    "draw_rounds",
    "dump",
    "dump_entry",
    "encode_event",
    "fold",
    "hand_cell",
    "highest",
    "issues",
    "join",
    "leave",
    "load",
    "log_of",
    "new_pad",
    "objections",
    "pad_of",
    "preview",
    "rebase",
    "redeal",
    "rule_cells",
    "start",
    "start_scores",
    "to_csv",
    "write",
]
