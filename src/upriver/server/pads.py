"""`Pads`: the shared pads that this process holds in memory, and how they are looked at as they are written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import structlog

from upriver.rules import UpriverError
from upriver.server import metrics
from upriver.server.limits import Limits
from upriver.server.pad_host import PadHost
from upriver.server.pad_kept import store_id
from upriver.server.pad_log import PadLog
from upriver.server.problems import ApiError
from upriver.store.store import Store, UnavailableError

LOG = structlog.get_logger("upriver.pads")

POLL = 5.0
"""Seconds after which somebody who looks looks into the log, in case a hint was lost."""
BEAT = 15.0
"""Seconds of silence after which they are sent a sign of life, so that no proxy takes the stream for dead."""
UNUSED = 60.0
"""Seconds after which a pad that nobody uses is let go."""


class Pads:
    """The shared pads of one process.

    Args:
        store: where the logs are.
        limits: how much a pad takes.
        clock: seconds since 1970, UTC.
    """

    def __init__(self, store: Store, limits: Limits, clock: Callable[[], float]) -> None:
        self._store, self._limits, self._clock = store, limits, clock
        self._hosts: dict[str, PadHost] = {}
        self._errands: set[asyncio.Task[None]] = set()
        self._tidied_at = clock()
        self._is_stopping = False

    def __len__(self) -> int:
        return len(self._hosts)

    async def find(self, pad: str) -> PadHost:
        """A pad that is shared, as its log stands now.

        Raises:
            ApiError: there is none with this id.
            UnavailableError: the database cannot be reached.
        """
        host = await self.place(pad)
        if not host.log.is_shared:
            raise no_pad(pad)
        return host

    async def place(self, pad: str) -> PadHost:
        """A pad as its log stands now, whether or not it is shared.

        Raises:
            UnavailableError: the database cannot be reached, or the server is stopping.
        """
        if self._is_stopping:
            raise UnavailableError("the server is restarting; try again in a moment")
        self._let_go()
        host = self._hosts.get(pad) or PadHost(pad, self._store, self._clock, self._limits)
        if (await host.read_on()).seq:
            host = self._hosts.setdefault(pad, host)
        host.used_at = self._clock()
        return host

    def hear(self, table: str, seq: int) -> None:
        """Another process has written a row: read on where that is a pad of ours."""
        host = self._hosts.get(table.removeprefix(store_id("")))
        if host is not None and host.log.seq < seq:
            task = asyncio.create_task(self._read_on(host))
            self._errands.add(task)
            task.add_done_callback(self._errands.discard)

    async def watch(self, host: PadHost) -> AsyncIterator[PadLog | None]:
        """The pad as it stands, and again whenever it has moved on; None as a sign of life.

        It ends when the pad is shared no longer or the server stops.
        """
        host.readers += 1
        metrics.PAD_READERS.inc()
        try:
            shown, quiet = None, 0.0
            while not self._is_stopping and host.log.is_shared:
                moved = host.moved
                if shown is not host.log:
                    shown, quiet = host.log, 0.0
                    yield shown
                elif quiet >= BEAT:
                    quiet = 0.0
                    yield None
                if shown is host.log and not self._is_stopping:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(moved.wait(), POLL)
                        continue
                    quiet += POLL
                    if self._clock() >= host.known_at + POLL:
                        await self._read_on(host)
        finally:
            host.readers -= 1
            host.used_at = self._clock()
            metrics.PAD_READERS.dec()

    async def stop(self) -> None:
        """Let go of everybody who looks."""
        self._is_stopping = True
        for host in self._hosts.values():
            host.wake()
        await asyncio.gather(*self._errands)

    async def _read_on(self, host: PadHost) -> None:
        try:
            await host.read_on()
        except UpriverError as error:
            LOG.debug("later", error=type(error).__name__)
        except Exception:
            LOG.exception("fault")
            metrics.FAULTS.labels("pads").inc()

    def _let_go(self) -> None:
        now = self._clock()
        if now >= self._tidied_at + UNUSED:
            self._tidied_at, hosts = now, self._hosts.items()
            self._hosts = {pad: host for pad, host in hosts if host.readers or now < host.used_at + UNUSED}


def no_pad(pad: str) -> ApiError:
    """The refusal of a pad that is not there."""
    return ApiError(404, "no-pad", f"{pad[:64]!r} is no pad that is shared here", {"pad": pad[:64]})
