"""The sheet as comma-separated values, for a spreadsheet."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from upriver.pad.pad import Pad
from upriver.rules import Row


@dataclass(frozen=True, slots=True)
class Headings:
    """What stands above the columns."""

    hand: str = "hand"
    tricks: str = "tricks"
    dealer: str = "dealer"
    trump: str = "trump"
    bid: str = "bid"
    taken: str = "taken"
    points: str = "points"
    total: str = "total"


HEADINGS = tuple(field.name for field in fields(Headings))


def to_csv(pad: Pad, headings: Headings | None = None) -> str:
    """A line for each finished hand: what it was, then bid, tricks, points and running total of each person.

    Lines end with CR LF, as RFC 4180 has it. A name that a spreadsheet would take for a formula gets an apostrophe.
    """
    words = headings or Headings()
    head = [words.hand, words.tricks, words.dealer, words.trump]
    for person in pad.people:
        head += [f"{person.name} {word}" for word in (words.bid, words.taken, words.points, words.total)]
    lines = [head]
    for row, totals in zip(pad.sheet.rows, pad.sheet.running(), strict=True):
        line = [str(row.number), str(row.size), pad.people[row.dealer].name, pad.hands[row.number - 1].trump or ""]
        for seat in range(len(pad.people)):
            line += _result(row, seat, totals[seat])
        lines.append(line)
    return "".join(",".join(map(_field, line)) + "\r\n" for line in lines)


def _result(row: Row, seat: int, total: int) -> list[str]:
    there = map(str, row.result(seat)) if row.was_there(seat) else ("", "", "")
    return [*there, str(total)]


def _field(text: str) -> str:
    if text.startswith(("=", "+", "-", "@")) and not re.fullmatch("-[0-9]+", text):
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\r\n') else text
