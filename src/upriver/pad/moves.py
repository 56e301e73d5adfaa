"""What people do with a pad besides bids and results, as the cells to write for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from upriver.pad.cells import MAX_HANDS, Cells, Value, hand_cell
from upriver.pad.pad import Pad, PadHand
from upriver.rules import Limit, Rules, Scoring, Trump
from upriver.rules.rules import default_sizes


@dataclass(frozen=True, slots=True)
class StartScores:
    """What somebody who joins late may begin with, from the totals of those at the table."""

    lowest: int
    average: int
    zero: int = 0


def new_pad(names: Sequence[str], rules: Rules | None = None, *, sizes: Sequence[int] = (), title: str = "") -> Cells:
    """The cells of a new pad, for 2 to 10 names in the order in which they sit.

    Args:
        names: p1, p2 and so on.
        rules: a table's rules, of which the limit, trump and scoring matter; None for the usual ones.
        sizes: the hand sizes; empty for the usual ones for so many.
        title: what the pad is called; empty for nothing.
    """
    rules = rules or Rules()
    people = tuple(f"p{number}" for number in range(1, len(names) + 1))
    cells: dict[str, Value] = {"title": title} if title else {}
    cells["order"] = people
    cells |= {f"{person}.name": name for person, name in zip(people, names, strict=True)}
    cells["sizes"] = tuple(sizes) or default_sizes(len(names))
    return cells | rule_cells(rules.limit, rules.limit_from, rules.trump, rules.scoring)


def rule_cells(limit: Limit, limit_from: int, trump: Trump, scoring: Scoring) -> dict[str, Value]:
    """The cells of the rules."""
    return {"limit": str(limit), "limit_from": limit_from, "trump": str(trump), "scoring": str(scoring)}


def start_scores(pad: Pad) -> StartScores:
    """The lowest and the average total, the half rounded up, of those at the table now; zero where nobody is."""
    hand = _now(pad)
    totals = [total for person, total in zip(pad.people, pad.sheet.totals, strict=True) if person.is_at_table(hand)]
    if not totals:
        return StartScores(0, 0)
    return StartScores(min(totals), (2 * sum(totals) + len(totals)) // (2 * len(totals)))


def join(pad: Pad, cells: Cells, name: str, start: int) -> Cells:
    """Somebody new sits down at the end of the row and plays from the next hand to begin on."""
    ids = {cell.partition(".")[0] for cell in cells} | {person.id for person in pad.people}
    person = next(f"p{number}" for number in range(1, 100) if f"p{number}" not in ids)
    order = (*(each.id for each in pad.people), person)
    return {"order": order, f"{person}.name": name, f"{person}.start": start, f"{person}.joined": _now(pad)}


def leave(pad: Pad, person: str) -> Cells:
    """Somebody plays no more, from the next hand to begin on."""
    return {f"{person}.left": _now(pad)}


def come_back(pad: Pad, person: str) -> Cells:
    """Somebody who left plays again from the next hand to begin on; the hands between they sat out."""
    left = pad.people[pad.seat(person)].left or _now(pad)
    cells: dict[str, Value] = {f"{person}.left": None}
    return cells | {hand_cell(hand, "out", person): True for hand in range(left, _now(pad))}


def redeal(hand: PadHand, pad: Pad) -> Cells:
    """The hand is dealt again: no bid and no result stands."""
    cells: dict[str, Value] = {}
    for what, values in (("bid", hand.bids), ("taken", hand.taken)):
        cells |= {
            hand_cell(hand.number, what, person.id): None
            for person, value in zip(pad.people, values, strict=True)
            if value is not None
        }
    if hand.stands:
        cells[hand_cell(hand.number, "stands")] = None
    return cells | {hand_cell(hand.number, "redeals"): min(hand.redeals + 1, 99)}


def add_hands(pad: Pad, sizes: Sequence[int]) -> Cells:
    """More hands after the last, as many as a pad can have; a game that was ended goes on."""
    every = tuple(hand.size for hand in pad.hands) + tuple(sizes)
    cells: dict[str, Value] = {"sizes": every[:MAX_HANDS]}
    return cells | ({"ended": False} if pad.ended else {})


def _now(pad: Pad) -> int:
    """The next hand to begin: the first without a bid or a result, or the one that would come after the last."""
    waiting = (hand.number for hand in pad.hands if not any(each is not None for each in (*hand.bids, *hand.taken)))
    return next(waiting, min(len(pad.hands) + 1, MAX_HANDS))
