"""A server in this process, and people who visit it over HTTP."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from litestar.testing import AsyncTestClient

from upriver.server.app import Clocks, create_app
from upriver.server.config import Config
from upriver.store import Store
from upriver.store.memory import MemoryStore

HERE = "http://river.test"


@dataclass
class Clock:
    """A clock that stands still until it is moved."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Visit:
    """A server, and somebody who asks it. The client keeps cookies as a browser does."""

    http: AsyncTestClient[Any]
    store: Store
    clock: Clock
    headers: dict[str, str] = field(default_factory=dict)

    async def ask(self, method: str, path: str, json: object = None, **headers: str) -> httpx.Response:
        return await self.http.request(method, path, json=json, headers={**self.headers, **headers})

    async def come(self, name: str) -> Visit:
        """Somebody new, known by a token as programs are."""
        answer = await self.ask("POST", "/api/people", {"name": name, "wants_token": True})
        assert answer.status_code == 201, answer.text
        return Visit(self.http, self.store, self.clock, {"Authorization": f"Bearer {answer.json()['token']}"})


@asynccontextmanager
async def visit(
    store: Store | None = None, config: Config | None = None, client: Path = Path("no client"), base: str = HERE
) -> AsyncIterator[Visit]:
    clock, store = Clock(), store or MemoryStore()
    application = create_app(config or Config(), store, clocks=Clocks(clock, clock), client=client)
    async with AsyncTestClient(application.asgi, base_url=base, raise_server_exceptions=False) as http:
        yield Visit(http, store, clock)


def contribution() -> str:
    return secrets.token_hex(32)


def problem(answer: httpx.Response, status: int, code: str) -> Mapping[str, Any]:
    """The details of an error, which has its one shape."""
    body = answer.json()
    assert (answer.status_code, body.get("code")) == (status, code), answer.text
    assert set(body) == {"code", "message", "details"}
    assert body["message"]
    assert "Traceback" not in answer.text
    details: Mapping[str, Any] = body["details"]
    return {**details, "message": body["message"]}


async def open_table(person: Visit, rules: str = "players=3 sizes=1", **options: object) -> str:
    """Open a table; its code."""
    body = {"rules": rules, "options": options, "contribution": contribution()}
    answer = await person.ask("POST", "/api/tables", body)
    assert answer.status_code == 201, answer.text
    code: str = answer.json()["code"]
    assert answer.json()["path"] == f"/t/{code}"
    return code
