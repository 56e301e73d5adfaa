"""What can happen to a file: kills, a full disk, other processes."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from tests.store.killing import kill_again_and_again
from tests.store.making import listing, make_table, row, rows
from upriver.store import (
    ConflictError,
    ForeignDatabaseError,
    Store,
    UnavailableError,
    migrate_database,
    open_store,
    sqlite,
)


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(str(tmp_path / "upriver.db"))
    yield opened
    await opened.close()


async def test_what_was_acknowledged_survives_kills(tmp_path: Path) -> None:
    await kill_again_and_again(str(tmp_path / "upriver.db"), times=4)


# A full disk


@contextmanager
def small_disk() -> Iterator[tuple[Path, Callable[[], None], Callable[[], None]]]:
    """A disk of its own, and what fills it and makes room again."""
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", name), check=True)
        try:
            filler = Path(name) / "filler"

            def fill() -> None:
                with filler.open("wb", buffering=0) as file:
                    try:
                        while True:
                            file.write(bytes(4096))
                    except OSError:
                        pass

            yield Path(name), fill, filler.unlink
        finally:
            subprocess.run(("umount", "--lazy", name), check=True)


@contextmanager
def limited_files() -> Iterator[tuple[Path, Callable[[], None], Callable[[], None]]]:
    """A limit to the size of this process's files, for where no disk can be mounted."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with tempfile.TemporaryDirectory() as name:
        try:
            yield (
                Path(name),
                lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1])),
                lambda: resource.setrlimit(resource.RLIMIT_FSIZE, before),
            )
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


DISKS = [limited_files, small_disk] if os.getuid() == 0 and sys.platform == "linux" else [limited_files]


@pytest.mark.parametrize("disk", DISKS)
async def test_a_full_disk_refuses_and_loses_nothing_and_works_again_with_room(
    disk: Callable[[], Iterator[tuple[Path, Callable[[], None], Callable[[], None]]]],
) -> None:
    with disk() as (directory, fill, make_room):  # type: ignore[attr-defined]
        address = str(directory / "upriver.db")
        store = await open_store(address)
        for round_ in range(2):
            table = f"t{round_}"
            await make_table(store, table)
            fill()
            last = 1
            refusals: list[str] = []
            while len(refusals) < 20:  # the log that SQLite keeps may have room left, and may find some again
                assert last < 10_000
                try:
                    await store.append(table, last, [row(last + 1, body="x" * 3000)], listing(table, last + 1))
                except UnavailableError as refusal:
                    refusals.append(str(refusal))
                else:
                    last += 1
            message = re.compile(r".*upriver\.db: (database or disk is full|disk I/O error)")
            assert [refusal for refusal in refusals if not message.fullmatch(refusal)] == []
            assert [one.seq for one in await store.read(table)] == list(range(1, last + 1))
            assert await store.listing(table) == listing(table, last)
            make_room()
            await store.append(table, last, [row(last + 1)], listing(table, last + 1))
            assert len(await store.read(table)) == last + 1
        await store.close()
        again = await open_store(address)
        assert (await again.read(table))[-1] == row(last + 1)
        await again.close()
        check = sqlite3.connect(address)
        assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        check.close()


# Other processes


async def test_two_stores_on_one_file_are_safe_and_hear_of_each_other(store: Store, tmp_path: Path) -> None:
    other = await open_store(str(tmp_path / "upriver.db"))
    await make_table(store, "t")
    hints = aiter(other.hints())
    heard = asyncio.ensure_future(anext(hints))
    await asyncio.sleep(0)
    await make_table(other, "own")
    await asyncio.sleep(2 * sqlite.POLL)
    await store.append("t", 1, rows(2, 3), listing("t", 3))
    async with asyncio.timeout(10):
        assert await heard == ("t", 3)
    assert await other.read("t") == tuple(rows(1, 3))
    both = (store, other)
    for last in range(3, 23):
        attempts = [one.append("t", last, [row(last + 1)], listing("t", last + 1)) for one in both]
        outcomes = await asyncio.gather(*attempts, return_exceptions=True)
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ConflictError", "NoneType"]
    assert await store.read("t") == tuple(rows(1, 23))
    await other.close()


