"""Where a seat's points of a hand came from, in parts that add up exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from upriver.review.judging import Decision, exact
from upriver.review.par import Par
from upriver.rules import Bid, Row


@dataclass(frozen=True, slots=True)
class Account:
    """The parts of a seat's points, all whole parts of `FINEST`, so that they add up exactly.

    Args:
        par: what a hand of this size brings in this place of the bidding on average.
        deal: the luck of the deal: what a strong player would have expected more from these cards, having heard the
            bids before.
        bid: what the bid cost, as 0 or less.
        play: what the cards cost, as 0 or less.
        rest: the luck of the play: how the cards lay, and what the others did.
    """

    par: float
    deal: float
    bid: float
    play: float
    rest: float

    @property
    def points(self) -> float:
        """The points scored."""
        return self.par + self.deal + self.bid + self.play + self.rest

    @property
    def shown(self) -> Account:
        """The parts with one decimal, as people are shown them; the rest is what the others leave."""
        par, deal, bid, play = (round(part, 1) for part in (self.par, self.deal, self.bid, self.play))
        return Account(par, deal, bid, play, round(self.points - par - deal - bid - play, 1))

    @property
    def expected(self) -> float:
        """What a strong player would have expected from these cards."""
        return self.par + self.deal

    @classmethod
    def total(cls, accounts: Iterable[Account]) -> Account:
        """All parts summed."""
        parts = [(each.par, each.deal, each.bid, each.play, each.rest) for each in accounts]
        return cls(*(sum(column) for column in zip(*parts, strict=True)))


def account(row: Row, decisions: Sequence[Decision], par: Par) -> tuple[Account, ...]:
    """The account of each seat.

    Args:
        row: the hand's line of the score sheet.
        decisions: all decisions of the hand.
        par: what such a hand brings.
    """
    return tuple(_of_seat(seat, row, decisions, par) for seat in range(len(row.bids)))


def _of_seat(seat: int, row: Row, decisions: Sequence[Decision], par: Par) -> Account:
    own = [decision for decision in decisions if decision.action.seat == seat]
    first = next(decision for decision in own if isinstance(decision.action, Bid))
    usual = exact(par.points[(seat - row.dealer - 1) % len(row.bids)].mean)
    deal = exact(first.expected) - usual
    bid = 0.0 - first.loss
    play = 0.0 - sum(decision.loss for decision in own if decision is not first)
    points = row.result(seat)[2]
    return Account(usual, deal, bid, play, points - (usual + deal + bid + play))
