"""Shared pads written at once: on two servers, by a phone that was offline for hands, and at random."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.padding import (
    ADDA,
    AT,
    BRENTA,
    PadClient,
    Plain,
    begun,
    joining,
    new_id,
    played,
    record_of,
    sharing,
    taken_back,
    written,
)
from tests.server.serving import serving
from upriver.pad import (
    Ledger,
    PadEntry,
    PadError,
    PadTakenBack,
    Value,
    apply,
    decode_event,
    encode_event,
    fold,
    pad_of,
    rebase,
    write,
)
from upriver.server import pad_deeds as deeds
from upriver.server.limits import Limits
from upriver.server.pad_host import PadHost
from upriver.server.pad_kept import game_id, listing_of, result_of, store_id
from upriver.server.pad_log import LogEvent, PadLog
from upriver.server.pad_wire import EarlierLine, PadEvent, PadLine, PadLines, PadShared, Writers
from upriver.server.problems import ApiError
from upriver.store import Store
from upriver.store.memory import MemoryStore

pytestmark = pytest.mark.timeout(60)


# two servers


async def test_what_is_written_at_one_server_is_seen_at_another(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upriver.server.pads.POLL", 1000.0)  # so that only a hint can tell
    async with serving(stores[0]) as one, serving(stores[1]) as two:
        adda = await sharing(one)
        brenta = await joining(two, adda.pad)
        async with brenta.looking() as theirs, adda.looking() as ours:
            await anext(theirs)
            await anext(ours)
            await adda.write(written({"h1.bid.p2": 1}))
            await anext(theirs)
            assert brenta.entries == adda.entries
            (line,) = brenta.lines(written({"h1.bid.p1": 1}))
            assert (await brenta.send([line])).json()["outcome"] == "stored"
            await anext(theirs)
            while len(adda.entries) < 3:  # what Adda wrote herself comes as news too, before or after the answer
                adda.entries = adda.entries[:1]
                adda.take((await adda.ask("GET", "?since=1")).json())
            assert brenta.entries == adda.entries
            await adda.ask("PATCH", "", {"writers": "keeper"})
            assert (await anext(theirs))[1]["share"]["may_write"] is False


async def test_a_lost_hint_costs_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upriver.server.pads.POLL", 0.02)
    store = MemoryStore()
    async with serving(store) as one, serving(store) as two:
        adda = await sharing(one)
        brenta = await joining(two, adda.pad)
        async with brenta.looking() as news:
            await anext(news)
            await adda.write(written({"h1.bid.p2": 1}))
            await anext(news)
        assert brenta.entries == adda.entries


async def test_two_servers_never_write_over_each_other(stores: tuple[Store, Store]) -> None:
    async with serving(stores[0]) as one, serving(stores[1]) as two:
        adda = await sharing(one)
        brenta = await joining(two, adda.pad)
        brenta.take((await brenta.ask("GET")).json())

        async def scribble(person: PadClient, cell: str) -> None:
            for bid in range(8):
                while (await person.write(written({cell: bid}, {cell: bid - 1 if bid else None})))[
                    "outcome"
                ] == "stale":
                    pass

        await asyncio.gather(scribble(adda, "h1.bid.p1"), scribble(brenta, "h1.bid.p2"))
        entries = (await adda.ask("GET")).json()["entries"]
        assert (await brenta.ask("GET")).json()["entries"] == entries
        assert len(entries) == 17
        assert entries == record_of(PadLog().after(await stores[1].read(store_id(adda.pad))))


# offline


def ledger_of(entries: Sequence[Plain]) -> Ledger:
    """The entries that a client knows, folded."""
    return fold(entry_of(entry, entry["seq"]) for entry in entries)


def entry_of(entry: Plain, seq: int) -> PadEntry:
    return PadEntry(seq, decode_event(entry["event"]), datetime.fromisoformat(entry["at"]), entry["by"])


async def come_back(person: PadClient, waiting: list[Plain]) -> Sequence[Any]:
    """Send what waited while there was no network; the clashes, in which the others' values stand."""
    answer = (await person.send(waiting)).json()
    if answer["outcome"] == "stored":
        person.take(answer["news"])
        return ()
    base, known = ledger_of(person.entries), len(person.entries)
    theirs = [entry_of(entry, entry["seq"]) for entry in answer["news"]["entries"]]
    mine = [entry_of(line, seq) for seq, line in enumerate(waiting, known + 1)]
    rebased = rebase(base, theirs, mine)
    person.take(answer["news"])
    if rebased.entries:
        stored = await person.write(*(encode_event(entry.event) for entry in rebased.entries))
        assert stored["outcome"] == "stored"
    return rebased.clashes


