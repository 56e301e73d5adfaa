"""How long a bot takes to decide: `python -m bench.decisions [LEVEL ...]`.

Each level plays games against itself at every number of players, all sizes that a deck allows, on one core. What is
measured are milliseconds on the wall for every choice among two or more, and CPU milliseconds of the process, which
other programs on the machine do not lengthen.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter, process_time

from upriver.bots import LEVELS, make_bot
from upriver.rules import Game, Rules, Trump, legal_actions, max_size, seed_from_text

GOAL = "250 ms median, 1,000 ms at worst"


@dataclass(frozen=True, slots=True)
class Decision:
    """Milliseconds of one choice."""

    wall: float
    cpu: float


def decide(level: str, rules: Rules, seed: str) -> list[Decision]:
    """Play one game and clock each choice among two or more."""
    bot, chance, decisions = make_bot(level), Random(seed), []
    game = Game.start(rules, seed_from_text(seed), dealer=0)
    while not game.is_over:
        for seat in game.to_act:
            seen = game.view(seat)
            wall, cpu = perf_counter(), process_time()
            action = bot.choose(seen, chance)
            clocked = Decision(1000 * (perf_counter() - wall), 1000 * (process_time() - cpu))
            if len(legal_actions(seen)) > 1:
                decisions.append(clocked)
            game.act(action)
    return decisions


def down_and_up(players: int) -> Rules:
    """A game of the longest usual hands: from 10 cards, or what the deck allows, to 1 and back."""
    most = min(10, max_size(players, Trump.TURNED))
    return Rules(players=players, sizes=(*range(most, 0, -1), *range(2, most + 1)))


def main(words: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = ArgumentParser(prog="python -m bench.decisions", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("levels", nargs="*", default=["expert"], help=f"of {', '.join(LEVELS)}")
    parser.add_argument("--games", type=int, default=1)
    arguments = parser.parse_args(words)
    print(f"Milliseconds of a decision; goal: {GOAL}.\n")
    for level in arguments.levels:
        for players in range(3, 8):
            rules = down_and_up(players)
            clocked = [one for game in range(arguments.games) for one in decide(level, rules, f"decisions {game}")]
            wall, cpu = [one.wall for one in clocked], [one.cpu for one in clocked]
            print(
                f"  {level:8} {players} players, {rules.sizes[0]:2} cards, {len(clocked):4} decisions: "
                f"median {median(wall):6.1f}, worst {max(wall):6.1f}; CPU {median(cpu):6.1f}, {max(cpu):6.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
