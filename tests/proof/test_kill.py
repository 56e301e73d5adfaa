"""Nothing that was acknowledged is lost or done twice, however often and whenever a server is killed or stopped."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.proof.company import Company, Guest, all_go_on, companies, some_moment
from tests.proof.ledger import Count, check_all, check_records
from tests.proof.served import Served, served

IS_LONG = bool(os.environ.get("SOAK"))
RULES = (
    "players=4 sizes=3-1-3 rebid=no",
    "players=3 sizes=4,2 rebid=no trump=none",
    "players=5 sizes=2-1-2 bidding=together limit=free",
    "players=4 sizes=2,3",
)

pytestmark = pytest.mark.timeout(3600 if IS_LONG else 300)


@dataclass(frozen=True)
class Scale:
    """How many tables, and how often a server is killed."""

    tables: int
    kills: int


ONE, TWO = (Scale(50, 20), Scale(20, 10)) if IS_LONG else (Scale(4, 3), Scale(4, 2))
"""For one process, and for two; four tables have all the rules, and one to three people."""


@pytest.fixture(params=("sqlite", "postgres"))
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "river.db") if request.param == "sqlite" else str(request.getfixturevalue("postgres"))


async def test_whatever_was_acknowledged_survives_kills(db: str, tmp_path: Path) -> None:
    began, rng = time.monotonic(), Random(f"kill {ONE}")
    async with served(tmp_path, db, "lease=1") as (place,):
        tables = await companies([place.server], ONE.tables, RULES)
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play())
            for _ in range(ONE.kills):
                await some_moment(tables, rng)
                await place.kill()
                await place.start()
            for table in tables:
                table.is_last = True
        for table in tables:
            await table.meet()
            assert len(await check_records(place.server, table.guests[-1])) == table.games
        await close(tables)
        assert await place.stop() == 0
    count = await check_all(db, tables)
    kind = "PostgreSQL" if db.startswith("postgresql:") else "SQLite"
    report(f"{kind}, one process", ONE, count, began)


async def test_tables_spread_over_two_processes_outlive_each_of_them(postgres: str, tmp_path: Path) -> None:
    began, rng = time.monotonic(), Random(f"kill {TWO}")
    async with served(tmp_path, postgres, "lease=1", processes=2) as places:
        tables = await companies([place.server for place in places], TWO.tables, RULES)
        guests = [guest for table in tables for guest in table.guests]
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play())
            for number in range(TWO.kills):
                await some_moment(tables, rng)
                victim, other = places[number % 2], places[(number + 1) % 2]
                theirs = [guest for guest in guests if guest.address == victim.address]
                for guest in theirs:
                    guest.address = other.address
                await victim.kill()
                await all_go_on(tables)
                await victim.start()
                await asyncio.gather(*(move(guest, victim) for guest in theirs))
            for table in tables:
                table.is_last = True
        assert {guest.address for guest in guests} == {place.address for place in places}
        for table in tables:
            await table.meet()
            assert len(await check_records(places[0].server, table.guests[-1])) == table.games
        await close(tables)
        assert [await place.stop() for place in places] == [0, 0]
    count = await check_all(postgres, tables)
    report("PostgreSQL, two processes", TWO, count, began)


def report(what: str, scale: Scale, count: Count, began: float) -> None:
    """Print the figures, which `make soak` shows."""
    seconds = time.monotonic() - began
    print(f"\n{what}: {scale.tables} tables, {scale.kills} kills, {count}; {seconds:.0f} s")


async def close(tables: Sequence[Company]) -> None:
    """All go home at once, so that nobody counts as away before the server stops."""
    await asyncio.gather(*(table.close() for table in tables))


async def move(guest: Guest, place: Served) -> None:
    """Come in through another process, as after a change of networks."""
    guest.address = place.address
    await guest.drop()


async def test_a_stop_on_request_says_so_to_all_and_all_come_back_to_their_seats(db: str, tmp_path: Path) -> None:
    async with served(tmp_path, db) as (place,):
        tables = await companies([place.server], 4, RULES)
        guests = [guest for table in tables for guest in table.guests]
        seats = [guest.you["seat"] for guest in guests]
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play())
            await some_moment(tables, Random("stop"))
            assert await place.stop() == 0
            await place.start()
            for table in tables:
                table.is_last = True
        assert [guest.closes for guest in guests] == [[("restarting", 1012)]] * len(guests)
        assert [guest.you["seat"] for guest in guests] == seats
        for table in tables:
            await table.meet()
        await close(tables)
        assert await place.stop() == 0
    await check_all(db, tables)
