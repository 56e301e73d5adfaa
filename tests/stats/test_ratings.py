"""Ratings: which games count, ties, the bots as fixed marks, and what a number comes to mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log, sqrt
from random import Random

import pytest
from hypothesis import given

from tests.stats.making import EVENINGS, PEOPLE
from upriver.bots import LEVELS
from upriver.stats import ANCHORS, BEGINNING, SETTLED, Finished, Rating, Ratings, is_rated
from upriver.stats.ratings import rated

GAME = Finished(
    "g", 1.0, "played", ("ada", "bea", None), (None, None, "rule"), ("A", "B", ""), (30, 20, 10), (1, 2, 3), ()
)  # fmt: skip


def test_every_level_has_its_mark_and_they_stand_in_order_of_strength() -> None:
    assert set(LEVELS) <= set(ANCHORS)
    assert sorted(ANCHORS, key=lambda level: ANCHORS[level].mu) == ["random", "easy", "rule", "expert"]
    for anchor in ANCHORS.values():
        assert 0 < anchor.sigma < BEGINNING.sigma


@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        ({}, True),
        ({"people": ("ada", None, None), "levels": (None, "easy", "easy")}, True),
        ({"kind": "pad", "levels": (None, None, None)}, False),
        ({"levels": (None, "rule", "rule")}, False),
        ({"people": ("ada", "bea", None), "levels": (None, None, None)}, False),
        ({"people": (None, None, None), "levels": ("easy", "rule", "rule")}, False),
        ({"levels": (None, None, "unheard-of")}, False),
    ],
)
def test_which_games_are_rated(changes: dict[str, object], counts: bool) -> None:
    game = replace(GAME, **changes)  # type: ignore[arg-type]
    ratings = Ratings()
    ratings.take(game)
    assert is_rated(game) == counts
    assert (ratings.of("ada") != BEGINNING) == counts


@given(EVENINGS)
def test_each_rated_game_counts_once_and_narrows_what_is_believed(games: list[Finished]) -> None:
    ratings = Ratings()
    for game in games:
        before = {person: ratings.of(person) for person in PEOPLE}
        ratings.take(game)
        for person in PEOPLE:
            after = ratings.of(person)
            if person in game.people and is_rated(game):
                assert after.games == before[person].games + 1
                assert after.sigma < before[person].sigma + 0.1
            else:
                assert after == before[person]


def test_the_winner_rises_the_last_falls_and_equals_who_tie_stay_equal() -> None:
    won, middle, lost = rated([BEGINNING] * 3, (1, 2, 3))
    assert won.mu > middle.mu > lost.mu
    one, other, last = rated([BEGINNING] * 3, (1, 1, 3))
    assert one == other
    assert one.mu > BEGINNING.mu > last.mu
    all_level = rated([BEGINNING] * 3, (1, 1, 1))
    assert {round(rating.mu, 9) for rating in all_level} == {BEGINNING.mu}


def test_the_same_places_in_another_order_of_seats_give_the_same_ratings() -> None:
    skills = [Rating(22.0, 4.0), Rating(28.0, 6.0), Rating(31.0, 2.0)]
    first = rated(skills, (2, 1, 3))
    turned = rated(skills[1:] + skills[:1], (1, 3, 2))
    assert [(round(one.mu, 9), round(one.sigma, 9)) for one in first] == [
        (round(one.mu, 9), round(one.sigma, 9)) for one in turned[2:] + turned[:2]
    ]


@pytest.mark.parametrize("level", ["easy", "rule", "expert"])
def test_who_plays_as_a_level_does_comes_near_its_mark(level: str) -> None:
    """Places drawn from the model itself: somebody of a level's skill among the three levels, 300 games."""
    rng, ratings = Random(7), Ratings()
    for number in range(300):
        others = tuple(rng.choice(("easy", "rule", "expert")) for _ in range(3))
        marks = [ANCHORS[each].mu for each in (level, *others)]
        shown = [mark - scale([*others, level]) * log(rng.expovariate(1)) for mark in marks]
        places = tuple(1 + sum(other > own for other in shown) for own in shown)
        people: tuple[str | None, ...] = ("ada", None, None, None)
        ratings.take(Finished(f"g{number}", 1.0, "played", people, (None, *others), ("",) * 4, (0,) * 4, places, ()))
    assert ratings.of("ada").mu == pytest.approx(ANCHORS[level].mu, abs=4)
    assert not ratings.of("ada").is_provisional


def scale(levels: Sequence[str]) -> float:
    """The difference of mu that the model takes for odds of e to 1 at a table of these levels."""
    return sqrt(sum(ANCHORS[level].sigma ** 2 + (25 / 6) ** 2 for level in levels))


def test_a_rating_is_provisional_until_the_doubt_is_well_below_a_beginners() -> None:
    """The number in docs/ratings.md: with chance places among four, one of them a beginner."""
    rng, rating = Random(3), BEGINNING
    others = [Rating(anchor.mu, anchor.sigma) for level, anchor in ANCHORS.items() if level != "random"]
    for game in range(1, SETTLED + 1):
        assert rating.is_provisional
        rating = rated([rating, *others], rng.sample(range(1, 5), 4))[0]
        assert rating.games == game
    assert not rating.is_provisional
    assert 0.4 < rating.sigma / BEGINNING.sigma < 2 / 3


def test_a_beginner_is_shown_a_thousand() -> None:
    assert (BEGINNING.points, BEGINNING.margin) == (1000, 667)
