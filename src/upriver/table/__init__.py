"""One table being played, without I/O: seats, clocks, talk; commands in, entries out.

`Table` decides; whoever owns the clock and the store appends what it decided, hands it back, and tells the others.
Commands are in `commands`, what happens in `events`; `redact` says what each person gets to know.
"""

from upriver.table.agreement import check_options, read_rules
from upriver.table.asking import AskBot
from upriver.table.codec import decode_body, encode_body
from upriver.table.errors import TABLE_CODES, RefusedError, TableCode
from upriver.table.events import Entry, Opened, TableEvent
from upriver.table.options import Options, Pace, Rematch, Watching
from upriver.table.pace import deadline
from upriver.table.redact import Told, hands_shown, may_see, talk_for, tell, view_of
from upriver.table.state import Line, Question, Seat, TablePhase, TableState
from upriver.table.table import Table, opening
from upriver.table.talk import REACTIONS
from upriver.table.transcript import record_of

__all__ = [
    "REACTIONS",
    "TABLE_CODES",
    "AskBot",
    "Entry",
    "Line",
    "Opened",
    "Options",
    "Pace",
    "Question",
    "RefusedError",
    "Rematch",
    "Seat",
    "Table",
    "TableCode",
    "TableEvent",
    "TablePhase",
    "TableState",
    "Told",
    "Watching",
    "check_options",
    "deadline",
    "decode_body",
    "encode_body",
    "hands_shown",
    "may_see",
    "opening",
    "read_rules",
    "record_of",
    "talk_for",
    "tell",
    "view_of",
]
