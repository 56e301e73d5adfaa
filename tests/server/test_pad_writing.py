"""Writing on a shared pad over HTTP: who may, what is refused, and what everybody is told."""

from __future__ import annotations

import pytest

from tests.server.padding import ADDA, BRENTA, PadClient, Plain, client, new_id, record_of, taken_back, written
from tests.server.visiting import Visit, problem
from upriver.server.pad_kept import store_id
from upriver.server.pad_log import PadLog

pytestmark = pytest.mark.timeout(60)

EMPTY: Plain = {"entries": [], "writers": "keeper"}
BIDS = {"h1.bid.p2": 1, "h1.bid.p1": 0}


async def test_entries_are_numbered_and_told_as_they_were_sent(guest: Visit, adda: PadClient) -> None:
    lines = adda.lines(written({"h1.bid.p2": 1}), written({"h1.bid.p2": 2}, {"h1.bid.p2": 1}), taken_back(3))
    answer = (await adda.send(lines)).json()
    assert answer["outcome"] == "stored"
    assert answer["news"]["entries"] == [{"seq": 2 + at, **line} for at, line in enumerate(lines)]
    log = PadLog().after(await guest.store.read(store_id(adda.pad)))
    assert log.ledger.cells["h1.bid.p2"] == 1
    assert (await adda.ask("GET")).json()["entries"] == record_of(log)


async def test_an_entry_that_is_sent_again_is_not_written_twice(guest: Visit, adda: PadClient) -> None:
    lines = adda.lines(written({"h1.bid.p2": 1}), taken_back(2))
    first = (await adda.send(lines)).json()
    for _ in range(2):
        assert (await adda.send(lines)).json() == first
    more = adda.lines(written({"h1.bid.p2": 2}))
    both = (await adda.send(lines + more)).json()  # the answer to the first was lost
    assert both["outcome"] == "stored"
    assert [entry["id"] for entry in both["news"]["entries"]] == [line["id"] for line in lines + more]
    assert len(await guest.store.read(store_id(adda.pad))) == 5  # with the row that shares the pad
    other = {**lines[0], "event": written({"h1.bid.p1": 1})}
    assert problem(await adda.send([other]), 409, "pad-id")["seq"] == 2
    problem(await adda.send([more[0], more[0]]), 422, "bad-fields")


async def test_who_comes_second_is_told_what_came_first_and_writes_nothing(adda: PadClient, brenta: PadClient) -> None:
    await adda.ask("PATCH", "", {"writers": "everyone"})
    await adda.write(written({"h1.bid.p2": 1}))
    lines = brenta.lines(written({"h1.bid.p1": 0}))
    stale = (await brenta.send(lines)).json()
    assert stale["outcome"] == "stale"
    assert stale["news"]["entries"] == adda.entries[1:]
    brenta.take(stale["news"])
    stored = (await brenta.send(lines)).json()
    assert stored["outcome"] == "stored"
    assert [entry["id"] for entry in stored["news"]["entries"]] == [lines[0]["id"]]


async def test_the_keeper_says_who_writes(guest: Visit, adda: PadClient, brenta: PadClient) -> None:
    lines = brenta.lines(written({"h1.bid.p2": 1}))
    problem(await brenta.send(lines), 403, "pad-read-only")
    problem(await client(guest, adda.pad).send(lines, 1), 401, "no-person")
    problem(await brenta.ask("PATCH", "", {"writers": "everyone"}), 403, "pad-keeper")
    assert (await adda.ask("PATCH", "", {"writers": "everyone"})).json()["writers"] == "everyone"
    assert (await brenta.send(lines)).json()["outcome"] == "stored"
    problem(await client(guest, adda.pad).send(lines, 1), 401, "no-person")
    await adda.ask("PATCH", "", {"writers": "keeper"})
    problem(await brenta.send(brenta.lines(taken_back(2)), 2), 403, "pad-read-only")
    assert (await brenta.ask("GET")).json()["share"]["may_write"] is False


