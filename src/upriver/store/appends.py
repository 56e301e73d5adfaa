"""PostgreSQL's appends: all that wait go out in one statement, so that they share its cost and its sync to disk.

The rows of their tables are locked in the order of the ids, so that two processes never wait for each other in a ring;
an append that waited for another finds its table at another row than it thought, and adds nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from upriver.store.connections import Connections, Link
from upriver.store.sql import LISTING, RESULT, listing_values, result_values
from upriver.store.store import ConflictError, Listing, Result, Row, UnavailableError

BATCH = 200
"""Appends in one statement at most."""
FLIGHTS = 3
"""Statements under way at once: while one waits for the disk another is made."""

_APPEND = f"""
WITH given AS (
    SELECT * FROM unnest(
        %s::text[], %s::int[],
        %s::text[], %s::bool[], %s::text[], %s::text[], %s::text[], %s::float8[], %s::int[], %s::float8[]
    ) AS given (id, after, {LISTING})
), seated AS (
    SELECT * FROM unnest(%s::text[], %s::text[]) AS seated (table_id, person)
), locked AS (
    SELECT tables.id, tables.members FROM tables JOIN given ON tables.id = given.id
    ORDER BY tables.id FOR UPDATE OF tables
), moved AS (
    UPDATE tables SET
        code = given.code, is_public = given.is_public, phase = given.phase, body = given.body,
        members = given.members, wake_at = given.wake_at, seq = given.seq, updated_at = given.updated_at
    FROM given JOIN locked ON locked.id = given.id WHERE tables.id = given.id AND tables.seq = given.after
    RETURNING tables.id, locked.members <> given.members AS is_reseated
), added AS (
    INSERT INTO rows (table_id, seq, at, by, body)
    SELECT new.* FROM unnest(%s::text[], %s::int[], %s::float8[], %s::text[], %s::text[])
    AS new (table_id, seq, at, by, body) JOIN moved ON moved.id = new.table_id
), gone AS (
    DELETE FROM seats USING moved WHERE seats.table_id = moved.id AND is_reseated
    AND (seats.table_id, seats.person) NOT IN (SELECT table_id, person FROM seated)
), taken AS (
    INSERT INTO seats (table_id, person)
    SELECT table_id, person FROM seated JOIN moved ON moved.id = table_id WHERE is_reseated
    ON CONFLICT DO NOTHING
), finished AS (
    INSERT INTO results ({RESULT})
    SELECT ended.* FROM unnest(
        %s::text[], %s::text[], %s::int[], %s::int[], %s::float8[], %s::text[], %s::text[]
    ) AS ended ({RESULT}) JOIN moved ON moved.id = ended.table_id
), played AS (
    INSERT INTO players (person, game, ended_at)
    SELECT person, game, ended_at FROM unnest(%s::text[], %s::text[], %s::text[], %s::float8[])
    AS played (table_id, person, game, ended_at) JOIN moved ON moved.id = played.table_id
)
SELECT id FROM moved
""".encode()


@dataclass(frozen=True, slots=True)
class Append:
    """What `Store.append` is given."""

    table: str
    after: int
    rows: Sequence[Row]
    listing: Listing
    result: Result | None


@dataclass(frozen=True, slots=True)
class _Waiting:
    append: Append
    future: asyncio.Future[None]

    def fail(self, error: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(error)


class Appender:
    """Gathers appends while others are under way, and sends them together.

    Args:
        connections: where they go.
        stored: called with each that is stored, even when its caller is gone.
    """

    def __init__(self, connections: Connections, stored: Callable[[Append], None]) -> None:
        self._connections = connections
        self._stored = stored
        self._waiting: list[_Waiting] = []
        self._flights = 0
        self._flying: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def add(self, append: Append) -> None:
        """Append, with all that waits.

        Raises:
            ConflictError: the table has moved on, or a key is taken.
            UnavailableError: the database did not answer in time, or cannot do it now.
        """
        waiting = _Waiting(append, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._flights < FLIGHTS:
            self._flights += 1
            task = asyncio.create_task(self._fly())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        await waiting.future

    async def close(self) -> None:
        """Finish what was begun."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _fly(self) -> None:
        while batch := self._take():
            tables = {waiting.append.table for waiting in batch}
            self._flying |= tables
            await self._store(batch)
            self._flying -= tables
        self._flights -= 1

    def _take(self) -> list[_Waiting]:
        """The first append of each table with none under way, up to a full batch; later ones build on it and wait."""
        batch: dict[str, _Waiting] = {}
        later: list[_Waiting] = []
        for waiting in self._waiting:
            table = waiting.append.table
            if len(batch) < BATCH and table not in batch and table not in self._flying:
                batch[table] = waiting
            else:
                later.append(waiting)
        self._waiting = later
        return list(batch.values())

    async def _store(self, batch: Sequence[_Waiting]) -> None:
        try:
            moved = await self._connections.do(partial(_append, [waiting.append for waiting in batch]))
        except UnavailableError as error:
            for waiting in batch:
                waiting.fail(UnavailableError(str(error)))
        except Exception as error:  # goes to whoever asked for what caused it
            if len(batch) == 1:
                batch[0].fail(error)
            else:
                for waiting in batch:
                    await self._store([waiting])
        else:
            for waiting in batch:
                append = waiting.append
                if append.table not in moved:
                    waiting.fail(ConflictError(f"row {append.after} is not the last of table {append.table!r}"))
                    continue
                self._stored(append)
                if not waiting.future.done():
                    waiting.future.set_result(None)


async def _append(appends: Sequence[Append], link: Link) -> set[object]:
    """Ids of the tables that were appended to."""
    given = [(one.table, one.after, *listing_values(one.listing)) for one in appends]
    seated = [(one.table, person) for one in appends for person in one.listing.members]
    new = [(one.table, row.seq, float(row.at), row.by, row.body) for one in appends for row in one.rows]
    ended = [one.result for one in appends if one.result is not None]
    played = [
        (result.table, person, result.game, float(result.ended_at))
        for result in ended
        for person in dict.fromkeys(result.members)
    ]
    values = (
        *_columns(given, 10),
        *_columns(seated, 2),
        *_columns(new, 5),
        *_columns([result_values(result) for result in ended], 7),
        *_columns(played, 4),
    )
    return {record[0] for record in await (await link.execute(_APPEND, values)).fetchall()}


def _columns(records: Sequence[tuple[object, ...]], width: int) -> tuple[list[object], ...]:
    return tuple([record[column] for record in records] for column in range(width))
