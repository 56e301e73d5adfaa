"""The tables that a process holds in memory."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.live import QUICK, keep, log, of_people, opened
from upriver.server.host import TAIL, BusyError, Host, StoppedError
from upriver.server.hosts import Hosts
from upriver.server.limits import Limits
from upriver.store import ConflictError, Listing, Result, Row, UnavailableError
from upriver.store.memory import MemoryStore
from upriver.table.commands import Say

pytestmark = pytest.mark.timeout(60)


async def held(hosts: Hosts, table_id: str = "table") -> Host:
    host = await hosts.host(table_id)
    assert host is not None
    return host


async def test_a_table_is_loaded_once_however_many_ask() -> None:
    store = MemoryStore()
    await keep(store, opened("english", QUICK, of_people("ann"), 0.0))
    async with Hosts(store, Limits()) as hosts:
        found = await asyncio.gather(*(hosts.find("QQQQQ") for _ in range(5)))
        assert len({id(host) for host in found}) == 1
        assert await hosts.find("XXXXX") is None
        assert await hosts.host("nothing") is None


async def test_a_table_that_nobody_needs_is_let_go_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upriver.server.hosts.SWEEP", 0.01)
    monkeypatch.setattr("upriver.server.hosts.UNUSED", 0.05)
    store = MemoryStore()
    async with Hosts(store, Limits()) as hosts:
        await keep(store, opened("english", QUICK, of_people("ann"), hosts.clock()))
        host = await held(hosts)
        await host.ask(Say("ann", "hello"))
        while len(hosts):
            await asyncio.sleep(0.01)
        with pytest.raises(StoppedError):
            await host.ask(Say("ann", "lost"))
        again = await held(hosts)
        assert [line.text for line in again.table.state.talk] == ["hello"]


async def test_a_damaged_log_keeps_no_other_table_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upriver.server.hosts.SWEEP", 0.01)
    store = MemoryStore()
    listing = Listing("BBBBB", False, "playing", "{}", (), 1.0, 1, 1.0)
    await store.create("damaged", [Row(1, 0.0, "", "no JSON")], listing)
    entries = opened("english", QUICK, of_people("ann"), 0.0)
    await keep(store, entries)
    async with Hosts(store, Limits()) as hosts:
        while not len(hosts):  # both are overdue: a table is closed after a day
            await asyncio.sleep(0.01)
        while len(await log(store)) == len(entries):
            await asyncio.sleep(0.01)
        with pytest.raises(ValueError, match="no JSON"):
            await hosts.find("BBBBB")


class ContestedStore(MemoryStore):
    """A store where others are ahead so many times."""

    ahead = 0

    async def append(
        self, table: str, after: int, rows: object, listing: Listing, result: Result | None = None
    ) -> None:
        if self.ahead:
            self.ahead -= 1
            raise ConflictError("somebody was first")
        await super().append(table, after, rows, listing, result)  # type: ignore[arg-type]  # rows, as they came


async def test_a_command_is_decided_again_but_not_for_ever() -> None:
    store = ContestedStore()
    async with Hosts(store, Limits()) as hosts:
        await keep(store, opened("english", QUICK, of_people("ann"), hosts.clock()))
        host = await held(hosts)
        store.ahead = 3
        seq = await host.ask(Say("ann", "hello"))
        assert (await log(store))[-1].seq == seq
        store.ahead = 1000
        with pytest.raises(BusyError, match="always ahead"):
            await host.ask(Say("ann", "again"))
        store.ahead = 0


async def test_a_mailbox_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upriver.server.host.LETTERS", 10)
    store = MemoryStore()
    async with Hosts(store, Limits()) as hosts:
        await keep(store, opened("english", QUICK, of_people("ann"), hosts.clock()))
        host = await held(hosts)
        answers = await asyncio.gather(*(host.ask(Say("ann", "x")) for _ in range(20)), return_exceptions=True)
        assert sum(isinstance(answer, BusyError) for answer in answers) == 10


async def test_what_was_asked_before_the_stop_is_done() -> None:
    store = MemoryStore()
    async with Hosts(store, Limits()) as hosts:
        await keep(store, opened("english", QUICK, of_people("ann"), hosts.clock()))
        host = await held(hosts)
        asked = asyncio.create_task(host.ask(Say("ann", "hello")))
        await asyncio.sleep(0)
        await hosts.stop()
        assert await asked == (await log(store))[-1].seq
        with pytest.raises(StoppedError):
            await host.ask(Say("ann", "late"))
        with pytest.raises(UnavailableError, match="restarting"):
            await hosts.host("table")


async def test_what_happened_longer_ago_than_is_kept_is_not_told_again() -> None:
    store = MemoryStore()
    async with Hosts(store, Limits()) as hosts:
        await keep(store, opened("english", QUICK, of_people("ann"), hosts.clock()))
        host = await held(hosts)
        last = host.table.seq
        assert host._since(0) == ()
        assert [entry.seq for entry in host._since(1) or ()] == list(range(2, last + 1))
        assert host._since(last) == host._since(last + 5) == ()
        host._tail.popleft()
        host._tail.popleft()
        assert host._since(1) is None
        assert len(host._since(2) or ()) == last - 2
        assert host._tail.maxlen == TAIL
