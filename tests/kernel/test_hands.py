"""Law 6: the kernel and the rules agree on legal bids and cards, trick winners and points, over 100,000 hands.

`Play` and `HandRules` of the kernel, on which policy and search stand, make the traces; the quick hands of `playouts`
must add up to them.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.kernel.tables import KINDS, Table, tables
from tests.kernel.traces import Trace, follow, follow_with_states
from upriver.bots import kernel
from upriver.rules import Rules, Suit, Trump, max_size

TABLES_OF_EACH_SIZE, HANDS_OF_EACH_TABLE = 124, 5
HANDS = TABLES_OF_EACH_SIZE * HANDS_OF_EACH_TABLE * sum(max_size(*kind) for kind in KINDS)


def test_so_many_hands_are_held_against_the_rules() -> None:
    assert HANDS >= 100_000


@pytest.mark.parametrize(("players", "trump"), KINDS)
def test_the_kernel_plays_by_the_rules(players: int, trump: Trump) -> None:
    rng = Random(f"law 6, {players} {trump}")
    for table in tables(players, trump, rng, TABLES_OF_EACH_SIZE):
        packed, seed = table.packed(), rng.getrandbits(64)
        traces = [Trace.of(packed, seed, index) for index in range(HANDS_OF_EACH_TABLE)]
        for trace in traces:
            follow(table, trace)
        points = [sum(column) for column in zip(*(trace.points for trace in traces), strict=True)]
        made = [sum(column) for column in zip(*(trace.made() for trace in traces), strict=True)]
        assert kernel.playouts(packed, len(traces), seed=seed) == (points, made)


@pytest.mark.parametrize(("players", "trump"), KINDS)
def test_the_kernel_plays_as_whole_states_do(players: int, trump: Trump) -> None:
    rng = Random(f"states, {players} {trump}")
    for table in tables(players, trump, rng, 20):
        first = Table(table.rules, table.size, table.dealer, Suit.SPADES if trump is Trump.CYCLE else None)
        follow_with_states(first, Trace.of(first.packed(), rng.getrandbits(64), 0))


@pytest.mark.parametrize(("players", "trump"), KINDS)
def test_copies_and_threads_give_the_same(players: int, trump: Trump) -> None:
    rng = Random(f"copies, {players} {trump}")
    for table in tables(players, trump, rng, 3):
        packed, seed, hands = table.packed(), rng.getrandbits(64), rng.choice((1, 2, 3, 100, 1001))
        traces = {copy: Trace.of(packed, seed, hands, copy) for copy in kernel.copies()}
        assert all(trace == traces["generic"] for trace in traces.values())
        results = [
            kernel.playouts(packed, hands, seed=seed, threads=threads, copy=copy)
            for copy in kernel.copies()
            for threads in (1, 2, 3)
        ]
        assert all(result == results[0] for result in results)


def test_more_threads_than_hands_are_no_matter() -> None:
    packed = Table(Rules(), 5, 0, None).packed()
    assert kernel.playouts(packed, 3, threads=kernel.MOST_THREADS) == kernel.playouts(packed, 3)


def test_another_seed_gives_other_hands() -> None:
    packed = Table(Rules(), 10, 0, None).packed()
    deals = {tuple(Trace.of(packed, seed, index).dealt) for seed in range(30) for index in range(30)}
    assert len(deals) == 900


@pytest.mark.parametrize("copy", ["generic", "pdep"])
def test_no_card_and_no_choice_is_favoured(copy: kernel.CopyName) -> None:
    """Chi-square of where each card is dealt, which is turned, and which of the legal bids and cards is taken."""
    if copy not in kernel.copies():
        pytest.skip(f"this processor does not run the copy {copy!r}")
    table, hands = Table(Rules(sizes=(5,), limit=Rules.parse("limit=free").limit), 5, 0, None), 20_000
    packed = table.packed()
    places = [[0] * 5 for _ in range(52)]
    chosen: dict[tuple[bool, int], list[int]] = {}
    for index in range(hands):
        trace = Trace.of(packed, 1, index, copy)
        for place, bits in enumerate((*trace.dealt, 1 << trace.turned)):
            for number in range(52):
                places[number][place] += bits >> number & 1
        for step, (legal, action) in enumerate(zip(trace.legal, trace.actions, strict=True)):
            counts = chosen.setdefault((step < 4, legal.bit_count()), [0] * legal.bit_count())
            counts[(legal & (1 << action) - 1).bit_count()] += 1
    expected = [hands * share / 52 for share in (5, 5, 5, 5, 1)]
    cards = sum((seen - mean) ** 2 / mean for row in places for seen, mean in zip(row, expected, strict=True))
    assert abs(deviation(cards, 51 * 5)) < 4
    for counts in chosen.values():
        mean = sum(counts) / len(counts)
        if len(counts) > 1:
            assert abs(deviation(sum((seen - mean) ** 2 / mean for seen in counts), len(counts) - 1)) < 4


def deviation(chi_square: float, freedom: int) -> float:
    """Chi-square as standard deviations of a normal value (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)
