"""Learning the policy's tables from its own play, from nothing: `upriver train`.

Generation after generation the policy plays hands against itself with the tables that it has, exploring a little;
what became of each card and bid is counted, and the counts are the next tables. Everything follows from the seed.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from math import log2
from sys import byteorder

from upriver.bots import kernel
from upriver.rules import SCHEMES, Limit, Rules, Scoring, Trump, max_size

EXPLORE = (0.2, 0.1, 0.05, 0.05)
"""How often a card is chosen at random, by generation; the last holds on."""

TRUST = 8
"""How many hands the old chance counts for against what was counted anew."""

WHILE_EXPLORING = 4
"""Of how many hands one is played in the generations that explore more than the last."""

LEAST_MET = 50
"""How often a cell of the table `steer` must be met before it is believed."""

HOPE = 4096
"""In parts of which a hope for a bid is counted."""

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


@dataclass(slots=True)
class _Tally:
    """What the lessons told; see `kernel.lessons`."""

    met: array[int] = field(default_factory=lambda: array("I", bytes(4 * kernel.cells())))
    took: array[int] = field(default_factory=lambda: array("I", bytes(4 * kernel.cells())))
    hoped: array[int] = field(default_factory=lambda: array("Q", bytes(8 * kernel.cell_counts()[-1])))

    def halve(self) -> None:
        """Let what was told count half as much as what comes."""
        self.met = array("I", [count // 2 for count in self.met])
        self.took = array("I", [count // 2 for count in self.took])
        self.hoped = array("Q", [count // 2 for count in self.hoped])

    def add(self, met: bytes, took: bytes, hoped: bytes) -> None:
        self.met, self.took = _sum(self.met, met), _sum(self.took, took)
        self.hoped = _sum(self.hoped, hoped)

    def tables(self, old: bytes) -> bytes:
        """The tables that follow; what was not met stays as it was."""
        steer = len(old) - len(self.hoped)
        chances = map(_chance, old[:steer], self.met, self.took)
        factors = map(_factor, old[steer:], self.met[steer:], self.took[steer:], self.hoped)
        return bytes(chances) + bytes(factors)


def start_tables() -> bytes:
    """Tables that know nothing: every card as likely as not to take a trick, but a high one a little more to bid on."""
    bid, *others = kernel.cell_counts()
    ranks = bytes(40 + 12 * rank for rank in range(13))
    return ranks * (bid // 13) + bytes([128]) * sum(others)


def learn(  # noqa: PLR0913  # what the tables depend on, all but one by name
    players: int, *, hands: int, generations: int, seed: str, threads: int, tell: Callable[[Lesson], None]
) -> bytes:
    """The tables for so many players.

    Once as little is explored as ever will be, what earlier generations counted is kept, at half its weight each time.

    Args:
        players: seats at the table, 3 to 7.
        hands: hands of self-play in each of the last generations; the first play fewer.
        generations: how many.
        seed: a text that fixes every hand.
        threads: how many to use; the result is the same.
        tell: called after each generation.
    """
    tables, tally = start_tables(), _Tally()
    for generation in range(1, generations + 1):
        if generation > len(EXPLORE):
            tally.halve()
        else:
            tally = _Tally()
        explore = EXPLORE[min(generation, len(EXPLORE)) - 1]
        for number, (packed, count) in enumerate(_lessons(players, hands_of(generation, hands))):
            start = _seed(f"{seed}, {players} players, generation {generation}, lesson {number}")
            most = max_size(players, Trump.TURNED)
            tally.add(*kernel.lessons(packed, most, tables, count, explore=explore, seed=start, threads=threads))
        before, tables = tables, tally.tables(tables)
        moved = [abs(new - old) / 256 for new, old, m in zip(tables, before, tally.met, strict=True) if m]
        tell(Lesson(players, generation, len(moved), sum(moved) / len(moved)))
    return tables


def hands_of(generation: int, hands: int) -> int:
    """How many hands a generation plays where one of the last plays `hands`."""
    return hands if generation > len(EXPLORE) else -(-hands // WHILE_EXPLORING)


def _lessons(players: int, hands: int) -> Iterator[tuple[bytes, int]]:
    for part, limit, scoring in SYLLABUS:
        rules = Rules(players=players, limit=limit, scoring=scoring)
        yield kernel.pack_rules(rules, size=rules.sizes[0], dealer=0, trump=None), max(1, round(part * hands))


def _seed(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def _sum(total: array[int], counts: bytes) -> array[int]:
    """Count by count. A million are added as one long number, since none grows into the next."""
    both = int.from_bytes(total.tobytes(), byteorder) + int.from_bytes(counts, byteorder)
    return array(total.typecode, both.to_bytes(len(counts), byteorder))


def _chance(old: int, met: int, took: int) -> int:
    if not met:
        return old
    return min(255, int(256 * (took + TRUST * (old + 0.5) / 256) / (met + TRUST)))


def _factor(old: int, met: int, made: int, hoped: int) -> int:
    """The byte of a factor on odds, as `native/tables.hpp` reads it."""
    if met < LEAST_MET:
        return old
    hopes = hoped / HOPE
    odds = (made + 2) / (met - made + 2) / ((hopes + 2) / (met - hopes + 2))
    return max(0, min(255, round(128 + 24 * log2(odds))))