async def test_a_phone_that_was_offline_for_three_hands_brings_what_it_has() -> None:
    async with serving(MemoryStore()) as server:
        adda = await sharing(server, played(begun(ADDA, BRENTA, sizes=(2, 1, 2, 1)), 1))
        brenta = await joining(server, adda.pad)
        brenta.take((await brenta.ask("GET")).json())
        here = ledger_of(brenta.entries)
        waiting: list[Plain] = []
        for hand, size in ((2, 1), (3, 2), (4, 1)):
            await adda.write(written({f"h{hand}.bid.p1": size, f"h{hand}.bid.p2": 0}))
            if hand < 4:
                await adda.write(written({f"h{hand}.taken.p1": size, f"h{hand}.taken.p2": 0}))
            own = {f"h{hand}.bid.p1": size, f"h{hand}.bid.p2": 1 if hand == 3 else 0, f"h{hand}.trump": "S"}
            if hand == 4:
                own |= {f"h{hand}.taken.p1": 1, f"h{hand}.taken.p2": 0}
            event = written(own, {cell: here.cells.get(cell) for cell in own})
            here = apply(here, PadEntry(len(here.entries) + 1, decode_event(event)))
            waiting += brenta.lines(event)
        before = list(adda.entries)
        (clash,) = await come_back(brenta, waiting)
        assert (clash.cell, clash.was, clash.theirs, clash.mine) == ("h3.bid.p2", None, 0, 1)
        assert brenta.entries[: len(before)] == before
        now = ledger_of(brenta.entries)
        assert now.cells["h3.bid.p2"] == 0
        assert [now.cells[f"h{hand}.trump"] for hand in (2, 3, 4)] == ["S"] * 3
        assert pad_of(now.cells).is_over
        await brenta.write(written({"h3.bid.p2": 1}, {"h3.bid.p2": 0}))  # what Brenta was asked about
        adda.take((await adda.ask("GET", f"?since={len(adda.entries)}")).json())
        assert adda.entries == brenta.entries
        assert ledger_of(adda.entries).cells["h3.bid.p2"] == 1


async def test_what_was_sent_before_the_network_went_is_not_written_twice() -> None:
    async with serving(MemoryStore()) as server:
        adda = await sharing(server)
        lost = adda.lines(written({"h1.bid.p2": 1}), written({"h1.bid.p1": 1}))
        await adda.send(lost)  # and the answer never came
        more = adda.lines(written({"h1.taken.p2": 2}))
        assert await come_back(adda, lost + more) == ()
        assert [entry["id"] for entry in adda.entries[1:]] == [line["id"] for line in lost + more]


# at random

CELLS = ("title", "h2.bid.p1", "h2.taken.p1", "h2.bid.p2", "h2.taken.p2", "p1.name")
PEOPLE = ("adda", "brenta", "chiese")
Deed: TypeAlias = Callable[[PadLog], Sequence[LogEvent]]


async def two_hosts() -> tuple[Store, list[PadHost]]:
    """A pad with one of its two hands played, at two servers on one store, neither of which hears of the other."""
    store, pad = MemoryStore(), new_id()
    hosts = [PadHost(pad, store, lambda: 5.0, Limits()) for _ in range(2)]
    entries = played(begun(ADDA, BRENTA), 1).entries
    lines = [EarlierLine(AT, "adda", msgspec.convert(encode_event(entry.event), PadEvent)) for entry in entries]
    await hosts[0].do("adda", lambda log: deeds.share(log, "adda", PadShared(lines, "everyone")))
    await hosts[1].read_on()
    return store, hosts


