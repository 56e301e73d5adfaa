"""A full disk, and a database that is gone for a while: clear refusals, nothing lost, and no restart."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.postgres import Postgres
from tests.proof.company import PATIENCE, Company, Guest, all_go_on
from tests.proof.ledger import check_all
from tests.proof.served import Served, served
from tests.server.client import Player

PEOPLE = ("Ann", "Ben", "Cid")
RULES = ("players=3 sizes=3-1-3 rebid=no", "players=3 sizes=4,2 bidding=together limit=free")
HARD_LIMIT = resource.getrlimit(resource.RLIMIT_FSIZE)[1]


@dataclass(frozen=True)
class Disk:
    """Where a server keeps its file: what fills it, and what makes room again."""

    folder: Path
    fill: Callable[[Served], None]
    make_room: Callable[[Served], None]


@contextmanager
def small_disk() -> Iterator[Disk]:
    """A disk of its own; where none may be mounted, a limit to the size of the server's files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mount = ("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", name)
        if subprocess.run(mount, stderr=subprocess.DEVNULL, check=False).returncode != 0:
            yield Disk(folder, lambda place: limit(place, 50_000), lambda place: limit(place, HARD_LIMIT))
            return
        filler = folder / "filler"
        try:
            yield Disk(folder, lambda _: fill(filler), lambda _: filler.unlink())
        finally:
            subprocess.run(("umount", "--lazy", name), check=True)


def fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass


def limit(place: Served, size: int) -> None:
    resource.prlimit(place.pid, resource.RLIMIT_FSIZE, (size, HARD_LIMIT))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can mount a small disk or limit another's files")
async def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk() as here:
        db = str(here.folder / "river.db")
        async with served(tmp_path, db, "lease=1") as (place,):
            async with playing(place) as tables:
                for _ in range(2):
                    await all_go_on(tables)
                    here.fill(place)
                    await people_are_refused(tables)
                    await nobody_comes(place)
                    here.make_room(place)
                await all_go_on(tables)
            assert await place.stop() == 0
        await check_all(db, tables)


async def test_a_database_that_is_gone_for_a_while(tmp_path: Path) -> None:
    with Postgres.start(is_safe=True) as database:  # stopped as in a crash, it must keep what it has committed
        db = database.database()
        async with served(tmp_path, db, "lease=1") as (place,):
            async with playing(place) as tables:
                for _ in range(2):
                    await all_go_on(tables)
                    await asyncio.to_thread(database.stop)
                    await people_are_refused(tables)
                    assert await place.health() == 503
                    await is_turned_away(tables[0].guests[0])
                    await asyncio.to_thread(database.start_again)
                    async with asyncio.timeout(PATIENCE):
                        while await place.health() != 200:
                            await asyncio.sleep(0.05)
                await all_go_on(tables)
            assert await place.stop() == 0
        await check_all(db, tables)


@asynccontextmanager
async def playing(place: Served) -> AsyncIterator[list[Company]]:
    """Tables with people in all seats, and with bots too; at the end each has finished a game."""
    companies = [await Company.gather([place.server], PEOPLE[:people], rules) for people in (3, 1) for rules in RULES]
    async with asyncio.TaskGroup() as group:
        for company in companies:
            group.create_task(company.play())
        yield companies
        for company in companies:
            company.is_last = True
    for company in companies:
        await company.meet()
        await company.close()


async def people_are_refused(tables: Sequence[Company]) -> None:
    """Wait until somebody is refused again and again at each table where only people have to act."""
    full = [table for table in tables if len(table.guests) == len(PEOPLE)]
    before = [refused(table) for table in full]
    async with asyncio.timeout(PATIENCE):
        while any(refused(table) < was + 3 for table, was in zip(full, before, strict=True)):
            await asyncio.sleep(0.02)


def refused(table: Company) -> int:
    return sum(refusal["code"] == "unavailable" for guest in table.guests for refusal in guest.refusals)


async def nobody_comes(place: Served) -> None:
    """New people are refused; not at once, as there may be room left for a few."""
    for number in range(100):
        answer = await place.server.http.post("/api/people", json={"name": f"Eve {number}"})
        if answer.status_code != 201:
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            return
    raise AssertionError("the disk is not full")


async def is_turned_away(guest: Guest) -> None:
    """A socket that is opened now is closed with the reason."""
    player = Player(guest.address, guest.code, guest.token)
    with pytest.raises(ConnectionResetError, match="1013"):
        await player.open()
    assert player.closing == {"type": "closing", "reason": "unavailable", "code": 1013}
