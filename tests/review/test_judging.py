"""What decisions are called, what they are charged, and that nobody is charged for noise or for what it cannot see."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.test_contract import quick, reach, rearrange
from tests.review.games import QUICK, play
from tests.strategies import beginnings, examples
from upriver.bots import make_bot
from upriver.review.judging import FINEST, SURE, Decision, Grade, grade_of, judge, stake
from upriver.review.moments import Moment, played
from upriver.review.worth import DEPTH, weigh
from upriver.rules import Bid, Game, Play, Rules, Scoring, legal_actions, seed_from_text, view

BUDGET = replace(DEPTH, worlds=QUICK)


def judged(levels: str, rules: str, seed: str = "judging") -> list[Decision]:
    game = played(play(levels, rules, seed))
    moments = [moment for hand in game.hands for moment in hand.moments]
    return [judge(moment, BUDGET, seed=f"{place}") for place, moment in enumerate(moments)]


def test_a_decision_says_what_was_better_and_by_how_much() -> None:
    for decision in judged("random random random", "sizes=4-6"):
        options = {option.action: option for option in decision.options}
        if decision.grade is Grade.ONLY:
            assert decision.best == decision.action
            assert not options or isinstance(decision.action, Bid)
        elif decision.grade is Grade.BEST:
            assert decision.loss == 0
            assert decision.gap <= 0
            assert decision.action.seat == decision.best.seat
        else:
            assert decision.action != decision.best
            assert decision.best in options
            if decision.action in options:
                gap = options[decision.best].points - options[decision.action].points
                assert decision.gap == pytest.approx(gap)
            is_sure = decision.gap > SURE * decision.error and not decision.for_game
            assert decision.loss == (round(FINEST * decision.gap) / FINEST if is_sure else 0)
            assert decision.gap > 0
            assert decision.error > 0


def test_a_random_bot_blunders_and_the_search_does_not() -> None:
    found = judged("random expert random", "sizes=5,4,5")
    by_seat = [[decision for decision in found if decision.action.seat == seat] for seat in range(3)]
    losses = [sum(decision.loss for decision in own) for own in by_seat]
    assert min(losses[0], losses[2]) > 4
    assert losses[1] < 1
    assert any(decision.grade is Grade.BLUNDER for decision in by_seat[0])
    assert not any(decision.grade in (Grade.MISTAKE, Grade.BLUNDER) for decision in by_seat[1])


def test_the_choice_and_the_comparison_are_of_different_worlds() -> None:
    """In the worlds in which it came out best, no choice is ever behind; in others it sometimes is."""
    games = (judged("policy policy policy", "sizes=6", f"max {seed}") for seed in range(10))
    assert any(decision.gap < 0 for found in games for decision in found)


def test_playing_to_win_the_game_is_no_mistake() -> None:
    """In the last hand, far ahead or behind, the points of the hand are not what counts."""
    games = (judged("expert expert expert", "sizes=1,1,4", f"win {seed}") for seed in range(30))
    excused = next(decision for found in games for decision in found if decision.for_game)
    assert excused.loss == 0
    assert excused.gap > SURE * excused.error
    assert excused.grade is Grade.FINE


def test_names_go_by_the_loss_in_parts_of_the_stake() -> None:
    rules = Rules.parse("players=4")
    assert stake(rules) == 11
    names = [grade_of(part * 11, rules) for part in (0, 0.03, 0.05, 0.09, 0.11, 0.19, 0.21, 1)]
    assert [str(name) for name in names] == [
        "fine",
        "fine",
        "inaccuracy",
        "inaccuracy",
        "mistake",
        "mistake",
        "blunder",
        "blunder",
    ]
    tenfold = replace(rules, scoring=Scoring(bonus=100, per_trick=10))
    assert grade_of(1.2, rules) is Grade.MISTAKE
    assert grade_of(1.2, tenfold) is Grade.FINE
    assert stake(replace(rules, scoring=Scoring())) == 1


def test_the_same_moment_is_judged_alike() -> None:
    moment = played(play("random rule random", "sizes=4")).hands[0].moments[1]
    first = judge(moment, BUDGET, seed="same")
    assert judge(moment, BUDGET, seed="same") == first
    assert judge(moment, BUDGET, seed="other") != first


@given(game=beginnings(), pick=st.integers(0), seed=st.integers())
@examples(0.2)
def test_hidden_cards_dealt_anew_change_no_judgement(game: Game, pick: int, seed: int) -> None:
    moment = reach(game, quick("policy"), pick)
    seat = moment.seen.seat
    assert seat is not None
    other = view(rearrange(moment.state, moment.seen, Random(seed)), seat)
    action = Random(seed).choice(legal_actions(moment.seen))
    one, two = (judge(Moment(0, seen, action), BUDGET, seed="peek") for seen in (moment.seen, other))
    assert one == two


def test_an_equal_card_is_as_good_as_the_one_that_stands_for_it() -> None:
    """Some bots play the highest of cards that do not differ: that is best too."""
    equal = []
    for seed in range(8):
        for hand in played(play("random random random", "sizes=4,4", f"equal {seed}")).hands:
            for moment in hand.moments:
                actions = {worth.action for worth in weigh(moment.view, BUDGET, seed="equal")}
                if actions and moment.action not in actions:
                    equal.append(moment)
    best = 0
    for moment in equal:
        decision = judge(moment, BUDGET, seed="equal")
        cards = [each.action.card for each in decision.options if isinstance(each.action, Play)]
        assert isinstance(decision.action, Play)
        assert isinstance(decision.best, Play)
        done = decision.action.card
        lower = [card.rank for card in cards if card.suit == done.suit and card.rank < done.rank]
        if decision.best.card.suit == done.suit and decision.best.card.rank == max(lower):
            assert decision.grade is Grade.BEST
            best += 1
    assert best


def test_the_bid_of_a_dealer_without_a_choice_is_not_judged_but_valued() -> None:
    bots = [make_bot("policy")] * 3
    for number in range(20):
        game = Game.start(Rules.parse("players=3 sizes=1"), seed_from_text(f"only {number}"), dealer=0)
        for seat in (1, 2):
            game.act(bots[seat].choose(game.view(seat), Random(0)))
        legal = legal_actions(game.view(0))
        if len(legal) == 1:
            break
    decision = judge(Moment(0, game.view(0), legal[0]), BUDGET, seed="only")
    assert decision.grade is Grade.ONLY
    assert len(decision.options) == 1
    assert 0 <= decision.expected <= 11
