"""Figures from finished games: what somebody has bid, taken and scored, ratings, and the standings of a league."""

from upriver.stats.anchors import ANCHORS
from upriver.stats.export import to_csv
from upriver.stats.figures import Figures, Opponent, Point, Position, Tally, figures
from upriver.stats.finished import Finished, Kind, Parts
from upriver.stats.league import Standing, seasons, standings
from upriver.stats.ratings import BEGINNING, SETTLED, Rating, Ratings, is_rated
from upriver.stats.skill import Average, Skill

__all__ = [
    "ANCHORS",
    "BEGINNING",
    "SETTLED",
    "Average",
    "Figures",
    "Finished",
    "Kind",
    "Opponent",
    "Parts",
    "Point",
    "Position",
    "Rating",
    "Ratings",
    "Skill",
    "Standing",
    "Tally",
    "figures",
    "is_rated",
    "seasons",
    "standings",
    "to_csv",
]
