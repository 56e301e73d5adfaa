"""`Hosts`: the tables that this process holds in memory, and what keeps them in step with the other processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from secrets import choice, token_bytes, token_urlsafe
from typing import Any

import structlog

from upriver.rules import Rules, UpriverError
from upriver.rules.shuffle import SEED_BYTES
from upriver.server import metrics
from upriver.server.host import Host, World
from upriver.server.rows import entries_of, listing_of, rows_of
from upriver.server.shared import Known
from upriver.server.wire import CloseCode
from upriver.server.work import Worker
from upriver.store.store import ConflictError, Store
from upriver.table.events import Opened
from upriver.table.options import Options
from upriver.table.table import Table, opening
from upriver.table.talk import REACTIONS

LOG = structlog.get_logger("upriver.hosts")

CODE_LETTERS = "34679ACDEFGHJKMNPQRTWXY"
"""None that look or sound alike when read out: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V."""
CODE_LENGTH = 5
SWEEP = 1.5
"""Seconds between two looks for tables whose work nobody does, and for people who have gone."""
POLL = 5.0
"""Seconds between two looks for what other processes have stored at a table, in case a hint was lost."""
UNUSED = 60.0
"""Seconds after which a table that nobody needs is let go."""
OVERDUE = 200
"""So many tables at most are taken over in one sweep."""


class Hosts:
    """The live tables of one process. To be started and stopped inside the event loop.

    Args:
        store: where the logs are.
        levels: the names of the bots that play here.
        clock: seconds since 1970, UTC.
    """

    def __init__(self, store: Store, levels: tuple[str, ...], clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self._store = store
        self._world = World(store, clock, Known(levels, REACTIONS))
        self._worker = Worker(store, clock)
        self._hosts: dict[str, Host] = {}
        self._drives: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[str, asyncio.Task[Host | None]] = {}
        self._damaged: set[str] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._errands: set[asyncio.Task[Any]] = set()
        self._is_stopping = False

    def __len__(self) -> int:
        return len(self._hosts)

    async def start(self) -> None:
        """Begin to look after tables."""
        loops = (self._follow_hints, self._poll, self._sweep)
        self._loops = [asyncio.create_task(self._forever(loop), name=loop.__name__) for loop in loops]

    async def stop(self) -> None:
        """Finish what has been asked, close the sockets as for a restart, and leave the work to others."""
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

    async def open(self, host: str, rules: Rules, options: Options) -> str:
        """A new table; its code.

        Args:
            host: the id of the person who opens it; they still have to sit down.
            rules: what is played.
            options: what else is agreed; `check_options` in table/agreement.py says whether a table can have them.

        Raises:
            UnavailableError: it could not be stored.
        """
        while True:
            code = "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            entries = opening(Opened(code, host, rules, options), token_bytes(SEED_BYTES), self.clock())
            table = Table(entries, levels=frozenset(self._world.known.levels))
            try:
                await self._store.create(token_urlsafe(9), rows_of(entries), listing_of(table))
            except ConflictError:
                continue
            return code

    async def find(self, code: str) -> Host | None:
        """The table with this code, in capitals or not; None where there is none.

        Raises:
            UnavailableError: the database cannot be reached.
        """
        table_id = await self._store.find(code.upper())
        return None if table_id is None else await self.host(table_id)

    async def host(self, table_id: str) -> Host | None:
        """A table by its table_id, from memory or from its log.

        Raises:
            UnavailableError: the database cannot be reached.
            ParseError, EventError: its log is damaged.
        """
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
            host = self._hosts.get(table_id)
            if host is not None and host.table.seq < seq:
                self._run(host.read_on())
        await asyncio.sleep(SWEEP)

    async def _poll(self) -> None:
        hosts = list(self._hosts.values())
        for host in hosts:
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
        wake_at = host.table.wake_at()
        is_idle = not host.clients and now > host.used_at + UNUSED
        return is_idle and (wake_at is None or wake_at > now + UNUSED)

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
