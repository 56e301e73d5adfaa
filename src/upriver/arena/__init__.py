"""Matches between bots: duplicate deals, seats rotated, error bars.

Start with `Match` and `play`; what comes back is a `Duel` or a `Field`.
"""

from upriver.arena.estimate import Estimate
from upriver.arena.match import Duel, Field, Match, play
from upriver.arena.performance import Performance

__all__ = ["Duel", "Estimate", "Field", "Match", "Performance", "play"]