async def test_nobody_writes_under_anothers_name(adda: PadClient, brenta: PadClient) -> None:
    await adda.ask("PATCH", "", {"writers": "everyone"})
    brenta.name = ADDA
    assert problem(await brenta.send(brenta.lines(written(BIDS))), 409, "pad-writer")["by"] == ADDA
    brenta.name = BRENTA
    await brenta.write(written(BIDS))
    adda.name = BRENTA
    problem(await adda.send(adda.lines(taken_back(2)), 2), 409, "pad-writer")


@pytest.mark.parametrize(
    ("event", "refusal", "quoted"),
    [
        (written({"h1.bid.p2": 53}), (422, "pad-value"), "53"),
        (written({"h1.bid.p2": "one"}), (422, "pad-value"), "'one'"),
        (written({"h1.bid.p2": [1, "p1"]}), (422, "pad-value"), "p1"),
        (written({"h1.bid.p2": 10**30}), (422, "pad-value"), "0000"),
        (written({"h1.shoe.p2": 1}), (422, "pad-cell"), "h1.shoe.p2"),
        (written({"p1.name": "nul \0"}), (422, "pad-value"), "p1.name"),
        (written({"nul \0": 1}), (422, "pad-cell"), "nul"),
        (written({}), (422, "pad-empty"), "order"),
        (written({"h1.bid.p2": 1}, {"h1.bid.p2": 2}), (409, "pad-stale"), "h1.bid.p2"),
        (taken_back(1), (409, "pad-no-entry"), "1"),
        (taken_back(9), (409, "pad-no-entry"), "9"),
        ({"type": "PadStarted", "cells": {"order": ["p1", "p2"], "sizes": [1]}}, (409, "pad-order"), "PadStarted"),
        (written({"p1.name": "x" * 9000}), (422, "pad-value"), "xxx"),
    ],
)
async def test_an_entry_that_cannot_stand_is_refused_and_nothing_stored(
    guest: Visit, adda: PadClient, event: Plain, refusal: tuple[int, str], quoted: str
) -> None:
    before = await guest.store.read(store_id(adda.pad))
    message = problem(await adda.send(adda.lines(written(BIDS), event)), *refusal)["message"]
    assert quoted in message
    assert len(message) <= 500
    assert await guest.store.read(store_id(adda.pad)) == before
    lines = [{key: adda.entries[0][key] for key in ("at", "by", "event")}, {"at": None, "by": "", "event": event}]
    pad = client(guest, new_id())
    pad.token = adda.token
    problem(await pad.ask("PUT", "", {"entries": lines, "writers": "keeper"}), *refusal)
    problem(await pad.ask("GET"), 404, "no-pad")


@pytest.mark.parametrize(
    ("change", "quoted"),
    [
        ({"at": "yesterday"}, "'yesterday'"),
        ({"at": "2026-12-26T16:00:00"}, "zone"),
        ({"at": 5}, "at"),
        ({"by": "A\ndda"}, "'A\\ndda'"),
        ({"by": "\u202eAdda"}, "cannot be seen"),
        ({"by": "x" * 101}, "by"),
        ({"id": ""}, "id"),
        ({"id": "a b"}, "id"),
        ({"event": {"type": "PadTornUp"}}, "PadTornUp"),
        ({"event": {"type": "PadTakenBack", "entry": 1.5}}, "entry"),
        ({"event": {"type": "PadWritten", "cells": {"title": 1.5}, "was": {"title": None}}}, "float"),
        ({"event": {"type": "PadWritten", "cells": {"title": "x"}}}, "was"),
        ({"seq": 2}, "seq"),
    ],
)
async def test_a_line_of_a_wrong_form_is_refused_and_the_place_named(
    adda: PadClient, change: Plain, quoted: str
) -> None:
    (line,) = adda.lines(written(BIDS))
    assert quoted in problem(await adda.send([{**line, **change}]), 422, "bad-fields")["message"]


async def test_a_client_that_knows_more_than_there_is_is_told(adda: PadClient) -> None:
    told = problem(await adda.send(adda.lines(written(BIDS)), 7), 409, "pad-order")
    assert (told["after"], told["seq"]) == (7, 1)
    assert (await adda.send([], 1)).json()["outcome"] == "stored"  # nothing at all
    problem(await adda.http.put(f"/api/pads/{new_id()}", json=EMPTY, headers=adda.headers), 422, "bad-fields")
    problem(await adda.ask("PUT", "", EMPTY), 422, "bad-fields")
