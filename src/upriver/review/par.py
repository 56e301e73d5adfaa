"""What hands of a size bring on average, by place in the bidding: from random deals, valued as real ones are.

The policy bids many deals, which is quick; a few of them are searched too. The mean of the policy's values is put right
by what the search found different on these few (a control variate), which tells as much as searching far more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from statistics import fmean

from upriver.bots import kernel
from upriver.bots.kernel import Budget
from upriver.bots.policy_tables import tables_for
from upriver.review.worth import Estimate, best_of, weigh_blocks
from upriver.rules import Action, Bid, Game, Limit, Rules, Trump, View, seed_from_text

DEALS, SEARCHED = 400, 40
"""How many random deals are bid, and how many of them searched."""
BLOCKS = 4
"""Blocks of worlds for each search."""


def kind_of(rules: Rules, size: int, *, has_trump: bool) -> Rules:
    """Rules of one hand that stand for every hand of so many cards: they bring the same on average."""
    limit = rules.limit if rules.is_limited(size) else Limit.FREE
    trump = rules.trump if has_trump else Trump.NONE
    return replace(rules, sizes=(size,), limit=limit, limit_from=1, trump=trump, rebid=False)


@dataclass(frozen=True, slots=True)
class Par:
    """What a kind of hand brings. Tuples are by place in the bidding, the dealer last.

    Args:
        points: mean points that a strong player expects when it comes to bid.
        spread: how likely it is to score so many points.
    """

    points: tuple[Estimate, ...]
    spread: tuple[dict[int, float], ...]


@lru_cache(maxsize=256)
def par_of(kind: Rules, budget: Budget) -> Par:
    """The par of a kind of hand, from `kind_of`: the same figures on every call."""
    players = kind.players
    quick: list[list[float]] = [[] for _ in range(players)]
    more: list[list[float]] = [[] for _ in range(players)]
    spread: list[dict[int, float]] = [{} for _ in range(players)]
    for number in range(DEALS):
        game = Game.start(kind, seed_from_text(f"par {number}"), dealer=0)
        for place in range(players):
            seat = (place + 1) % players
            view = game.view(seat)
            choices = kernel.policy(view, tables_for(players))
            action, value = choices[0].action, choices[0].value
            quick[place].append(value)
            if number < SEARCHED:
                action, searched = _search(view, budget, f"par {number} {place}", spread[place])
                more[place].append(searched - value)
            game.act(action)
    points = [_put_right(quick[place], more[place]) for place in range(players)]
    return Par(tuple(points), tuple(spread))


def _put_right(quick: Sequence[float], more: Sequence[float]) -> Estimate:
    rough, difference = Estimate.of(quick), Estimate.of(more)
    return Estimate(rough.mean + difference.mean, hypot(rough.error, difference.error))


def _search(view: View, budget: Budget, seed: str, spread: dict[int, float]) -> tuple[Action, float]:
    """The best bid and what it is worth; how likely each number of points is goes to `spread`.

    Each block's value is that of the bid which is best in the other blocks, so that it is not flattered.
    """
    worths = weigh_blocks(view, budget, BLOCKS, seed=seed)
    values = []
    for block in range(BLOCKS):
        elsewhere = max(worths, key=lambda worth: sum(worth.blocks) - worth.blocks[block])
        values.append(elsewhere.blocks[block])
    action = best_of(worths).action
    assert isinstance(action, Bid)
    for taken, part in enumerate(best_of(worths).tricks):
        points = view.rules.scoring.points(action.bid, taken)
        spread[points] = spread.get(points, 0.0) + part / SEARCHED
    return action, fmean(values)
