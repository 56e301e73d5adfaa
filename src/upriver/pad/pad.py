"""`Pad`: people, hands and the sheet, as they follow from the cells (docs/pad.md, "What follows from the cells")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from upriver.pad.cells import NO_TRUMP, Cells, hand_cell
from upriver.rules import Limit, Row, Scoring, Sheet, Suit, Trump
from upriver.rules.legal import limited_bids
from upriver.rules.rules import CYCLE

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PadRules:
    """What of the rules matters on paper."""

    limit: Limit = Limit.HOOK
    limit_from: int = 1
    trump: Trump = Trump.TURNED
    scoring: Scoring = Scoring.parse("standard")  # noqa: RUF009  # a frozen value


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on the sheet; the place in `Pad.people` is the seat.

    Args:
        id: p1 to p99.
        name: the name; the id where none was written.
        start: the score to begin with.
        joined: the first hand that they play.
        left: the first hand that they do not play any more; None for who stays.
    """

    id: str
    name: str
    start: int
    joined: int
    left: int | None

    def is_at_table(self, hand: int) -> bool:
        """Whether they have joined and not left by this hand."""
        return self.joined <= hand and (self.left is None or hand < self.left)


@dataclass(frozen=True, slots=True)
class PadHand:
    """A hand of the pad. Tuples are by seat.

    Args:
        number: 1 for the first.
        size: tricks.
        turn: the seat whose turn it is to deal.
        order: the seats that play, in the order in which they bid; the last deals and has the limit.
        trump: noted or by the rules, `S`, `H`, `D`, `C` or `none`; None when nobody noted it.
        bids: None for who has not bid, or is away.
        taken: the same for the tricks taken.
        points: None unless the hand is finished, and for who was away.
        stands: whether tricks that do not add up are right all the same.
        redeals: how often it was dealt again.
    """

    number: int
    size: int
    turn: int
    order: tuple[int, ...]
    trump: str | None
    bids: tuple[int | None, ...]
    taken: tuple[int | None, ...]
    points: tuple[int | None, ...]
    stands: bool
    redeals: int

    @property
    def dealer(self) -> int:
        """The seat that deals: the last who bids."""
        return self.order[-1] if self.order else self.turn

    @property
    def to_bid(self) -> tuple[int, ...]:
        """The seats without a bid, in bidding order."""
        return tuple(seat for seat in self.order if self.bids[seat] is None)

    @property
    def to_take(self) -> tuple[int, ...]:
        """The seats without a result, in bidding order."""
        return tuple(seat for seat in self.order if self.taken[seat] is None)

    @property
    def total_bid(self) -> int:
        """The sum of the bids."""
        return sum(bid for bid in self.bids if bid is not None)

    @property
    def total_taken(self) -> int:
        """The sum of the tricks taken."""
        return sum(taken for taken in self.taken if taken is not None)

    @property
    def is_finished(self) -> bool:
        """Whether all bids and results are in, and add up or stand."""
        is_in = bool(self.order) and not self.to_bid and not self.to_take
        return is_in and (self.stands or self.total_taken == self.size)

    def allowed_bids(self, seat: int, rules: PadRules) -> tuple[int, ...]:
        """Bids within the size, and for the last bidder within the limit, after the bids of the others so far."""
        is_limited = bool(self.order) and seat == self.order[-1] and self.size >= rules.limit_from
        return limited_bids(
            rules.limit if is_limited else Limit.FREE, self.size, self.total_bid - (self.bids[seat] or 0)
        )

    def row(self) -> Row:
        """The finished hand on the sheet."""
        suit = None if self.trump in (None, NO_TRUMP) else Suit.parse(self.trump)
        return Row(self.number, self.size, self.dealer, suit, self.bids, self.taken, self.points)


@dataclass(frozen=True, slots=True)
class Pad:
    """Where the game on paper stands.

    Args:
        title: what the pad is called; empty for nothing.
        people: everybody on the sheet, clockwise.
        rules: the rules as they are now; all hands are scored by them.
        hands: every hand, those to come among them.
        sheet: the finished hands.
        ended: whether the game was ended early.
    """

    title: str
    people: tuple[Person, ...]
    rules: PadRules
    hands: tuple[PadHand, ...]
    sheet: Sheet
    ended: bool

    @property
    def current(self) -> PadHand | None:
        """The first hand that is not finished; None when the game is over."""
        return None if self.ended else next((hand for hand in self.hands if not hand.is_finished), None)

    @property
    def is_over(self) -> bool:
        """Whether there is no hand left to play."""
        return self.current is None

    def seat(self, person: str) -> int:
        """The seat of a person.

        Raises:
            LookupError: nobody on the sheet has this id.
        """
        for seat, each in enumerate(self.people):
            if each.id == person:
                return seat
        raise LookupError(f"{person!r} is not on the sheet; there are {', '.join(each.id for each in self.people)}")


