"""Brings a database up to date, and refuses those that this program should not touch."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError

from upriver.store.revision import VERSION_TABLE
from upriver.store.store import ForeignDatabaseError, NewerDatabaseError, OlderDatabaseError, UnavailableError

if TYPE_CHECKING:
    import psycopg

SCRIPTS = Path(__file__).with_name("migrations")
LOCK = 0x75707269  # of PostgreSQL, for this program's migrations


@dataclass(frozen=True, slots=True)
class Database:
    """Where to migrate.

    Args:
        name: what to call it in messages.
        dialect: SQLAlchemy's word for its kind and driver.
        connect: opens a connection; SQLite's without transactions of its own.
    """

    name: str
    dialect: Literal["sqlite", "postgresql+psycopg"]
    connect: Callable[[], sqlite3.Connection | psycopg.Connection] = field(repr=False)  # may hold a password


@dataclass(frozen=True, slots=True)
class Migration:
    """From which revision to which; None for an empty database."""

    before: str | None
    after: str


def migrate(database: Database, *, may_change: bool = True) -> Migration:
    """Bring the database to the newest revision, in one transaction; at most one process does so at a time.

    Raises:
        UnavailableError: the database cannot be reached or written.
        NewerDatabaseError: its revision is none that this program knows.
        OlderDatabaseError: its revision is not the newest, and it may not be changed.
        ForeignDatabaseError: it has tables, but none of this program's.
    """
    engine = create_engine(f"{database.dialect}://", creator=database.connect, poolclass=NullPool)
    if database.dialect == "sqlite":
        # Taking the lock to write at once makes a second process wait here, and not fail half way.
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            return _migrate(connection, database.name, may_change=may_change)
    except DBAPIError as error:
        if getattr(error.orig, "sqlite_errorname", None) == "SQLITE_NOTADB":
            raise ForeignDatabaseError(f"{database.name} is a file of another kind, and no database") from None
        raise UnavailableError(f"{database.name}: {str(error.orig).strip()}") from error


def _migrate(connection: Connection, name: str, *, may_change: bool) -> Migration:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head()
    assert newest is not None
    before = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_revision()
    if before == newest:
        return Migration(before, newest)
    if before is None:
        found = inspect(connection).get_table_names()
        if found:
            raise ForeignDatabaseError(f"{name} holds tables of something else: {', '.join(sorted(found)[:5])}")
    elif before not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerDatabaseError(
            f"{name} has revision {before}, which this program does not know; it knows {newest} and older. "
            "Install the newest upriver, or take another database"
        )
    if not may_change:
        has = "no tables yet" if before is None else f"revision {before}"
        raise OlderDatabaseError(f"{name} has {has}; this program needs {newest}: run `upriver migrate`")
    command.upgrade(config, "head")
    return Migration(before, newest)
