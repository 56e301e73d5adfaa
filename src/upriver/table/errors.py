"""What a table refuses, each with a stable code (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from upriver.rules.errors import UpriverError

TableCode = Literal[
    "table-full",
    "table-closed",
    "not-watchable",
    "no-such-seat",
    "no-such-person",
    "no-such-level",
    "seat-taken",
    "seat-empty",
    "not-seated",
    "not-your-seat",
    "already-seated",
    "too-many-people",
    "host-only",
    "removed",
    "game-running",
    "no-game",
    "hand-running",
    "seats-open",
    "not-away",
    "not-slow",
    "poked",
    "bot-plays",
    "stale",
    "too-early",
    "hints-off",
    "hint-early",
    "undo-off",
    "undo-late",
    "undo-asked",
    "nothing-asked",
    "bad-rules",
    "bad-option",
    "bad-name",
    "bad-text",
    "no-such-reaction",
    "bad-contribution",
    "too-fast",
]
TABLE_CODES: tuple[TableCode, ...] = get_args(TableCode)


class RefusedError(UpriverError, ValueError):
    """A command that the table refuses; nothing has changed.

    Args:
        code: the stable name of the reason, one of `TABLE_CODES`.
        message: the reason in English, for a person; it quotes what was asked and says what would be right.
        details: the values in the message by name, so that another language can say it again.
    """

    def __init__(self, code: TableCode, message: str, details: Mapping[str, object]) -> None:
        super().__init__(message)
        self.code: TableCode = code
        self.details = dict(details)


def refuse(code: TableCode, message: str, **details: object) -> RefusedError:
    """A refusal, to be raised."""
    return RefusedError(code, message, details)
