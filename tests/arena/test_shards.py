"""The same comes of a contest whoever plays it, and however often it was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from upriver.arena import Duel, Field, Identity, Journal, Match, Processes, Ratings, Tournament, hold, play
from upriver.arena.shards import ALONE, Contest, Crew, Pending, S
from upriver.rules import Rules

SHORT = Rules(players=3, sizes=(2, 1))
DUEL = Match("random", "rule", SHORT, games=200, until=0.4)
FIELD = Match("random", None, SHORT, games=9)
TOURNAMENT = Tournament(("random", "easy", "rule"), SHORT, games=5)
IDENTITY = Identity.of(TOURNAMENT.bots, SHORT, "arena")

Outcome = tuple[Duel | Field, Duel | Field, Ratings]


class Stopped(BaseException):
    """Somebody has pressed Ctrl-C."""


class Tired:
    """Plays so many shards, and is stopped in the next."""

    size = 3

    def __init__(self, shards: int) -> None:
        self.left = shards
        self.asked: list[tuple[str, int]] = []

    def begin(self, contest: Contest[S], number: int) -> Pending[S]:
        self.asked.append((contest.name, number))
        if self.left == 0:
            raise Stopped
        self.left -= 1
        return ALONE.begin(contest, number)


def outcome(crew: Crew, journal: Journal | None = None) -> Outcome:
    return (
        play(DUEL, crew=crew, keeper=journal),
        play(FIELD, crew=crew, keeper=journal),
        hold(TOURNAMENT, crew=crew, keeper=journal),
    )


@pytest.fixture(scope="module")
def once() -> Outcome:
    return outcome(ALONE)


def test_two_processes_come_to_the_same(once: Outcome, tmp_path: Path) -> None:
    assert 30 < once[0].games < DUEL.games, "it was stopped by its precision"
    with Processes(2) as crew, Journal(tmp_path / "two", IDENTITY) as journal:
        assert outcome(crew, journal) == once
    with Journal(tmp_path / "one", IDENTITY) as journal:
        outcome(ALONE, journal)
    assert (tmp_path / "two").read_bytes() == (tmp_path / "one").read_bytes(), "surplus games are thrown away"


@pytest.mark.parametrize("shards", [0, 1, 33, -7, -2])
def test_what_was_stopped_goes_on_to_the_same(once: Outcome, tmp_path: Path, shards: int) -> None:
    """Stopped at the start, before and after the first look, in the second match and among the mixed tables."""
    every = Tired(10_000)
    outcome(every)
    played = [shard for shard in every.asked if shard[0] != DUEL.name or shard[1] < once[0].games]
    shards %= len(every.asked)
    path = tmp_path / "games"
    with pytest.raises(Stopped), Journal(path, IDENTITY) as journal:
        outcome(Tired(shards), journal)
    kept = path.read_text().count("\n") - 1
    assert shards - 2 * Tired.size < kept <= shards
    again = Tired(10_000)
    with Journal(path, IDENTITY) as journal:
        assert outcome(again, journal) == once
    assert again.asked[0] == played[kept]


def test_what_is_kept_is_not_played_again(once: Outcome, tmp_path: Path) -> None:
    with Journal(tmp_path / "games", IDENTITY) as journal:
        outcome(ALONE, journal)
    before = (tmp_path / "games").read_bytes()
    with Journal(tmp_path / "games", IDENTITY) as journal:
        assert outcome(Tired(0), journal) == once
    assert (tmp_path / "games").read_bytes() == before


def test_more_games_go_on_from_fewer(tmp_path: Path) -> None:
    with Journal(tmp_path / "games", IDENTITY) as journal:
        play(FIELD, keeper=journal)
    more = Match("random", None, SHORT, games=12)
    crew = Tired(3)
    with Journal(tmp_path / "games", IDENTITY) as journal:
        assert play(more, crew=crew, keeper=journal) == play(more)
    assert crew.asked == [("random", 9), ("random", 10), ("random", 11)]
