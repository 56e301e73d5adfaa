"""Pads written at random: bids and results in turn, corrections, people who come and go, undo, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from upriver.pad import (
    Cells,
    Ledger,
    Pad,
    PadEntry,
    PadError,
    PadEvent,
    PadStarted,
    PadTakenBack,
    PadWritten,
    Value,
    add_hands,
    apply,
    come_back,
    hand_cell,
    join,
    leave,
    pad_of,
    redeal,
    start,
    start_scores,
)
from upriver.rules import SCHEMES, Limit, Scoring, Trump

WRITERS = ("", "Adda", "Brenta")
NAMES = (
    "Adda",
    "Brenta",
    "Chiese",
    "Dora",
    "Elsa",
    'Anna "la volpe"',
    "=1+1",
    "-5",
    "Ugo, zio",
    "Åsa 🃏",
    "@home",
    "Li",
)
BAD_CELLS = (
    "colour",
    "h0.bid.p1",
    "h101.dealer",
    "h1.bid",
    "h1.bid.p100",
    "p0.name",
    "p1.bid",
    "h1.dealer.p1",
    "h1.bid.p1 ",
)
BAD_VALUES: tuple[tuple[str, Value], ...] = (
    ("order", None), ("order", ("p1",)), ("order", ("p1", "p1")), ("order", ("p1", "q2")), ("order", (1, 2)),
    ("sizes", ()), ("sizes", (0,)), ("sizes", (53,)), ("sizes", "3"), ("limit", "none"), ("limit_from", 0),
    ("scoring", "bonus:10,trick:1"), ("scoring", "bonus:010"), ("scoring", "bonus:2000"), ("scoring", ""), ("ended", 1),
    ("p1.name", ""), ("p1.name", " Adda"), ("p1.name", "x" * 41), ("p1.name", "two\nlines"), ("p1.start", 100_001),
    ("p1.joined", 0), ("p1.left", 102), ("h1.dealer", "p0"), ("h1.trump", "♠"), ("h1.out.p1", 0), ("h1.bid.p1", -1),
    ("h1.bid.p1", True), ("h1.taken.p1", 53), ("h1.bid.p1", "1"), ("h1.stands", "yes"), ("h1.redeals", 100),
    ("title", "x" * 61),
)  # fmt: skip


def first_cells(rng: Random) -> Cells:
    """The cells of a new pad with every rule at random; few people and small hands are likelier."""
    people = rng.choice((2, 3, 3, 4, 4, 5, 7, 10))
    order = tuple(f"p{number}" for number in range(1, people + 1))
    cells: dict[str, Value] = {"order": order}
    cells |= {f"{person}.name": rng.choice(NAMES) for person in order if rng.random() < 0.9}
    cells["sizes"] = some_sizes(rng)
    for cell, value in rule_cells(rng).items():
        if rng.random() < 0.7:
            cells[cell] = value
    if rng.random() < 0.5:
        cells["h1.dealer"] = rng.choice(order)
    return cells


def rule_cells(rng: Random) -> dict[str, Value]:
    """Every rule, and title."""
    return {
        "limit": str(rng.choice(list(Limit))),
        "limit_from": rng.randint(1, 3),
        "trump": str(rng.choice(list(Trump))),
        "scoring": str(some_scoring(rng)),
        "title": rng.choice(("", "Natale", "Sunday")),
    }


def some_sizes(rng: Random) -> tuple[int, ...]:
    """One to six hand sizes, seldom more than a deck has."""
    return tuple(rng.choice((1, 2, 3, 4, 5, 7, 30)) for _ in range(rng.randint(1, 6)))


def some_scoring(rng: Random) -> Scoring:
    """A scheme, or dials, of which some are nothing."""
    if rng.random() < 0.5:
        return rng.choice(list(SCHEMES.values()))

    def dial() -> int:
        return rng.choice((0, 0, 1, 2, 5, 10, -1, -3, 1000, -1000))

    return Scoring(
        bonus=dial(),
        per_trick=dial(),
        per_trick_squared=dial(),
        zero=rng.choice((None, None, 0, 5, -5)),
        keep_tricks=rng.random() < 0.5,
        miss=dial(),
        per_off=dial(),
        growing_off=dial(),
    )


def some_event(rng: Random, ledger: Ledger, by: str) -> PadEvent:
    """Something that a person may do next; now and then something that cannot stand."""
    if rng.random() < 0.08:
        return _bad_event(rng, ledger)
    if rng.random() < 0.22:
        undo = rng.choice((ledger.to_undo, ledger.to_undo, ledger.to_redo))(by)
        seq = undo if undo is not None and rng.random() < 0.8 else rng.randint(1, len(ledger.entries) + 1)
        return PadTakenBack(seq)
    return written(ledger, some_cells(rng, ledger))


def written(ledger: Ledger, cells: Cells) -> PadWritten:
    """The event that writes the cells."""
    return PadWritten(cells, {cell: ledger.cells.get(cell) for cell in cells})


def some_cells(rng: Random, ledger: Ledger) -> Cells:
    """Cells to write: mostly the next bid or result, else a correction or a change of the pad."""
    pad = pad_of(ledger.cells)
    draw: Callable[[Random, Ledger, Pad], Cells] = rng.choices((_next, _correction, _change), (70, 15, 15))[0]
    return draw(rng, ledger, pad)


def _next(rng: Random, ledger: Ledger, pad: Pad) -> Cells:
    hand = pad.current
    if hand is None or not hand.order:
        return _change(rng, ledger, pad)
    what, seats = ("bid", hand.to_bid) if hand.to_bid else ("taken", hand.to_take)
    if not seats:
        return {hand_cell(hand.number, "stands"): True}
    count = rng.choice((1, 1, len(seats)))
    values = dict.fromkeys(seats[:count], 0)
    for seat in values:
        values[seat] = rng.randint(0, min(hand.size, 4))
    if what == "taken" and count == len(seats) and rng.random() < 0.8:
        values[seats[0]] += max(0, hand.size - hand.total_taken - sum(values.values()))
    return {hand_cell(hand.number, what, pad.people[seat].id): value for seat, value in values.items()}


def _correction(rng: Random, ledger: Ledger, pad: Pad) -> Cells:
    hand = rng.choice(pad.hands)
    person = rng.choice(pad.people).id
    number = rng.randint(0, min(hand.size + 1, 6))
    return rng.choice(
        (
            {hand_cell(hand.number, "bid", person): number},
            {hand_cell(hand.number, "taken", person): number},
            {hand_cell(hand.number, "taken", person): None},
            {hand_cell(hand.number, "bid", person): number, hand_cell(hand.number, "taken", person): number},
            {hand_cell(hand.number, "dealer"): person},
            {hand_cell(hand.number, "dealer"): None},
            {hand_cell(hand.number, "trump"): rng.choice(("S", "H", "D", "C", "none", None))},
            {hand_cell(hand.number, "stands"): rng.random() < 0.7},
            redeal(hand, pad),
        )
    )


def _change(rng: Random, ledger: Ledger, pad: Pad) -> Cells:
    person = rng.choice(pad.people).id
    scores = start_scores(pad)
    order = [each.id for each in pad.people]
    rng.shuffle(order)
    rule = rng.choice(list(rule_cells(rng).items()))
    return rng.choice(
        (
            join(pad, ledger.cells, rng.choice(NAMES), rng.choice((scores.lowest, scores.average, scores.zero, 33))),
            leave(pad, person),
            come_back(pad, person),
            {hand_cell(rng.randint(1, len(pad.hands) + 1), "out", person): rng.random() < 0.7},
            {f"{person}.name": rng.choice(NAMES)},
            {f"{person}.start": rng.randint(-20, 60)},
            {f"{person}.joined": rng.randint(1, 3)},
            dict([rule]),
            {"order": tuple(order)},
            {"sizes": some_sizes(rng)},
            add_hands(pad, some_sizes(rng)),
            {"ended": rng.random() < 0.5},
        )
    )


def _bad_event(rng: Random, ledger: Ledger) -> PadEvent:
    cell, value = rng.choice(BAD_VALUES)
    return rng.choice(
        (
            written(ledger, {cell: value}),
            written(ledger, {rng.choice(BAD_CELLS): 1}),
            PadWritten({"h1.bid.p1": 1}, {"h1.bid.p1": 7}),
            PadWritten({"h1.bid.p1": 1}, {}),
            PadWritten({}, {}),
            PadStarted(ledger.cells),
            PadTakenBack(rng.choice((0, 1, -1, len(ledger.entries) + 1))),
        )
    )


def attempt(ledger: Ledger, event: PadEvent, by: str = "") -> tuple[Ledger, str | None]:
    """The ledger with the event; the same one and the code where it is refused."""
    try:
        return apply(ledger, PadEntry(len(ledger.entries) + 1, event, None, by)), None
    except PadError as error:
        return ledger, error.code


def scribble(rng: Random, entries: int) -> Ledger:
    """A pad with so many entries, written by any of the writers."""
    ledger = start(first_cells(rng))
    while len(ledger.entries) < entries:
        by = rng.choice(WRITERS)
        ledger, _ = attempt(ledger, some_event(rng, ledger, by), by)
    return ledger


def more(rng: Random, ledger: Ledger, count: int, by: str) -> tuple[PadEntry, ...]:
    """So many entries that one writer could append."""
    known = len(ledger.entries)
    while len(ledger.entries) < known + count:
        ledger, _ = attempt(ledger, some_event(rng, ledger, by), by)
    return ledger.entries[known:]
