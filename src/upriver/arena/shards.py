"""The work of the arena, cut up by game of deals: who asks for it, who does it, and in which order it comes back."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from types import TracebackType
from typing import Generic, Protocol, TypeVar

from upriver.bots import Bot
from upriver.rules import Game, Rules, Sheet, seed_from_text

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class Contest(Protocol[S_co]):
    """What is played over many games of deals."""

    @property
    def name(self) -> str:
        """What tells it from other contests of the same bots."""

    @property
    def rules(self) -> Rules:
        """The rules of the games."""

    @property
    def games(self) -> int:
        """How many games of deals, at most."""

    @property
    def seed(self) -> str:
        """A text that fixes every deal and every choice."""

    def sample(self, number: int) -> S_co:
        """Play one game of deals in every seating, counted from 0: the shard of processes, clusters and journals."""


def play_game(contest: Contest[object], number: int, bots: Sequence[Bot]) -> Sheet:
    """The sheet of a finished game; a seat meets the same chance whoever sits there and elsewhere."""
    deals = seed_from_text(f"{contest.seed}, deals {number}")
    chance = [Random(f"{contest.seed}, game {number}, seat {seat}") for seat in range(len(bots))]
    game = Game.start(contest.rules, deals, dealer=number % len(bots))
    while not game.is_over:
        for seat in game.to_act:
            game.act(bots[seat].choose(game.view(seat), chance[seat]))
    return game.state.sheet


class Pending(Protocol[S_co]):
    """A shard that was asked for."""

    def result(self) -> S_co:
        """What came of it, as soon as it is there."""

    def cancel(self) -> object:
        """Do not begin it, where that is still possible."""


class Crew(Protocol):
    """Who plays the shards."""

    @property
    def size(self) -> int:
        """How many shards to ask for before the first is there."""

    def begin(self, contest: Contest[S], number: int) -> Pending[S]:
        """Ask for a shard."""


@dataclass(frozen=True, slots=True)
class _Later(Generic[S]):
    contest: Contest[S]
    number: int

    def result(self) -> S:
        return self.contest.sample(self.number)

    def cancel(self) -> None:
        pass


class Alone:
    """This process plays every shard itself."""

    size = 1

    def begin(self, contest: Contest[S], number: int) -> Pending[S]:
        """Ask for a shard."""
        return _Later(contest, number)


class Processes:
    """Processes on this machine, from entering the context to leaving it.

    They start anew, so a script needs its `if __name__ == "__main__"`.

    Args:
        jobs: how many.
    """

    def __init__(self, jobs: int) -> None:
        # Beyond those being played, so that nobody is idle while the shard that is due takes long.
        self.size = 2 * jobs
        # A forked process would inherit the locks of whatever threads the caller has, such as a progress bar's.
        # Ctrl-C reaches every process of the terminal; by default it ends them at once and in silence.
        stop = (signal.SIGINT, signal.SIG_DFL)
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, stop)

    def __enter__(self) -> Processes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def begin(self, contest: Contest[S], number: int) -> Pending[S]:
        """Ask for a shard."""
        return self._pool.submit(contest.sample, number)


class Keeper(Protocol):
    """Who keeps what was played."""

    def kept(self, contest: Contest[S]) -> Mapping[int, S]:
        """What was kept of a contest, by the number of the game of deals."""

    def keep(self, contest: Contest[S], number: int, sample: S) -> None:
        """Keep one more."""


ALONE = Alone()


def samples(contest: Contest[S], crew: Crew, keeper: Keeper | None) -> Generator[tuple[S, bool]]:
    """What comes of a contest in order of number, each with whether it was played now rather than kept.

    Shards are begun ahead of need; close the generator early and those that are left over are thrown away.
    """
    kept = keeper.kept(contest) if keeper else {}
    ahead = iter([number for number in range(contest.games) if number not in kept])
    begun: deque[Pending[S]] = deque()
    try:
        for number in range(contest.games):
            if number in kept:
                yield kept[number], False
                continue
            while len(begun) < crew.size and (after := next(ahead, None)) is not None:
                begun.append(crew.begin(contest, after))
            sample = begun.popleft().result()
            if keeper:
                keeper.keep(contest, number, sample)
            yield sample, True
    finally:
        for pending in begun:
            pending.cancel()
