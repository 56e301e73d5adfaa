"""The store for several processes at once: PostgreSQL.

Others are told of an append after its commit, since a `NOTIFY` inside would make all commits wait for each other.
"""

# ruff: noqa: D102  # `Store` says what each method promises

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import cache, partial

import psycopg

from upriver.store.appends import Append, Appender
from upriver.store.checks import check_append, check_texts
from upriver.store.connections import Connections, Link, complete
from upriver.store.sql import (
    LISTING,
    Record,
    SqlStore,
    Statement,
    Value,
    listing_values,
)
from upriver.store.store import Listing, Result, Row, UnavailableError

MOST = 10
"""Connections for questions and writes; two more tell others and hear from them."""
RETRY = 1.0
"""Seconds between two tries to listen again."""
GLANCE = 0.5
"""Seconds after which a listener looks whether the store was closed."""

_CREATE = f"""
WITH made AS (
    INSERT INTO tables (id, {LISTING}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id
), seated AS (
    INSERT INTO seats (table_id, person) SELECT DISTINCT id, person FROM made, unnest(%s::text[]) AS person
)
INSERT INTO rows (table_id, seq, at, by, body)
SELECT id, new.* FROM made, unnest(%s::int[], %s::float8[], %s::text[], %s::text[]) AS new
"""


class PostgresStore(SqlStore):
    """Keeps the promises of `Store` in a PostgreSQL database whose tables are there.

    Args:
        address: where the database is.
        name: what to call it in messages, without a password.
    """

    def __init__(self, address: str, name: str) -> None:
        self._connections = Connections(complete(address, name), name, MOST)
        self._appender = Appender(self._connections, self._note)
        # What is told is not kept, so it need not wait for the disk.
        self._megaphone = Connections(complete(address, name, "-c synchronous_commit=off"), name, 1)
        self._news: dict[str, int] = {}
        self._has_news = asyncio.Event()
        self._teller = asyncio.create_task(self._tell())
        self._is_closed = False
        self._has_written_all = False

    async def create(self, table: str, rows: Sequence[Row], listing: Listing) -> None:
        check_append(table, 0, rows, listing)
        columns = tuple(zip(*((row.seq, float(row.at), row.by, row.body) for row in rows), strict=True)) or ((),) * 4
        values = (table, *listing_values(listing), list(listing.members), *map(list, columns))
        await self._connections.do(partial(_execute, _CREATE, values))

    async def append(
        self, table: str, after: int, rows: Sequence[Row], listing: Listing, result: Result | None = None
    ) -> None:
        check_append(table, after, rows, listing, result)
        await self._appender.add(Append(table, after, rows, listing, result))

    async def hints(self) -> AsyncIterator[tuple[str, int]]:
        while not self._is_closed:
            try:
                link = await self._connections.connect()
                try:
                    await link.execute("LISTEN upriver")
                    while not self._is_closed:
                        async for notice in link.notifies(timeout=GLANCE):
                            table, _, seq = notice.payload.rpartition(":")
                            if seq.isdecimal():
                                yield table, int(seq)
                finally:
                    await link.close()
            except (psycopg.Error, UnavailableError):
                await asyncio.sleep(RETRY)

    async def close(self) -> None:
        self._is_closed = True
        await self._appender.close()
        await self._connections.close()
        self._has_written_all = True
        self._has_news.set()
        await self._teller
        await self._megaphone.close()

    def _note(self, append: Append) -> None:
        if append.rows:
            self._news[append.table] = append.listing.seq
            self._has_news.set()

    async def _tell(self) -> None:
        """Tell others of what was appended; meanwhile more gathers and goes out together."""
        while not self._has_written_all:
            await self._has_news.wait()
            self._has_news.clear()
            news, self._news = self._news, {}
            if news:
                with suppress(UnavailableError):
                    await self._megaphone.do(partial(_tell, [f"{table}:{seq}" for table, seq in news.items()]))

    async def _fetch(self, sql: str, values: tuple[Value, ...]) -> Sequence[Record]:
        async def work(link: Link) -> Sequence[Record]:
            return await (await link.execute(_translated(sql), values)).fetchall()

        return await self._connections.do(work)

    async def _change(self, *statements: Statement) -> int:
        check_texts(value for _, values in statements for value in values if isinstance(value, str))

        async def work(link: Link) -> int:
            changed = 0
            for sql, values in statements:
                changed += (await link.execute(_translated(sql), values)).rowcount
                if not changed:
                    break
            return changed

        async def work_as_one(link: Link) -> int:
            async with link.transaction():
                return await work(link)

        return await self._connections.do(work if len(statements) == 1 else work_as_one)


async def _execute(sql: str, values: tuple[object, ...], link: Link) -> None:
    await link.execute(sql.encode(), values)


async def _tell(hints: list[str], link: Link) -> None:
    await link.execute("SELECT pg_notify('upriver', hint) FROM unnest(%s::text[]) AS hint", (hints,))


@cache
def _translated(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()
