"""The yardstick: OpenSpiel's own game, its scoring, its bots and ours. `python -m bench.openspiel --help`.

One contestant sits among three of the field's bot, on the same deals and in every seat for all contestants; what counts
are the differences on the same deal. Contestants are levels of ours, by name, and

- `stock`: OpenSpiel's IS-MCTS (C++) as it comes: it chooses at random by how often it visited each action. Its own
  resampling knows which cards are in play and which in the stock: it deals the others exactly the cards that they were
  dealt, and may break known voids. Its seed does not fix it.
- `sharp`: the same, told to take the action that it visited most.
- `fair`: OpenSpiel's IS-MCTS (its Python twin) on our sampler, which knows what the seat can know and no more.
- `flat`: the same sampled worlds, each choice played out at random in turn, the best mean taken; no tree.
- `seeing`: OpenSpiel's MCTS (C++) on the true state, with all cards seen.

All five have the same number of simulations and finish them at random.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from upriver.adapters.openspiel import UpriverBot, read_information, state_for
from upriver.arena import Estimate
from upriver.bots import LEVELS, kernel, make_bot
from upriver.bots.levels import PARTS

PLAYERS = 4
FIRST_BID = 52


@dataclass(frozen=True, slots=True)
class Trial:
    """What is played, in every seat of every deal."""

    contestants: tuple[str, ...]
    field: str
    tricks: int
    deals: int
    sims: int
    uct_c: float
    seed: str


@dataclass(frozen=True, slots=True)
class Seating:
    """What a contestant did in one seat of one deal. `seconds` are of its own process time."""

    points: float
    is_made: bool
    decisions: int
    seconds: float


class RandomRollouts:
    """Plays a state out at random, for OpenSpiel's IS-MCTS in Python."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def evaluate(self, state: Any) -> list[float]:
        while not state.is_terminal():
            state.apply_action(self.rng.choice(state.legal_actions()))
        return list(state.returns())


def worlds(state: Any, count: int, rng: Random) -> Iterator[Any]:
    """States that the player on move cannot tell from this one, each as likely."""
    view = read_information(state.get_game(), state.information_state_string(state.current_player()))
    for held in kernel.sample(view, count, seed=rng.getrandbits(64)):
        yield state_for(view, held)


class FairBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """IS-MCTS of OpenSpiel on our sampler."""

    def __init__(self, game: Any, trial: Trial, rng: Random) -> None:
        super().__init__()
        self.sims, self.rng = trial.sims, rng
        numbers = np.random.RandomState(rng.getrandbits(32))
        self.search = ISMCTSBot(game, RandomRollouts(rng), trial.uct_c, trial.sims, random_state=numbers)

    def step(self, state: Any) -> int:
        drawn = worlds(state, self.sims, self.rng)
        self.search.set_resampler(lambda _state, _player: next(drawn))
        return int(self.search.step(state))


class FlatBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """Flat Monte Carlo on our sampler."""

    def __init__(self, trial: Trial, rng: Random) -> None:
        super().__init__()
        self.sims, self.rng, self.rollouts = trial.sims, rng, RandomRollouts(rng)

    def step(self, state: Any) -> int:
        actions, player = state.legal_actions(), state.current_player()
        if len(actions) == 1:
            return int(actions[0])
        sums = dict.fromkeys(actions, 0.0)
        for world in worlds(state, -(-self.sims // len(actions)), self.rng):
            for action in actions:
                sums[action] += self.rollouts.evaluate(world.child(action))[player]
        return int(max(actions, key=lambda action: sums[action]))


def stock(game: Any, trial: Trial, rng: Random) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, rng.getrandbits(31))
    return pyspiel.ISMCTSBot(rng.getrandbits(31), evaluator, trial.uct_c, trial.sims)


def sharp(game: Any, trial: Trial, rng: Random) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, rng.getrandbits(31))
    by_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(rng.getrandbits(31), evaluator, trial.uct_c, trial.sims, -1, by_visits)


def seeing(game: Any, trial: Trial, rng: Random) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, rng.getrandbits(31))
    return pyspiel.MCTSBot(game, evaluator, trial.uct_c, trial.sims, 1000, False, rng.getrandbits(31), False)


YARDSTICKS: dict[str, Callable[[Any, Trial, Random], Any]] = {
    "stock": stock,
    "sharp": sharp,
    "fair": FairBot,
    "flat": lambda _game, trial, rng: FlatBot(trial, rng),
    "seeing": seeing,
}


def player(name: str, game: Any, trial: Trial, seat: int, rng: Random) -> Any:
    """The bot of a name in a seat."""
    if name in YARDSTICKS:
        return YARDSTICKS[name](game, trial, rng)
    return UpriverBot(seat, make_bot(name), rng)


