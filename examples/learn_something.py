"""Learns to bid in hands of one card against `rule`, by policy gradient: `python examples/learn_something.py`."""

from __future__ import annotations

import numpy as np

from upriver.adapters.pettingzoo import parts, upriver_v0
from upriver.bots import make_bot
from upriver.rules import Rules

RULES = Rules.parse("players=4 sizes=1 limit=free")
PARTS = parts(RULES.players)


def features(seen: np.ndarray) -> np.ndarray:
    """What a bid may hang on: the card's rank, whether it is a trump, whether it leads, the tricks bid so far."""
    suit, rank = divmod(int(seen[PARTS["cards"]].argmax()), 13)
    is_trump = float(suit == seen[PARTS["trump"]].argmax())
    leads = seen[PARTS["leader"]][0]
    others = seen[PARTS["bids"]].clip(0).sum()
    height = rank / 6 - 1
    return np.array([1, height, is_trump, is_trump * height, leads, leads * height, others])


def play(weights: np.ndarray, hands: int, seed: int, *, step: float = 0.0) -> float:
    """Points a hand; with a step above 0 the weights learn."""
    env = upriver_v0.env(RULES, bots=dict.fromkeys((1, 2, 3), make_bot("rule")))
    rng, points, usual = np.random.default_rng(seed), 0.0, 5.0
    for hand in range(hands):
        env.reset(seed=seed if hand == 0 else None)
        seen = features(env.last()[0]["observation"])
        chance = 1 / (1 + np.exp(-weights @ seen))
        bid = int(rng.random() < chance)
        env.step(52 + bid)
        env.step(int(env.last()[0]["action_mask"].argmax()))
        points += (gained := env.last()[1])
        weights += step * (gained - usual) * (bid - chance) * seen
        usual += 0.01 * (gained - usual)
    return points / hands


if __name__ == "__main__":
    weights = np.zeros(7)
    print(f"before: {play(weights, 1000, seed=1):.2f} points a hand")
    play(weights, 3000, seed=2, step=0.03)
    print(f"after:  {play(weights, 1000, seed=1):.2f} points a hand")
