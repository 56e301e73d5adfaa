"""What a review costs and how far it can be trusted: `python -m bench.review [PART ...]`.

- `losses`: hands of random, rule and two expert bots at one table. The losses of the bots by level, and how far the
  best bot's own choices are behind the best that the review finds, which should be within the noise. The luck of the
  deal should be 0 on average.
- `errors`: how the standard error of a difference falls with the number of worlds.
- `outlook`: whether a chance of winning comes true as often as it says, over games of policy bots.
- `time`: a game of 19 hands and four players at the default depth.

Each hand is a sample; ± is one standard error.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import fmean
from time import perf_counter

from upriver.bots import make_bot
from upriver.review import DEPTH, Estimate, analyse, played
from upriver.review.judging import judge
from upriver.review.outlook import chances
from upriver.review.par import kind_of, par_of
from upriver.rules import Event, Game, Rules, seed_from_text

LEVELS = ("random", "rule", "expert", "expert")
GOAL = "under 60 s on two cores"


@dataclass(frozen=True, slots=True)
class Loss:
    """What one seat of one hand was charged, and how far behind its decisions were as measured, noise and all."""

    level: str
    loss: float
    gap: float
    choices: int
    charged: int
    deal: float


def play(levels: Sequence[str], rules: Rules, seed: str) -> list[Event]:
    """The events of a game."""
    bots, chance = [make_bot(level) for level in levels], Random(seed)
    game = Game.start(rules, seed_from_text(seed), dealer=0)
    while not game.is_over:
        seat = game.to_act[0]
        game.act(bots[seat].choose(game.view(seat), chance))
    return game.events


def hand_losses(number: int, most: int, worlds: int) -> list[Loss]:
    """The losses of one hand of 1 to `most` cards; everybody moves one seat once all sizes were played."""
    size, turn = 1 + number % most, number // most % len(LEVELS)
    levels = LEVELS[turn:] + LEVELS[:turn]
    events = play(levels, Rules(players=4, sizes=(size,)), f"losses {number}")
    (hand,) = analyse(events, budget=replace(DEPTH, worlds=worlds), seed=f"losses {number}").hands
    found = []
    for seat, level in enumerate(levels):
        own = [decision for decision in hand.decisions if decision.action.seat == seat and len(decision.options) > 1]
        charged = [decision for decision in own if decision.loss > 0]
        loss, gap = sum(decision.loss for decision in own), sum(decision.gap for decision in own)
        found.append(Loss(level, loss, gap, len(own), len(charged), hand.accounts[seat].deal))
    return found


def losses(hands: int, most: int, *, worlds: int, jobs: int) -> None:
    """Print what the bots lose."""
    print(f"Points lost a hand, {hands} hands of 1 to {most} cards, decisions compared in {worlds} worlds.\n")
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        by_hand = list(pool.map(hand_losses, range(hands), [most] * hands, [worlds] * hands, chunksize=10))
    for level in dict.fromkeys(LEVELS):
        own = [[loss for loss in hand if loss.level == level] for hand in by_hand]
        charged = Estimate.of([fmean(loss.loss for loss in hand) for hand in own])
        gap = Estimate.of([fmean(loss.gap for loss in hand) for hand in own])
        choices, paid = (sum(getattr(loss, part) for hand in own for loss in hand) for part in ("choices", "charged"))
        print(
            f"  {level:7} charged {charged.mean:5.2f} ± {charged.error:.2f}   measured with the noise "
            f"{gap.mean:+5.2f} ± {gap.error:.2f}   decisions charged {paid} of {choices}"
        )
    deal = Estimate.of([fmean(loss.deal for loss in hand) for hand in by_hand])
    print(f"\n  Luck of the deal, a hand: {deal.mean:+.2f} ± {deal.error:.2f}")


def errors(games: int) -> None:
    """Print how the error falls with the worlds."""
    print("Standard error of the difference to the best choice, in points, by worlds.\n")
    moments = [
        moment
        for number in range(games)
        for hand in played(play(("random", "rule", "rule", "random"), Rules(sizes=(7,)), f"errors {number}")).hands
        for moment in hand.moments
    ]
    for worlds in (256, 512, 1024, 2048, 4096):
        budget = replace(DEPTH, worlds=worlds)
        judged = [judge(moment, budget, seed=f"errors {place}") for place, moment in enumerate(moments)]
        found = [decision.error for decision in judged if decision.error > 0]
        bids = [option.error for decision in judged for option in decision.options if hasattr(option.action, "bid")]
        print(f"  {worlds:5} worlds: {fmean(found):.3f} ({len(found)} decisions); a bid's value {fmean(bids):.3f}")


def outlook(games: int) -> None:
    """Print how often chances of winning came true."""
    rules = Rules(players=4)
    pars = [par_of(kind_of(rules, size, has_trump=True), replace(DEPTH, worlds=32)) for size in rules.sizes]
    told: list[tuple[float, float]] = []
    for number in range(games):
        state = played(play(("policy",) * 4, rules, f"outlook {number}")).state
        found = chances(rules, state.sheet.rows, 0, pars, seed=f"outlook {number}")
        told += [(before, won) for at in found[:-1] for before, won in zip(at, found[-1], strict=True)]
    print(f"Chances of winning, {games} games of policy bots, every seat after every hand.\n")
    for low in range(10):
        part = [(chance, won) for chance, won in told if low <= 10 * chance < low + 1 or (low == 9 and chance == 1)]
        if part:
            said, came = (100 * fmean(column) for column in zip(*part, strict=True))
            print(f"  said {said:5.1f} %   came true {came:5.1f} %   ({len(part)} times)")
    score = fmean((chance - won) ** 2 for chance, won in told)
    print(f"\n  Brier score {score:.4f}; saying 25 % each time {fmean((0.25 - won) ** 2 for _, won in told):.4f}")


def time(jobs: int) -> None:
    """Print what a whole game takes."""
    events = play(("rule", "easy", "expert", "rule"), Rules(players=4), "time")
    begin, before = perf_counter(), cpu()
    review = analyse(events, jobs=jobs)
    wall, spent = perf_counter() - begin, cpu() - before
    decisions = sum(len(decision.options) > 1 for hand in review.hands for decision in hand.decisions)
    print(f"A game of {len(review.hands)} hands and 4 players, {decisions} choices; goal: {GOAL}.\n")
    print(f"  {jobs} processes: {wall:.1f} s on the wall, {spent:.1f} CPU seconds")


def cpu() -> float:
    """CPU seconds of this process and of those that it started and that have ended."""
    usages = (getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main(words: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = ArgumentParser(prog="python -m bench.review", description=(__doc__ or "").partition("\n")[0])
    every = ("losses", "errors", "outlook", "time")
    parser.add_argument("parts", nargs="*", default=every, help=f"of {', '.join(every)}")
    parser.add_argument("--hands", type=int, default=1000, help="hands for losses")
    parser.add_argument("--most", type=int, default=10, help="cards of the largest hands for losses")
    parser.add_argument("--worlds", type=int, default=512, help="worlds for losses")
    parser.add_argument("--games", type=int, default=200, help="games for outlook")
    parser.add_argument("--moments", type=int, default=4, help="hands for errors")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args(words)
    parts = {
        "losses": lambda: losses(arguments.hands, arguments.most, worlds=arguments.worlds, jobs=arguments.jobs),
        "errors": lambda: errors(arguments.moments),
        "outlook": lambda: outlook(arguments.games),
        "time": lambda: time(arguments.jobs),
    }
    for part in arguments.parts:
        parts[part]()
        print()


if __name__ == "__main__":
    main()
