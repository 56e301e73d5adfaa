"""What can happen to a server: kills, an end without warning, a new start; and what processes tell each other."""

from __future__ import annotations

import asyncio
import builtins
import time
from collections.abc import Iterator, Mapping, Sequence

import psycopg
import pytest

from tests.postgres import Postgres
from tests.store.killing import kill_again_and_again
from tests.store.making import listing, make_table, row, rows
from upriver.rules import ParseError
from upriver.store import (
    ConflictError,
    MissingDriverError,
    Store,
    UnavailableError,
    connections,
    open_store,
)


@pytest.fixture(scope="module")
def safe_server() -> Iterator[Postgres]:
    """A server that these tests may stop, and that keeps what it has committed."""
    with Postgres.start(is_safe=True) as server:
        yield server


async def test_what_was_acknowledged_survives_kills(safe_server: Postgres) -> None:
    await kill_again_and_again(safe_server.database(), times=3)


async def test_a_server_that_stops_refuses_and_loses_nothing_and_works_again(safe_server: Postgres) -> None:
    address = safe_server.database()
    store = await open_store(address)
    tables = [f"t{number}" for number in range(20)]
    acknowledged = dict.fromkeys(tables, 1)
    attempted = dict.fromkeys(tables, 1)
    refused = 0
    is_over = False
    for table in tables:
        await make_table(store, table)

    async def play(table: str) -> None:
        nonlocal refused
        while not is_over:
            last = acknowledged[table]
            attempted[table] = last + 1
            try:
                await store.append(table, last, [row(last + 1)], listing(table, last + 1))
            except UnavailableError:
                refused += 1
                await asyncio.sleep(0.05)
                acknowledged[table] = await read_again(store, table, last)
            else:
                acknowledged[table] = last + 1

    playing = [asyncio.create_task(play(table)) for table in tables]
    for _ in range(2):
        await asyncio.sleep(0.3)
        before = sum(acknowledged.values())
        refused = 0
        await asyncio.to_thread(safe_server.stop)
        await asyncio.sleep(0.3)
        assert refused > 0
        began = time.monotonic()
        with pytest.raises(UnavailableError, match=r"postgresql://postgres@/upriver_\d+.*: "):
            await store.check()
        assert time.monotonic() - began < connections.PATIENCE + 1
        await asyncio.to_thread(safe_server.start_again)
        async with asyncio.timeout(20):
            while sum(acknowledged.values()) < before + 100:
                await asyncio.sleep(0.05)
    is_over = True
    await asyncio.gather(*playing)
    for table in tables:
        stored = await store.read(table)
        assert stored == tuple(rows(1, len(stored)))
        assert acknowledged[table] <= len(stored) <= attempted[table]
        assert await store.listing(table) == listing(table, len(stored))
    await store.close()


async def read_again(store: Store, table: str, last: int) -> int:
    """Where the table stands once the server answers; never before what it had acknowledged."""
    while True:
        try:
            stored = len(await store.read(table))
        except UnavailableError:
            await asyncio.sleep(0.05)
        else:
            assert stored in (last, last + 1)
            return stored


async def test_a_server_that_does_not_answer_is_given_up_in_time(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(postgres)
    await make_table(store, "t")
    monkeypatch.setattr(connections, "PATIENCE", 0.3)
    with psycopg.connect(postgres) as blocker:
        blocker.execute("LOCK TABLE tables, rows")
        with pytest.raises(UnavailableError, match="did not answer within"):
            await store.append("t", 1, [row(2)], listing("t", 2))
        with pytest.raises(UnavailableError, match="did not answer within"):
            await store.read("t")
    monkeypatch.undo()
    assert await store.read("t") == (row(1),)
    await store.append("t", 1, [row(2)], listing("t", 2))
    await store.close()


async def test_more_callers_than_connections_are_all_served(postgres: str) -> None:
    store = await open_store(postgres)
    names = [f"t{number}" for number in range(100)]
    await asyncio.gather(*(make_table(store, name) for name in names))
    found = await asyncio.gather(*(store.read(name) for name in names))
    assert found == [(row(1),)] * 100
    with psycopg.connect(postgres) as connection:
        used = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'upriver' AND datname = current_database()"
        ).fetchone()
    assert used is not None
    assert used[0] <= 12
    await store.close()


async def test_connections_that_the_server_has_closed_are_not_used_again(postgres: str) -> None:
    store = await open_store(postgres)
    await make_table(store, "t")
    await asyncio.gather(*(store.read("t") for _ in range(10)))
    with psycopg.connect(postgres) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'upriver' AND datname = current_database()"
        )
    await asyncio.sleep(0.3)
    for last in range(1, 6):
        abandoned = asyncio.create_task(store.append("t", last, [row(last + 1)], listing("t", last + 1)))
    await asyncio.sleep(0)
    abandoned.cancel()
    await asyncio.wait({abandoned})
    assert abandoned.cancelled()
    with psycopg.connect(postgres, autocommit=True) as stranger:
        stranger.execute("NOTIFY upriver, 'no hint at all'")
    await store.close()


# Hints


