"""Write what the browser's score pad must agree on: `python -m tests.vectors.rewrite`, or `make vectors`.

Random cases from a fixed start, a case a line; `web/src/pad/vectors.test.ts` runs all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import TypeAlias

from tests.pad.scribbling import (
    WRITERS,
    attempt,
    first_cells,
    more,
    scribble,
    some_event,
    some_scoring,
    some_sizes,
)
from upriver.pad import (
    HEADINGS,
    Cells,
    Headings,
    Ledger,
    Pad,
    PadEntry,
    PadEvent,
    Value,
    add_hands,
    come_back,
    encode_event,
    issues,
    join,
    leave,
    log_of,
    new_pad,
    pad_of,
    rebase,
    redeal,
    start,
    start_scores,
    to_csv,
)
from upriver.rules import SCHEMES, Limit, Scoring, UpriverError
from upriver.rules.legal import limited_bids
from upriver.rules.rules import default_sizes, parse_sizes

FOLDER = Path(__file__).parent
Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

SIZE_TEXTS = (
    "10-1-10",
    "1-10",
    "7,5,3,1",
    "3",
    "5-5",
    "",
    "-",
    "1-",
    "01",
    "100",
    "3,,2",
    "a",
    " 4-1 ",
    "2-1-3-1",
    "3,2-1",
    "0",
)
SCORING_TEXTS = (
    "standard", "simple", "bonus:10,trick:1", "bonus:0", "", "keep", "keep,keep", "keep:1", "bonus",
    "bonus:", "bonus:+5",
    "bonus:05", "bonus:1_0", "bonus:1000", "bonus:1001", "bonus:-1000", "zero:0", "trick:1,bonus:10", "Standard",
    "off:1,",
    "bonus:-0", "bonus:1e2", "bonus:1:2", "miss:3,zero:-5", "toString", "__proto__", "constructor:1",
    "bonus:10,trick:1,off:1",
)  # fmt: skip


def files() -> dict[str, str]:
    """Every file by its name."""
    rules = {
        "sizes": list(_sizes()),
        "limits": list(_limits()),
        "scorings": list(_scorings(Random("scorings"))),
        "points": list(_points(Random("points"))),
    }
    return {
        "rules.json": _text(rules),
        "pads.json": _text({"pads": [_pad_case(Random(f"pad {number}"), number) for number in range(110)]}),
        "rebases.json": _text({"rebases": [_rebase_case(Random(f"rebase {number}")) for number in range(150)]}),
    }


def _sizes() -> Iterator[Json]:
    for people in range(2, 11):
        yield [people, list(default_sizes(people))]
    rng = Random("sizes")
    texts = [*SIZE_TEXTS]
    for _ in range(300):
        mark = rng.choice("-,")
        texts.append(mark.join(str(rng.randint(0, 12)) for _ in range(rng.randint(1, 4))))
    for text in texts:
        try:
            yield [text, list(parse_sizes(text))]
        except UpriverError:
            yield [text, None]


def _limits() -> Iterator[Json]:
    for limit in Limit:
        for size in (1, 2, 3, 5, 10):
            for others in range(size + 4):
                yield [str(limit), size, others, list(limited_bids(limit, size, others))]


def _scorings(rng: Random) -> Iterator[Json]:
    texts = [*SCORING_TEXTS, *SCHEMES]
    for _ in range(400):
        texts.append(str(some_scoring(rng)))
        parts = texts[-1].split(",")
        rng.shuffle(parts)
        texts.append(",".join(parts))
    for text in texts:
        try:
            scoring = Scoring.parse(text)
        except UpriverError:
            yield [text, None]
        else:
            dials = Scoring(**{name: getattr(scoring, name) for name in Scoring.__slots__ if name != "name"})
            yield [text, str(dials), str(scoring) == text]


def _points(rng: Random) -> Iterator[Json]:
    for _ in range(1500):
        scoring = some_scoring(rng)
        bid = rng.randint(0, 6)
        taken = rng.choice((bid, rng.randint(0, 6)))
        yield [str(scoring), bid, taken, scoring.points(bid, taken)]


def _pad_case(rng: Random, number: int) -> dict[str, Json]:
    """A pad from its start, entry by entry, those that were refused among them, and all that follows from it."""
    cells = first_cells(rng)
    ledger, tries = start(cells), list[Json]()
    for _ in range(rng.choice((0, 5, 20, 40, 70))):
        by = rng.choice(WRITERS)
        event = some_event(rng, ledger, by)
        ledger, code = attempt(ledger, event, by)
        tries.append([_event(event), by, code])
    pad = pad_of(ledger.cells)
    case: dict[str, Json] = {
        "start": _cells(cells),
        "tries": tries,
        "cells": _cells(ledger.cells),
        "takenBack": list[Json](sorted(ledger.taken_back)),
        "undo": [[by, ledger.to_undo(by), ledger.to_redo(by)] for by in WRITERS],
        "pad": pad_json(pad),
        "moves": _moves(rng, pad, ledger),
        "csv": to_csv(pad, Headings(*(f"{name}!" for name in HEADINGS)) if number % 2 else None),
    }
    if number % 3 == 0:
        case["log"] = [
            [line.entry.seq, line.counts, [[each.cell, _value(each.old), _value(each.new)] for each in line.changes]]
            for line in log_of(ledger.entries)
        ]
    return case


def pad_json(pad: Pad) -> dict[str, Json]:
    """All of a pad, as lists."""
    seats = range(len(pad.people))
    best = [pad.sheet.best_hand(seat) for seat in seats]
    return {
        "title": pad.title,
        "people": [[each.id, each.name, each.start, each.joined, each.left] for each in pad.people],
        "rules": [str(pad.rules.limit), pad.rules.limit_from, str(pad.rules.trump), str(pad.rules.scoring)],
        "hands": [
            [
                hand.number, hand.size, hand.turn, list(hand.order), hand.dealer, hand.trump, list(hand.bids),
                list(hand.taken), list(hand.points), hand.stands, hand.redeals, hand.is_finished,
                list(hand.to_bid), list(hand.to_take), hand.total_bid, hand.total_taken,
                list(hand.allowed_bids(hand.dealer, pad.rules)) if hand.size < 6 else None,
            ]
            for hand in pad.hands
        ],
        "rows": [[row.number, row.dealer, None if row.trump is None else str(row.trump)] for row in pad.sheet.rows],
        "totals": list(pad.sheet.totals),
        "running": [list(sums) for sums in pad.sheet.running()],
        "places": list(pad.sheet.places()),
        "facts": [
            [pad.sheet.played(seat), pad.sheet.made(seat), pad.sheet.longest_run(seat), row.number if row else None]
            for seat, row in zip(seats, best, strict=True)
        ],
        "ended": pad.ended,
        "current": pad.current.number if pad.current else None,
        "issues": [[each.code, each.hand, each.person, each.number] for each in issues(pad)],
    }  # fmt: skip


def _moves(rng: Random, pad: Pad, ledger: Ledger) -> dict[str, Json]:
    person, hand, sizes = rng.choice(pad.people).id, rng.choice(pad.hands), some_sizes(rng)
    scores = start_scores(pad)
    names = [each.name for each in pad.people]
    return {
        "person": person,
        "hand": hand.number,
        "sizes": list(sizes),
        "scores": [scores.lowest, scores.average, scores.zero],
        "new": _cells({cell: value for cell, value in new_pad(names).items() if cell not in _RULES}),
        "join": _cells(join(pad, ledger.cells, "Nora", scores.average)),
        "leave": _cells(leave(pad, person)),
        "comeBack": _cells(come_back(pad, person)),
        "redeal": _cells(redeal(hand, pad)),
        "addHands": _cells(add_hands(pad, sizes)),
    }


_RULES = ("limit", "limit_from", "trump", "scoring")


def _rebase_case(rng: Random) -> dict[str, Json]:
    base = scribble(rng, rng.randint(1, 25))
    theirs, mine = more(rng, base, rng.randint(0, 7), "Adda"), more(rng, base, rng.randint(0, 7), "Brenta")
    found = rebase(base, theirs, mine)
    return {
        "base": _entries(base.entries),
        "theirs": _entries(theirs),
        "mine": _entries(mine),
        "entries": _entries(found.entries),
        "clashes": [
            {"cell": each.cell, "was": _value(each.was), "theirs": _value(each.theirs), "mine": _value(each.mine)}
            for each in found.clashes
        ],
    }


def _entries(entries: Iterable[PadEntry]) -> list[Json]:
    return [{"seq": entry.seq, "by": entry.by, "event": _event(entry.event)} for entry in entries]


def _event(event: PadEvent) -> dict[str, Json]:
    plain: dict[str, Json] = json.loads(json.dumps(encode_event(event)))
    return plain


def _cells(cells: Cells) -> dict[str, Json]:
    return {cell: _value(value) for cell, value in cells.items()}


def _value(value: Value) -> Json:
    return [*value] if isinstance(value, tuple) else value


def _text(parts: dict[str, list[Json]] | dict[str, list[dict[str, Json]]]) -> str:
    """Compact JSON with a case a line, so that a change reads well."""
    blocks = []
    for name, cases in parts.items():
        lines = ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
        blocks.append(f'"{name}":[\n{lines}\n]')
    return "{" + ",\n".join(blocks) + "}\n"


def main() -> None:
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
