"""What tables do by themselves: bots, clocks, leases."""

from __future__ import annotations

import asyncio
from random import Random
from time import time

import pytest

from tests.server.live import QUICK, SEED, Clock, HintingStore, keep, log, of_bots, of_people, opened, until_over
from upriver.bots import LEVELS
from upriver.rules import Action, BidMade, CardPlayed, Started, View, view
from upriver.server.hosts import Hosts
from upriver.server.limits import Limits
from upriver.server.work import chance
from upriver.store import UnavailableError
from upriver.store.memory import MemoryStore
from upriver.table.asking import AskBot
from upriver.table.commands import Start
from upriver.table.events import Entry, Resumed
from upriver.table.options import Options, Pace

pytestmark = pytest.mark.timeout(60)


def acts(entries: tuple[Entry, ...]) -> list[Entry]:
    return [entry for entry in entries if isinstance(entry.event, BidMade | CardPlayed)]


async def test_bots_play_a_game_that_nobody_looks_at() -> None:
    store = MemoryStore()
    await keep(store, opened("players=3 sizes=3-1-3", QUICK, of_bots("random", "easy", "rule"), time()))
    async with Hosts(store, Limits()) as hosts:
        entries = await until_over(store)
        assert len(hosts) == 1
    done = acts(entries)
    assert len(done) == 5 * 3 + 3 * (3 + 2 + 1 + 2 + 3)
    assert {entry.by for entry in done} == {"bot random", "bot easy", "bot rule"}


@pytest.mark.skipif("expert" not in LEVELS, reason="the kernel is not built")
async def test_strong_bots_think_in_threads() -> None:
    store = MemoryStore()
    await keep(store, opened("players=3 sizes=2", QUICK, of_bots("policy", "expert", "policy"), time()))
    async with Hosts(store, Limits()):
        assert {entry.by for entry in acts(await until_over(store))} == {"bot policy", "bot expert"}


async def test_one_of_two_servers_does_the_work() -> None:
    store = HintingStore()
    async with Hosts(store, Limits()) as one, Hosts(store, Limits()) as two:
        await keep(store, opened("players=3 sizes=4-1-4", QUICK, of_bots("rule", "rule", "rule"), time()))
        for hosts in (one, two):
            assert await hosts.host("table")
        await until_over(store)
        holder, _ = store._leases["table"]
        assert holder in (one._worker.name, two._worker.name)


class LostStore(HintingStore):
    """A store that one server can no longer reach."""

    is_lost = False

    async def release(self, worker: str) -> None:
        if self.is_lost:
            raise UnavailableError("lost")
        await super().release(worker)


async def test_another_server_takes_over_when_one_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upriver.server.hosts.SWEEP", 0.1)
    store = LostStore()
    await keep(store, opened("players=3 sizes=9-1-9", QUICK, of_bots("rule", "rule", "rule"), time()))
    async with Hosts(store, Limits(lease=1)) as one:
        assert await one.host("table")
        await asyncio.sleep(0.1)
        store.is_lost = True
    half = len(await log(store))
    holder, _ = store._leases["table"]
    assert holder == one._worker.name
    async with Hosts(store, Limits(lease=1)) as two:
        entries = await until_over(store)
        assert store._leases["table"][0] == two._worker.name
    assert len(entries) > half


async def test_a_bot_that_fails_does_not_hold_the_table_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, view: View, rng: Random) -> Action:
            raise ZeroDivisionError

    monkeypatch.setitem(LEVELS, "rule", Broken)
    store = MemoryStore()
    await keep(store, opened("players=3 sizes=1", QUICK, of_bots("rule", "rule", "rule"), time()))
    async with Hosts(store, Limits()):
        assert len(acts(await until_over(store))) == 6


async def test_a_bot_plays_the_turn_of_whose_clock_has_run_out() -> None:
    clock, store = Clock(), MemoryStore()
    slow = Options(pace=Pace.INSTANT, clock=15, reserve=5)
    async with Hosts(store, Limits(), clock) as hosts:
        commands = [*of_people("ann", "ben", "cid"), Start("ann")]
        await keep(store, opened("players=3 sizes=2", slow, commands, clock.now))
        host = await hosts.host("table")
        assert host is not None
        for seconds, many in ((19.0, 0), (2.0, 1)):
            clock.now += seconds
            host.changed.set()
            await asyncio.sleep(0.05)
            assert len(acts(await log(store))) == many
        assert acts(await log(store))[0].by == "bot rule"


async def test_nobody_loses_a_turn_because_the_server_was_off() -> None:
    clock, store = Clock(), MemoryStore()
    slow = Options(pace=Pace.INSTANT, clock=60, reserve=0)
    commands = [*of_people("ann", "ben", "cid"), Start("ann")]
    await keep(store, opened("players=3 sizes=2", slow, commands, clock.now))
    clock.now += 3600
    async with Hosts(store, Limits(), clock) as hosts:
        host = await hosts.host("table")
        assert host is not None
        await asyncio.sleep(0.05)
        entries = await log(store)
        assert isinstance(entries[-1].event, Resumed)
        clock.now += 14
        host.changed.set()
        await asyncio.sleep(0.05)
        assert len(await log(store)) == len(entries)
        clock.now += 2
        host.changed.set()
        await asyncio.sleep(0.05)
        assert len(acts(await log(store))) == 1


def test_chance_hangs_on_seat_place_and_seed() -> None:
    from upriver.rules import Rules, fold

    seen = view(fold([Started(Rules())]), 0)
    rolls = {
        chance(AskBot(seat, "rule", seen, after, 0.0), seed).random()
        for seat, after, seed in ((0, 7, SEED), (1, 7, SEED), (0, 8, SEED), (0, 7, SEED[::-1]))
    }
    assert len(rolls) == 4
    again = AskBot(0, "expert", seen, 7, 9.9)
    assert chance(again, SEED).random() in rolls
