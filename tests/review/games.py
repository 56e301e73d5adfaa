"""Games to review: played by bots from a seed, the same every time."""

from __future__ import annotations

from random import Random

from upriver.bots import make_bot
from upriver.rules import Event, Game, Rules, seed_from_text

QUICK = 256
"""The fewest worlds, for quick tests."""


def play(levels: str, rules: str, seed: str = "review", *, hands: int | None = None) -> list[Event]:
    """The events of a game, broken off after so many hands.

    Args:
        levels: a bot's level for each seat, with blanks between.
        rules: the text of the rules.
        seed: fixes deals and choices.
        hands: after how many hands it is broken off; None plays to the end.
    """
    bots, chance = [make_bot(level) for level in levels.split()], Random(seed)
    names = tuple(f"{level} {seat}" for seat, level in enumerate(levels.split()))
    game = Game.start(Rules.parse(f"players={len(bots)} {rules}"), seed_from_text(seed), names=names, dealer=0)
    while not game.is_over and (hands is None or len(game.state.sheet.rows) < hands):
        seat = game.to_act[0]
        game.act(bots[seat].choose(game.view(seat), chance))
    return game.events
