"""A whole game reviewed: every decision, every hand's points taken apart, and who was going to win when."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import TypeAlias

from upriver.bots.kernel import Budget
from upriver.review.account import Account, account
from upriver.review.judging import Decision, judge
from upriver.review.moments import PlayedGame, PlayedHand, played
from upriver.review.outlook import chances
from upriver.review.par import Par, kind_of, par_of
from upriver.review.worth import BLOCK, DEPTH, check_depth
from upriver.rules import Event, Row, Rules, State
from upriver.rules.fold import trump_of

SEED = "review"
"""Fixes the worlds where no seed is given."""


@dataclass(frozen=True, slots=True)
class HandReview:
    """A hand, reviewed.

    Args:
        row: its line of the score sheet.
        decisions: all decisions that stand, in order.
        accounts: by seat, where its points came from.
    """

    row: Row
    decisions: tuple[Decision, ...]
    accounts: tuple[Account, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """A game, reviewed.

    Args:
        state: where the game stands at the end of its record.
        worlds: worlds that each decision was compared in.
        hands: the finished hands.
        outlook: by hand, each seat's chance of winning the game: before the first, then after each.
    """

    state: State
    worlds: int
    hands: tuple[HandReview, ...]
    outlook: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class JudgeHand:
    """The work of judging the decisions of a hand; it can be done anywhere."""

    hand: PlayedHand
    budget: Budget
    seed: str

    @property
    def weight(self) -> int:
        """About how long it takes, against others: cards played from large hands take longest."""
        return self.hand.row.size * len(self.hand.moments)

    def do(self) -> tuple[Decision, ...]:
        """Judge them. A decision's seed is its place in the hand: what others hold is no part of it."""
        number = self.hand.row.number
        return tuple(
            judge(moment, self.budget, seed=f"{self.seed}, hand {number}, decision {place}")
            for place, moment in enumerate(self.hand.moments)
        )


@dataclass(frozen=True, slots=True)
class FindPar:
    """The work of finding what a kind of hand brings; it can be done anywhere."""

    kind: Rules
    budget: Budget

    @property
    def weight(self) -> int:
        """About how long it takes, against others."""
        return self.kind.sizes[0] ** 2 * self.kind.players // 2

    def do(self) -> Par:
        """Find it."""
        return par_of(self.kind, self.budget)


Work: TypeAlias = JudgeHand | FindPar
Done: TypeAlias = tuple[Decision, ...] | Par


@dataclass(frozen=True, slots=True)
class Plan:
    """What there is to do for a review, cut up so that any number of processes can share it.

    Args:
        game: what can be reviewed.
        budget: how many worlds for each decision.
        seed: a text that fixes the worlds.
    """

    game: PlayedGame
    budget: Budget
    seed: str

    @property
    def kinds(self) -> tuple[Rules, ...]:
        """The kind of each hand of the game, the ones to come too."""
        rules = self.game.state.rules
        turned = self.game.state.hand.turned
        return tuple(
            kind_of(rules, size, has_trump=trump_of(rules, number, turned) is not None)
            for number, size in enumerate(rules.sizes, 1)
        )

    def works(self) -> tuple[Work, ...]:
        """The pieces of work, in the order in which `put_together` wants what came of them."""
        judging = [JudgeHand(hand, self.budget, self.seed) for hand in self.game.hands]
        belief = replace(self.budget, worlds=BLOCK)
        return (*judging, *(FindPar(kind, belief) for kind in dict.fromkeys(self.kinds)))

    def put_together(self, done: Sequence[Done]) -> Review:
        """The review, from what came of each of the `works`."""
        state, hands = self.game.state, self.game.hands
        judged = [decisions for decisions in done if isinstance(decisions, tuple)]
        found = [par for par in done if isinstance(par, Par)]
        by_kind = dict(zip(dict.fromkeys(self.kinds), found, strict=True))
        pars = [by_kind[kind] for kind in self.kinds]
        reviewed = tuple(
            HandReview(hand.row, decisions, account(hand.row, decisions, par))
            for hand, decisions, par in zip(hands, judged, pars, strict=False)
        )
        rows = [hand.row for hand in hands]
        outlook = chances(state.rules, rows, rows[0].dealer, pars, seed=f"{self.seed}, outlook")
        return Review(state, self.budget.worlds, reviewed, outlook)


def analyse(
    events: Iterable[Event],
    *,
    budget: Budget = DEPTH,
    seed: str = SEED,
    jobs: int = 1,
    on_progress: Callable[[float], None] = lambda part: None,
) -> Review:
    """Review the finished hands of a game. The same events, budget and seed give the same figures.

    Args:
        events: the game.
        budget: how many worlds to choose the best in, and to compare in.
        seed: a text that fixes the worlds.
        jobs: how many processes; it changes no figure. More than one start anew, so a script needs its
            `if __name__ == "__main__"`.
        on_progress: told now and then which part is done, up to 1.

    Raises:
        EventError: the events do not follow each other.
        IllegalActionError: a bid or card among them breaks the rules.
        RecordError: no hand is finished.
        ValueError: fewer worlds than `FEWEST`.
        MissingKernelError: the package was installed without its kernel.
    """
    check_depth(budget)
    plan = Plan(played(tuple(events)), budget, seed)
    works = plan.works()
    total = sum(work.weight for work in works)
    done = 0

    def note(work: Work) -> None:
        nonlocal done
        done += work.weight
        on_progress(done / total)

    if jobs == 1:
        results: list[Done] = []
        for work in works:
            results.append(work.do())
            note(work)
        return plan.put_together(results)
    # As in the arena: processes that start anew inherit no locks, and Ctrl-C ends them in silence.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_DFL))
    try:
        places = sorted(range(len(works)), key=lambda place: -works[place].weight)
        begun = {place: pool.submit(_do, works[place]) for place in places}
        whose = {future: works[place] for place, future in begun.items()}
        for future in as_completed(whose):
            note(whose[future])
        return plan.put_together([begun[place].result() for place in range(len(works))])
    finally:
        pool.shutdown(cancel_futures=True)


def _do(work: Work) -> Done:
    return work.do()
