"""The chance of winning the game before the first hand and after each, by playing the hands to come out many times."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from upriver.review.par import Par
from upriver.rules import Row, Rules

FUTURES = 4000
"""How many times the rest of the game is played out."""


def chances(
    rules: Rules, rows: Sequence[Row], dealer: int, pars: Sequence[Par], *, seed: str
) -> tuple[tuple[float, ...], ...]:
    """Each seat's chance of winning, before the first hand and after each finished one; level winners share a game.

    Every seat is taken to be as strong as every other, and the points of the seats in a hand to be independent.

    Args:
        rules: the rules of the game.
        rows: the finished hands.
        dealer: who deals the first hand.
        pars: what each hand of the game brings, the finished ones too.
        seed: a text that fixes the futures.
    """
    players, chance = rules.players, Random(seed)
    to_come = [[0] * FUTURES for _ in range(players)]
    totals = [tuple(0 for _ in range(players))]
    for row in rows:
        totals.append(tuple(total + (points or 0) for total, points in zip(totals[-1], row.points, strict=True)))
    found = [_shares(totals[-1], to_come)] if len(rows) == rules.hands else []
    for hand in range(rules.hands - 1, -1, -1):
        for seat in range(players):
            place = (seat - dealer - hand - 1) % players
            spread = pars[hand].spread[place]
            drawn = chance.choices(list(spread), list(spread.values()), k=FUTURES)
            to_come[seat] = [sum(pair) for pair in zip(to_come[seat], drawn, strict=True)]
        if hand < len(totals):
            found.append(_shares(totals[hand], to_come))
    return tuple(reversed(found))


def swings(outlook: Sequence[Sequence[float]], seat: int) -> tuple[float, ...]:
    """By how much each hand moved the seat's chance."""
    return tuple(after[seat] - before[seat] for before, after in pairwise(outlook))


def _shares(totals: Sequence[int], to_come: Sequence[Sequence[int]]) -> tuple[float, ...]:
    won = [0.0] * len(totals)
    for future in zip(*to_come, strict=True):
        ends = [total + more for total, more in zip(totals, future, strict=True)]
        best = max(ends)
        share = 1 / ends.count(best)
        for seat, end in enumerate(ends):
            if end == best:
                won[seat] += share
    return tuple(wins / len(to_come[0]) for wins in won)
