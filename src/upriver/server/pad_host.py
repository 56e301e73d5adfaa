"""`PadHost`: one shared pad in this process. It decides, stores, moves on, and wakes whoever looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from upriver.pad import PadError
from upriver.rules import ParseError
from upriver.server import metrics
from upriver.server.host import TRIES, BusyError
from upriver.server.limits import Limits
from upriver.server.pad_deeds import checked
from upriver.server.pad_kept import game_id, listing_of, result_of, store_id
from upriver.server.pad_log import LogEvent, PadLog, rows_of
from upriver.store.store import ConflictError, Result, Row, Store

MANY = 50
"""So many rows are folded aside, while others are served."""


class PadHost:
    """One shared pad.

    Args:
        pad: its id.
        store: where its log is.
        clock: seconds since 1970, UTC.
        limits: how much it takes.
    """

    def __init__(self, pad: str, store: Store, clock: Callable[[], float], limits: Limits) -> None:
        self.pad, self.log, self.readers = pad, PadLog(), 0
        self.moved = asyncio.Event()
        """Set when the pad has moved on; then there is another one to wait for."""
        self.used_at = self.known_at = clock()
        self._store, self._clock, self._limits = store, clock, limits
        self._lock = asyncio.Lock()
        self._kept: Result | None = None
        self._knows_kept = False

    async def do(self, person: str, decide: Callable[[PadLog], Sequence[LogEvent]]) -> PadLog:
        """Decide on the pad as it stands, and store what that leads to; the log as it stands then.

        Args:
            person: who does it.
            decide: from the log to the events that the deed leads to; called again where another process was first.

        Raises:
            ApiError, PadError: it is refused.
            UnavailableError: it could not be stored.
            BusyError: others were always ahead.
        """
        async with self._lock:
            self.used_at = self._clock()
            for _ in range(TRIES):
                await self._read_on()
                events = decide(self.log)
                if not events or await self._stored(events, person):
                    await self._settle()
                    return self.log
                metrics.CONFLICTS.inc()
        raise BusyError("others who write on this pad were always ahead; try again")

    async def read_on(self) -> PadLog:
        """Take what other processes have stored; the log as it stands then.

        Raises:
            UnavailableError: it could not be read.
            ParseError: the log is damaged.
        """
        async with self._lock:
            await self._read_on()
            await self._settle()
            return self.log

    def wake(self) -> None:
        """Let everybody who looks at the pad look again."""
        self.moved.set()
        self.moved = asyncio.Event()

    async def _stored(self, events: Sequence[LogEvent], person: str) -> bool:
        """Store events of a person's; False where another process was first."""
        before = self.log
        rows = rows_of(events, before.seq, self._clock(), person)
        after = checked(before, await _folded(before, rows), self._limits)
        table, listing = store_id(self.pad), listing_of(self.pad, after)
        try:
            if before.seq:
                await self._store.append(table, before.seq, rows, listing)
            else:
                await self._store.create(table, rows, listing)
        except ConflictError:
            return False
        self._move(after)
        return True

    async def _read_on(self) -> None:
        rows = await self._store.read(store_id(self.pad), self.log.seq)
        self.known_at = self._clock()
        if rows:
            self._knows_kept = False
            try:
                self._move(await _folded(self.log, rows))
            except PadError as error:
                raise ParseError(f"the log of a pad is damaged after row {self.log.seq}: {error}") from error

    def _move(self, after: PadLog) -> None:
        self.log = after
        self.wake()

    async def _settle(self) -> None:
        """Keep the result in step with the log; where that fails it is done with the next deed or look."""
        if not self.log.seq:
            return
        game, result = game_id(self.pad), result_of(self.pad, self.log)
        if not self._knows_kept:
            self._kept, self._knows_kept = await self._store.result(game), True
        if result != self._kept:
            try:
                await self._store.settle(store_id(self.pad), self.log.seq, game, result)
            except ConflictError:  # another process has moved on, and settles what it has written
                self._knows_kept = False
            else:
                self._kept = result


async def _folded(log: PadLog, rows: Sequence[Row]) -> PadLog:
    return log.after(rows) if len(rows) < MANY else await asyncio.to_thread(log.after, rows)
