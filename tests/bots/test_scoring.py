"""Where the scoring differs the bids differ: a made zero that is worth less is bid less often."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from upriver.bots import LEVELS, kernel, make_bot
from upriver.bots.levels import PARTS
from upriver.rules import ENGLISH, Bid, BidMade, Game, Rules, seed_from_text

DEALS = 80
THINKING = [*(level for level in LEVELS if level not in ("random", "easy")), *(PARTS if kernel.is_built() else ())]


@pytest.mark.parametrize("level", THINKING)
def test_a_made_zero_worth_5_is_bid_less_often_than_one_worth_10(level: str) -> None:
    low, high = (zeros(level, worth) for worth in (5, 10))
    assert len(high) >= DEALS // 5
    assert len(low) <= 0.8 * len(high)
    assert len(low - high) <= DEALS // 40


def zeros(level: str, worth: int) -> set[int]:
    """The deals in which the bot bids zero where a made zero is worth so much."""
    scoring = replace(ENGLISH.scoring, zero=worth, name="")
    return {deal for deal in range(DEALS) if first_bid(level, deal, Rules(sizes=(4,), scoring=scoring)) == 0}


def first_bid(level: str, deal: int, rules: Rules) -> int:
    """The bid of the first or second to bid, in turn; the first before it has bid 1."""
    game = Game.start(rules, seed_from_text(f"zero {deal}"), dealer=deal % rules.players)
    if deal % 2:
        game.act(Bid(game.to_act[0], 1))
        assert isinstance(game.events[-1], BidMade)
    action = make_bot(level).choose(game.view(game.to_act[0]), Random(deal))
    assert isinstance(action, Bid)
    return action.bid
