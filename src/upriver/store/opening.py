"""Which store an address means."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from upriver.rules.errors import ParseError
from upriver.store.memory import MemoryStore
from upriver.store.store import MissingDriverError, OlderDatabaseError, Store

if TYPE_CHECKING:
    from upriver.store.migration import Migration

ADDRESSES = "memory, a file such as upriver.db or sqlite:upriver.db, or postgresql://user:password@host/database"
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")  # a single letter is a drive of Windows
_PASSWORDS = re.compile(r"(?<=://)([^/?#:@]*):.*@|(?<=[?&])(password|sslpassword)=[^&]*", re.IGNORECASE)


async def open_store(address: str, *, migrate: bool = True) -> Store:
    """Open what the address names, made or brought up to date first where that is needed.

    Args:
        address: `memory`, a file or `sqlite:FILE`, or `postgresql://…`.
        migrate: whether to make or change tables; otherwise the database must be up to date.

    Raises:
        ParseError: the address names no database that there could be.
        UnavailableError: the database cannot be reached or written.
        NewerDatabaseError: a newer program wrote it.
        OlderDatabaseError: an older program wrote it, and `migrate` is False.
        ForeignDatabaseError: it holds something else.
    """
    where = parse_address(address)
    if where is None:
        return MemoryStore()
    from upriver.store.revision import is_newest

    if isinstance(where, str):
        _require_driver()
    if not await is_newest(where):
        await migrate_database(address, may_change=migrate)
    if isinstance(where, Path):
        from upriver.store.sqlite import SqliteStore

        return SqliteStore(where)
    from upriver.store.postgres import PostgresStore

    return PostgresStore(where, hide_password(where))


async def migrate_database(address: str, *, may_change: bool = True) -> Migration:
    """Bring a database up to date, or make its tables.

    Raises:
        ParseError: the address names no database that there could be, or memory.
        UnavailableError, NewerDatabaseError, OlderDatabaseError, ForeignDatabaseError: as for `open_store`.
    """
    where = parse_address(address)
    if where is None:
        raise ParseError("'memory' holds nothing that could be brought up to date")
    from upriver.store.migration import Database, migrate

    if isinstance(where, Path):
        from upriver.store.sqlite import connect

        if not may_change and not where.exists():
            raise OlderDatabaseError(f"{where} does not exist; run `upriver migrate` to make it")
        database = Database(str(where), "sqlite", partial(connect, where, may_create=may_change))
    else:
        _require_driver()
        import psycopg

        from upriver.store.connections import complete

        name = hide_password(where)
        database = Database(name, "postgresql+psycopg", partial(psycopg.connect, complete(where, name)))
    return await asyncio.to_thread(migrate, database, may_change=may_change)


def parse_address(address: str) -> Path | str | None:
    """A file for SQLite, an address for PostgreSQL, or None for memory.

    Raises:
        ParseError: it names no database that there could be.
    """
    if address == "memory":
        return None
    scheme = _SCHEME.match(address)
    kind = scheme[1].lower() if scheme else "sqlite"
    rest = address.removeprefix(scheme[0]) if scheme else address
    if kind in ("postgresql", "postgres") and rest.startswith("//"):
        return f"postgresql:{rest}"
    if kind != "sqlite" or not rest or rest.startswith("//"):
        raise ParseError(f"{hide_password(address)!r} is no database: write {ADDRESSES}")
    path = Path(rest)
    if path.is_dir():
        raise ParseError(f"{rest!r} is a directory: name a file in it, such as {path / 'upriver.db'}")
    if not path.absolute().parent.is_dir():
        raise ParseError(f"{rest!r} is in a directory that does not exist: make {path.absolute().parent} first")
    return path


def hide_password(address: str) -> str:
    """The address as it may be shown and logged."""
    return _PASSWORDS.sub(lambda found: f"{found[1]}:***@" if found[1] is not None else f"{found[2]}=***", address)


def _require_driver() -> None:
    try:
        import psycopg  # noqa: F401  # only to say what is missing
    except ImportError as error:
        raise MissingDriverError(
            f"PostgreSQL needs a driver that is missing ({error}): pip install 'upriver[postgres]'"
        ) from None
