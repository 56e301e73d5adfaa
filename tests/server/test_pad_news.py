"""The stream of what is written on a shared pad."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from tests.server.padding import ADDA, BRENTA, PadClient, begun, client, joining, new_id, record_of, sharing, written
from tests.server.serving import serving
from tests.server.visiting import visit
from upriver.server.limits import Limits
from upriver.server.pad_kept import store_id
from upriver.server.pad_log import PadLog
from upriver.store import Store, open_store
from upriver.store.memory import MemoryStore

pytestmark = pytest.mark.timeout(60)

BIDS = {"h1.bid.p2": 1, "h1.bid.p1": 0}


async def test_who_looks_sees_what_is_written_at_once() -> None:
    async with serving(MemoryStore()) as server:
        keeper = await sharing(server)
        other, stranger = await joining(server, keeper.pad), PadClient(server.http, keeper.pad)
        async with other.looking() as theirs, stranger.looking() as strangers:
            assert (await anext(theirs))[0] == (await anext(strangers))[0] == "news"
            await keeper.write(written({"h1.bid.p2": 1}))
            await anext(theirs)
            await anext(strangers)
            await keeper.ask("PATCH", "", {"writers": "keeper"})
            assert (await anext(theirs))[1]["share"]["may_write"] is False
            await other.ask("PUT", "/me", {"person": "p2"})
            await anext(strangers)
            assert (await anext(theirs))[1]["share"]["names"] == [{"person": "p2", "is_you": True}]
            assert other.entries == stranger.entries == keeper.entries
            await keeper.ask("DELETE")
            assert [kind async for kind, _ in theirs] == ["unshared"]
        assert stranger.share["may_write"] is False


async def test_who_comes_back_is_told_what_is_new_by_its_number() -> None:
    async with serving(MemoryStore()) as server:
        keeper = await sharing(server)
        async with keeper.looking() as news:
            await anext(news)
        for bid in (1, 2):
            await keeper.write(written({f"h1.bid.p{bid}": bid}))
        for headers, since, expected in (
            ({"Last-Event-ID": "2"}, 0, [3]),
            ({}, 2, [3]),
            ({"Last-Event-ID": "no"}, 1, [2, 3]),
        ):
            path = f"/api/pads/{keeper.pad}/news?since={since}"
            async with server.http.stream("GET", path, headers=headers) as answer:
                assert answer.headers["content-type"].startswith("text/event-stream")
                assert answer.headers["cache-control"] == "no-store"
                back = PadClient(server.http, keeper.pad, entries=keeper.entries[: expected[0] - 1])
                _, told = await anext(back._events(answer))
                assert [entry["seq"] for entry in told["entries"]] == expected


async def test_a_server_that_stops_lets_go_of_who_looks(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "pads.db"))
    async with AsyncExitStack() as stack:
        async with serving(store) as server:
            keeper = await sharing(server)
            keeper.http = await stack.enter_async_context(
                httpx.AsyncClient(base_url=f"http://{server.address}", trust_env=False)
            )
            news = await stack.enter_async_context(keeper.looking())
            await anext(news)
        assert [kind async for kind, _ in news] == []
    async with serving(store) as server:
        keeper.http = server.http
        await keeper.write(written(BIDS))
    await store.close()


async def test_signs_of_life_come_when_nothing_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upriver.server.pads.POLL", 0.01)
    monkeypatch.setattr("upriver.server.pads.BEAT", 0.02)
    async with serving(MemoryStore()) as server:
        keeper = await sharing(server)
        async with server.http.stream("GET", f"/api/pads/{keeper.pad}/news") as answer:
            lines = answer.aiter_lines()
            while await anext(lines) != ":":
                pass


async def test_pads_that_nobody_uses_are_let_go() -> None:
    from upriver.server.pads import UNUSED, Pads

    now = 0.0
    store = MemoryStore()
    async with visit(store) as guest:
        keeper = client(await guest.come(ADDA), new_id(), ADDA)
        await keeper.upload(begun(ADDA, BRENTA))
    pads = Pads(store, Limits(), lambda: now)
    host = await pads.find(keeper.pad)
    watched = aiter(pads.watch(host))
    assert await anext(watched) is host.log
    await pads.place(new_id())
    assert len(pads) == 1
    now = UNUSED
    await pads.place(new_id())
    assert await pads.find(keeper.pad) is host
    await watched.aclose()  # type: ignore[attr-defined]  # of every generator
    now = 2 * UNUSED
    await pads.place(new_id())
    assert len(pads) == 0


# several at once


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    kind = request.param
    where = request.getfixturevalue("postgres") if kind == "postgres" else tmp_path / "pads.db"
    opened = await open_store("memory" if kind == "memory" else str(where))
    yield opened
    await opened.close()


async def test_of_many_who_write_at_once_nobody_overwrites_another(store: Store) -> None:
    """Each writes the title again and again, on what the others have written; every entry is there once, in order."""
    async with serving(store) as server:
        keeper = await sharing(server)
        people = [keeper, *[await joining(server, keeper.pad, name) for name in ("Brenta", "Chiese", "Dora")]]

        async def scribble(person: PadClient) -> None:
            for at in range(6):
                title = f"{person.name} {at}"
                while True:
                    titles = [entry["event"]["cells"].get("title") for entry in person.entries]
                    was = next((one for one in reversed(titles) if one), None)
                    if (await person.write(written({"title": title}, {"title": was})))["outcome"] == "stored":
                        break

        for person in people[1:]:
            person.take((await person.ask("GET")).json())
        await asyncio.gather(*(scribble(person) for person in people))
        entries = (await keeper.ask("GET")).json()["entries"]
        titles = [entry["event"]["cells"]["title"] for entry in entries[1:]]
        assert sorted(titles) == sorted(f"{person.name} {at}" for person in people for at in range(6))
        assert entries == record_of(PadLog().after(await store.read(store_id(keeper.pad))))
