"""What a decision was worth against the best that its seat could have done, as that seat saw it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from upriver.bots.kernel import Budget
from upriver.review.moments import Moment
from upriver.review.worth import Worth, best_of, stands_for, weigh
from upriver.rules import Action, Bid, Play, Rules, View

SURE = 2.0
"""Standard errors beyond which a difference is no longer noise."""
CLOSING = 3
"""In so many last hands of a game it may be better to play for winning it than for points."""
FINEST = 256
"""Figures are whole parts of this, so that sums of them are exact."""


class Grade(StrEnum):
    """How good a decision was."""

    ONLY = "only"
    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    def __repr__(self) -> str:
        return f"Grade.{self.name}"


THRESHOLDS = ((Grade.BLUNDER, 0.20), (Grade.MISTAKE, 0.10), (Grade.INACCURACY, 0.04))
"""From which loss on a decision has the name, in parts of the `stake`."""


@dataclass(frozen=True, slots=True)
class Option:
    """A bid or card that the seat could choose.

    Args:
        action: of cards that do not differ the lowest stands for all.
        points: mean points of the hand.
        error: its standard error.
        made: the chance of taking exactly what is bid.
    """

    action: Action
    points: float
    error: float
    made: float

    @classmethod
    def of(cls, worth: Worth, bid: int) -> Option:
        """From what came of the choice, with the bid that then holds."""
        value = worth.value
        return cls(worth.action, value.mean, value.error, worth.tricks[bid])


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision, judged.

    Args:
        place: the place of its event in the record, counted from 0.
        action: what the seat did.
        best: what it should have done; of cards that do not differ the lowest. Another choice that came out no worse is
            graded best too.
        grade: its name.
        loss: points that the seat is charged, 0 within the noise.
        gap: how many points more the best choice was worth, as measured; below 0 where it was worth less after all.
        error: the standard error of `gap`.
        for_game: whether it cost points and served to win the game, so that it is not charged.
        options: every choice; none where there was only one card. A single bid is there with what it was worth.
    """

    place: int
    action: Action
    best: Action
    grade: Grade
    loss: float
    gap: float
    error: float
    for_game: bool
    options: tuple[Option, ...]

    @property
    def expected(self) -> float:
        """Points that the best choice was worth.

        Raises:
            LookupError: there was only one card.
        """
        for option in self.options:
            if option.action == self.best:
                return option.points
        raise LookupError(f"there was no choice but {self.action}")


def judge(moment: Moment, budget: Budget, *, seed: str) -> Decision:
    """Judge a decision: the best choice is found in some worlds, and both are compared in others.

    Compared in the worlds in which it came out best, a choice would look better than it is. For a card that is the best
    itself there is nothing to compare.

    Args:
        moment: the decision.
        budget: how many worlds to choose in, and to compare in.
        seed: a text that fixes the worlds.
    """
    view, action = moment.view, moment.action
    searched = weigh(view, budget, seed=f"{seed}, choose")
    if not searched:
        return Decision(moment.place, action, action, Grade.ONLY, 0.0, 0.0, 0.0, False, ())
    best = best_of(searched).action
    is_best = stands_for(searched, action).action == best
    # What a bid is worth is what the cards dealt are worth: that must not be flattered either.
    is_settled = is_best and isinstance(action, Play)
    worths = searched if is_settled else weigh(view, budget, seed=f"{seed}, compare")
    done, should = stands_for(worths, action), stands_for(worths, best)
    options = tuple(Option.of(worth, bid_with(view, worth)) for worth in worths)
    if is_best:
        grade = Grade.BEST if len(worths) > 1 else Grade.ONLY
        return Decision(moment.place, action, best, grade, 0.0, 0.0, 0.0, False, options)
    gap = should.ahead_of(done)
    loss = gap.mean if gap.mean > SURE * gap.error else 0.0
    hands = view.rules.hands
    is_closing = hands > 1 and hands - view.hand.number < CLOSING
    for_game = loss > 0 and is_closing and _serves_to_win(moment, best, budget, seed)
    loss = 0.0 if for_game else exact(loss)
    grade = grade_of(loss, view.rules) if gap.mean > 0 else Grade.BEST
    return Decision(moment.place, action, best, grade, loss, gap.mean, gap.error, for_game, options)


def bid_with(view: View, worth: Worth) -> int:
    """The bid that holds once the choice is made."""
    assert view.seat is not None
    bid = worth.action.bid if isinstance(worth.action, Bid) else view.own_bid(view.seat)
    assert bid is not None
    return bid


def _serves_to_win(moment: Moment, best: Action, budget: Budget, seed: str) -> bool:
    """Whether what was done is worth at least as much as what scores best where winning the game counts."""
    worths = weigh(moment.view, budget, seed=f"{seed}, win", for_game=True)
    return stands_for(worths, moment.action).ahead_of(stands_for(worths, best)).mean >= 0


def stake(rules: Rules) -> int:
    """What a bid of one trick earns more when made than when missed by one; at least 1."""
    return max(1, rules.scoring.points(1, 1) - rules.scoring.points(1, 0))


def grade_of(loss: float, rules: Rules) -> Grade:
    """The name of a decision that was not the best, by what it is charged."""
    return next((grade for grade, part in THRESHOLDS if loss >= part * stake(rules)), Grade.FINE)


def exact(points: float) -> float:
    """The nearest whole part of `FINEST`."""
    return round(points * FINEST) / FINEST
