"""Shared pads for tests: entries to write, and people who share, look and write over HTTP."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import httpx
import msgspec

from tests.server.serving import Server
from tests.server.visiting import Visit
from upriver.pad import Ledger, encode_event, start, write
from upriver.server.pad_log import PadLog

Plain: TypeAlias = dict[str, Any]

ADDA, BRENTA = "Adda", "Brenta"
AT = "2026-12-26T16:00:00+00:00"


def new_id() -> str:
    return secrets.token_urlsafe(16)


def begun(*names: str, sizes: tuple[int, ...] = (2, 1)) -> Ledger:
    """A pad of these people that has just begun, written by the first."""
    people = tuple(f"p{number}" for number in range(1, len(names) + 1))
    named = {f"{person}.name": name for person, name in zip(people, names, strict=True)}
    return start({"order": people, "sizes": sizes, **named}, by=names[0])


def played(ledger: Ledger, *hands: int) -> Ledger:
    """The pad with these hands played: the first who is named takes all tricks, and everybody makes the bid."""
    order = ledger.cells["order"]
    assert isinstance(order, tuple)
    sizes = ledger.cells["sizes"]
    assert isinstance(sizes, tuple)
    for hand in hands:
        for what in ("bid", "taken"):
            cells = {f"h{hand}.{what}.{person}": sizes[hand - 1] if person == order[0] else 0 for person in order}
            ledger = write(ledger, cells, by=ledger.entries[0].by)
    return ledger


def earlier(ledger: Ledger) -> list[Plain]:
    """The entries of a pad as they are sent when it is shared."""
    return [{"at": AT, "by": entry.by, "event": encode_event(entry.event)} for entry in ledger.entries]


def written(cells: Mapping[str, object], was: Mapping[str, object] | None = None) -> Plain:
    """An event that writes cells, which held nothing where it is not said."""
    return {"type": "PadWritten", "cells": dict(cells), "was": dict.fromkeys(cells) | dict(was or {})}


def taken_back(entry: int) -> Plain:
    return {"type": "PadTakenBack", "entry": entry}


@dataclass
class PadClient:
    """Somebody with a pad's link, on a server.

    Args:
        http: reaches the server.
        pad: the pad's id.
        token: who it is; empty for somebody whom the server does not know.
        name: under which they write.
        entries: the pad as far as this client knows it.
        share: how it is shared, as told last.
    """

    http: httpx.AsyncClient
    pad: str
    token: str = ""
    name: str = ""
    entries: list[Plain] = field(default_factory=list)
    share: Plain = field(default_factory=dict)
    _ids: itertools.count[int] = field(default_factory=itertools.count)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def ask(self, method: str, path: str = "", json: object = None) -> httpx.Response:
        return await self.http.request(method, f"/api/pads/{self.pad}{path}", json=json, headers=self.headers)

    async def upload(self, ledger: Ledger, writers: str = "keeper") -> Plain:
        """Share the pad; what the server answers."""
        answer = await self.ask("PUT", "", {"entries": earlier(ledger), "writers": writers})
        assert answer.status_code == 200, answer.text
        self.entries.clear()
        self.take(answer.json())
        return dict(answer.json())

    def lines(self, *events: Plain) -> list[Plain]:
        """Entries to be sent, each with an id of its own."""
        return [{"id": f"{self.name}-{next(self._ids)}", "at": AT, "by": self.name, "event": event} for event in events]

    async def send(self, lines: list[Plain], after: int | None = None) -> httpx.Response:
        """Send entries after the last that is known."""
        body = {"after": len(self.entries) if after is None else after, "entries": lines}
        return await self.ask("POST", "/entries", body)

    async def write(self, *events: Plain) -> Plain:
        """Write entries after the last that is known, and take what the answer tells."""
        answer = await self.send(self.lines(*events))
        assert answer.status_code == 200, answer.text
        self.take(answer.json()["news"])
        return dict(answer.json())

    def take(self, news: Plain) -> None:
        """Take news in, which begin where this client ends."""
        numbers = [entry["seq"] for entry in news["entries"]]
        assert numbers == list(range(len(self.entries) + 1, news["seq"] + 1)), numbers
        self.entries += news["entries"]
        self.share = news["share"]

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[AsyncIterator[tuple[str, Plain]]]:
        """The pad's news as they come, each with its kind, from the last entry that is known on."""
        path = f"/api/pads/{self.pad}/news?since={len(self.entries)}"
        async with self.http.stream("GET", path, headers=self.headers, timeout=20) as answer:
            assert answer.status_code == 200, await answer.aread()
            yield self._events(answer)

    async def _events(self, answer: httpx.Response) -> AsyncIterator[tuple[str, Plain]]:
        kind = ""
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if name == "event":
                kind = value
            elif name == "data":
                told = msgspec.json.decode(value)
                if kind == "news":
                    self.take(told)
                yield kind, told


def record_of(log: PadLog) -> list[Plain]:
    """The entries of a pad's log as clients are told of them."""
    return [
        {"seq": seq, "id": one.id, "at": one.at, "by": one.by, "event": msgspec.to_builtins(one.event)}
        for seq, one in enumerate(log.written, 1)
    ]


def client(visitor: Visit, pad: str, name: str = "") -> PadClient:
    return PadClient(visitor.http, pad, visitor.headers.get("Authorization", "").removeprefix("Bearer "), name)


async def sharing(server: Server, ledger: Ledger | None = None) -> PadClient:
    """The keeper of a new pad on which everybody may write."""
    person = await server.person(ADDA)
    keeper = PadClient(server.http, new_id(), person.token, ADDA)
    await keeper.upload(ledger or begun(ADDA, BRENTA), "everyone")
    return keeper


async def joining(server: Server, pad: str, name: str = BRENTA) -> PadClient:
    return PadClient(server.http, pad, (await server.person(name)).token, name)
