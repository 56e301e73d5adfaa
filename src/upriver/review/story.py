"""What a review tells of each player, in figures and in words, and which moments turned the game."""

from __future__ import annotations

from dataclasses import dataclass

from upriver.review.account import Account
from upriver.review.analysis import HandReview, Review
from upriver.review.judging import Decision, Grade
from upriver.review.outlook import swings
from upriver.review.why import action_text, decimal
from upriver.rules import Bid
from upriver.words import Words

TURNS = 3
"""How many turning moments are named at most."""
TURNING = 0.1
"""The change of a chance of winning that makes a hand one."""
MUCH = 2.0
"""Points from which luck is worth mentioning."""
MOSTLY = 0.6
"""The part of what bids cost from which it is said that they were too high or too low."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A hand that turned the game.

    Args:
        hand: its number.
        seat: whose chance of winning it moved most.
        before: that chance before the hand.
        after: and after.
        decision: what cost most in the hand, whoever did it; None where nothing was charged.
    """

    hand: int
    seat: int
    before: float
    after: float
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Portrait:
    """A player over all hands reviewed.

    Args:
        seat: who.
        account: all hands' accounts summed.
        grades: how often each grade was earned; decisions without a choice are left out.
        too_high: what bids cost that should have been lower.
        too_low: what bids cost that should have been higher.
        costliest: the decision that cost most, with its hand; None where nothing was charged.
    """

    seat: int
    account: Account
    grades: dict[Grade, int]
    too_high: float
    too_low: float
    costliest: tuple[int, Decision] | None


def turns(review: Review) -> tuple[Turn, ...]:
    """The moments that turned the game, in order."""
    seats = range(review.state.rules.players)
    moved = [swings(review.outlook, seat) for seat in seats]
    found = []
    for place, hand in enumerate(review.hands):
        seat = max(seats, key=lambda seat: abs(moved[seat][place]))
        chances = review.outlook[place][seat], review.outlook[place + 1][seat]
        found.append(Turn(hand.row.number, seat, *chances, _costliest(hand)))
    largest = sorted(found, key=lambda turn: -abs(turn.after - turn.before))[:TURNS]
    return tuple(turn for turn in found if turn in largest and abs(turn.after - turn.before) >= TURNING)


def _costliest(hand: HandReview, seat: int | None = None) -> Decision | None:
    charged = [decision for decision in hand.decisions if decision.loss > 0 and seat in (None, decision.action.seat)]
    return max(charged, key=lambda decision: decision.loss, default=None)


def portrait(review: Review, seat: int) -> Portrait:
    """A player's figures."""
    own = [decision for hand in review.hands for decision in hand.decisions if decision.action.seat == seat]
    bids = [
        (decision.action.bid, decision.best.bid, decision.loss)
        for decision in own
        if isinstance(decision.action, Bid) and isinstance(decision.best, Bid)
    ]
    costly = [(hand.row.number, worst) for hand in review.hands if (worst := _costliest(hand, seat))]
    return Portrait(
        seat,
        Account.total(hand.accounts[seat] for hand in review.hands),
        {grade: sum(decision.grade is grade for decision in own) for grade in Grade if grade is not Grade.ONLY},
        sum(loss for bid, best, loss in bids if bid > best),
        sum(loss for bid, best, loss in bids if bid < best),
        max(costly, key=lambda pair: pair[1].loss, default=None),
    )


def summary(review: Review, seat: int, words: Words) -> str:
    """A few sentences on a player."""
    found = portrait(review, seat)
    account = found.account.shown
    said = [_luck("deal", account.deal, words)]
    if account.bid == account.play == 0:
        said.append(words.say("story.flawless"))
    else:
        said.append(words.say("story.cost", bid=decimal(-account.bid, words), play=decimal(-account.play, words)))
    for lean, cost in (("high", found.too_high), ("low", found.too_low)):
        if account.bid and cost >= MOSTLY * -account.bid:
            said.append(words.say(f"story.bids.{lean}"))
    said.append(_luck("rest", account.rest, words))
    if found.costliest:
        number, decision = found.costliest
        kind = "bid" if isinstance(decision.action, Bid) else "card"
        done, best = action_text(decision.action), action_text(decision.best)
        loss = decimal(decision.loss, words)
        said.append(words.say(f"story.costliest.{kind}", number=number, done=done, best=best, loss=loss))
    return " ".join(said)


def turn_text(review: Review, turn: Turn, words: Words) -> str:
    """A turning moment, and what cost most in it: `Hand 4: Avon from 61% to 35%`."""
    chances = {"before": round(100 * turn.before), "after": round(100 * turn.after)}
    text = words.say("review.turn", number=turn.hand, name=review.state.name(turn.seat), **chances)
    if turn.decision is None:
        return text
    name = review.state.name(turn.decision.action.seat)
    return text + words.say("review.turn.cost", name=name, what=deed(turn.decision, words))


def deed(decision: Decision, words: Words) -> str:
    """What was done for what, and what it cost: `3 for 2, −1.8`."""
    values = {"done": action_text(decision.action), "best": action_text(decision.best)}
    return words.say("story.deed", **values, loss=decimal(-decision.loss, words))


def _luck(what: str, points: float, words: Words) -> str:
    if abs(points) < MUCH:
        return words.say(f"story.{what}.even")
    key = f"story.{what}.good" if points > 0 else f"story.{what}.bad"
    return words.say(key, points=decimal(abs(points), words))