def writing(person: str, ask: str, after: int, event: object) -> Deed:
    line = PadLine(ask, None, person, msgspec.convert(event, PadEvent))
    return lambda log: deeds.write(log, person, PadLines(after, [line]))


async def test_a_game_that_goes_on_at_another_server_is_no_past_game() -> None:
    store, (one, two) = await two_hosts()
    game = game_id(one.pad)
    await one.do("adda", writing("adda", "1", 3, written({"ended": True})))
    assert await store.result(game) is not None
    going_on = writing("brenta", "2", 4, written({"ended": False}, {"ended": True}))
    await two.do("brenta", going_on)  # which has not heard that the game was over
    await two.do("brenta", going_on)
    assert await store.result(game) is None
    await one.read_on()
    assert await store.result(game) is None


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_whatever_people_do_at_two_servers_nothing_is_lost_and_the_result_is_of_the_record(data: st.DataObject) -> None:
    asyncio.run(scribble_at_random(data))


async def scribble_at_random(data: st.DataObject) -> None:
    """Each does something with what a server last knew of the pad; whatever was stored stays, in order."""
    store, hosts = await two_hosts()
    pad = hosts[0].pad
    acknowledged: list[str] = []
    for turn in range(data.draw(st.integers(1, 12))):
        host, person = hosts[data.draw(st.integers(0, 1))], data.draw(st.sampled_from(PEOPLE))
        deed, can_be_stale = draw_deed(data, host.log, person, f"{turn}")
        try:
            after = await host.do(person, deed)
        except (ApiError, PadError):
            continue
        assert can_be_stale or not deed(after), "it was not done"
        rows = await store.read(store_id(pad))
        whole, piece = PadLog().after(rows), PadLog()
        for row in rows:
            piece = piece.after([row])
        assert whole == piece == after
        written_now = [one.id for one in whole.written if one.id is not None]
        assert written_now[: len(acknowledged)] == acknowledged
        acknowledged = written_now
        assert await store.result(game_id(pad)) == result_of(pad, whole)
        assert await store.listing(store_id(pad)) == listing_of(pad, whole)


def draw_deed(data: st.DataObject, log: PadLog, person: str, ask: str) -> tuple[Deed, bool]:
    """Something that the person does who has seen the pad as far as the log goes; whether it can come too late."""
    match data.draw(st.integers(0, 9)):
        case 0:
            name = data.draw(st.sampled_from(("p1", "p2", None)))
            return lambda now: deeds.take_name(now, person, name), False
        case 1:
            writers: Writers = "everyone" if data.draw(st.booleans()) else "keeper"
            return lambda now: deeds.set_writers(now, person, writers), False
        case 2:
            return lambda now: deeds.free_name(now, person, "p1"), False
        case 3:
            return lambda now: deeds.unshare(now, person), False
        case 4:
            again = [EarlierLine(one.at, one.by, one.event) for one in log.written]
            return lambda now: deeds.share(now, person, PadShared(again, "everyone")), False
    if data.draw(st.booleans()):
        event = encode_event(PadTakenBack(data.draw(st.integers(1, len(log.written)))))
    else:
        cells = data.draw(st.lists(st.sampled_from(CELLS), max_size=3, unique=True))
        values: dict[str, Value] = {"ended": data.draw(st.booleans())}
        for cell in cells:
            number = data.draw(st.integers(0, 2))
            values[cell] = number if cell.startswith("h") else f"{number}"
        event = encode_event(write(log.ledger, values).entries[-1].event)
    return writing(person, ask, len(log.written), event), True


def test_a_record_is_told_as_it_is_folded() -> None:
    """What clients are told of an entry is the entry of the ledger, with its number."""
    ledger = played(begun(ADDA, BRENTA), 1, 2)
    assert [encode_event(entry.event) for entry in ledger.entries][-1] == written({"h2.taken.p1": 1, "h2.taken.p2": 0})
    assert encode_event(PadTakenBack(2)) == taken_back(2)
