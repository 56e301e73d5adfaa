"""Names and texts that people type: what is taken, and how two people called the same are told apart."""

from __future__ import annotations

from unicodedata import category

from upriver.table.errors import TableCode, refuse
from upriver.table.state import TableState

LONGEST_NAME = 24
LONGEST_TEXT = 200
_JOINERS = "\u200c\u200d"


def clean_name(text: str) -> str:
    """The name without blanks around it, single blanks within.

    Raises:
        RefusedError: empty, longer than 24 characters, or with characters that cannot be seen.
    """
    return _clean(" ".join(filter(None, text.split(" "))), LONGEST_NAME, "bad-name", "name")


def clean_text(text: str) -> str:
    """What somebody says, without blanks around it.

    Raises:
        RefusedError: empty, longer than 200 characters, more than one line, or with characters that cannot be seen.
    """
    return _clean(text, LONGEST_TEXT, "bad-text", "text")


def _clean(text: str, longest: int, code: TableCode, what: str) -> str:
    clean = text.strip(" ")
    shown = clean if len(clean) <= longest else f"{clean[:longest]}…"
    if not any(category(letter)[0] in "LNPS" for letter in clean) or len(clean) > longest:
        raise refuse(
            code,
            f"{shown!r} is no {what} here; one line of 1 to {longest} characters that can be seen would be",
            text=shown,
            most=longest,
        )
    for letter in clean:
        if letter not in _JOINERS and (category(letter)[0] == "C" or category(letter) in ("Zl", "Zp")):
            raise refuse(
                code, f"{shown!r} has {letter!r}, which cannot be seen; leave it out", text=shown, most=longest
            )
    return clean


def free_name(state: TableState, user: str, name: str) -> str:
    """The name, or where somebody else at the table is called so, `Ann 2` or `Ann 3`."""
    taken = {seat.name.casefold() for seat in state.seats if seat.user not in (None, user)}
    return _unlike(name, taken)


def bot_name(state: TableState, number: int) -> str:
    """How the bot of a seat is called in a game's record."""
    return _unlike(f"Bot {number + 1}", {seat.name.casefold() for seat in state.seats if seat.user is not None})


def _unlike(name: str, taken: set[str]) -> str:
    unlike, times = name, 1
    while unlike.casefold() in taken:
        times += 1
        unlike = f"{name[: LONGEST_NAME - len(str(times)) - 1].rstrip()} {times}"
    return unlike
