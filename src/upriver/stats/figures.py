"""What somebody's finished games tell: places, bids made and missed, how that went over time and against whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from upriver.rules import Row
from upriver.stats.finished import Finished
from upriver.stats.skill import Skill, skill

WINDOW = 10
"""Games over which the trend is taken."""


class Position(StrEnum):
    """When somebody bids: before all others, after all others as the dealer does, or between."""

    FIRST = "first"
    BETWEEN = "between"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Tally:
    """Hands counted. `hands` is `made` and `over` and `under` together.

    Args:
        hands: how many.
        made: with exactly the tricks bid.
        over: bid too high, with fewer tricks than bid.
        under: bid too low, with more tricks than bid.
        bid: tricks bid, in all.
        taken: tricks taken, in all.
        points: points scored, in all.
    """

    hands: int = 0
    made: int = 0
    over: int = 0
    under: int = 0
    bid: int = 0
    taken: int = 0
    points: int = 0

    def with_hand(self, bid: int, taken: int, points: int) -> Tally:
        """One more hand."""
        return Tally(
            self.hands + 1,
            self.made + (taken == bid),
            self.over + (taken < bid),
            self.under + (taken > bid),
            self.bid + bid,
            self.taken + taken,
            self.points + points,
        )


@dataclass(frozen=True, slots=True)
class Point:
    """A game in the order of time.

    Args:
        game: its id.
        ended_at: when it ended.
        place: the place in it.
        players: how many played.
        hands: what was bid and taken in it.
        lately: the share of bids made in this game and the nine before it; None before any hand.
    """

    game: str
    ended_at: float
    place: int
    players: int
    hands: Tally
    lately: float | None


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody met at the table: a person, or all bots of a level.

    Args:
        person: the person's id; None for a bot.
        level: the bot's level; None for a person.
        name: as the person was called last; empty for a bot.
        games: how many seats of theirs were met; a person has one in a game.
        ahead: of these, how often oneself ended before them.
        behind: and how often after them; else level.
    """

    person: str | None
    level: str | None
    name: str
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Figures:
    """All that somebody's games tell.

    Args:
        games: how many.
        pads: of these, with real cards and the score on a pad.
        wins: first places, shared ones among them.
        shared: first places that were shared.
        places: how often each place, by the number of players and the place.
        hands: all hands.
        by_size: the hands by their size.
        by_bid: the hands by the number bid.
        by_position: the hands by the place in the bidding.
        trend: the games, oldest first.
        opponents: who was met, most often first.
        skill: how luck and play had their parts in the points; None where no game was reviewed.
    """

    games: int = 0
    pads: int = 0
    wins: int = 0
    shared: int = 0
    places: Mapping[tuple[int, int], int] = field(default_factory=dict)
    hands: Tally = Tally()
    by_size: Mapping[int, Tally] = field(default_factory=dict)
    by_bid: Mapping[int, Tally] = field(default_factory=dict)
    by_position: Mapping[Position, Tally] = field(default_factory=dict)
    trend: tuple[Point, ...] = ()
    opponents: tuple[Opponent, ...] = ()
    skill: Skill | None = None


def figures(person: str, games: Iterable[Finished]) -> Figures:
    """The figures of a person over games in any order; those in which they did not play are left out."""
    own = [(game, seat) for game in games if (seat := game.seat_of(person)) is not None]
    own.sort(key=lambda pair: (pair[0].ended_at, pair[0].game))
    hands = [(row, seat) for game, seat in own for row in game.rows or () if row.was_there(seat)]
    by_size: dict[int, Tally] = {}
    by_bid: dict[int, Tally] = {}
    by_position: dict[Position, Tally] = {}
    for row, seat in hands:
        bid, taken, points = row.result(seat)
        where = position(row, seat)
        by_size[row.size] = by_size.get(row.size, Tally()).with_hand(bid, taken, points)
        by_bid[bid] = by_bid.get(bid, Tally()).with_hand(bid, taken, points)
        by_position[where] = by_position.get(where, Tally()).with_hand(bid, taken, points)
    firsts = [game for game, seat in own if game.places[seat] == 1]
    return Figures(
        games=len(own),
        pads=sum(game.kind == "pad" for game, _ in own),
        wins=len(firsts),
        shared=sum(game.places.count(1) > 1 for game in firsts),
        places=dict(sorted(Counter((len(game.places), game.places[seat]) for game, seat in own).items())),
        hands=_tally(hands),
        by_size=dict(sorted(by_size.items())),
        by_bid=dict(sorted(by_bid.items())),
        by_position={each: by_position[each] for each in Position if each in by_position},
        trend=_trend(own),
        opponents=_opponents(own),
        skill=skill(own),
    )


def position(row: Row, seat: int) -> Position:
    """When the seat bid in this hand; it was there."""
    seats = len(row.bids)
    order = [each % seats for each in range(row.dealer + 1, row.dealer + 1 + seats) if row.was_there(each % seats)]
    if seat == order[-1]:
        return Position.LAST
    return Position.FIRST if seat == order[0] else Position.BETWEEN


def _tally(hands: Iterable[tuple[Row, int]]) -> Tally:
    tally = Tally()
    for row, seat in hands:
        tally = tally.with_hand(*row.result(seat))
    return tally


def _trend(own: list[tuple[Finished, int]]) -> tuple[Point, ...]:
    tallies = [_tally((row, seat) for row in game.rows or () if row.was_there(seat)) for game, seat in own]
    points = []
    for at, (game, seat) in enumerate(own):
        window = tallies[max(0, at + 1 - WINDOW) : at + 1]
        hands = sum(tally.hands for tally in window)
        lately = sum(tally.made for tally in window) / hands if hands else None
        points.append(Point(game.game, game.ended_at, game.places[seat], len(game.places), tallies[at], lately))
    return tuple(points)


def _opponents(own: list[tuple[Finished, int]]) -> tuple[Opponent, ...]:
    met: dict[tuple[str | None, str | None], Opponent] = {}
    for game, seat in own:
        for other, (person, level) in enumerate(zip(game.people, game.levels, strict=True)):
            if other == seat or (person is None and level is None):
                continue
            key = (person, None if person is not None else level)
            before = met.get(key, Opponent(*key, "", 0, 0, 0))
            met[key] = Opponent(
                *key,
                game.names[other] if person is not None else "",
                before.games + 1,
                before.ahead + (game.totals[seat] > game.totals[other]),
                before.behind + (game.totals[seat] < game.totals[other]),
            )
    return tuple(sorted(met.values(), key=lambda one: (-one.games, one.name, one.level or "", one.person or "")))
