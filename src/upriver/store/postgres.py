"""The store for several processes at once: PostgreSQL.

An append is one statement: the row of its table is locked, and a second append that waited for it finds the table at
another row than it thought. Others are told after the commit, since a `NOTIFY` inside would make all commits wait for
each other.
"""

# ruff: noqa: D102  # `Store` says what each method promises

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import cache, partial

import psycopg

from upriver.store.checks import check_append, check_texts
from upriver.store.connections import Connections, Link, complete
from upriver.store.sql import (
    LISTING,
    RESULT,
    Record,
    SqlStore,
    Statement,
    Value,
    listing_values,
    result_values,
)
from upriver.store.store import ConflictError, Listing, Result, Row, UnavailableError

MOST = 10
"""Connections for questions and writes; two more tell others and hear from them."""
RETRY = 1.0
"""Seconds between two tries to listen again."""
GLANCE = 0.5
"""Seconds after which a listener looks whether the store was closed."""

_ADD = """
added AS (
    INSERT INTO rows (table_id, seq, at, by, body)
    SELECT id, new.* FROM moved, unnest(%s::int[], %s::float8[], %s::text[], %s::text[]) AS new
), seated AS (
    INSERT INTO seats (table_id, person) SELECT id, person FROM moved, unnest(%s::text[]) AS person
    ON CONFLICT DO NOTHING
)
"""
_CREATE = f"""
WITH moved AS (
    INSERT INTO tables (id, {LISTING}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id
), {_ADD}
SELECT count(*) FROM moved
"""
_APPEND = f"""
WITH moved AS (
    UPDATE tables SET ({LISTING}) = ROW (%s, %s, %s, %s, %s, %s, %s, %s) WHERE id = %s AND seq = %s RETURNING id
), {_ADD}, gone AS (
    DELETE FROM seats WHERE table_id IN (SELECT id FROM moved) AND person <> ALL (%s::text[])
)
"""
_APPEND_ONLY = f"{_APPEND} SELECT count(*) FROM moved"
_APPEND_RESULT = f"""
{_APPEND}, finished AS (
    INSERT INTO results ({RESULT}) SELECT %s, %s, %s, %s, %s, %s, %s FROM moved
), played AS (
    INSERT INTO players (person, game, ended_at)
    SELECT DISTINCT person, %s, %s::float8 FROM moved, unnest(%s::text[]) AS person
)
SELECT count(*) FROM moved
"""


class PostgresStore(SqlStore):
    """Keeps the promises of `Store` in a PostgreSQL database whose tables are there.

    Args:
        address: where the database is.
        name: what to call it in messages, without a password.
    """

    def __init__(self, address: str, name: str) -> None:
        self._connections = Connections(complete(address, name), name, MOST)
        # What is told is not kept, so it need not wait for the disk.
        self._megaphone = Connections(complete(address, name, "-c synchronous_commit=off"), name, 1)
        self._news: dict[str, int] = {}
        self._has_news = asyncio.Event()
        self._teller = asyncio.create_task(self._tell())
        self._is_closed = False

    async def create(self, table: str, rows: Sequence[Row], listing: Listing) -> None:
        check_append(table, 0, rows, listing)
        await self._run(_CREATE, (table, *listing_values(listing), *_columns(rows), list(listing.members)))

    async def append(
        self, table: str, after: int, rows: Sequence[Row], listing: Listing, result: Result | None = None
    ) -> None:
        check_append(table, after, rows, listing, result)
        members = list(listing.members)
        values = (*listing_values(listing), table, after, *_columns(rows), members, members)
        if result is None:
            found = await self._run(_APPEND_ONLY, values)
        else:
            played = (result.game, result.ended_at, list(result.members))
            found = await self._run(_APPEND_RESULT, (*values, *result_values(result), *played))
        if found[0][0] != 1:
            raise ConflictError(f"row {after} is not the last of table {table!r}")
        if rows:
            self._news[table] = listing.seq
            self._has_news.set()

    async def hints(self) -> AsyncIterator[tuple[str, int]]:
        while not self._is_closed:
            try:
                link = await self._connections.connect()
                try:
                    await link.execute("LISTEN upriver")
                    while not self._is_closed:
                        async for notice in link.notifies(timeout=GLANCE):
                            table, _, seq = notice.payload.rpartition(":")
                            yield table, int(seq)
                finally:
                    await link.close()
            except (psycopg.Error, UnavailableError):
                await asyncio.sleep(RETRY)

    async def close(self) -> None:
        self._is_closed = True
        await self._connections.close()
        self._has_news.set()
        await self._teller
        await self._megaphone.close()

    async def _tell(self) -> None:
        """Tell others of what was appended; meanwhile more gathers and goes out together."""
        while not self._is_closed or self._news:
            await self._has_news.wait()
            self._has_news.clear()
            news, self._news = self._news, {}
            with suppress(UnavailableError):
                await self._megaphone.do(partial(_tell, [f"{table}:{seq}" for table, seq in news.items()]))

    async def _fetch(self, sql: str, values: tuple[Value, ...]) -> Sequence[Record]:
        return await self._run(_translated(sql), values)

    async def _run(self, sql: str, values: tuple[object, ...]) -> Sequence[Record]:
        async def work(link: Link) -> Sequence[Record]:
            cursor = await link.execute(sql.encode(), values)
            return await cursor.fetchall()

        return await self._connections.do(work)

    async def _change(self, *statements: Statement) -> int:
        check_texts(value for _, values in statements for value in values if isinstance(value, str))

        async def work(link: Link) -> int:
            changed = 0
            for sql, values in statements:
                changed = (await link.execute(_translated(sql).encode(), values)).rowcount
            return changed

        async def work_as_one(link: Link) -> int:
            async with link.transaction():
                return await work(link)

        return await self._connections.do(work if len(statements) == 1 else work_as_one)


async def _tell(hints: list[str], link: Link) -> None:
    await link.execute("SELECT pg_notify('upriver', hint) FROM unnest(%s::text[]) AS hint", (hints,))


def _columns(rows: Sequence[Row]) -> tuple[list[object], ...]:
    return (
        [row.seq for row in rows],
        [float(row.at) for row in rows],
        [row.by for row in rows],
        [row.body for row in rows],
    )


@cache
def _translated(sql: str) -> str:
    return sql.replace("?", "%s")
