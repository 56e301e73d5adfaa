"""`Host`: one live table. Its mailbox takes one letter at a time: decide, store, move on, tell."""

from __future__ import annotations

import asyncio
import copy
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import token_bytes
from time import perf_counter

import structlog

from upriver.rules import UpriverError
from upriver.rules.shuffle import SEED_BYTES
from upriver.server import metrics
from upriver.server.clients import Client, Clients
from upriver.server.limits import Limits
from upriver.server.presence import Presence
from upriver.server.rows import entries_of, listing_of, result_of, rows_of
from upriver.server.seen import Seen
from upriver.server.shared import Known
from upriver.server.wire import CloseCode, encode
from upriver.store.store import ConflictError, Store, UnavailableError
from upriver.table.commands import Command
from upriver.table.events import CameBack, Entry, SatDown
from upriver.table.redact import may_see
from upriver.table.state import TablePhase
from upriver.table.table import Table

LOG = structlog.get_logger("upriver.host")

TRIES = 20
"""So often a command is decided anew because another process was ahead."""
LETTERS = 500
"""So many commands may wait for one table."""
TAIL = 300
"""So many entries are kept for clients that come back."""


class BusyError(UpriverError):
    """Too much waits for this table, or others are always ahead; ask again."""


class StoppedError(UpriverError):
    """The table is no longer held here; find it again."""


@dataclass(frozen=True, slots=True)
class World:
    """What a host needs of the server around it.

    Args:
        store: where the logs are.
        clock: seconds since 1970, UTC.
        known: what this server knows.
        limits: how much one table takes.
    """

    store: Store
    clock: Callable[[], float]
    known: Known
    limits: Limits


@dataclass(frozen=True, slots=True)
class Letter:
    """Something for the mailbox: a command, or None to read on in the log."""

    command: Command | None
    ask: str
    reply: asyncio.Future[int]


