"""Speed of the pure rules: `python -m bench.rules`.

Two lines to compare against stand in the same run, since machines differ and are noisy: the same events read
from JSON, and OpenSpiel's `oh_hell` (C++) driven from Python with the same kind of hands.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

import pyspiel

from upriver.rules import (
    BidMade,
    CardPlayed,
    Dealt,
    Event,
    Game,
    Rules,
    Started,
    fold,
    legal_actions,
    seed_from_text,
    view,
)
from upriver.rules.record import dump, load, number

ROUNDS = 15


def play_game(rules: Rules, seed: str) -> list[Event]:
    """A whole game of random legal bids and cards, without changed bids."""
    rng = random.Random(seed)
    game = Game.start(rules, seed_from_text(seed))
    while not game.is_over:
        game.act(rng.choice([a for a in legal_actions(game.view(game.to_act[0])) if a.seat == game.to_act[0]]))
    return game.events


def play_openspiel(hands: int) -> None:
    """Random hands of four players and ten cards, with legal actions asked for at each step."""
    oh_hell = pyspiel.load_game("oh_hell", {"players": 4, "num_tricks_fixed": 10})
    rng = random.Random(1)
    for _ in range(hands):
        state = oh_hell.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))


def play_ours(hands: int) -> None:
    """The same with the pure rules."""
    play_game(Rules(sizes=(10,) * hands), "hands")


def time_of(work: Callable[[], object]) -> float:
    """Median seconds of one run."""
    times = []
    for _ in range(ROUNDS):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    return median(times)


def main() -> None:
    """Print the figures."""
    rules = Rules()
    events = play_game(rules, "bench")
    text = dump(number(events))
    kinds = {kind: sum(isinstance(event, kind) for event in events) for kind in (Started, Dealt, BidMade, CardPlayed)}
    folding = time_of(lambda: fold(events))
    playing = time_of(lambda: play_game(rules, "bench"))
    reading = time_of(lambda: load(text))
    state = fold(events[: len(events) // 2])
    seeing = time_of(lambda: [view(state, seat) for _ in range(250) for seat in range(4)]) / 1000
    ours, theirs = time_of(lambda: play_ours(20)), time_of(lambda: play_openspiel(20))
    size = ", ".join(f"{count} {kind.__name__}" for kind, count in kinds.items())
    print(f"A full game of 4 players, 19 hands: {len(events)} events ({size}). Medians of {ROUNDS} runs.\n")
    print(f"  replay, every event checked   {folding * 1e3:8.2f} ms   {1 / folding:9.0f} games/s")
    print(
        f"  events                        {folding / len(events) * 1e6:8.2f} µs   {len(events) / folding:9.0f} events/s"
    )
    print(f"  745 events at that speed      {folding / len(events) * 745e3:8.2f} ms")
    print(f"  play at random, with deals    {playing * 1e3:8.2f} ms   {1 / playing:9.0f} games/s")
    print(f"  read its record (JSON Lines)  {reading * 1e3:8.2f} ms   {reading / folding:9.2f} x the replay")
    print(f"  view of one seat              {seeing * 1e6:8.2f} µs")
    print("\nRandom hands of 4 players and 10 cards, both driven from Python, legal actions at each step:\n")
    print(f"  upriver.rules                 {20 / ours:8.0f} hands/s")
    print(f"  OpenSpiel oh_hell (C++)       {20 / theirs:8.0f} hands/s   ratio {theirs / ours:.2f}")


if __name__ == "__main__":
    main()
