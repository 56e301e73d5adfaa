"""The published ratings of the bots' levels, by which the ratings of people are anchored (docs/ratings.md).

    python -m bench.anchors --games 100 > src/upriver/stats/anchors.json

The levels play mixed tables as in `upriver arena --ratings`, without the matches that it plays first.
"""

from __future__ import annotations

import argparse
import json
import sys

from upriver.arena.ratings import Tournament, hold
from upriver.arena.report import rating_values
from upriver.arena.shards import ALONE, Processes
from upriver.bots import LEVELS
from upriver.bots.levels import KERNEL_LEVELS
from upriver.rules import ENGLISH, Rules


def main() -> int:
    """Hold the tournament and print what came of it; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="games of deals, each played in four rotations")
    parser.add_argument("--seed", default="anchors", help="fixes every deal and every choice")
    parser.add_argument("--rules", default=str(ENGLISH), help="the rules of the games")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work; it changes no figure")
    given = parser.parse_args()
    if missing := KERNEL_LEVELS.keys() - LEVELS.keys():
        print(f"no kernel, so no {', '.join(missing)}: build it first (`upriver doctor`)", file=sys.stderr)
        return 1
    tournament = Tournament(tuple(LEVELS), Rules.parse(given.rules), given.games, given.seed)
    if given.jobs == 1:
        ratings = hold(tournament, crew=ALONE)
    else:
        with Processes(given.jobs) as crew:
            ratings = hold(tournament, crew=crew)
    command = f'python -m bench.anchors --games {given.games} --seed {given.seed} --rules "{given.rules}"'
    print(json.dumps({"command": command} | rating_values(ratings), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
