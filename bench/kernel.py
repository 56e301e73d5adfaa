"""Speed of the compiled kernel: `python -m bench.kernel`.

Random hands against OpenSpiel's `oh_hell` in the same run, since machines differ and are noisy. OpenSpiel's loop
runs in C++ too: an `MCTSBot` with one simulation calls its `RandomRolloutEvaluator` once, at the root, which plays the
hand out so many times from the first bid, in each round with another deal. Ours deals the cards as well, for each
hand anew. CPU seconds of the process, rounds interleaved, medians.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time, time_ns

import pyspiel

from upriver.bots import kernel
from upriver.rules import Game, Rules, seed_from_text

HANDS = ((4, 10), (4, 5), (7, 7), (3, 10))
"""Players and cards."""

ROUNDS = 15
GOAL = 20


def packed(players: int, size: int) -> bytes:
    return kernel.pack_rules(Rules(players=players, sizes=(size,)), size=size, dealer=0, trump=None)


def our_hands(players: int, size: int, copy: kernel.CopyName) -> Callable[[int], object]:
    """Plays so many hands, from the deal."""
    rules = packed(players, size)
    return lambda hands: kernel.playouts(rules, hands, seed=time_ns(), copy=copy)


def their_hands(players: int, size: int, seed: int) -> Callable[[int], object]:
    """Plays so many hands from the first bid of one deal."""
    oh_hell = pyspiel.load_game("oh_hell", {"players": players, "num_tricks_fixed": size})
    state, rng = oh_hell.new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))

    def play(hands: int) -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(hands, seed)
        return pyspiel.MCTSBot(oh_hell, evaluator, 1.0, 1, 1000, False, seed, False).step(state)

    return play


def speed(play: Callable[[int], object], hands: int) -> float:
    """Hands a CPU second, in one run of so many."""
    begin = process_time()
    play(hands)
    return hands / (process_time() - begin)


def compare(players: int, size: int) -> None:
    """Print one line for each copy."""
    theirs: list[float] = []
    ours: dict[kernel.CopyName, list[float]] = {copy: [] for copy in kernel.copies()}
    for deal in range(ROUNDS):
        theirs.append(speed(their_hands(players, size, deal), 5_000))
        for copy, speeds in ours.items():
            speeds.append(speed(our_hands(players, size, copy), 100_000))
    for copy, speeds in ours.items():
        ratio = median(speeds) / median(theirs)
        rounds = sorted(a / b for a, b in zip(speeds, theirs, strict=True))
        print(
            f"  {players} players, {size:2} cards  {copy:8} {median(speeds) / 1e6:6.2f} M/s   OpenSpiel "
            f"{median(theirs) / 1e3:4.0f} k/s   ratio {ratio:5.1f}   (rounds {rounds[0]:.1f} to {rounds[-1]:.1f})"
        )


def call_cost(call: Callable[[], object], calls: int = 20_000) -> float:
    """Best microseconds of a call, CPU time."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = process_time()
        for _ in range(calls):
            call()
        best = min(best, (process_time() - begin) / calls)
    return best * 1e6


def calls() -> None:
    """Print what a call costs beyond the hands that it plays."""
    rules = packed(3, 1)
    module = kernel._chosen(None)
    game = Game.start(Rules(), seed_from_text("bench"))
    seen = game.view(game.to_act[0])
    play = call_cost(lambda: module.playouts(rules, 1001, 1, 1), 200) - call_cost(
        lambda: module.playouts(rules, 1, 1, 1), 200
    )
    rows = (
        ("has_pdep(), no argument", call_cost(module.has_pdep)),
        ("playouts of 1 hand, the bare module", call_cost(lambda: module.playouts(rules, 1, 1, 1))),
        ("playouts of 1 hand, through the door", call_cost(lambda: kernel.playouts(rules, 1, seed=1))),
        ("packing a view (4 players, 10 cards)", call_cost(lambda: kernel.pack_decision(seen), 2000)),
        ("sample of 1 world, through the door", call_cost(lambda: kernel.sample(seen, 1), 1000)),
    )
    for name, cost in rows:
        print(f"  {name:38} {cost:6.2f} µs")
    print(f"  (a hand of 3 players and 1 card itself takes {play / 1000:.3f} µs)")


def claim_the_cores() -> bool:
    """Whether this process may go before all others from now on: the kernel is measured, not what else runs."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except (AttributeError, PermissionError):
        return False
    return True


def threads(hands: int = 300_000) -> None:
    """Print how much faster two threads are by the clock on the wall, and what they cost in CPU seconds."""
    rules = packed(4, 10)

    def times(count: int) -> tuple[float, float]:
        wall, cpu = perf_counter(), process_time()
        kernel.playouts(rules, hands, seed=1, threads=count)
        return perf_counter() - wall, process_time() - cpu

    rounds = [(times(1), times(2)) for _ in range(4 * ROUNDS)]
    walls = [one[0] / two[0] for one, two in rounds]
    costs = [two[1] / one[1] for one, two in rounds]
    cores = max(two[1] / two[0] for _, two in rounds)
    print(f"  on the wall: middle of the rounds {median(walls):.2f} x")
    print(f"  cores that two threads were given: at best {cores:.2f}")
    print(
        f"  CPU seconds of two threads for the work of one: middle {median(costs):.3f} x; "
        f"2 / that: {2 / median(costs):.2f}"
    )


def main() -> None:
    """Print the figures."""
    print(f"Random hands a CPU second, medians of {ROUNDS} rounds; goal: {GOAL} times OpenSpiel, pdep.\n")
    for players, size in HANDS:
        compare(players, size)
    print(f"\nThe cost of a call, best of {ROUNDS} rounds; goal: below 2 µs.\n")
    calls()
    before = "before all other processes" if claim_the_cores() else "beside what else runs: only root may go before"
    print(f"\nTwo threads against one, {4 * ROUNDS} rounds, 4 players and 10 cards, {before}; goal: 1.9 times.\n")
    threads()


if __name__ == "__main__":
    main()
