"""Whole games over real sockets: people who reconnect, go away, are replaced and come back; several processes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.client import Player, RefusedError
from tests.server.serving import MANY, Server, seated, serving
from upriver.rules import record
from upriver.rules.verify import verify
from upriver.server.config import Config
from upriver.store import Store, open_store
from upriver.store.memory import MemoryStore

SHORT = "players=4 sizes=3-1-3"

pytestmark = pytest.mark.timeout(60)


async def close(*players: Player) -> None:
    await asyncio.gather(*(player.close() for player in players))


async def check_record(server: Server, player: Player) -> None:
    """The game can be downloaded, replays to what the player has seen, and verifies."""
    games = (await server.http.get("/api/games", headers=bearer(player))).json()["games"]
    assert player.view["game"]["id"] == games[0]["id"]
    text = (await server.http.get(f"/api/games/{games[0]['id']}/record")).text
    entries = record.load(text)
    assert verify(entry.event for entry in entries).is_fair
    state = record.replay(entries)
    assert list(state.sheet.totals) == player.view["sheet"]["totals"]
    assert len(state.sheet.rows) == len(player.view["sheet"]["rows"])


def bearer(player: Player) -> dict[str, str]:
    return {"Authorization": f"Bearer {player.token}"}


async def test_four_people_play_a_whole_game() -> None:
    async with serving(MemoryStore()) as server:
        players = await seated(server, "Ann Ben Cid Dea", SHORT)
        await players[0].ask("start")
        await asyncio.gather(*(player.play() for player in players))
        sheets = [player.view["sheet"] for player in players]
        assert sheets.count(sheets[0]) == 4
        assert len(sheets[0]["rows"]) == 5
        await check_record(server, players[2])
        await close(*players)


async def test_one_reconnects_one_is_replaced_and_one_comes_back(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "river.db"))
    async with serving(store, Config(limits=replace(MANY, away=1))) as server:
        ann, ben, cid, dea = players = await seated(server, "Ann Ben Cid Dea", "players=4 sizes=4-1-4")
        assert [player.you["seat"] for player in players] == [0, 1, 2, 3]
        await ann.ask("start")
        games = [asyncio.create_task(player.play()) for player in (ann, ben)]
        await asyncio.gather(*(player.play(lambda me: me.seq > 20) for player in (cid, dea)))
        await dea.drop()
        seen = dea.seq
        await ann.until(lambda me: me.view["table"]["seats"][3]["is_away"])
        await cid.close()
        await ann.until(lambda me: me.view["table"]["seats"][2]["is_away"])
        await ann.ask("let_bot_play", seat=2)
        await dea.open()
        assert dea.seq > seen
        assert sorted(dea.events) == list(range(min(dea.events), dea.seq + 1))
        games.append(asyncio.create_task(dea.play()))
        await ann.until(lambda me: len(me.view["sheet"]["rows"]) >= 2)
        await cid.open()
        assert cid.view["table"]["seats"][2]["stand_in"] == "rule"
        with pytest.raises(RefusedError, match="bot-plays"):
            await cid.ask("act", after=cid.seq, action="0")
        await cid.ask("take_seat_back")
        games.append(asyncio.create_task(cid.play()))
        await asyncio.gather(*games)
        assert cid.view["table"]["seats"][2]["stand_in"] is None
        await check_record(server, cid)
        await close(*players)
    await store.close()


async def test_bots_fill_the_seats_and_play_by_themselves() -> None:
    async with serving(MemoryStore()) as server:
        (ann,) = await seated(server, "Ann", "players=3 sizes=2-1-2 rebid=no")
        await ann.ask("put_bot", seat=1, level="rule")
        await ann.ask("put_bot", seat=2, level="easy")
        await ann.ask("start")
        await ann.play()
        await check_record(server, ann)
        await close(ann)


@pytest.mark.parametrize("rules", ["players=5 sizes=3-1-3 rebid=no", "players=5 sizes=3,2 bidding=together limit=free"])
async def test_seats_of_one_table_spread_over_two_servers(stores: tuple[Store, Store], rules: str) -> None:
    async with serving(stores[0]) as one, serving(stores[1]) as two:
        people = [await one.person(name) for name in ("Ann", "Ben", "Cid", "Dea")]
        code = await one.table(people[0], rules)
        places = (one, two, one, two)
        players = [await place.come(person, code) for place, person in zip(places, people, strict=True)]
        await asyncio.gather(*(player.sit() for player in players))
        await players[0].ask("put_bot", seat=4, level="rule")
        await players[0].ask("start")
        await asyncio.gather(*(player.play() for player in players))
        sheets = [player.view["sheet"] for player in players]
        assert sheets.count(sheets[0]) == 4
        await check_record(two, players[0])
        await close(*players)


async def test_a_lost_hint_costs_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upriver.server.hosts.POLL", 0.02)
    store = MemoryStore()
    async with serving(store) as one, serving(store) as two:
        ann, ben = await one.person("Ann"), await two.person("Ben")
        code = await one.table(ann)
        here, there = await one.come(ann, code), await two.come(ben, code)
        await here.sit()
        await there.until(lambda me: me.view["table"]["seats"][0]["name"] == "Ann")
        await there.ask("say", text="hello")
        await here.until(lambda me: [line["text"] for line in me.view["chat"]] == ["hello"])
        await close(here, there)


async def test_another_server_takes_over_the_bots_of_one_that_stops() -> None:
    store = MemoryStore()
    async with serving(store) as two:
        async with serving(store) as one:
            (ann,) = await seated(one, "Ann", "players=3 sizes=4-1-4")
            for seat in (1, 2):
                await ann.ask("put_bot", seat=seat, level="rule")
            await ann.ask("start")
            await ann.ask("let_bot_play", seat=0)
        assert ann.closing is not None
        assert (ann.closing["reason"], ann.close_code) == ("restarting", 1012)
        ann.address = two.address
        await ann.reopen()
        await ann.until(lambda me: me.phase == "over", 60)
        await check_record(two, ann)
        await close(ann)
