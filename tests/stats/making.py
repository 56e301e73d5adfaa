"""Finished games at random: played ones with people and bots, some reviewed, and pads on which some were away."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from upriver.rules import Row, Scoring, Sheet
from upriver.stats import Finished, Kind, Parts

PEOPLE = ("ada", "bea", "cho", "dee")
LEVELS = ("random", "easy", "rule", "expert")
YEAR = 31_600_000.0


def sheet(rng: Random, players: int, *, may_miss: bool) -> Sheet:
    """A sheet of up to six hands; on a pad some play only part of them."""
    made = Sheet(tuple(rng.randint(-20, 20) if may_miss else 0 for _ in range(players)))
    for number in range(1, rng.randint(0, 6) + 1):
        size = rng.randint(1, 7)
        there = [not may_miss or rng.random() < 0.8 for _ in range(players)]
        there[rng.randrange(players)] = True
        bids = tuple(rng.randint(0, size) if here else None for here in there)
        taken = tuple(rng.choice((bid, rng.randint(0, size))) if bid is not None else None for bid in bids)
        points = tuple(
            None if bid is None or took is None else Scoring.parse("standard").points(bid, took)
            for bid, took in zip(bids, taken, strict=True)
        )
        dealer = rng.choice([seat for seat in range(players) if there[seat]])
        made = made.with_row(Row(number, size, dealer, None, bids, taken, points))
    return made


def game(rng: Random, number: int) -> Finished:
    """One finished game."""
    kind: Kind = rng.choice(("played", "played", "pad"))
    players = rng.randint(3, 5)
    made = sheet(rng, players, may_miss=kind == "pad")
    people = tuple(rng.sample((*PEOPLE, None, None, None), players))
    levels = tuple(
        None if kind == "pad" or (person and rng.random() < 0.9) else rng.choice(LEVELS) for person in people
    )
    return Finished(
        f"g{number:02}",
        rng.choice((0.0, 1.0, 2.0, YEAR, 2 * YEAR)),
        kind,
        people,
        levels,
        tuple((person or "").title() for person in people),
        made.totals,
        made.places(),
        None if rng.random() < 0.1 else made.rows,
        parts(rng, made) if kind == "played" and rng.random() < 0.5 else None,
    )


def parts(rng: Random, made: Sheet) -> tuple[tuple[Parts, ...], ...]:
    """What a review might have found: whole parts of a 256th that add up to the points."""
    return tuple(tuple(_parts(rng, points or 0) for points in row.points) for row in made.rows)


def _parts(rng: Random, points: int) -> Parts:
    par, deal, bid, play = (rng.randint(low, high) / 256 for low, high in ((0, 3000), (-999, 999), (-99, 0), (-99, 0)))
    return Parts(par, deal, bid, play, points - par - deal - bid - play)


def evening(seed: int) -> list[Finished]:
    """Up to twenty games."""
    rng = Random(seed)
    return [game(rng, number) for number in range(rng.randint(0, 20))]


EVENINGS = st.integers(0, 2**32).map(evening)
