"""What was acknowledged on a shared pad survives kills, and nothing is written twice."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.proof.served import Served, served
from tests.server.padding import PadClient, Plain, begun, new_id, written

IS_LONG = bool(os.environ.get("SOAK"))
KILLS = 12 if IS_LONG else 1
NAMES = ("Adda", "Brenta", "Chiese", "Dora")

pytestmark = pytest.mark.timeout(600 if IS_LONG else 120)


@pytest.fixture(params=("sqlite", "postgres"))
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "river.db") if request.param == "sqlite" else str(request.getfixturevalue("postgres"))


class Scribbler:
    """Writes a cell of its own again and again; what is not answered it sends again, with the same id.

    Args:
        client: as whom.
        cell: which cell.
    """

    def __init__(self, client: PadClient, cell: str) -> None:
        self.client, self.cell = client, cell
        self.acknowledged: list[Plain] = []
        self.again = 0
        self.is_enough = False

    async def scribble(self) -> None:
        while not self.is_enough:
            number = len(self.acknowledged)
            was = self.acknowledged[-1]["event"]["cells"][self.cell] if number else None
            (line,) = self.client.lines(written({self.cell: number % 50}, {self.cell: was}))
            while not await self._is_stored(line):
                self.again += 1
            self.acknowledged.append(line)

    async def _is_stored(self, line: Plain) -> bool:
        with suppress(httpx.TransportError):
            answer = await self.client.send([line])
            if answer.status_code == 200:
                self.client.take(answer.json()["news"])
                return bool(answer.json()["outcome"] == "stored")
        await asyncio.sleep(0.05)
        return False


async def test_what_was_acknowledged_on_a_pad_survives_kills(db: str, tmp_path: Path) -> None:
    rng = Random(f"pad {KILLS}")
    async with served(tmp_path, db) as (place,):
        scribblers = await gather(place)
        async with asyncio.TaskGroup() as group:
            for scribbler in scribblers:
                group.create_task(scribbler.scribble())
            for _ in range(KILLS):
                await until_written(scribblers, rng.randrange(5, 25))
                await place.kill()
                await place.start()
            await until_written(scribblers, 5)
            for scribbler in scribblers:
                scribbler.is_enough = True
        entries = (await scribblers[0].client.ask("GET")).json()["entries"]
        for scribbler in scribblers:
            own = [{key: entry[key] for key in ("id", "at", "by", "event")} for entry in entries]
            assert [
                entry for entry in own if entry["by"] == scribbler.client.name and entry["id"]
            ] == scribbler.acknowledged
        assert await place.stop() == 0


async def gather(place: Served) -> list[Scribbler]:
    """People who write on a new pad."""
    pad, scribblers = new_id(), []
    for number, name in enumerate(NAMES, 1):
        person = await place.server.person(name)
        client = PadClient(place.server.http, pad, person.token, name)
        if number == 1:
            await client.upload(begun(*NAMES), "everyone")
        else:
            client.take((await client.ask("GET")).json())
        scribblers.append(Scribbler(client, f"h1.bid.p{number}"))
    return scribblers


async def until_written(scribblers: list[Scribbler], more: int) -> None:
    """Wait until so many more entries are acknowledged."""
    enough = sum(len(scribbler.acknowledged) for scribbler in scribblers) + more
    while sum(len(scribbler.acknowledged) for scribbler in scribblers) < enough:
        await asyncio.sleep(0.01)
