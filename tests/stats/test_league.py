"""Standings against a count made the long way."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given

from tests.stats.making import EVENINGS, PEOPLE
from upriver.stats import BEGINNING, Finished, seasons, standings

MEMBERS = PEOPLE[:3]


def common(games: list[Finished]) -> list[tuple[Finished, dict[str, int]]]:
    """The games in which two members or more played, with their totals."""
    found = []
    for game in games:
        totals = {}
        for seat, person in enumerate(game.people):
            played = game.rows is None or any(row.bids[seat] is not None for row in game.rows)
            if person in MEMBERS and played:
                totals[str(person)] = game.totals[seat]
        if len(totals) >= 2:
            found.append((game, totals))
    return found


@given(EVENINGS)
def test_members_are_compared_with_one_another_alone(games: list[Finished]) -> None:
    for season in (None, 1970, 1971, 1972):
        counted = [
            totals
            for game, totals in common(games)
            if season is None or datetime.fromtimestamp(game.ended_at, UTC).year == season
        ]
        found = standings(MEMBERS, games, season)
        assert {one.person for one in found} == set(MEMBERS)
        for one in found:
            own = [totals for totals in counted if one.person in totals]
            assert (one.games, one.rating.games) == (len(own), len(own))
            assert one.points == sum(totals[one.person] for totals in own)
            assert one.wins == sum(totals[one.person] == max(totals.values()) for totals in own)
            assert (one.rating == BEGINNING) == (not own)
        assert [(-one.wins, -one.points) for one in found] == sorted((-one.wins, -one.points) for one in found)


@given(EVENINGS)
def test_seasons_are_the_years_with_a_common_game(games: list[Finished]) -> None:
    years = {datetime.fromtimestamp(game.ended_at, UTC).year for game, _ in common(games)}
    assert list(seasons(MEMBERS, games)) == sorted(years, reverse=True)


def test_who_plays_alone_with_bots_gains_nothing() -> None:
    alone = Finished(
        "g", 1.0, "played", ("ada", None, None), (None, "easy", "easy"), ("A", "", ""), (9, 1, 0), (1, 2, 3), ()
    )
    assert [one.games for one in standings(MEMBERS, [alone])] == [0, 0, 0]
    assert seasons(MEMBERS, [alone]) == ()


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_in_which_games_are_given_does_not_matter(order: int) -> None:
    def game(number: int, first: int, second: int) -> Finished:
        places = (1, 2) if first > second else (2, 1)
        return Finished(
            f"g{number}", float(number), "pad", ("ada", "bea"), (None, None), ("A", "B"), (first, second), places, None
        )

    games = [game(1, 10, 5), game(2, 3, 8), game(3, 20, 1)]
    assert standings(MEMBERS, games[::order]) == standings(MEMBERS, games)