def pad_of(cells: Cells) -> Pad:
    """The pad that follows from cells which hold an `order` and `sizes`; whatever else they hold, there is one."""
    people = tuple(_person(cells, person) for person in _get(cells, "order", tuple[str, ...]()))
    rules = PadRules(
        Limit(_get(cells, "limit", str(Limit.HOOK))),
        _get(cells, "limit_from", 1),
        Trump(_get(cells, "trump", str(Trump.TURNED))),
        Scoring.parse(_get(cells, "scoring", "standard")),
    )
    hands = tuple(_hands(cells, people, rules))
    sheet = Sheet(tuple(person.start for person in people))
    for hand in hands:
        if hand.is_finished:
            sheet = sheet.with_row(hand.row())
    return Pad(_get(cells, "title", ""), people, rules, hands, sheet, _get(cells, "ended", usual=False))


def _person(cells: Cells, person: str) -> Person:
    left = cells.get(f"{person}.left")
    return Person(
        person,
        _get(cells, f"{person}.name", person),
        _get(cells, f"{person}.start", 0),
        _get(cells, f"{person}.joined", 1),
        left if isinstance(left, int) else None,
    )


def _hands(cells: Cells, people: tuple[Person, ...], rules: PadRules) -> Iterator[PadHand]:
    turn = -1
    for number, size in enumerate(_get(cells, "sizes", tuple[int, ...]()), 1):
        turn = _turn(cells, people, number, turn)
        round_ = [*range(turn + 1, len(people)), *range(turn + 1)]
        order = tuple(
            seat
            for seat in round_
            if people[seat].is_at_table(number)
            and not _get(cells, hand_cell(number, "out", people[seat].id), usual=False)
        )
        bids = _column(cells, people, order, number, "bid")
        taken = _column(cells, people, order, number, "taken")
        trump = cells.get(hand_cell(number, "trump")) or _usual_trump(rules.trump, number)
        hand = PadHand(
            number,
            size,
            turn,
            order,
            trump if isinstance(trump, str) else None,
            bids,
            taken,
            (None,) * len(people),
            _get(cells, hand_cell(number, "stands"), usual=False),
            _get(cells, hand_cell(number, "redeals"), 0),
        )
        yield _scored(hand, rules.scoring) if hand.is_finished else hand


def _turn(cells: Cells, people: tuple[Person, ...], number: int, before: int) -> int:
    """Whose turn it is to deal: by choice, else the next of those at the table; with nobody there, the next seat."""
    chosen = cells.get(hand_cell(number, "dealer"))
    seats = [seat % len(people) for seat in range(before + 1, before + 1 + len(people))]
    for seat, person in enumerate(people):
        if person.id == chosen:
            return seat
    return next((seat for seat in seats if people[seat].is_at_table(number)), seats[0])


def _column(
    cells: Cells, people: tuple[Person, ...], order: tuple[int, ...], number: int, what: str
) -> tuple[int | None, ...]:
    values = (
        cells.get(hand_cell(number, what, person.id)) if seat in order else None for seat, person in enumerate(people)
    )
    return tuple(value if isinstance(value, int) else None for value in values)


def _usual_trump(trump: Trump, number: int) -> str | None:
    if trump is Trump.TURNED:
        return None
    suit = CYCLE[(number - 1) % len(CYCLE)] if trump is Trump.CYCLE else None
    return NO_TRUMP if suit is None else str(suit)


def _scored(hand: PadHand, scoring: Scoring) -> PadHand:
    points = tuple(
        None if bid is None or taken is None else scoring.points(bid, taken)
        for bid, taken in zip(hand.bids, hand.taken, strict=True)
    )
    return replace(hand, points=points)


def _get(cells: Cells, name: str, usual: T) -> T:
    """What the cell holds, which is of the kind of its usual value: `check_cell` has seen to it."""
    value = cells.get(name)
    return usual if value is None else value  # type: ignore[return-value]
