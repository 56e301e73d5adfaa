"""Hints: every legal choice, the best marked, no more knowledge than the seat has, and why."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.test_contract import quick, reach, rearrange
from tests.review.games import QUICK, play
from tests.strategies import beginnings, examples
from upriver.review.hint import Hint, hint
from upriver.review.judging import Option
from upriver.review.moments import Moment, played
from upriver.review.why import decimal, why
from upriver.review.worth import DEPTH
from upriver.rules import Bid, Card, Game, Play, Rules, View, legal_actions, seed_from_text, view
from upriver.words import LANGUAGES, Words

BUDGET = replace(DEPTH, worlds=QUICK)
EN = Words("en")


def moments(rules: str, seed: str = "hints") -> list[Moment]:
    return [moment for hand in played(play("policy random policy", rules, seed)).hands for moment in hand.moments]


def advice(moment: Moment) -> Hint:
    return hint(moment.view, seed="hint", budget=BUDGET)


@given(game=beginnings(), pick=st.integers(0), seed=st.integers())
@examples(0.2)
def test_hidden_cards_dealt_anew_change_no_hint(game: Game, pick: int, seed: int) -> None:
    moment = reach(game, quick("policy"), pick)
    other = view(rearrange(moment.state, moment.seen, Random(seed)), moment.seen.seat)
    assert hint(other, seed="hint", budget=BUDGET) == hint(moment.seen, seed="hint", budget=BUDGET)


@given(game=beginnings(), pick=st.integers(0))
@examples(0.2)
def test_a_hint_covers_what_is_legal_and_is_explained_in_every_language(game: Game, pick: int) -> None:
    seen = reach(game, quick("policy"), pick).seen
    found = hint(seen, seed="hint", budget=BUDGET)
    legal = legal_actions(seen)
    assert found.best in legal
    if found.options:
        assert [option.action for option in found.options] == list(legal)
        assert max(option.points for option in found.options) == found.ranked[0].points
        assert sum(found.tricks) == pytest.approx(1)
        assert set(found.wins) == set(seen.cards)
        assert found.best not in found.close
        assert set(found.close) <= set(legal)
    for lang in LANGUAGES:
        said = why(seen, found, Words(lang))
        assert said.endswith((".", "!"))
        assert "{" not in said


def test_the_chance_of_a_bid_is_that_of_its_tricks() -> None:
    for moment in moments("sizes=5"):
        found = advice(moment)
        if found.options:
            bid = found.best.bid if isinstance(found.best, Bid) else moment.view.own_bid(moment.action.seat)
            assert bid is not None
            assert found.ranked[0].made == found.tricks[bid]


def test_cards_that_do_not_differ_are_worth_the_same() -> None:
    seen = [advice(moment) for moment in moments("sizes=9")]
    level = [
        (one, other)
        for found in seen
        for one in found.options
        for other in found.options
        if isinstance(one.action, Play)
        and isinstance(other.action, Play)
        and one.action.card.suit == other.action.card.suit
        and one.action.card.rank == other.action.card.rank + 1
    ]
    assert level
    assert all(one.points == other.points and one.error == other.error for one, other in level)


def test_a_single_card_needs_no_hint() -> None:
    last = moments("sizes=2")[-1]
    found = advice(last)
    assert (found.options, found.best) == ((), last.action)
    assert why(last.view, found, EN) == "There is nothing to choose here."


def test_the_reasons_for_a_bid_name_the_cards_that_take_tricks() -> None:
    seen = moments("sizes=3")[0].view
    ace, king, low = sorted(seen.cards, key=lambda card: -card.rank)
    found = made_up(seen, Bid(1, 2), {ace: 0.97, king: 0.31, low: 0.02}, tricks=(0.1, 0.2, 0.6, 0.1))
    assert why(seen, found, EN) == (
        f"{ace.symbols} takes a trick in 97% of the deals that fit what you know, {king.symbols} in 31%. "
        "Bid 2: you make it in 60%, and it is worth 7.2 points on average. The next best, 1, is worth 5.0."
    )
    none = replace(found, wins=dict.fromkeys(seen.cards, 0.01))
    assert why(seen, none, EN).startswith("None of your cards takes a trick in more than 1% of the deals")


def test_the_reasons_for_a_bid_name_the_number_that_the_limit_forbids() -> None:
    seen = moments("sizes=3")[0].view
    found = made_up(seen, Bid(1, 2), dict.fromkeys(seen.cards, 0.5), tricks=(0.0, 0.3, 0.2, 0.5))
    found = replace(found, options=tuple(option for option in found.options if option.action != Bid(1, 3)))
    assert "You would take 3 most often, but as dealer you may not bid it." in why(seen, found, EN)


def made_up(seen: View, best: Bid, wins: dict[Card, float], tricks: tuple[float, ...]) -> Hint:
    """A hint as it might have been found."""
    points = {0: 1.0, 1: 5.0, 2: 7.2, 3: 0.5}
    options = tuple(Option(Bid(best.seat, bid), points[bid], 0.2, tricks[bid]) for bid in range(4))
    return Hint(options, best, (), tricks, wins, None)


@pytest.fixture
def following() -> View:
    """Seat 2 of three, in a hand of three cards, follows to the first trick and has bid 1."""
    for number in range(500):
        game = Game.start(Rules.parse("players=3 sizes=3 limit=free"), seed_from_text(f"follow {number}"), dealer=0)
        for seat in (1, 2, 0):
            game.act(Bid(seat, 1))
        game.act(legal_actions(game.view(1))[0])
        seen = game.view(2)
        if len(legal_actions(seen)) == 3 and seen.hand.trick.led not in {card.suit for card in seen.cards}:
            return seen
    raise AssertionError("no such deal")


@pytest.mark.parametrize(
    ("chance", "kept", "said"),
    [
        (1.0, 0.0, "Play {card}: it takes the trick."),
        (0.0, 0.0, "Play {card}: somebody else takes the trick."),
        (0.5, 0.0, "Play {card}: it takes the trick in 50% of the deals"),
        (0.0, 0.44, "Throw away {card}: kept, it would take a trick in 44% of the deals"),
    ],
)
def test_the_reasons_for_a_card_say_what_it_does(following: View, chance: float, kept: float, said: str) -> None:
    card = following.cards[0]
    options = tuple(
        Option(Play(2, held), points, 0.2, points / 11)
        for held, points in zip(following.cards, (6.0, 5.0, 4.0), strict=True)
    )
    found = Hint(options, Play(2, card), (Play(2, following.cards[1]),), (0.3, 0.5, 0.2, 0.0), {card: chance}, kept)
    text = why(following, found, EN)
    assert said.format(card=card.symbols) in text
    assert text.startswith("You still need 1 of the last 3 tricks.")
    assert "You then make your bid in 55%, for 6.0 points on average." in text
    assert text.endswith(f"{following.cards[1].symbols} is about as good.")


def test_the_reasons_for_a_card_say_when_a_bid_is_all_but_lost(following: View) -> None:
    card, *_ = following.cards
    options = tuple(Option(Play(2, held), 0.1, 0.1, 0.01) for held in following.cards)
    found = Hint(options, Play(2, card), (), (0.9, 0.01, 0.05, 0.04), dict.fromkeys(following.cards, 0.1), None)
    assert why(following, found, EN) == ("Your bid is all but out of reach. Whatever you play is worth about the same.")


def test_numbers_are_written_as_the_language_does() -> None:
    assert [decimal(value, EN) for value in (1.25, -0.04, -3)] == ["1.2", "0.0", "−3.0"]
    assert [decimal(value, Words("it"), signed=True) for value in (1.25, -0.04, -3)] == ["+1,2", "0,0", "−3,0"]
