"""The cells of a pad: their names, as `h3.bid.p1`, and the values that each can hold (docs/pad.md, "Cells")."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from upriver.pad.errors import PadError
from upriver.rules import Limit, Scoring, Trump, UpriverError

Value: TypeAlias = "bool | int | str | tuple[int, ...] | tuple[str, ...] | None"
Cells: TypeAlias = Mapping[str, Value]
"""Values by the names of their cells. In a pad no value is None: a cell that holds nothing is left out."""

MIN_PEOPLE, MAX_PEOPLE = 2, 10
MAX_HANDS, MAX_SIZE = 100, 52
MAX_SCORE = 100_000
MAX_NAME, MAX_TITLE = 40, 60
NO_TRUMP = "none"

_PERSON = re.compile("p[1-9][0-9]?")
_NAME = re.compile(r"(?:(p)[1-9][0-9]?\.([a-z]+))|(?:(h)(?:[1-9][0-9]?|100)\.([a-z]+)(?:\.(p)[1-9][0-9]?)?)|([a-z_]+)")


def check_cell(name: str, value: object) -> Value:
    """The value, when the cell exists and can hold it.

    Raises:
        PadError: `pad-cell` or `pad-value`.
    """
    kind = _kind(name)
    if kind not in _KINDS:
        raise PadError(
            "pad-cell", f"{name!r} is no cell; there are {', '.join(_KINDS)}, for h1 to h100, p1 to p99", name
        )
    is_good, what = _KINDS[kind]
    if value is None and kind not in NEEDED:
        return None
    if not is_good(value):
        raise PadError("pad-value", f"{name}: {value!r} cannot stand there; write {what}", name)
    return value  # type: ignore[return-value]  # each check lets its own type through only


def hand_cell(hand: int, what: str, person: str = "") -> str:
    """The name of a hand's cell: `h3.dealer`, `h3.bid.p1`."""
    return f"h{hand}.{what}.{person}" if person else f"h{hand}.{what}"


def _kind(name: str) -> str:
    """The name with the numbers taken out: `h.bid.p`; as it stands where it is no name of a cell."""
    match = _NAME.fullmatch(name)
    return ".".join(part for part in match.groups() if part) if match else ""


def is_person(value: object) -> bool:
    """Whether it is the id of a person, p1 to p99."""
    return isinstance(value, str) and _PERSON.fullmatch(value) is not None


def _whole(least: int, most: int) -> tuple[Callable[[object], bool], str]:
    return lambda value: type(value) is int and least <= value <= most, f"a whole number from {least} to {most}"


def _one_of(*choices: str) -> tuple[Callable[[object], bool], str]:
    return lambda value: isinstance(value, str) and value in choices, f"one of {', '.join(choices)}"


def _text(least: int, most: int) -> tuple[Callable[[object], bool], str]:
    def is_good(value: object) -> bool:
        return (
            isinstance(value, str)
            and least <= len(value) <= most
            and value == value.strip(" ")
            and not any(letter < " " or letter == "\x7f" or "\ud800" <= letter <= "\udfff" for letter in value)
        )

    return is_good, f"a text of {least} to {most} letters, without control characters and spaces at its ends"


def _is_scoring(value: object) -> bool:
    try:
        return isinstance(value, str) and str(Scoring.parse(value)) == value
    except UpriverError:
        return False


def _is_order(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and MIN_PEOPLE <= len(value) <= MAX_PEOPLE
        and all(map(is_person, value))
        and len(set(value)) == len(value)
    )


def _is_sizes(value: object) -> bool:
    is_size, _ = _whole(1, MAX_SIZE)
    return isinstance(value, tuple) and 1 <= len(value) <= MAX_HANDS and all(map(is_size, value))


_yes_no = (lambda value: isinstance(value, bool), "true or false")
_KINDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "title": _text(0, MAX_TITLE),
    "order": (_is_order, f"a list of {MIN_PEOPLE} to {MAX_PEOPLE} people such as p1, each once"),
    "sizes": (_is_sizes, f"a list of 1 to {MAX_HANDS} sizes from 1 to {MAX_SIZE}"),
    "limit": _one_of(*Limit),
    "limit_from": _whole(1, MAX_SIZE),
    "trump": _one_of(*Trump),
    "scoring": (_is_scoring, "a scheme or dials in their shortest form, as common or bonus:10,off:1"),
    "ended": _yes_no,
    "p.name": _text(1, MAX_NAME),
    "p.start": _whole(-MAX_SCORE, MAX_SCORE),
    "p.joined": _whole(1, MAX_HANDS),
    "p.left": _whole(1, MAX_HANDS + 1),
    "h.dealer": (is_person, "a person such as p1"),
    "h.trump": _one_of("S", "H", "D", "C", NO_TRUMP),
    "h.out.p": _yes_no,
    "h.bid.p": _whole(0, MAX_SIZE),
    "h.taken.p": _whole(0, MAX_SIZE),
    "h.stands": _yes_no,
    "h.redeals": _whole(0, 99),
}
KINDS = tuple(_KINDS)
"""Every kind of cell, its numbers left out."""
NEEDED = ("order", "sizes")
"""The cells that a pad cannot be without."""