class Host:
    """One live table.

    Args:
        table_id: its id.
        entries: its log.
        world: the server around it.
    """

    def __init__(self, table_id: str, entries: Sequence[Entry], world: World) -> None:
        self.id = table_id
        self.table = Table(entries, levels=frozenset(world.known.levels))
        self.clients = Clients()
        self.presence = Presence(world.clock(), world.limits.away)
        self.changed = asyncio.Event()
        """Set whenever the table has moved on; whoever does the table's own work waits for it and clears it."""
        self.used_at = world.clock()
        """When somebody last asked something, came or left."""
        self.known_at = self.used_at
        """When it was last certain that the table stands at the end of its log."""
        self._world = world
        self._tail = deque(entries[-TAIL:], TAIL)
        self._seen: Seen | None = None
        self._is_unsure = False
        self._is_stopping = False
        self._letters: asyncio.Queue[Letter | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._take_letters(), name=f"table {table_id}")

    async def ask(self, command: Command, ask: str = "") -> int:
        """Have the table decide, and the outcome stored and told; the seq that it led to.

        Raises:
            RefusedError, IllegalActionError: it is refused.
            UnavailableError: it could not be stored.
            BusyError: too much waits already.
            StoppedError: the table is no longer held here.
        """
        self.used_at = self._world.clock()
        return await self._post(command, ask)

    async def read_on(self) -> None:
        """Take and tell what other processes have stored.

        Raises:
            UnavailableError: it could not be read.
            BusyError: too much waits already.
            StoppedError: the table is no longer held here.
        """
        await self._post(None, "")

    def greet(self, client: Client, since: int) -> None:
        """Show the client the table, and from now on whatever happens."""
        user, now = client.person.id, self._world.clock()
        self.clients.drop(client)
        self.used_at = now
        if not may_see(self.table.state, user):
            self._shut(client)
            return
        if self.table.state.seat_of(user) is None and self._count_watchers() >= self._world.limits.watchers:
            client.close(CloseCode.TOO_MANY)
            return
        if self._seen is None:
            self._seen = Seen(self.table.state, self._world.known)
        self.clients.add(client)
        client.tell(encode(self._seen.welcome(user, self._since(since), now)))

    def part(self, client: Client) -> None:
        """The client has gone."""
        user, now = client.person.id, self._world.clock()
        self.clients.drop(client)
        self.used_at = now
        if user not in self.clients and self.table.state.seat_of(user) is not None:
            self.presence.leave(user, now)
        if not self.clients:
            self._seen = None

    async def stop(self, code: CloseCode) -> None:
        """Finish what has been asked, ask no more, and close the sockets."""
        if not self._is_stopping:
            self._is_stopping = True
            self._letters.put_nowait(None)
        await self._task
        for client in self.clients:
            client.close(code)

    async def _post(self, command: Command | None, ask: str) -> int:
        if self._is_stopping:
            raise StoppedError("this table is moving to another place; connect again")
        if self._letters.qsize() >= LETTERS:
            raise BusyError("too much waits for this table; ask again in a moment")
        letter = Letter(command, ask, asyncio.get_running_loop().create_future())
        self._letters.put_nowait(letter)
        return await letter.reply

    async def _take_letters(self) -> None:
        while (letter := await self._letters.get()) is not None:
            try:
                seq = await self._answer(letter)
            except Exception as error:
                if not letter.reply.done():
                    letter.reply.set_exception(error)
            else:
                if not letter.reply.done():
                    letter.reply.set_result(seq)
            # After the answer has gone to whoever asked.
            asyncio.get_running_loop().call_soon(self._part_from_some)

    async def _answer(self, letter: Letter) -> int:
        if letter.command is None or self._is_unsure:
            await self._read_on()
        return self.table.seq if letter.command is None else await self._decide(letter.command, letter.ask)

    async def _decide(self, command: Command, ask: str) -> int:
        for _ in range(TRIES):
            entries = self.table.handle(command, self._world.clock(), ask=ask, seed=token_bytes(SEED_BYTES))
            if not entries:
                known = self.table.seq_of(getattr(command, "user", ""), ask) if ask else None
                return self.table.seq if known is None else known
            try:
                await self._append(entries)
            except ConflictError:
                metrics.CONFLICTS.inc()
                await self._read_on()
            else:
                return entries[0].seq
        raise BusyError("others at this table were always ahead; ask again")

    async def _append(self, entries: Sequence[Entry]) -> None:
        """Store, then move on, then tell."""
        after = copy.copy(self.table)
        after.take(entries)
        begun = perf_counter()
        try:
            await self._world.store.append(
                self.id, self.table.seq, rows_of(entries), listing_of(after), result_of(self.id, after, entries)
            )
        except UnavailableError:
            # Whether it was stored is open; the log will tell.
            self._is_unsure = True
            raise
        metrics.APPEND_SECONDS.observe(perf_counter() - begun)
        self.known_at = self._world.clock()
        self._move(after, entries)

    async def _read_on(self) -> None:
        rows = await self._world.store.read(self.id, self.table.seq)
        self._is_unsure = False
        self.known_at = self._world.clock()
        if not rows:
            return
        entries, after = entries_of(rows), copy.copy(self.table)
        after.take(entries)
        now = self._world.clock()
        for entry in entries:
            back = after.state.seats[entry.event.seat].user if isinstance(entry.event, CameBack) else None
            self.presence.act_elsewhere(back or entry.by, now)
        self._move(after, entries)

    def _move(self, after: Table, entries: Sequence[Entry]) -> None:
        """Stand where the entries have led, and tell everybody."""
        self.table = after
        self._tail.extend(entries)
        for entry in entries:
            if isinstance(entry.event, SatDown):
                self.presence.leave(entry.event.user, entry.at)  # unless a socket of theirs is open
        if self._seen is not None:
            self._seen = Seen(after.state, self._world.known, self._seen)
            now = self._world.clock()
            for user, clients in self.clients.by_person():
                if may_see(after.state, user):
                    message = encode(self._seen.news(user, entries, now))
                    for client in clients:
                        client.tell(message)
            self._seen.forget()
        self.changed.set()

    def _part_from_some(self) -> None:
        """Close the sockets of those who may see the table no more."""
        state = self.table.state
        for user, clients in self.clients.by_person():
            for client in clients:
                if not may_see(state, user):
                    self._shut(client)
                elif state.phase is TablePhase.CLOSED:
                    client.close(CloseCode.TABLE_CLOSED)

    def _shut(self, client: Client) -> None:
        """Close the socket of somebody who may not see the table, or see it no more."""
        is_removed = client.person.id in self.table.state.removed
        client.close(CloseCode.REMOVED if is_removed else CloseCode.NOT_WATCHABLE)

    def _count_watchers(self) -> int:
        people = self.table.state.people
        return sum(len(clients) for user, clients in self.clients.by_person() if user not in people)

    def _since(self, since: int) -> tuple[Entry, ...] | None:
        """What has happened since, where it is kept; nothing for who knows nothing yet."""
        if since == 0 or since >= self.table.seq:
            return ()
        if not self._tail or self._tail[0].seq > since + 1:
            return None
        return tuple(entry for entry in self._tail if entry.seq > since)
