"""`Hosts`: the tables that this process holds in memory, and what keeps them in step with the other processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from upriver.bots import LEVELS
from upriver.rules import UpriverError
from upriver.server import metrics
from upriver.server.host import Host, World
from upriver.server.limits import Limits
from upriver.server.rows import entries_of
from upriver.server.shared import Known
from upriver.server.wire import CloseCode
from upriver.server.work import Worker
from upriver.store.store import Store, UnavailableError
from upriver.table.talk import REACTIONS

LOG = structlog.get_logger("upriver.hosts")

SWEEP = 1.5
"""Seconds between two looks for tables whose work nobody does, and for people who have gone."""
POLL = 5.0
"""Seconds between two looks for what other processes have stored at a table, in case a hint was lost."""
UNUSED = 60.0
"""Seconds after which a table that nobody needs is let go."""
OVERDUE = 200
"""So many tables at most are taken over in one sweep."""


class Hosts:
    """The live tables of one process; `async with` looks after them from begin to end.

    Args:
        store: where the logs are.
        limits: how much one table takes.
        clock: seconds since 1970, UTC.
        heard: told of every hint of what other processes have stored, as it may be of something else than a table.
    """

    def __init__(
        self,
        store: Store,
        limits: Limits,
        clock: Callable[[], float] = time.time,
        heard: Callable[[str, int], None] = lambda *_: None,
    ) -> None:
        self.clock, self._heard = clock, heard
        self._store = store
        self._world = World(store, clock, Known(tuple(LEVELS), REACTIONS), limits)
        self._worker = Worker(store, clock, limits.lease)
        self._hosts: dict[str, Host] = {}
        self._drives: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[str, asyncio.Task[Host | None]] = {}
        self._damaged: set[str] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._errands: set[asyncio.Task[Any]] = set()
        self._is_stopping = False

    def __len__(self) -> int:
        return len(self._hosts)

    async def __aenter__(self) -> Hosts:
        loops = (self._follow_hints, self._poll, self._sweep)
        self._loops = [asyncio.create_task(self._forever(loop), name=loop.__name__) for loop in loops]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def stop(self) -> None:
        """Finish what has been asked, close the sockets as for a restart, and leave the work to others; once only."""
        if self._is_stopping:
            return
        self._is_stopping = True
        tasks = [*self._loops, *self._drives.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(host.stop(CloseCode.RESTARTING) for host in self._hosts.values()))
        await asyncio.gather(*self._errands, return_exceptions=True)
        self._hosts.clear()
        self._drives.clear()
        metrics.TABLES.set(0)
        await self._worker.stop()

    async def find(self, code: str) -> Host | None:
        """The table with this code; None where there is none.

        Raises:
            UnavailableError: the database cannot be reached.
        """
        table_id = await self._store.find(code)
        return None if table_id is None else await self.host(table_id)

    async def host(self, table_id: str) -> Host | None:
        """A table by its id, from memory or from its log.

        Raises:
            UnavailableError: the database cannot be reached, or the server is stopping.
            ParseError, EventError: its log is damaged.
        """
        if self._is_stopping:
            raise UnavailableError("the server is restarting; connect again in a moment")
        host = self._hosts.get(table_id)
        if host is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            host = await asyncio.shield(loading)
        if host is not None:
            host.used_at = self.clock()
        return host

    async def _load(self, table_id: str) -> Host | None:
        rows = await self._store.read(table_id)
        if not rows or self._is_stopping:
            return None
        host = self._hosts[table_id] = Host(table_id, entries_of(rows), self._world)
        self._drives[table_id] = asyncio.create_task(self._worker.drive(host), name=f"drive {table_id}")
        metrics.TABLES.set(len(self._hosts))
        return host

    async def _forever(self, loop: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do it again and again, whatever goes wrong."""
        while True:
            try:
                await loop()
            except UpriverError as error:
                LOG.warning("waiting", loop=loop.__name__, error=str(error))
                await asyncio.sleep(SWEEP)
            except Exception:
                LOG.exception("fault", loop=loop.__name__)
                metrics.FAULTS.labels("hosts").inc()
                await asyncio.sleep(SWEEP)

    async def _follow_hints(self) -> None:
        async for table_id, seq in self._store.hints():
            self._heard(table_id, seq)
            host = self._hosts.get(table_id)
            if host is not None and host.table.seq < seq:
                self._run(host.read_on())
        await asyncio.sleep(SWEEP)

    async def _poll(self) -> None:
        hosts = list(self._hosts.values())
        for host in hosts:
            if not 0 <= self.clock() - host.known_at < POLL:
                self._run(host.read_on())
            await asyncio.sleep(POLL / len(hosts))
        if not hosts:
            await asyncio.sleep(POLL)

    async def _sweep(self) -> None:
        now = self.clock()
        for host in list(self._hosts.values()):
            for command in host.presence.due(host.table.state, now, host.clients.__contains__):
                self._run(host.ask(command))
            if self._is_unused(host, now):
                await self._let_go(host)
        for table_id in await self._store.overdue(now, OVERDUE):
            if table_id not in self._hosts and table_id not in self._damaged:
                await self._take_over(table_id)
        await asyncio.sleep(SWEEP)

    def _is_unused(self, host: Host, now: float) -> bool:
        if host.clients or now <= host.used_at + UNUSED:
            return False
        wake_at = host.table.wake_at()
        return wake_at is None or wake_at > now + UNUSED

    async def _let_go(self, host: Host) -> None:
        del self._hosts[host.id]
        self._drives.pop(host.id).cancel()
        await host.stop(CloseCode.RESTARTING)
        metrics.TABLES.set(len(self._hosts))

    async def _take_over(self, table_id: str) -> None:
        try:
            await self.host(table_id)
        except ValueError:
            # One table whose log is damaged must not keep the others waiting.
            LOG.exception("damaged", table=table_id)
            self._damaged.add(table_id)

    def _run(self, errand: Coroutine[Any, Any, int | None]) -> None:
        """Do it beside; what cannot be done now is done in a later sweep."""
        task = asyncio.create_task(self._quietly(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _quietly(self, errand: Coroutine[Any, Any, int | None]) -> None:
        try:
            await errand
        except UpriverError as error:
            LOG.debug("later", error=type(error).__name__)
        except Exception:
            LOG.exception("fault")
            metrics.FAULTS.labels("hosts").inc()
