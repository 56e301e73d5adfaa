from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upriver.arena import Rating, Tournament, hold
from upriver.arena.ratings import rate
from upriver.rules import ParseError, Rules

LEVELS = ("random", "easy", "rule", "policy")


@given(st.integers(3, 7), st.integers(3, 4), st.integers(1, 20), st.text(max_size=3))
def test_every_bot_sits_down_as_often_as_every_other(players: int, bots: int, games: int, seed: str) -> None:
    tournament = Tournament(LEVELS[:bots], Rules(players=players, sizes=(1,)), games, seed)
    tables = [tournament.table(number) for number in range(games)]
    seats = Counter(chain(*tables))
    assert max(seats.values()) - min(seats[bot] for bot in tournament.bots) <= 1
    assert all(len(set(table)) >= 2 for table in tables), "a bot alone at a table has nobody to be rated against"


def test_every_bot_has_every_seat_in_turn() -> None:
    tournament = Tournament(LEVELS[:3], Rules(players=3), games=4)
    rotations = tournament.rotations(2)
    assert rotations[0] == tournament.table(2)
    assert [sorted(column) for column in zip(*rotations, strict=True)] == [sorted(LEVELS[:3])] * 3


def test_bots_clearly_apart_are_put_in_order() -> None:
    tournament = Tournament(LEVELS[:3], Rules(players=4, sizes=(6, 5, 4, 6, 5, 4, 6, 5)), games=30)
    ratings = hold(tournament).ratings
    assert [rating.bot for rating in ratings] == ["rule", "easy", "random"]
    for better, worse in pairwise(ratings):
        assert better.mu - better.sigma > worse.mu + worse.sigma
        assert better.ordinal > worse.ordinal


def test_every_rating_comes_from_the_seed() -> None:
    once, again, other = (
        hold(Tournament(LEVELS[:3], Rules(players=3, sizes=(2, 1)), 4, seed)) for seed in ("a", "a", "b")
    )
    assert once == again
    assert once.ratings != other.ratings


def test_level_places_are_ties() -> None:
    (first, second, last) = rate(("a", "b", "c"), [(("a", "b", "c"), (1, 1, 3))])
    assert (first.bot, second.bot, last.bot) == ("a", "b", "c")
    assert first.mu == second.mu > 25 > last.mu
    assert first.sigma == second.sigma < 25 / 3
    level = rate(("a", "b", "c"), [(("a", "b", "c"), (1, 1, 1))])
    assert len({rating.mu for rating in level}) == 1


def test_a_better_place_is_a_better_rating_whatever_the_seats() -> None:
    found = rate(("a", "b", "c"), [(("c", "a", "b"), (3, 1, 2)), (("b", "c", "a"), (2, 3, 1))])
    assert [rating.bot for rating in found] == ["a", "b", "c"]


def test_a_bot_in_several_seats_moves_by_their_mean() -> None:
    both = {rating.bot: rating for rating in rate(("a", "b"), [(("a", "a", "b"), (1, 3, 2))])}
    apart = {rating.bot: rating for rating in rate(("a", "b", "c"), [(("a", "c", "b"), (1, 3, 2))])}
    assert both["b"] == apart["b"]
    assert both["a"].mu == pytest.approx((apart["a"].mu + apart["c"].mu) / 2)
    assert both["a"].sigma ** 2 == pytest.approx((apart["a"].sigma ** 2 + apart["c"].sigma ** 2) / 2)


def test_who_has_not_played_keeps_the_first_rating() -> None:
    ratings = {rating.bot: rating for rating in rate(("a", "b", "c"), [(("a", "b", "a"), (1, 3, 2))])}
    assert ratings["c"] == Rating("c", 25.0, 25 / 3)
    assert ratings["c"].ordinal == 0.0


@pytest.mark.parametrize("bots", [("rule",), ("rule", "random"), ("rule", "random", "rule")])
def test_a_field_needs_three_bots(bots: tuple[str, ...]) -> None:
    with pytest.raises(ParseError, match=r"ratings: 'rule'.* is too small a field; name 3 bots or more"):
        Tournament(bots)


def test_what_cannot_be_rated_is_refused() -> None:
    with pytest.raises(ParseError, match="'deep' is no bot"):
        Tournament(("rule", "random", "deep"))
    with pytest.raises(ParseError, match="games: 0 is too few"):
        Tournament(LEVELS[:3], games=0)
