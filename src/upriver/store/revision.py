"""Which revision a database has, asked without the machinery of migrations, which takes most of a second to import."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from upriver.store.sqlite import connect

VERSION_TABLE = "upriver_revision"
NEWEST = "0004"
"""The last revision in `migrations`."""

_QUESTION = f"SELECT version_num FROM {VERSION_TABLE}"


async def is_newest(where: Path | str) -> bool:
    """Whether the database is there and up to date; False when anything at all is not as it should be."""
    return await (asyncio.to_thread(_of_file, where) if isinstance(where, Path) else _of_server(where)) == NEWEST


def _of_file(path: Path) -> str | None:
    try:
        connection = connect(path)
    except sqlite3.Error:
        return None
    try:
        found = connection.execute(_QUESTION).fetchone()
    except sqlite3.Error:
        return None
    finally:
        connection.close()
    return str(found[0]) if found else None


async def _of_server(address: str) -> str | None:
    import psycopg

    from upriver.store.connections import complete

    try:
        async with await psycopg.AsyncConnection.connect(complete(address, "")) as connection:
            found = await (await connection.execute(_QUESTION.encode())).fetchone()
    except psycopg.Error:
        return None
    return str(found[0]) if found else None
