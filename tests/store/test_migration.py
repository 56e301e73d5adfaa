"""From an empty database to the newest revision, and what is refused."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, create_engine, inspect

from tests.store.making import make_table
from tests.test_cli import run as upriver
from upriver.store import (
    ForeignDatabaseError,
    NewerDatabaseError,
    OlderDatabaseError,
    migrate_database,
    open_store,
)
from upriver.store.migration import SCRIPTS, Migration
from upriver.store.revision import NEWEST, VERSION_TABLE
from upriver.store.schema import metadata


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "upriver.db") if request.param == "sqlite" else str(request.getfixturevalue("postgres"))


@contextmanager
def connected(address: str) -> Iterator[Connection]:
    if address.startswith("postgresql"):
        engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(address), poolclass=NullPool)
    else:
        engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(address), poolclass=NullPool)
    with engine.begin() as connection:
        yield connection


def run(address: str, sql: str) -> None:
    with connected(address) as connection:
        connection.exec_driver_sql(sql)


def table_names(address: str) -> list[str]:
    with connected(address) as connection:
        return inspect(connection).get_table_names()


async def test_an_empty_database_is_brought_to_the_newest_revision_once(address: str) -> None:
    assert await migrate_database(address) == Migration(None, NEWEST)
    assert await migrate_database(address) == Migration(NEWEST, NEWEST)
    assert set(table_names(address)) == {*metadata.tables, VERSION_TABLE}


async def test_what_an_older_database_holds_stays(address: str) -> None:
    await migrate_database(address)
    for statement in (
        "DROP TABLE reviews",
        "DROP INDEX results_by_end",
        "DROP INDEX tokens_by_person",
        f"UPDATE {VERSION_TABLE} SET version_num = '0001'",
    ):
        run(address, statement)
    run(address, "INSERT INTO people (id, name, since) VALUES ('ada', 'Ada', 1)")
    assert await migrate_database(address) == Migration("0001", NEWEST)
    store = await open_store(address, migrate=False)
    found = await store.person("ada")
    assert found is not None
    assert found.name == "Ada"
    await store.keep_review("g", 1, b"kept", b"brief")
    assert await store.review("g", 1) == b"kept"
    await store.close()


async def test_the_migrations_end_at_the_tables_of_the_schema(address: str) -> None:
    await migrate_database(address)
    with connected(address) as connection:
        options = {"version_table": VERSION_TABLE, "compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []


async def test_a_difference_between_schema_and_database_would_be_seen(address: str) -> None:
    await migrate_database(address)
    run(address, "DROP INDEX tables_by_phase")
    run(address, "ALTER TABLE people ADD COLUMN shoe_size INTEGER")
    with connected(address) as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        found = [difference[0] for difference in compare_metadata(context, metadata)]
    assert sorted(found) == ["add_index", "remove_column"]


def test_the_newest_revision_is_the_last_script() -> None:
    scripts = ScriptDirectory.from_config(Config(config_args={"script_location": str(SCRIPTS)}))
    assert scripts.get_heads() == [NEWEST]


async def test_many_who_start_at_once_migrate_once(address: str) -> None:
    done = await asyncio.gather(*(migrate_database(address) for _ in range(4)))
    assert sorted(str(one.before) for one in done) == [NEWEST] * 3 + ["None"]
    stores = await asyncio.gather(*(open_store(address) for _ in range(4)))
    await make_table(stores[0], "t")
    assert len(await stores[3].read("t")) == 1
    for store in stores:
        await store.close()


async def test_two_processes_that_start_at_once_migrate_once(address: str) -> None:
    programs = [
        subprocess.Popen((sys.executable, "-m", "upriver", "migrate", "--db", address), stdout=-1, text=True)
        for _ in range(2)
    ]
    said = [program.communicate()[0] for program in programs]
    assert [program.returncode for program in programs] == [0, 0]
    assert sorted(line.split()[1] for line in said) == ["is", "went"]


async def test_a_newer_database_is_refused_and_left_alone(address: str) -> None:
    await migrate_database(address)
    run(address, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    for may_change in (True, False):
        with pytest.raises(NewerDatabaseError, match=f"has revision 9999, which .*knows {NEWEST} and older.*newest"):
            await open_store(address, migrate=may_change)
    with connected(address) as connection:
        assert connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar() == "9999"


async def test_tables_of_something_else_are_refused_and_left_alone(address: str) -> None:
    run(address, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(ForeignDatabaseError, match="holds tables of something else: recipes"):
        await open_store(address)
    assert table_names(address) == ["recipes"]


async def test_an_empty_database_is_left_alone_where_it_may_not_be_changed(postgres: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    for where in (postgres, str(empty)):
        with pytest.raises(OlderDatabaseError, match=f"has no tables yet; .*needs {NEWEST}: run `upriver migrate`"):
            await open_store(where, migrate=False)
        assert table_names(where) == []
    missing = tmp_path / "missing.db"
    with pytest.raises(OlderDatabaseError, match=r"missing\.db does not exist; run `upriver migrate`"):
        await open_store(str(missing), migrate=False)
    assert not missing.exists()


async def test_a_database_that_is_up_to_date_opens_without_the_machinery_of_migrations(address: str) -> None:
    await migrate_database(address)
    program = (
        "import asyncio, sys; from upriver.store import open_store\n"
        f"async def main(): await (await open_store({address!r}, migrate=False)).close()\n"
        "asyncio.run(main()); print(sorted({'alembic', 'sqlalchemy'} & set(sys.modules)))"
    )
    done = subprocess.run((sys.executable, "-c", program), capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_command_says_from_where_to_where(address: str) -> None:
    assert upriver("migrate", "--db", address).stdout == f"{address} went from no tables to revision {NEWEST}.\n"
    again = upriver("migrate", "--db", address)
    assert (again.returncode, again.stdout) == (0, f"{address} is at revision {NEWEST} already.\n")
    run(address, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    refused = upriver("migrate", "--db", address)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"upriver: {address} has revision 9999, which this program does not know")
    wrong = upriver("migrate", "--db", "mysql://ada:s3cret@host/x")
    assert wrong.returncode == 2
    assert "s3cret" not in wrong.stderr


async def test_a_migration_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "upriver.db"
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
    program = (
        f"{limit}import sys; from upriver.cli import main; sys.argv[1:] = ['migrate', '--db', {str(path)!r}]; main()"
    )
    done = subprocess.run((sys.executable, "-B", "-c", program), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"upriver: {path}: " in done.stderr
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == []
    assert await migrate_database(str(path)) == Migration(None, NEWEST)