async def test_a_file_that_others_keep_locked_is_refused_and_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY", 0.1)
    path = tmp_path / "upriver.db"
    store = await open_store(str(path))
    await make_table(store, "t")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UnavailableError, match="locked"):
        await store.append("t", 1, [row(2)], listing("t", 2))
    assert await store.read("t") == (row(1),)
    other.close()
    await store.append("t", 1, [row(2)], listing("t", 2))
    await store.close()


async def test_hints_go_on_after_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY", 0.05)
    path = tmp_path / "upriver.db"
    store, writer = await open_store(str(path)), await open_store(str(path))
    await make_table(writer, "t")
    heard = asyncio.ensure_future(anext(aiter(store.hints())))
    blocker = sqlite3.connect(path, isolation_level=None)
    await asyncio.sleep(2 * sqlite.POLL)
    blocker.execute("BEGIN IMMEDIATE")
    await asyncio.sleep(2 * sqlite.POLL)
    blocker.close()
    last = 1
    async with asyncio.timeout(20):
        while not heard.done():
            await writer.append("t", last, [row(last + 1)], listing("t", last + 1))
            last += 1
            await asyncio.wait({heard}, timeout=0.2)
    assert heard.result()[0] == "t"
    await store.close()
    await writer.close()


async def test_a_tool_may_read_while_the_server_writes(store: Store, tmp_path: Path) -> None:
    await make_table(store, "t")
    tool = sqlite3.connect(tmp_path / "upriver.db")
    tool.execute("BEGIN")
    assert tool.execute("SELECT count(*) FROM rows").fetchone() == (1,)
    await store.append("t", 1, [row(2)], listing("t", 2))
    assert tool.execute("SELECT count(*) FROM rows").fetchone() == (1,)
    tool.rollback()
    assert tool.execute("SELECT count(*) FROM rows").fetchone() == (2,)
    tool.close()


# The file


async def test_every_commit_is_synced_to_disk(store: Store, tmp_path: Path) -> None:
    await make_table(store, "t")
    connection = sqlite.connect(tmp_path / "upriver.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="SQLite has this way of locking on Unix only")
async def test_a_disk_without_shared_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(f"{path.as_uri()}?vfs=unix-dotfile", uri=True, isolation_level=None)

    await migrate_database(str(tmp_path / "upriver.db"))
    monkeypatch.setattr(sqlite, "connect", connect)
    with pytest.raises(UnavailableError, match="can keep no write-ahead log; take a local disk"):
        sqlite.SqliteStore(tmp_path / "upriver.db")


async def test_a_closed_store_leaves_one_file_and_refuses(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "upriver.db"))
    await make_table(store, "t")
    await store.close()
    await store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["upriver.db"]
    with pytest.raises(UnavailableError, match="closed"):
        await store.read("t")
    with pytest.raises(UnavailableError, match="closed"):
        await store.append("t", 1, [row(2)], listing("t", 2))


async def test_an_error_of_one_job_reaches_who_asked_and_nobody_else(store: Store) -> None:
    await make_table(store, "t")
    outcomes = await asyncio.gather(
        make_table(store, "u"),
        store.append("t", 1, [row(2, at=object())], listing("t", 2)),  # type: ignore[arg-type]
        store.append("t", 0, [row(1)], listing("t", 1)),
        make_table(store, "v"),
        return_exceptions=True,
    )
    assert outcomes[0] is None
    assert isinstance(outcomes[1], sqlite3.Error)
    assert isinstance(outcomes[2], ConflictError)
    assert outcomes[3] is None
    assert await store.read("t") == (row(1),)


@pytest.mark.parametrize("content", [b"no database at all, but text of some length\n" * 50, b"\x89PNG\r\n\x1a\n" * 999])
async def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "upriver.db"
    path.write_bytes(content)
    with pytest.raises(ForeignDatabaseError, match=r"upriver\.db is a file of another kind"):
        await open_store(str(path))
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", ["a b.db", "100%.db", "what?.db", "#1.db", "caffè.db", "-x.db"])
async def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    store = await open_store(f"sqlite:{tmp_path / name}")
    await make_table(store, "t")
    await store.close()
    assert [path.name for path in tmp_path.iterdir()] == [name]