def dealt(game: Any, rng: Random) -> Any:
    """A state in which the cards are dealt."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def play_seating(trial: Trial, number: int, name: str, seat: int) -> Seating:
    """Play one deal with the contestant in one seat; the others meet the same chance whoever it is."""
    game = pyspiel.load_game("oh_hell", {"players": PLAYERS, "num_tricks_fixed": trial.tricks})
    place = f"{trial.seed}, deal {number}"
    state = dealt(game, Random(place))
    names = [name if other == seat else trial.field for other in range(PLAYERS)]
    bots = [player(each, game, trial, other, Random(f"{place}, seat {other}")) for other, each in enumerate(names)]
    bid, decisions, seconds = 0, 0, 0.0
    while not state.is_terminal():
        turn = state.current_player()
        begin = process_time()
        action = bots[turn].step(state)
        if turn == seat:
            seconds += process_time() - begin
            decisions += 1
            if action >= FIRST_BID:
                bid = action - FIRST_BID
        state.apply_action(action)
    line = next(line for line in str(state).splitlines() if line.startswith("Tricks Won:"))
    taken = int(line.split()[2 + seat])
    return Seating(state.returns()[seat], taken == bid, decisions, seconds)


def play_deal(trial: Trial, part: tuple[int, str]) -> list[Seating]:
    """What a contestant did in each seat of one deal; the part is the deal's number and the contestant."""
    number, name = part
    return [play_seating(trial, number, name, seat) for seat in range(PLAYERS)]


class Kept:
    """A file with a line for each contestant's deal, so that a stop loses nothing and more can be played later.

    The first line says what is played; how many deals and which contestants may differ the next time.
    """

    def __init__(self, trial: Trial, path: Path | None) -> None:
        self.path = path
        self.parts: dict[tuple[int, str], list[Seating]] = {}
        played = json.dumps(
            {"field": trial.field, "tricks": trial.tricks, "sims": trial.sims, "uct_c": trial.uct_c, "seed": trial.seed}
        )
        if path is None:
            return
        first, *lines = path.read_text().splitlines() if path.exists() else [played]
        if first != played:
            raise SystemExit(f"{path} keeps deals of {first}, not of {played}; name another file")
        for line in lines:
            number, name, seatings = json.loads(line)
            self.parts[number, name] = [Seating(**seating) for seating in seatings]
        if not path.exists():
            path.write_text(played + "\n")

    def add(self, part: tuple[int, str], seatings: list[Seating]) -> None:
        self.parts[part] = seatings
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps([*part, [asdict(seating) for seating in seatings]]) + "\n")


def play(trial: Trial, jobs: int, path: Path | None = None) -> list[list[list[Seating]]]:
    """All the deals, in order; of each, by contestant, what it did in each seat."""
    kept = Kept(trial, path)
    parts = [(number, name) for number in range(trial.deals) for name in trial.contestants]
    todo = [part for part in parts if part not in kept.parts]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for part, seatings in zip(todo, pool.map(partial(play_deal, trial), todo), strict=True):
            kept.add(part, seatings)
            print(f"\r{part[0] + 1} of {trial.deals} deals", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [[kept.parts[number, name] for name in trial.contestants] for number in range(trial.deals)]


def summary(trial: Trial, deals: Sequence[list[list[Seating]]]) -> dict[str, Any]:
    """Points and made bids of each contestant, and the differences between each two on the same deals."""
    names = trial.contestants
    by_name = {name: [deal[at] for deal in deals] for at, name in enumerate(names)}
    points = {name: [fmean([one.points for one in deal]) for deal in by_name[name]] for name in names}
    contestants = {}
    for name in names:
        seatings = [one for deal in by_name[name] for one in deal]
        contestants[name] = {
            "points": asdict(Estimate.of(points[name])),
            "made": asdict(Estimate.of([fmean([one.is_made for one in deal]) for deal in by_name[name]])),
            "ms_a_decision": 1000 * sum(one.seconds for one in seatings) / sum(one.decisions for one in seatings),
        }
    differences = [
        {"of": one, "over": other}
        | asdict(Estimate.of([a - b for a, b in zip(points[one], points[other], strict=True)]))
        for one, other in permutations(names, 2)
    ]
    return {"trial": asdict(trial), "contestants": contestants, "differences": differences}


def read_arguments(words: Sequence[str] | None = None) -> Namespace:
    parser = ArgumentParser(prog="python -m bench.openspiel", description=(__doc__ or "").partition("\n")[0])
    every = (*LEVELS, *PARTS, *YARDSTICKS)
    parser.add_argument("contestants", nargs="*", default=["rule", "stock", "fair"], help=f"of {', '.join(every)}")
    parser.add_argument("--field", default="rule", choices=every, help="the bot in the other seats")
    parser.add_argument("--tricks", type=int, default=5)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--sims", type=int, default=1000, help="simulations of each decision of a yardstick")
    parser.add_argument("--uct-c", type=float, default=10.0)
    parser.add_argument("--seed", default="openspiel", help="a text that fixes every deal")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the deals")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="keeps each deal here, and goes on where it was stopped"
    )
    arguments = parser.parse_args(words)
    for name in arguments.contestants:
        if name not in every:
            parser.error(f"{name!r} is no contestant; there are {', '.join(every)}")
    if not (arguments.deals >= 1 and arguments.sims >= 2 and arguments.jobs >= 1 and 1 <= arguments.tricks <= 12):
        parser.error("deals and jobs are at least 1, sims at least 2, tricks 1 to 12")
    return arguments


def main() -> None:
    """Play, and print the figures as JSON."""
    arguments = vars(read_arguments())
    jobs, path = arguments.pop("jobs"), arguments.pop("keep")
    trial = Trial(contestants=tuple(dict.fromkeys(arguments.pop("contestants"))), **arguments)
    print(json.dumps(summary(trial, play(trial, jobs, path)), indent=2))


if __name__ == "__main__":
    main()
