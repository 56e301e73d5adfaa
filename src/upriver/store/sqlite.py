"""The store in one file: SQLite with a write-ahead log, one writer and a few readers.

Other processes may open the same file, even to write: a row's number can be taken only once, whoever writes it.
"""

# ruff: noqa: D102  # `Store` says what each method promises

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

from upriver.store.checks import check_append, check_texts
from upriver.store.sql import (
    LISTING,
    RESULT,
    Record,
    SqlStore,
    Statement,
    Value,
    listing_values,
    result_values,
    to_text,
)
from upriver.store.store import ConflictError, Listing, Result, Row, UnavailableError
from upriver.store.writer import Writer

READERS = 4
BUSY = 5.0
"""Seconds to wait for another process that writes."""
POLL = 0.25
"""Seconds between two looks at what other processes have written."""


def connect(path: Path, *, may_create: bool = False) -> sqlite3.Connection:
    """A connection that begins no transaction by itself and whose commits are on disk.

    Raises:
        sqlite3.Error: the file cannot be opened.
    """
    uri = f"{path.absolute().as_uri()}?mode={'rwc' if may_create else 'rw'}"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


@dataclass(frozen=True, slots=True)
class _Seen:
    """How far the file was read for hints.

    Args:
        version: SQLite's count of other processes' writes; None before the first look.
        rowid: of the last row.
    """

    version: int | None
    rowid: int


class SqliteStore(SqlStore):
    """Keeps the promises of `Store` in one file, whose tables must be there.

    Raises:
        UnavailableError: the file cannot be opened, or its file system does not let SQLite keep a write-ahead log.
    """

    def __init__(self, path: Path) -> None:
        self._name = str(path)
        self._connect = partial(connect, path)
        try:
            first = self._connect()
            mode = first.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        except sqlite3.Error as error:
            raise UnavailableError(f"{self._name}: {error}") from error
        if mode != "wal":
            first.close()
            raise UnavailableError(f"{self._name} is where SQLite can keep no write-ahead log; take a local disk")
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        self._idle.put(first)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="upriver-store-reader")
        self._writer = Writer(self._connect, self._name)
        self._closed = asyncio.Event()

    async def create(self, table: str, rows: Sequence[Row], listing: Listing) -> None:
        check_append(table, 0, rows, listing)
        await self._writer.do(partial(_create, table, rows, listing))

    async def append(
        self, table: str, after: int, rows: Sequence[Row], listing: Listing, result: Result | None = None
    ) -> None:
        check_append(table, after, rows, listing, result)

        def job(connection: sqlite3.Connection) -> None:
            _append(table, after, rows, listing, connection)
            if result is not None:
                _add_result(result, connection)

        await self._writer.do(job)

    async def hints(self) -> AsyncIterator[tuple[str, int]]:
        """What other processes have written, looked for four times a second."""
        seen = _Seen(version=None, rowid=0)
        while not self._closed.is_set():
            found: Sequence[tuple[str, int]] = ()
            with suppress(UnavailableError):
                found, seen = await self._writer.do(partial(_look, seen))
            for hint in found:
                yield hint
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), POLL)

    async def close(self) -> None:
        self._closed.set()
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        while not self._idle.empty():
            self._idle.get().close()

    async def _fetch(self, sql: str, values: tuple[Value, ...]) -> Sequence[Record]:
        if self._closed.is_set():
            raise UnavailableError(f"{self._name} is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._fetch_here, sql, values)

    def _fetch_here(self, sql: str, values: tuple[Value, ...]) -> Sequence[Record]:
        try:
            connection = self._idle.get_nowait()
        except Empty:
            connection = None
        try:
            connection = connection or self._connect()
            found: list[Record] = connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            if connection is not None:
                connection.close()
            raise UnavailableError(f"{self._name}: {error}") from error
        self._idle.put(connection)
        return found

    async def _change(self, *statements: Statement) -> int:
        check_texts(value for _, values in statements for value in values if isinstance(value, str))
        return await self._writer.do(partial(_change, statements))


def _create(table: str, rows: Sequence[Row], listing: Listing, connection: sqlite3.Connection) -> None:
    connection.execute(
        f"INSERT INTO tables (id, {LISTING}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (table, *listing_values(listing)),
    )
    _add_rows(table, rows, connection)
    _seat(table, listing.members, connection)


def _append(table: str, after: int, rows: Sequence[Row], listing: Listing, connection: sqlite3.Connection) -> None:
    found = connection.execute("SELECT seq, members FROM tables WHERE id = ?", (table,)).fetchone()
    if found is None or found[0] != after:
        raise ConflictError(f"row {after} is not the last of table {table!r}")
    connection.execute(
        "UPDATE tables SET code = ?, is_public = ?, phase = ?, body = ?, members = ?, wake_at = ?, seq = ?, "
        "updated_at = ? WHERE id = ?",
        (*listing_values(listing), table),
    )
    _add_rows(table, rows, connection)
    if found[1] != to_text(listing.members):
        connection.execute("DELETE FROM seats WHERE table_id = ?", (table,))
        _seat(table, listing.members, connection)


def _add_result(result: Result, connection: sqlite3.Connection) -> None:
    connection.execute(f"INSERT INTO results ({RESULT}) VALUES (?, ?, ?, ?, ?, ?, ?)", result_values(result))
    connection.executemany(
        "INSERT INTO players (person, game, ended_at) VALUES (?, ?, ?)",
        [(person, result.game, result.ended_at) for person in dict.fromkeys(result.members)],
    )


def _add_rows(table: str, rows: Sequence[Row], connection: sqlite3.Connection) -> None:
    connection.executemany(
        "INSERT INTO rows (table_id, seq, at, by, body) VALUES (?, ?, ?, ?, ?)",
        [(table, row.seq, row.at, row.by, row.body) for row in rows],
    )


def _seat(table: str, members: Sequence[str], connection: sqlite3.Connection) -> None:
    connection.executemany(
        "INSERT INTO seats (table_id, person) VALUES (?, ?)", [(table, person) for person in dict.fromkeys(members)]
    )


def _look(seen: _Seen, connection: sqlite3.Connection) -> tuple[Sequence[tuple[str, int]], _Seen]:
    version = connection.execute("PRAGMA data_version").fetchone()[0]  # this connection's own writes do not count
    rowid = connection.execute("SELECT coalesce(max(rowid), 0) FROM rows").fetchone()[0]
    found: Sequence[tuple[str, int]] = ()
    if seen.version not in (None, version):
        sql = "SELECT table_id, max(seq) FROM rows WHERE rowid > ? AND rowid <= ? GROUP BY table_id"
        found = connection.execute(sql, (seen.rowid, rowid)).fetchall()
    return found, _Seen(version, rowid)


def _change(statements: Sequence[Statement], connection: sqlite3.Connection) -> int:
    changed = 0
    for sql, values in statements:
        changed += connection.execute(sql, values).rowcount
        if not changed:
            break
    return changed
