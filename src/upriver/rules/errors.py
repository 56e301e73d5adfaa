"""What can go wrong, told by what the reader can do about it.

Every error is an `UpriverError`; what came from bad input is also a `ValueError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

RefusalCode = Literal[
    "no-such-seat",
    "game-over",
    "not-your-turn",
    "bidding-closed",
    "bidding-open",
    "bid-range",
    "bid-forbidden",
    "bid-same",
    "bid-fixed",
    "card-not-held",
    "must-follow",
    "claim-uncertain",
]
REFUSAL_CODES: tuple[RefusalCode, ...] = get_args(RefusalCode)


class UpriverError(Exception):
    """The root: catch this to catch all that Upriver raises on purpose."""


class ParseError(UpriverError, ValueError):
    """A text that is no card, action, rules or notation; the message quotes it and says what would be."""


class RulesError(UpriverError, ValueError):
    """Rules that cannot be played; the message says what would work.

    Args:
        message: which values clash, and what would work.
        fields: the names of the `Rules` fields that clash.
    """

    def __init__(self, message: str, *fields: str) -> None:
        super().__init__(message)
        self.fields = fields


class IllegalActionError(UpriverError, ValueError):
    """An action that the rules refuse.

    Args:
        code: the stable name of the reason, one of `REFUSAL_CODES` (see docs/errors.md).
        message: the reason in English, for a person.
        details: the values in the message, by name, so that another language can say it again.
    """

    def __init__(self, code: RefusalCode, message: str, details: Mapping[str, object]) -> None:
        super().__init__(message)
        self.code: RefusalCode = code
        self.details = dict(details)


class EventError(UpriverError, ValueError):
    """An event that cannot follow the state it meets, as in a record that was tampered with."""


class RecordError(UpriverError, ValueError):
    """A record that cannot be read or replayed.

    Args:
        message: what is wrong, quoting the text.
        line: the line of the file, counted from 1; None when no single line is at fault.
    """

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line
