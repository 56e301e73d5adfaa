"""What choices are worth over blocks of worlds: every choice in every world, and what stands for what."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

import pytest

from tests.review.games import QUICK, play
from upriver.bots import kernel
from upriver.bots.policy_tables import tables_for
from upriver.review.moments import Moment, played
from upriver.review.worth import BLOCK, DEPTH, Estimate, stands_for, weigh, weigh_blocks
from upriver.rules import Bid, Play, View, legal_actions

BUDGET = replace(DEPTH, worlds=QUICK)


def moments(levels: str, rules: str, seed: str = "worth") -> list[Moment]:
    return [moment for hand in played(play(levels, rules, seed)).hands for moment in hand.moments]


def test_in_a_block_every_choice_is_played_out_in_every_world() -> None:
    """The premise of the errors: nobody drops out of the race. Parts of the worlds are whole parts of a block."""
    small = replace(DEPTH, worlds=BLOCK)
    views = [moment.view for moment in moments("policy random policy", "sizes=5")]
    asked = [view for view in views if len(legal_actions(view)) > 1]
    assert len(asked) >= 10
    for place, view in enumerate(asked):
        choices = kernel.search(view, tables_for(3), small, seed=place)
        for choice in choices:
            counts = [BLOCK * part for part in choice.tricks]
            assert counts == [round(count) for count in counts]
            assert sum(counts) == (BLOCK if len(choices) > 1 else 0)


def test_a_block_is_the_longest_race_without_dropping_out() -> None:
    """A longer search lets bad bids drop out, so that blocks are needed: if this fails, `BLOCK` can grow."""
    view = moments("policy policy policy", "sizes=8")[0].view
    worlds = 40 * BLOCK
    choices = kernel.search(view, tables_for(3), replace(DEPTH, worlds=worlds), seed=1)
    counts = [[worlds * part for part in choice.tricks] for choice in choices]
    assert any(abs(count - round(count)) > 1e-6 for column in counts for count in column)


def test_values_are_the_points_of_the_tricks_taken() -> None:
    for moment in moments("policy random policy", "sizes=4 scoring=common"):
        for worth in weigh(moment.view, BUDGET, seed="points"):
            bid = worth.action.bid if isinstance(worth.action, Bid) else moment.view.own_bid(moment.action.seat)
            assert bid is not None
            points = (moment.view.rules.scoring.points(bid, taken) for taken in range(len(worth.tricks)))
            expected = sum(part * each for part, each in zip(worth.tricks, points, strict=True))
            assert worth.value.mean == pytest.approx(expected)


def test_every_legal_action_has_a_choice_that_stands_for_it() -> None:
    for moment in moments("rule random policy", "sizes=7"):
        worths = weigh(moment.view, BUDGET, seed="stands")
        if not worths:
            continue
        for action in legal_actions(moment.view):
            stand = stands_for(worths, action).action
            assert stand in legal_actions(moment.view)
            if isinstance(action, Play) and isinstance(stand, Play) and stand != action:
                assert _between(moment.view, stand, action) == []


def _between(view: View, low: Play, high: Play) -> list[int]:
    """The ranks between two cards of a suit that others may hold."""
    hand = view.hand
    seen = {card for trick in (*hand.tricks, hand.trick) for card in trick.cards} | set(view.cards) | {hand.turned}
    suit = low.card.suit
    return [
        rank
        for rank in range(low.card.rank + 1, high.card.rank)
        if not any(card and card.suit == suit and card.rank == rank for card in seen)
    ]


def test_a_forced_bid_has_its_worth_too() -> None:
    """As dealer of a hand of one card after one bid of 1, bidding 1 is all that the limit leaves."""
    found = [
        moment
        for seed in range(20)
        for moment in moments("policy policy policy", "sizes=1", f"forced {seed}")
        if isinstance(moment.action, Bid) and len(legal_actions(moment.view)) == 1
    ]
    assert found
    for moment in found:
        (worth,) = weigh(moment.view, BUDGET, seed="forced")
        assert worth.action == moment.action
        assert worth.value.mean == pytest.approx(
            11 * worth.tricks[1] if worth.action == Bid(0, 1) else 10 * worth.tricks[0]
        )


def test_a_single_card_has_none() -> None:
    last = moments("policy policy policy", "sizes=2")[-1]
    assert weigh(last.view, BUDGET, seed="single") == ()


def test_the_error_is_the_spread_of_repeated_searches() -> None:
    """The error that one weighing gives is about the spread of the values that many give."""
    view = moments("policy policy policy", "sizes=5")[0].view
    runs = [weigh_blocks(view, DEPTH, 8, seed=f"run {run}") for run in range(40)]
    values = [stands_for(run, Bid(1, 1)).value for run in runs]
    spread = Estimate.of([value.mean for value in values]).error * len(values) ** 0.5
    assert 0.6 < fmean(value.error for value in values) / spread < 1.6


def test_too_few_worlds_are_refused() -> None:
    view = moments("policy policy policy", "sizes=2")[0].view
    with pytest.raises(ValueError, match="100 worlds are too few to say"):
        weigh(view, replace(DEPTH, worlds=100), seed="few")
