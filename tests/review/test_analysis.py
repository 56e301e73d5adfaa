"""A game reviewed: the parts add up, the figures are the same on any number of processes, and nothing is peeked at."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest

from tests.review.games import QUICK, play
from upriver.bots import make_bot
from upriver.review.analysis import Review, analyse
from upriver.review.judging import FINEST, judge
from upriver.review.moments import played
from upriver.review.outlook import swings
from upriver.review.values import values
from upriver.review.worth import DEPTH, Estimate
from upriver.rules import BidMade, CardPlayed, Dealt, Event, Game, RecordError, Rules, fold, seed_from_text
from upriver.words import Words

BUDGET = replace(DEPTH, worlds=QUICK)
RULES = "sizes=3,1,3 scoring=common"


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return play("random rule policy", RULES)


@pytest.fixture(scope="module")
def review(events: list[Event]) -> Review:
    return analyse(events, budget=BUDGET)


def test_the_parts_add_up_to_the_points_scored(review: Review) -> None:
    for hand in review.hands:
        for seat, account in enumerate(hand.accounts):
            parts = (account.par, account.deal, account.bid, account.play, account.rest)
            assert all((part * FINEST).is_integer() for part in parts)
            assert sum(parts) == account.points == hand.row.points[seat]
            shown = account.shown
            assert round(shown.par + shown.deal + shown.bid + shown.play + shown.rest, 6) == hand.row.points[seat]


def test_bids_and_cards_are_charged_what_their_decisions_lost(review: Review) -> None:
    for hand in review.hands:
        for seat, account in enumerate(hand.accounts):
            own = [decision for decision in hand.decisions if decision.action.seat == seat]
            assert account.bid == -own[0].loss
            assert account.play == -sum(decision.loss for decision in own[1:])
            assert account.expected == pytest.approx(own[0].expected, abs=1 / FINEST)


def test_hands_of_a_kind_have_the_same_par_by_place(review: Review) -> None:
    first, _, last = review.hands
    by_place = [[hand.accounts[(hand.row.dealer + 1 + place) % 3].par for place in range(3)] for hand in (first, last)]
    assert by_place[0] == by_place[1]
    assert len(set(by_place[0])) > 1


def test_the_same_game_has_the_same_figures_on_one_process_and_on_several(events: list[Event], review: Review) -> None:
    words = Words("en")
    parts: list[float] = []
    again = analyse(events, budget=BUDGET, jobs=4, on_progress=parts.append)
    assert json.dumps(values(again, words)) == json.dumps(values(review, words))
    assert again == review
    assert parts == sorted(parts)
    assert parts[-1] == 1


def test_another_seed_has_other_figures(events: list[Event], review: Review) -> None:
    assert analyse(events, budget=BUDGET, seed="other").hands != review.hands


def test_other_cards_in_other_hands_leave_a_decision_as_it_was() -> None:
    """The first bidder of two games holds and sees the same; all other cards are dealt anew, and the bids differ."""
    reviews = [analyse(with_others(number), budget=BUDGET) for number in range(2)]
    firsts = [review.hands[0].decisions[0] for review in reviews]
    assert reviews[0].hands[0].decisions[1:] != reviews[1].hands[0].decisions[1:]
    assert firsts[0] == firsts[1]
    assert reviews[0].hands[0].accounts[1].deal == reviews[1].hands[0].accounts[1].deal


def with_others(number: int) -> list[Event]:
    """A game of one hand in which seat 1 always holds and does the same, and the others hold other cards."""
    start, dealt, *_ = Game.start(
        Rules.parse("players=3 sizes=2 limit=free"), seed_from_text("others"), dealer=0
    ).events
    assert isinstance(dealt, Dealt)
    rest = [card for cards in (dealt.cards[0], dealt.cards[2]) for card in cards or ()]
    if number:
        rest = sorted(rest, key=lambda card: (card.rank, card.suit))[::-1]
    dealt = replace(dealt, cards=(tuple(rest[:2]), dealt.cards[1], tuple(rest[2:])))
    events: list[Event] = [start, dealt, BidMade(1, 1)]
    bot = make_bot("rule")
    while not (state := fold(events)).is_over:
        seat = state.to_act[0]
        game = Game(events, seed_from_text("others"))
        action = bot.choose(game.view(seat), Random(1))
        events.append(BidMade(seat, action.bid) if hasattr(action, "bid") else CardPlayed(seat, action.card))
    return events


def test_of_an_unfinished_game_the_finished_hands_are_reviewed(events: list[Event], review: Review) -> None:
    deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    part = analyse(events[: deals[2] + 4], budget=BUDGET)
    assert part.hands == review.hands[:2]
    assert not part.state.is_over
    assert part.outlook == review.outlook[:3]


def test_a_game_without_a_finished_hand_is_refused(events: list[Event]) -> None:
    with pytest.raises(RecordError, match="no hand of this game is finished yet"):
        analyse(events[:5], budget=BUDGET)
    with pytest.raises(ValueError, match="16 worlds are too few"):
        analyse(events, budget=replace(BUDGET, worlds=16))


def test_the_chances_begin_even_add_up_and_end_with_the_winners(review: Review) -> None:
    assert len(review.outlook) == len(review.hands) + 1
    for chances in review.outlook:
        assert sum(chances) == pytest.approx(1)
    assert all(0.2 < chance < 0.5 for chance in review.outlook[0])
    leaders = review.state.sheet.leaders()
    assert review.outlook[-1] == tuple(1 / len(leaders) if seat in leaders else 0.0 for seat in range(3))
    for seat in range(3):
        moved = sum(swings(review.outlook, seat))
        assert moved == pytest.approx(review.outlook[-1][seat] - review.outlook[0][seat])


@pytest.mark.parametrize(
    "rules",
    ["sizes=2 trump=none", "sizes=1,2 trump=cycle limit=over limit_from=2", "sizes=2 limit=free bidding=together"],
)
def test_every_kind_of_table_can_be_reviewed(rules: str) -> None:
    found = analyse(play("random random policy rule", rules), budget=BUDGET)
    for hand in found.hands:
        assert [account.points for account in hand.accounts] == list(hand.row.points)


def test_losses_order_the_bots_and_the_search_loses_nothing() -> None:
    """The short form of `python -m bench.review losses`: hands of random, rule and expert at one table."""
    losses: dict[str, list[float]] = {"random": [], "rule": [], "expert": []}
    gaps: list[float] = []
    for number in range(9):
        levels = [*losses][number % 3 :] + [*losses][: number % 3]
        (hand,) = played(play(" ".join(levels), "sizes=5", f"order {number}")).hands
        decisions = [judge(moment, BUDGET, seed=f"{place}") for place, moment in enumerate(hand.moments)]
        for seat, level in enumerate(levels):
            own = [decision for decision in decisions if decision.action.seat == seat]
            losses[level].append(sum(decision.loss for decision in own))
            if level == "expert":
                gaps.append(sum(decision.gap for decision in own))
    random, rule, expert = map(fmean, losses.values())
    assert random > rule + 1 > expert + 1
    assert expert < 0.3
    noise = Estimate.of(gaps)
    assert noise.mean < 0.1 + 2 * noise.error
