"""The standings of a league: people who play with one another again and again."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from upriver.stats.finished import Finished
from upriver.stats.ratings import BEGINNING, Rating, rated


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a member stands.

    Args:
        person: the member's id.
        games: games with another member.
        wins: of these, with no other member ahead; shared ones among them.
        points: points in these games, in all.
        rating: from these games alone, in which only the members are compared.
    """

    person: str
    games: int = 0
    wins: int = 0
    points: int = 0
    rating: Rating = BEGINNING


def season_of(game: Finished) -> int:
    """The season of a game: the year of its end, UTC."""
    return datetime.fromtimestamp(game.ended_at, UTC).year


def seasons(members: Collection[str], games: Iterable[Finished]) -> tuple[int, ...]:
    """The seasons in which two members or more played together, the last first."""
    return tuple(sorted({season_of(game) for game in games if _is_common(members, game)}, reverse=True))


def standings(members: Collection[str], games: Iterable[Finished], season: int | None = None) -> tuple[Standing, ...]:
    """All members, by wins, then points.

    Args:
        members: ids.
        games: in any order; those with fewer than two members in it do not count.
        season: the year; None for all games.
    """
    found = {person: Standing(person) for person in members}
    counted = [game for game in games if _is_common(members, game) and season in (None, season_of(game))]
    for game in sorted(counted, key=lambda game: (game.ended_at, game.game)):
        seats = _seats(members, game)
        totals = [game.totals[seat] for seat in seats.values()]
        places = [1 + sum(other > total for other in totals) for total in totals]
        after = rated([found[person].rating for person in seats], places)
        for person, total, place, rating in zip(seats, totals, places, after, strict=True):
            before = found[person]
            found[person] = replace(
                before,
                games=before.games + 1,
                wins=before.wins + (place == 1),
                points=before.points + total,
                rating=rating,
            )
    return tuple(sorted(found.values(), key=lambda one: (-one.wins, -one.points, one.games, one.person)))


def _is_common(members: Collection[str], game: Finished) -> bool:
    return len(_seats(members, game)) > 1


def _seats(members: Collection[str], game: Finished) -> dict[str, int]:
    """Where the members sat who played."""
    found = ((person, game.seat_of(person)) for person in game.people if person is not None and person in members)
    return {person: seat for person, seat in found if seat is not None}
