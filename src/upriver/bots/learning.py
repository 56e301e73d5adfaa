"""Learning the policy's tables from its own play, from nothing: `upriver train`.

Generation after generation the policy plays hands against itself with the tables that it has, exploring a little;
what became of each card is counted, and the counts are the next tables. Everything follows from the seed.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from upriver.bots import kernel
from upriver.rules import SCHEMES, Limit, Rules, Scoring, Trump, max_size

EXPLORE = (0.2, 0.1, 0.05, 0.05)
"""How often a card is chosen at random, by generation; the last holds on."""

TRUST = 8
"""How many hands the old chance counts for against what was counted anew."""

SYLLABUS: tuple[tuple[float, Limit, Scoring], ...] = (
    (0.5, Limit.HOOK, SCHEMES["standard"]),
    (0.2, Limit.OVER, SCHEMES["common"]),
    (0.1, Limit.HOOK, SCHEMES["penalty"]),
    (0.1, Limit.HOOK, Scoring.parse("bonus:10,square:1,growing:5")),
    (0.1, Limit.FREE, SCHEMES["standard"]),
)
"""The rules of the lessons, each with its part of the hands."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a generation brought.

    Args:
        players: seats at the table.
        generation: 1 for the first.
        met: cells of the tables that were met.
        moved: how far the chances moved, on average over what was met.
    """

    players: int
    generation: int
    met: int
    moved: float


def start_tables() -> bytes:
    """Tables that know nothing: every card as likely as not to take a trick, but a high one a little more to bid on."""
    bid, now, later = kernel.cell_counts()
    ranks = bytes(40 + 12 * rank for rank in range(13))
    return ranks * (bid // 13) + bytes([128]) * (now + later)


def learn(  # noqa: PLR0913  # what the tables depend on, all but one by name
    players: int, *, hands: int, generations: int, seed: str, threads: int, tell: Callable[[Lesson], None]
) -> bytes:
    """The tables for so many players.

    Args:
        players: seats at the table, 3 to 7.
        hands: hands of self-play in each generation.
        generations: how many.
        seed: a text that fixes every hand.
        threads: how many to use; the result is the same.
        tell: called after each generation.
    """
    tables = start_tables()
    for generation in range(1, generations + 1):
        met, took = array("I", bytes(4 * len(tables))), array("I", bytes(4 * len(tables)))
        explore = EXPLORE[min(generation, len(EXPLORE)) - 1]
        for number, (packed, count) in enumerate(_lessons(players, hands)):
            start = _seed(f"{seed}, {players} players, generation {generation}, lesson {number}")
            counts = kernel.lessons(
                packed,
                max_size(players, Trump.TURNED),
                tables,
                count,
                explore=explore,
                seed=start,
                threads=threads,
            )
            _add(met, counts[0])
            _add(took, counts[1])
        before = tables
        tables = bytes(_chance(old, m, t) for old, m, t in zip(tables, met, took, strict=True))
        moved = [abs(new - old) / 256 for new, old, m in zip(tables, before, met, strict=True) if m]
        tell(Lesson(players, generation, len(moved), sum(moved) / len(moved)))
    return tables


def _lessons(players: int, hands: int) -> Iterator[tuple[bytes, int]]:
    for part, limit, scoring in SYLLABUS:
        rules = Rules(players=players, limit=limit, scoring=scoring)
        yield kernel.pack_rules(rules, size=rules.sizes[0], dealer=0, trump=None), max(1, round(part * hands))


def _seed(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def _add(total: array[int], counts: bytes) -> None:
    for i, count in enumerate(memoryview(counts).cast("I")):
        if count:
            total[i] += count


def _chance(old: int, met: int, took: int) -> int:
    if not met:
        return old
    return min(255, int(256 * (took + TRUST * (old + 0.5) / 256) / (met + TRUST)))
