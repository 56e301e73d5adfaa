"""Matches between bots: duplicate deals, seats rotated, error bars; and ratings over a field of bots.

Start with `Match` and `play`; what comes back is a `Duel` or a `Field`. `Tournament` and `hold` rate a field.
"""

from upriver.arena.cluster import Cluster, ClusterError
from upriver.arena.estimate import Estimate
from upriver.arena.journal import Identity, Journal
from upriver.arena.match import Duel, Field, Match, Standing, play
from upriver.arena.performance import Performance
from upriver.arena.ratings import Rating, Ratings, Tournament, hold
from upriver.arena.shards import Processes

__all__ = [
    "Cluster",
    "ClusterError",
    "Duel",
    "Estimate",
    "Field",
    "Identity",
    "Journal",
    "Match",
    "Performance",
    "Processes",
    "Rating",
    "Ratings",
    "Standing",
    "Tournament",
    "hold",
    "play",
]
