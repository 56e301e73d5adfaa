"""What people played against the rules, or wrote down wrongly: said, never refused (docs/pad.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from upriver.pad.cells import Cells
from upriver.pad.pad import Pad, PadHand, pad_of
from upriver.rules import Trump

IssueCode = Literal["bid-forbidden", "bid-range", "taken-range", "tricks-differ", "deck-short", "few-people"]
ISSUE_CODES: tuple[IssueCode, ...] = get_args(IssueCode)
_DECK = 52


@dataclass(frozen=True, slots=True)
class Issue:
    """Something in a hand that the rules would not have.

    Args:
        code: one of `ISSUE_CODES`.
        hand: the number of the hand.
        person: whose bid or result it is; empty when it is the whole hand's.
        number: the bid or the tricks at fault, the sum of the tricks taken, the cards needed, or how many play.
    """

    code: IssueCode
    hand: int
    person: str
    number: int


def issues(pad: Pad) -> tuple[Issue, ...]:
    """All issues of the hands that have begun, in order."""
    return tuple(issue for hand in pad.hands if _has_begun(pad, hand) for issue in _of_hand(pad, hand))


def objections(before: Pad, after: Pad) -> tuple[Issue, ...]:
    """The issues that a change would bring, to be asked about before it is written."""
    old = set(issues(before))
    return tuple(issue for issue in issues(after) if issue not in old)


def preview(cells: Cells, changes: Cells) -> Pad:
    """The pad as it would be with these changes."""
    return pad_of({**cells, **changes})


def _has_begun(pad: Pad, hand: PadHand) -> bool:
    current = pad.current
    has_writing = any(value is not None for value in (*hand.bids, *hand.taken))
    return has_writing or (current is not None and hand.number == current.number)


def _of_hand(pad: Pad, hand: PadHand) -> Iterator[Issue]:
    if len(hand.order) < 2:
        yield Issue("few-people", hand.number, "", len(hand.order))
    needed = hand.size * len(hand.order) + (pad.rules.trump is Trump.TURNED)
    if needed > _DECK:
        yield Issue("deck-short", hand.number, "", needed)
    for seat in hand.order:
        bid = hand.bids[seat]
        if bid is not None and bid > hand.size:
            yield Issue("bid-range", hand.number, pad.people[seat].id, bid)
        elif bid is not None and not hand.to_bid and bid not in hand.allowed_bids(seat, pad.rules):
            yield Issue("bid-forbidden", hand.number, pad.people[seat].id, bid)
    for seat in hand.order:
        taken = hand.taken[seat]
        if taken is not None and taken > hand.size:
            yield Issue("taken-range", hand.number, pad.people[seat].id, taken)
    if hand.order and not hand.to_take and hand.total_taken != hand.size and not hand.stands:
        yield Issue("tricks-differ", hand.number, "", hand.total_taken)
