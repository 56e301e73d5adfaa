"""Statistics, ratings and leagues as clients are told of them (docs/http.md, docs/ratings.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from upriver.stats import ANCHORS, Average, Figures, Rating, Skill, Tally
from upriver.table.names import LONGEST_NAME

BidPosition: TypeAlias = Literal["first", "between", "last"]
TREND = 200
"""Games of which the trend is told, the last ones."""
OPPONENTS = 50
"""Of how many of those met is told, the most often met ones."""


class RatingShown(Struct, frozen=True):
    """A rating: `points`, which are within `margin` of what the model believes in 19 of 20 cases, after `games`."""

    points: int
    margin: int
    games: int
    is_provisional: bool


class LevelRating(Struct, frozen=True):
    """The published rating of a bot's level."""

    level: str
    points: int


class TallyShown(Struct, frozen=True):
    """Hands: bids made, bid too high and bid too low; tricks bid and taken and points scored, in all."""

    hands: int
    made: int
    over: int
    under: int
    bid: int
    taken: int
    points: int


class NumberTally(Struct, frozen=True):
    """Hands of one size, or with one number bid."""

    number: int
    tally: TallyShown


class PositionTally(Struct, frozen=True):
    """Hands in which somebody bid first, last as the dealer does, or between."""

    position: BidPosition
    tally: TallyShown


class PlaceCount(Struct, frozen=True):
    """How often somebody ended in a place among so many players."""

    players: int
    place: int
    games: int


class TrendGame(Struct, frozen=True):
    """A game: the place in it, and the share of bids made in it and the nine games before; null before any hand."""

    id: str
    ended_at: float
    place: int
    players: int
    lately: float | None


class OpponentShown(Struct, frozen=True):
    """Somebody met: a person by name, or all bots of a level; `ahead` and `behind` of `games`, else level."""

    name: str
    level: str | None
    games: int
    ahead: int
    behind: int


class AverageShown(Struct, frozen=True):
    """A mean over hands in points, with its standard error; null for the error of a single hand."""

    mean: float
    error: float | None


class SkillShown(Struct, frozen=True):
    """What reviews say, over `hands` of `games` reviewed: averages of a hand.

    `par`, `deal`, `bid`, `play` and `rest` are the parts of the points; `luck` is `deal` and `rest` together, `lost` is
    `bid` and `play` together.
    """

    games: int
    hands: int
    luck: AverageShown
    lost: AverageShown
    par: AverageShown
    deal: AverageShown
    bid: AverageShown
    play: AverageShown
    rest: AverageShown


class StatsShown(Struct, frozen=True):
    """Your figures over all your finished games, played here or kept on a pad with your name on it.

    `skill` is null as long as none of them was reviewed.
    """

    games: int
    pads: int
    wins: int
    shared: int
    places: list[PlaceCount]
    hands: TallyShown
    by_size: list[NumberTally]
    by_bid: list[NumberTally]
    by_position: list[PositionTally]
    trend: list[TrendGame]
    opponents: list[OpponentShown]
    skill: SkillShown | None
    rating: RatingShown
    levels: list[LevelRating]


class NewLeague(Struct, frozen=True, forbid_unknown_fields=True):
    """A league to be."""

    name: Annotated[str, Meta(max_length=200, description=f"1 to {LONGEST_NAME} characters that can be seen")]


class LeagueListed(Struct, frozen=True):
    """A league of yours; `members` is how many."""

    id: str
    name: str
    members: int


class StandingShown(Struct, frozen=True):
    """A member; `games` are those with another member, and the rating is from these alone."""

    name: str
    is_you: bool
    games: int
    wins: int
    points: int
    rating: RatingShown


class LeagueShown(Struct, frozen=True):
    """A league and its standings of a season, by wins, then points; `season` null is over all time."""

    id: str
    name: str
    address: str
    season: int | None
    seasons: list[int]
    is_member: bool
    standings: list[StandingShown]


def stats_of(figures: Figures, rating: Rating) -> StatsShown:
    """Somebody's figures."""
    return StatsShown(
        games=figures.games,
        pads=figures.pads,
        wins=figures.wins,
        shared=figures.shared,
        places=[PlaceCount(players, place, count) for (players, place), count in figures.places.items()],
        hands=_tally(figures.hands),
        by_size=_numbers(figures.by_size),
        by_bid=_numbers(figures.by_bid),
        by_position=[PositionTally(where.value, _tally(tally)) for where, tally in figures.by_position.items()],
        trend=[
            TrendGame(point.game, point.ended_at, point.place, point.players, point.lately)
            for point in figures.trend[-TREND:]
        ],
        opponents=[
            OpponentShown(one.name, one.level, one.games, one.ahead, one.behind)
            for one in figures.opponents[:OPPONENTS]
        ],
        skill=None if figures.skill is None else _skill(figures.skill),
        rating=rating_of(rating),
        levels=levels_of(),
    )


def rating_of(rating: Rating) -> RatingShown:
    """A rating."""
    return RatingShown(rating.points, rating.margin, rating.games, rating.is_provisional)


def levels_of() -> list[LevelRating]:
    """The bots' published ratings, the weakest first."""
    marks: Iterable[tuple[str, int]] = ((level, Rating(mark.mu, mark.sigma).points) for level, mark in ANCHORS.items())
    return [LevelRating(level, points) for level, points in sorted(marks, key=lambda pair: pair[1])]


def _numbers(tallies: Mapping[int, Tally]) -> list[NumberTally]:
    return [NumberTally(number, _tally(tally)) for number, tally in tallies.items()]


def _tally(tally: Tally) -> TallyShown:
    return TallyShown(tally.hands, tally.made, tally.over, tally.under, tally.bid, tally.taken, tally.points)


def _skill(skill: Skill) -> SkillShown:
    return SkillShown(
        games=skill.games,
        hands=skill.hands,
        luck=_average(skill.luck),
        lost=_average(skill.lost),
        par=_average(skill.par),
        deal=_average(skill.deal),
        bid=_average(skill.bid),
        play=_average(skill.play),
        rest=_average(skill.rest),
    )


def _average(average: Average) -> AverageShown:
    return AverageShown(average.mean, average.error)
