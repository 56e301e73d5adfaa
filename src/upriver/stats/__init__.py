"""Figures from finished games: what somebody has bid, taken and scored, ratings, and the standings of a league."""

from upriver.stats.anchors import ANCHORS
from upriver.stats.export import to_csv
from upriver.stats.figures import Figures, Opponent, Point, Position, Tally, figures
from upriver.stats.finished import Finished, Kind
from upriver.stats.league import Standing, seasons, standings
from upriver.stats.ratings import BEGINNING, SETTLED, Rating, Ratings, is_rated

__all__ = [
    "ANCHORS",
    "BEGINNING",
    "SETTLED",
    "Figures",
    "Finished",
    "Kind",
    "Opponent",
    "Point",
    "Position",
    "Rating",
    "Ratings",
    "Standing",
    "Tally",
    "figures",
    "is_rated",
    "seasons",
    "standings",
    "to_csv",
]
