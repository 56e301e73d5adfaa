"""Real servers in this process, with people who come to them over the network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

import httpx
import uvicorn

from tests.server.client import Player
from upriver.server.app import Clocks, create_app
from upriver.server.config import Config
from upriver.server.frames import FrameProtocol
from upriver.server.limits import Limits
from upriver.server.serve import GracefulServer, listen
from upriver.store import Store
from upriver.table.options import Options, Pace
from upriver.words import Words

QUICK = Options(pace=Pace.INSTANT)
MANY = Limits(
    messages=1000,
    messages_per_second=1000,
    requests_per_minute=100_000,
    people_per_hour=100_000,
    tables_per_hour=100_000,
    sockets_per_address=5000,
)
"""Limits for clients that play as fast as they can."""


@dataclass(frozen=True)
class Person:
    """Somebody who is known to the server."""

    id: str
    name: str
    token: str


@dataclass(frozen=True)
class Server:
    """A server that listens at an address such as `127.0.0.1:8000`."""

    address: str
    http: httpx.AsyncClient

    async def person(self, name: str) -> Person:
        """Somebody new."""
        answer = await self.http.post("/api/people", json={"name": name, "wants_token": True})
        assert answer.status_code == 201, answer.text
        body = answer.json()
        return Person(body["id"], name, body["token"])

    async def table(self, host: Person, rules: str = "english", options: Options = QUICK) -> str:
        """A new table; its code."""
        answer = await self.http.post(
            "/api/tables",
            json={"rules": rules, "options": asdict(options)},
            headers={"Authorization": f"Bearer {host.token}"},
        )
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    async def come(self, person: Person, code: str, *, frames: list[str] | None = None, seed: int = 1) -> Player:
        """The person at the table, connected."""
        return await Player(self.address, code, person.token, Random(f"{person.name} {seed}"), frames).open()


@asynccontextmanager
async def serving(store: Store, config: Config | None = None, clocks: Clocks | None = None) -> AsyncIterator[Server]:
    """A server over the store, stopped at the end as on a signal."""
    config = config or Config(limits=MANY)
    application = create_app(config, store, clocks=clocks, client=Path("no client"))
    settings = uvicorn.Config(
        application.asgi,
        ws=FrameProtocol,
        ws_per_message_deflate=False,
        ws_max_size=config.limits.frame,
        lifespan="on",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=2,
    )
    ready = asyncio.Event()
    server = GracefulServer(settings, ready.set, application.part)
    with listen(replace(config, host="127.0.0.1", port=0), Words("en")) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        task = asyncio.create_task(server.serve([listener]))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        try:
            async with httpx.AsyncClient(base_url=f"http://{address}", trust_env=False) as http:
                yield Server(address, http)
        finally:
            server.should_exit = True
            await task


async def seated(server: Server, names: str, rules: str = "english", options: Options = QUICK) -> list[Player]:
    """People of these names at a new table, the first the host, all in their seats, before the game."""
    people = [await server.person(name) for name in names.split()]
    code = await server.table(people[0], rules, options)
    players = [await server.come(person, code) for person in people]
    for player in players:
        await player.sit()
    return players
