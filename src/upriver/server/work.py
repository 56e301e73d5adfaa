"""What tables do by themselves, bots' turns and clocks: exactly one process does it for each table, on a lease."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from random import Random
from secrets import token_urlsafe
from time import perf_counter

import structlog

from upriver.bots import make_bot
from upriver.bots.bot import Bot
from upriver.bots.levels import KERNEL_LEVELS
from upriver.rules import Action, IllegalActionError, legal_actions
from upriver.server import metrics
from upriver.server.host import BusyError, Host, StoppedError
from upriver.store.store import Store, UnavailableError
from upriver.table.asking import AskBot
from upriver.table.commands import BotAct, Command, Resume, Tick
from upriver.table.errors import RefusedError

LOG = structlog.get_logger("upriver.work")

AHEAD = 4.0
"""Seconds before a bot may act at which it begins to think, and a lease is taken."""
AGAIN = 1.0
"""Seconds until something that did not work is tried again."""
LONGEST_WAIT = 3600.0


class Worker:
    """Does the own work of the tables that this process holds.

    Args:
        store: where leases are taken.
        clock: seconds since 1970, UTC.
        lease: seconds for which a table's work is taken, and after which others take it over from one that has died.
    """

    def __init__(self, store: Store, clock: Callable[[], float], lease: float) -> None:
        self.name = token_urlsafe(9)
        self.lease = lease
        self._store = store
        self._clock = clock
        self._began_at = clock()
        self._bots: dict[str, Bot] = {}
        # Strong bots release the interpreter's lock while they search: one thread for each core.
        self._pool = ThreadPoolExecutor(os.cpu_count(), "bot")

    async def stop(self) -> None:
        """Let others do the work."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with suppress(UnavailableError):  # then they expire
            await self._store.release(self.name)

    async def drive(self, host: Host) -> None:
        """Do the table's own work until cancelled."""
        drive = _Drive(self, host)
        while True:
            host.changed.clear()
            try:
                wait = await drive.step()
            except (UnavailableError, StoppedError):
                wait = AGAIN
            except Exception:
                LOG.exception("fault", table=host.id)
                metrics.FAULTS.labels("work").inc()
                wait = AGAIN
            await _changed(host.changed, wait)

    def now(self) -> float:
        """The time."""
        return self._clock()

    async def claim(self, host: Host) -> bool:
        """Take the table's work, anew or for longer; False while another process has it."""
        now = self._clock()
        return await self._store.claim(host.id, self.name, now, now + self.lease)

    def has_slept(self, host: Host) -> bool:
        """Whether the turn or the pause at the table is older than this process."""
        return host.table.state.since < self._began_at

    def think(self, ask: AskBot, seed: bytes) -> asyncio.Future[Action]:
        """Let a bot choose: at once where that takes no time, else in a thread."""
        if ask.level in KERNEL_LEVELS:
            return asyncio.get_running_loop().run_in_executor(self._pool, self._choose, ask, seed)
        choice: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        choice.set_result(self._choose(ask, seed))
        return choice

    def _choose(self, ask: AskBot, seed: bytes) -> Action:
        begun = perf_counter()
        try:
            bot = self._bots.setdefault(ask.level, make_bot(ask.level))
            return bot.choose(ask.view, chance(ask, seed))
        except Exception:
            # A table must not stand still because a bot cannot play here, as one that needs a missing kernel.
            LOG.exception("bot failed", level=ask.level, seat=ask.seat)
            metrics.FAULTS.labels("bot").inc()
            return legal_actions(ask.view)[0]
        finally:
            metrics.BOT_SECONDS.labels(ask.level).observe(perf_counter() - begun)


def chance(ask: AskBot, seed: bytes) -> Random:
    """A bot's chance for one decision, from the seed that nobody but the server knows and the place in the log."""
    return Random(sha256(f"upriver bot 1\n{ask.seat} {ask.after}\n".encode() + seed).digest())


class _Drive:
    """The own work of one table."""

    def __init__(self, worker: Worker, host: Host) -> None:
        self._worker, self._host = worker, host
        self._thoughts: dict[tuple[int, str, int], asyncio.Future[Action]] = {}
        self._held_until = 0.0
        self._is_resumed = False

    async def step(self) -> float:
        """Do what is due; the seconds after which to look again, at the latest."""
        now, wake_at = self._worker.now(), self._host.table.wake_at()
        if wake_at is None or wake_at > now + AHEAD:
            self._thoughts.clear()
            return LONGEST_WAIT if wake_at is None else min(LONGEST_WAIT, wake_at - now - AHEAD)
        if self._held_until < now + self._worker.lease / 2:
            if not await self._worker.claim(self._host):
                return AGAIN
            self._held_until = now + self._worker.lease
        if not self._is_resumed:
            self._is_resumed = True
            if self._worker.has_slept(self._host):
                return await self._ask(Resume())
        tick_at = self._host.table.tick_at()
        if tick_at is not None and tick_at <= now:
            return await self._ask(Tick())
        return await self._ask_bots()

    async def _ask_bots(self) -> float:
        asks = {(ask.seat, ask.level, ask.after): ask for ask in self._host.table.bots_to_ask()}
        self._thoughts = {key: thought for key, thought in self._thoughts.items() if key in asks}
        wait = LONGEST_WAIT
        for key, ask in asks.items():
            now = self._worker.now()
            if ask.at > now + AHEAD:
                wait = min(wait, ask.at - now - AHEAD)
                continue
            if key not in self._thoughts:
                self._thoughts[key] = self._worker.think(ask, self._host.table.state.seed)
                self._thoughts[key].add_done_callback(lambda _: self._host.changed.set())
            thought = self._thoughts[key]
            if thought.done() and ask.at <= now:
                del self._thoughts[key]
                return await self._ask(BotAct(thought.result(), ask.level, ask.after))
            wait = min(wait, max(0.0, ask.at - now) if thought.done() else LONGEST_WAIT)
        tick_at = self._host.table.tick_at()
        return wait if tick_at is None else max(0.0, min(wait, tick_at - self._worker.now()))

    async def _ask(self, command: Command) -> float:
        """Ask the table; look again at once if that has changed it, else in a while."""
        seq = self._host.table.seq
        outcome = "ok"
        try:
            await self._host.ask(command)
        except (RefusedError, IllegalActionError, BusyError) as refused:
            outcome = getattr(refused, "code", "busy")
        metrics.COMMANDS.labels(type(command).__name__, outcome).inc()
        return 0.0 if self._host.table.seq != seq else AGAIN


async def _changed(event: asyncio.Event, wait: float) -> None:
    """Until something has changed, but so many seconds at most."""
    if wait <= 0:
        await asyncio.sleep(0)
        return
    alarm = asyncio.get_running_loop().call_later(wait, event.set)
    await event.wait()
    alarm.cancel()
