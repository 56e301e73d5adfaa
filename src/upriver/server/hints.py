"""Hints at a table: what a person on turn could do, from what their seat sees and nothing else."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Struct

from upriver.bots.kernel import is_built
from upriver.review import Hint, hint, why
from upriver.rules import Action, Play, View
from upriver.server.asked import Seq
from upriver.server.bot_names import with_bot_names
from upriver.server.codes import clean_code
from upriver.server.gate import too_many_requests
from upriver.server.hosts import Hosts
from upriver.server.house_rules import Lang, words_for
from upriver.server.limits import Limits, Meter
from upriver.server.lobby import no_table
from upriver.server.people import Asked, known
from upriver.server.problems import ApiError, problems
from upriver.server.table_routes import Code
from upriver.table.hinting import hint_view
from upriver.words import Words


class HintAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A hint is wanted; `after` is the seq of the last news that the client had seen."""

    after: Seq


class HintOption(Struct, frozen=True):
    """A bid as in `3` or a card as in `QS` that may be chosen, and what it is worth.

    `points` are the mean points of the hand, `error` is their standard error, `made` the chance of taking exactly what
    is bid. `is_close`: not clearly worse than the best.
    """

    action: str
    points: float
    error: float
    made: float
    is_best: bool
    is_close: bool


class HintGiven(Struct, frozen=True):
    """Advice to one seat: the options, the best first; none where there is nothing to choose.

    `tricks` is the chance of taking 0, 1, 2 … tricks in the hand once the best is chosen; `why` says in a few
    sentences why it is the best. `after` is the entry that it is for.
    """

    after: int
    best: str
    options: list[HintOption]
    tricks: list[float]
    why: str


class Hints:
    """Thinks about hints beside the event loop, and keeps the last for who asks again.

    Args:
        hosts: the live tables.
        limits: how much one person may ask.
        clock: seconds that only grow.
    """

    KEPT = 500

    def __init__(self, hosts: Hosts, limits: Limits, clock: Callable[[], float]) -> None:
        self._hosts, self._limits = hosts, limits
        self._meter = Meter(limits.hints_per_hour, 3600, clock)
        self._found: OrderedDict[tuple[str, int, str], asyncio.Future[Hint]] = OrderedDict()
        # The search releases the interpreter's lock: one thread for each core.
        self._pool = ThreadPoolExecutor(os.cpu_count(), "hint")

    def stop(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def give(self, code: str, user: str, after: int, words: Words) -> HintGiven:
        """The hint for a person at a table.

        Raises:
            RefusedError: the person may not ask, or the table has moved on, perhaps while the hint was thought about.
            ApiError: there is no such table, they ask too often, or the server has no kernel.
        """
        host = await self._hosts.find(clean_code(code))
        if host is None:
            raise no_table(code)
        view = hint_view(host.table.state, user, after)
        if not is_built():
            raise ApiError(501, "no-kernel", "hints need the compiled kernel, which this server was installed without")
        assert view.seat is not None
        key = (host.id, host.table.state.known_seq(view.seat), user)
        if key not in self._found:
            self._count(user)
            self._keep(key, asyncio.get_running_loop().run_in_executor(self._pool, think, view))
        found = await asyncio.shield(self._found[key])
        hint_view(host.table.state, user, after)
        bots = [number for number, seat in enumerate(host.table.state.seats) if seat.user is None]
        return given(replace(view, public=with_bot_names(view.public, bots, words)), found, after, words)

    def _count(self, user: str) -> None:
        if wait := self._meter.use(user):
            raise too_many_requests(f"{self._limits.hints_per_hour} hints for one person in an hour", wait)

    def _keep(self, key: tuple[str, int, str], thought: asyncio.Future[Hint]) -> None:
        self._found[key] = thought
        while len(self._found) > self.KEPT:
            self._found.popitem(last=False)

        def look(thought: asyncio.Future[Hint]) -> None:
            """A hint that did not come is thought about anew when it is asked for again."""
            if thought.cancelled() or thought.exception() is not None:
                self._found.pop(key, None)

        thought.add_done_callback(look)


def think(view: View) -> Hint:
    """The hint. Its worlds follow from the moment in the hand, as in the terminal, so that it is always the same."""
    return hint(view, seed=f"hint {view.hand.number} {len(view.hand.tricks)}")


def given(view: View, found: Hint, after: int, words: Words) -> HintGiven:
    """The hint as the client is told."""
    options = [
        HintOption(
            action=action_text(option.action),
            points=option.points,
            error=option.error,
            made=option.made,
            is_best=option.action == found.best,
            is_close=option.action in found.close,
        )
        for option in found.ranked
    ]
    return HintGiven(after, action_text(found.best), options, list(found.tricks), why(view, found, words))


def action_text(action: Action) -> str:
    """A bid or a card as clients say it."""
    return str(action.card) if isinstance(action, Play) else str(action.bid)


@post(
    "/api/tables/{code:str}/hint",
    status_code=200,
    tags=["tables"],
    responses=problems(401, 403, 404, 409, 413, 415, 501),
)
async def give_hint(
    request: Asked, state: State, code: Code, data: JSONBody[HintAsked], lang: Lang = None
) -> HintGiven:
    """A hint for your seat, from what it sees. When the table has moved on meanwhile, the answer is `stale`."""
    hints: Hints = state.hints
    person = await known(request)
    return await hints.give(code, person.id, data.after, words_for(request, lang))