async def test_a_second_store_hears_of_what_was_appended(postgres: str) -> None:
    store, other = await open_store(postgres), await open_store(postgres)
    await make_table(store, "a:b")
    await make_table(store, "t")
    heard: dict[str, int] = {}
    listening = asyncio.create_task(_listen(other, heard))
    last = 1
    async with asyncio.timeout(20):
        while not heard:  # until it listens
            await store.append("a:b", last, [row(last + 1)], listing("a:b", last + 1))
            last += 1
            await asyncio.sleep(0.05)
    for seq in range(2, 102):
        await store.append("t", seq - 1, [row(seq)], listing("t", seq))
    async with asyncio.timeout(20):
        while heard != {"a:b": last, "t": 101}:
            await asyncio.sleep(0.02)
    await other.close()
    await listening
    await store.close()


async def test_hints_go_on_after_the_server_was_gone(safe_server: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upriver.store.postgres.RETRY", 0.1)
    address = safe_server.database()
    store, other = await open_store(address), await open_store(address)
    await make_table(store, "t")
    heard: dict[str, int] = {}
    listening = asyncio.create_task(_listen(other, heard))
    last = 1
    for _ in range(2):
        heard.clear()
        async with asyncio.timeout(20):
            while not heard:
                await store.append("t", last, [row(last + 1)], listing("t", last + 1))
                last += 1
                await asyncio.sleep(0.05)
        await asyncio.to_thread(safe_server.stop)
        await asyncio.to_thread(safe_server.start_again)
    await other.close()
    await listening
    await store.close()


async def test_what_is_told_last_is_told_before_the_store_is_closed(postgres: str) -> None:
    store, other = await open_store(postgres), await open_store(postgres)
    await make_table(store, "t")
    heard: dict[str, int] = {}
    listening = asyncio.create_task(_listen(other, heard))
    last = 1
    async with asyncio.timeout(20):
        while not heard:
            await store.append("t", last, [row(last + 1)], listing("t", last + 1))
            last += 1
            await asyncio.sleep(0.05)
    abandoned = asyncio.create_task(store.append("t", last, [row(last + 1)], listing("t", last + 1)))
    await asyncio.sleep(0)
    abandoned.cancel()
    await asyncio.wait({abandoned})
    assert abandoned.cancelled()
    with psycopg.connect(postgres, autocommit=True) as stranger:
        stranger.execute("NOTIFY upriver, 'no hint at all'")
    await store.close()
    async with asyncio.timeout(20):
        while heard["t"] != last + 1:
            await asyncio.sleep(0.02)
    await other.close()
    await listening


async def _listen(store: Store, heard: dict[str, int]) -> None:
    async for table, seq in store.hints():
        heard[table] = max(seq, heard.get(table, 0))


# Addresses


async def test_a_server_that_is_not_there_is_said_at_once_without_the_password(postgres_server: Postgres) -> None:
    began = time.monotonic()
    with pytest.raises(UnavailableError) as caught:
        await open_store(f"postgresql://ada:s3cret-word@/x?host={postgres_server.directory}/nowhere")
    assert time.monotonic() - began < 2 * connections.PATIENCE
    assert "postgresql://ada:***@/x" in str(caught.value)
    assert "s3cret-word" not in str(caught.value)


async def test_a_database_that_is_not_there_is_said(postgres_server: Postgres) -> None:
    with pytest.raises(UnavailableError, match='database "nowhere" does not exist'):
        await open_store(postgres_server.address("nowhere"))


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada:s3cret@host:port/x",
        "postgresql://ada:s3/cret@host/x",
        "postgresql://ada:33/cret@host/x",
        "postgresql://ada:s3%zzcret@host/x",
        "postgresql://host/x?passwort=s3cret",
        "postgresql://host/x?sslmode=require&password=s3%cret",
    ],
)
async def test_a_malformed_address_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(
        ParseError, match="is no address of PostgreSQL: write postgresql://user:password@host"
    ) as caught:
        await open_store(address)
    if "passwort" not in address:
        assert "cret" not in str(caught.value)


async def test_a_missing_driver_is_said(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(
        name: str,
        globals_: Mapping[str, object] | None = None,
        locals_: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> object:
        if name == "psycopg":
            raise ImportError("No module named 'psycopg'")
        return real(name, globals_, locals_, fromlist, level)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingDriverError, match=r"pip install 'upriver\[postgres\]'"):
        await open_store(postgres)


# Two processes


async def test_two_stores_that_append_to_the_same_tables_in_opposite_orders_go_on(postgres: str) -> None:
    stores = (await open_store(postgres), await open_store(postgres))
    names = [f"t{number}" for number in range(30)]
    for name in names:
        await make_table(stores[0], name)
    won = dict.fromkeys(names, 0)
    for last in range(1, 11):
        given = [(store, name) for store, order in zip(stores, (names, names[::-1]), strict=True) for name in order]
        outcomes = await asyncio.gather(
            *(store.append(name, last, [row(last + 1)], listing(name, last + 1)) for store, name in given),
            return_exceptions=True,
        )
        assert {type(outcome) for outcome in outcomes} <= {type(None), ConflictError}
        for (_, name), outcome in zip(given, outcomes, strict=True):
            won[name] += outcome is None
    assert set(won.values()) == {10}
    for name in names:
        assert await stores[0].read(name) == tuple(rows(1, 11))
    for store in stores:
        await store.close()
