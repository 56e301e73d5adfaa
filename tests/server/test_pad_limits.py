"""How much a shared pad takes, and how many."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.server.padding import ADDA, BRENTA, PadClient, begun, client, new_id, sharing, taken_back, written
from tests.server.serving import MANY, serving
from tests.server.visiting import Visit, problem, visit
from upriver.pad import PadTakenBack as TakenBack
from upriver.pad import append, write
from upriver.server.config import Config
from upriver.server.limits import Limits
from upriver.server.pad_kept import listing_of, store_id
from upriver.server.pad_log import PadLog, Shared, Written, rows_of
from upriver.server.pad_wire import PadTakenBack
from upriver.store.memory import MemoryStore

pytestmark = pytest.mark.timeout(60)


async def test_a_pad_takes_so_many_entries_and_bytes() -> None:
    for limits in (Limits(pad_entries=3), Limits(pad_bytes=900)):
        async with visit(config=Config(limits=limits)) as guest:
            keeper = client(await guest.come(ADDA), new_id(), ADDA)
            await keeper.upload(begun(ADDA, BRENTA))
            answers = [await keeper.send(keeper.lines(written({"title": "x"})), 1)]
            for at in range(8):
                (line,) = keeper.lines(written({"title": str(at)}, {"title": str(at - 1) if at else "x"}))
                answers.append(await keeper.send([line], 2 + at))
            codes = [answer.json().get("code") for answer in answers]
            assert codes[0] is None
            assert "pad-full" in codes
            full = codes.index("pad-full")
            assert all(codes[full:])
            assert answers[full].json()["details"]["most"] == (3 if limits.pad_entries == 3 else 900)
            if limits.pad_bytes == 900:
                problem(await keeper.send(keeper.lines(written({"title": "x" * 900})), 1), 413, "too-large")
            assert (await keeper.ask("PATCH", "", {"writers": "everyone"})).status_code == 200


async def test_a_pad_may_be_long_and_taken_back_and_forth(guest: Visit) -> None:
    keeper = client(await guest.come(ADDA), new_id(), ADDA)
    ledger = write(begun(ADDA, BRENTA), {"title": "x"})
    for _ in range(1_100):
        ledger = append(ledger, TakenBack(len(ledger.entries)))
    assert len((await keeper.upload(ledger))["entries"]) == 1_102
    assert (await keeper.write(taken_back(1_102)))["news"]["seq"] == 1_103


async def test_an_address_shares_so_many_pads_and_a_person_has_so_many() -> None:
    async with visit(config=Config(limits=Limits(pads_per_hour=3, pads_per_person=2))) as guest:
        adda, brenta = await guest.come(ADDA), await guest.come(BRENTA)
        pads = [client(adda, new_id(), ADDA) for _ in range(2)]
        for pad in pads:
            await pad.upload(begun(ADDA, BRENTA))
            await pad.upload(begun(ADDA, BRENTA))  # counts once
        body = {"entries": [{key: pads[0].entries[0][key] for key in ("at", "by", "event")}], "writers": "keeper"}
        third = await adda.ask("PUT", f"/api/pads/{new_id()}", body)
        assert problem(third, 409, "too-many-pads")["most"] == 2
        await pads[0].ask("DELETE")
        await client(adda, new_id(), ADDA).upload(begun(ADDA, BRENTA))
        problem(await brenta.ask("PUT", f"/api/pads/{new_id()}", body), 429, "too-many-requests")
        guest.clock.now += 3600
        mine = client(brenta, new_id(), BRENTA)
        await mine.upload(begun(ADDA, BRENTA))
        assert (await client(brenta, pads[1].pad).ask("PUT", "/me", {"person": "p2"})).status_code == 200
        await adda.ask("PUT", f"/api/pads/{pads[1].pad}", body)
        problem(await adda.ask("PUT", f"/api/pads/{mine.pad}/me", {"person": "p1"}), 409, "too-many-pads")


async def test_so_many_may_look_at_a_pad_at_once() -> None:
    async with serving(MemoryStore(), Config(limits=replace(MANY, pad_readers=2))) as server:
        keeper = await sharing(server)
        async with keeper.looking() as one, keeper.looking() as two:
            await anext(one)
            await anext(two)
            problem(await server.http.get(f"/api/pads/{keeper.pad}/news"), 429, "too-many-requests")
            assert (await server.http.get(f"/api/pads/{keeper.pad}")).status_code == 200
        async with asyncio.timeout(20):
            while True:  # until the server has noticed that both have gone
                async with server.http.stream("GET", f"/api/pads/{keeper.pad}/news") as answer:
                    if answer.status_code == 200:
                        break


async def test_a_damaged_log_is_a_fault_of_the_server_and_of_no_other_pad(guest: Visit, adda: PadClient) -> None:
    pad = new_id()
    rows = rows_of([Shared("nobody", "keeper"), Written(None, None, "", PadTakenBack(7))], 0, 1.0, "")
    listing = replace(listing_of(adda.pad, PadLog().after(await guest.store.read(store_id(adda.pad)))), seq=2)
    await guest.store.create(store_id(pad), rows, replace(listing, code=store_id(pad)))
    problem(await guest.ask("GET", f"/api/pads/{pad}"), 500, "internal")
    assert (await adda.ask("GET")).status_code == 200
