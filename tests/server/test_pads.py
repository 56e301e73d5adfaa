"""Shared pads over HTTP: who may do what, what is refused, and what everybody is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.server.padding import PadClient, Plain, begun, new_id, played, record_of, taken_back, written
from tests.server.serving import MANY, Server, serving
from tests.server.visiting import Visit, problem, visit
from upriver.pad import Ledger, append, dump, load, write
from upriver.pad import PadTakenBack as TakenBack
from upriver.server.config import Config
from upriver.server.limits import Limits
from upriver.server.pad_kept import listing_of, store_id
from upriver.server.pad_log import PadLog, Shared, Written, rows_of
from upriver.server.pad_wire import PadTakenBack
from upriver.store import Store, open_store
from upriver.store.memory import MemoryStore

pytestmark = pytest.mark.timeout(60)

ADDA, BRENTA = "Adda", "Brenta"
EMPTY: Plain = {"entries": [], "writers": "keeper"}
BIDS = {"h1.bid.p2": 1, "h1.bid.p1": 0}


def client(visitor: Visit, pad: str, name: str = "") -> PadClient:
    return PadClient(visitor.http, pad, visitor.headers.get("Authorization", "").removeprefix("Bearer "), name)


@pytest.fixture
async def guest() -> AsyncIterator[Visit]:
    async with visit() as guest:
        yield guest


@pytest.fixture
async def adda(guest: Visit) -> PadClient:
    """The keeper of a pad that only she writes on."""
    keeper = client(await guest.come(ADDA), new_id(), ADDA)
    await keeper.upload(begun(ADDA, BRENTA))
    return keeper


@pytest.fixture
async def brenta(guest: Visit, adda: PadClient) -> PadClient:
    """Somebody known with the pad's link, who has seen it."""
    other = client(await guest.come(BRENTA), adda.pad, BRENTA)
    other.take((await other.ask("GET")).json())
    return other


# sharing and looking


async def test_a_pad_is_shared_whole_and_everybody_with_the_link_may_look(guest: Visit) -> None:
    keeper = client(await guest.come(ADDA), new_id(), ADDA)
    ledger = played(begun(ADDA, BRENTA), 1)
    told = await keeper.upload(ledger)
    assert told["share"] == {"writers": "keeper", "is_keeper": True, "may_write": True, "names": []}
    stranger = (await guest.ask("GET", f"/api/pads/{keeper.pad}")).json()
    assert stranger["share"] == {"writers": "keeper", "is_keeper": False, "may_write": False, "names": []}
    assert stranger["entries"] == told["entries"]
    assert [entry["seq"] for entry in told["entries"]] == [1, 2, 3]
    rest = (await guest.ask("GET", f"/api/pads/{keeper.pad}?since=2")).json()
    assert rest["entries"] == told["entries"][2:]
    assert (await guest.ask("GET", f"/api/pads/{keeper.pad}?since=99")).json()["entries"] == []


async def test_sharing_twice_does_nothing_and_goes_on_where_it_ended(guest: Visit, adda: PadClient) -> None:
    ledger = begun(ADDA, BRENTA)
    first = await adda.upload(ledger)
    rows = await guest.store.read(store_id(adda.pad))
    assert await adda.upload(ledger) == first
    assert await guest.store.read(store_id(adda.pad)) == rows
    more = await adda.upload(played(ledger, 1))
    assert more["seq"] == 3
    assert (await adda.upload(ledger))["entries"] == more["entries"]


async def test_sharing_again_what_others_have_written_on_changes_nothing(adda: PadClient, brenta: PadClient) -> None:
    await adda.ask("PATCH", "", {"writers": "everyone"})
    await brenta.write(written({"h1.bid.p2": 2}))
    told = await adda.upload(played(begun(ADDA, BRENTA), 1))
    assert told["entries"] == brenta.entries
    assert told["share"]["writers"] == "everyone"


async def test_an_id_is_one_pads(guest: Visit, adda: PadClient, brenta: PadClient) -> None:
    body = {"entries": [{key: adda.entries[0][key] for key in ("at", "by", "event")}], "writers": "keeper"}
    problem(await brenta.ask("PUT", "", body), 409, "pad-taken")
    for wrong in ("short", "x" * 65, "a b" * 10, "%2e%2e" * 9, "ü" * 30):
        answer = await guest.http.put(f"/api/pads/{wrong}", json=body, headers=adda.headers)
        problem(answer, 422, "bad-fields")
    problem(await guest.ask("PUT", f"/api/pads/{new_id()}", body), 401, "no-person")


async def test_a_pad_that_is_not_there_is_not_found(guest: Visit, adda: PadClient) -> None:
    nowhere = client(guest, new_id())
    nowhere.token = adda.token
    for method, path, body in (
        ("GET", "", None),
        ("GET", "/news", None),
        ("GET", "/invitation", None),
        ("POST", "/entries", {"after": 0, "entries": nowhere.lines(written(BIDS))}),
        ("PATCH", "", {"writers": "everyone"}),
        ("PUT", "/me", {"person": "p1"}),
        ("DELETE", "/names/p1", None),
        ("DELETE", "", None),
    ):
        assert problem(await nowhere.ask(method, path, body), 404, "no-pad")["pad"] == nowhere.pad


async def test_a_pad_is_no_table(guest: Visit, adda: PadClient) -> None:
    """Its log stands beside those of tables, and neither is found as the other."""
    for code in (adda.pad, store_id(adda.pad)):
        problem(await guest.ask("GET", f"/api/tables/{code}"), 404, "no-table")
    assert await guest.store.find(store_id(adda.pad)) == store_id(adda.pad)
    assert (await guest.ask("GET", "/api/tables")).json() == []


async def test_an_invitation_leads_to_the_pad(guest: Visit, adda: PadClient) -> None:
    answer = (await guest.ask("GET", f"/api/pads/{adda.pad}/invitation")).json()
    assert answer["address"] == f"http://river.test/score/{adda.pad}"
    assert answer["qr"].startswith("<svg")


async def test_who_keeps_a_pad_or_has_a_name_on_it_finds_it_again(adda: PadClient, brenta: PadClient) -> None:
    async def listed(of: PadClient) -> list[Plain]:
        return list((await of.http.get("/api/pads", headers=of.headers)).json())

    (shown,) = await listed(adda)
    assert (shown["id"], shown["is_keeper"], shown["is_over"]) == (adda.pad, True, False)
    assert shown["people"] == [{"name": ADDA, "total": 0, "place": 1}, {"name": BRENTA, "total": 0, "place": 1}]
    assert (shown["hand"], shown["hands"]) == (1, 2)
    assert await listed(brenta) == []
    await brenta.ask("PUT", "/me", {"person": "p2"})
    assert [(pad["id"], pad["is_keeper"]) for pad in await listed(brenta)] == [(adda.pad, False)]
    await brenta.ask("PUT", "/me", {"person": None})
    assert await listed(brenta) == []
    problem(await adda.http.get("/api/pads"), 401, "no-person")


async def test_a_pad_that_is_shared_no_longer_is_gone_until_it_is_shared_again(
    guest: Visit, adda: PadClient, brenta: PadClient
) -> None:
    await adda.ask("PUT", "/me", {"person": "p1"})
    problem(await brenta.ask("DELETE"), 403, "pad-keeper")
    assert (await adda.ask("DELETE")).status_code == 204
    for one in (adda, brenta):
        problem(await one.ask("GET"), 404, "no-pad")
        assert (await one.http.get("/api/pads", headers=one.headers)).json() == []
    body = {"entries": [{key: adda.entries[0][key] for key in ("at", "by", "event")}], "writers": "everyone"}
    problem(await brenta.ask("PUT", "", body), 409, "pad-taken")
    again = await adda.upload(played(begun(ADDA, BRENTA), 1), "everyone")
    assert again["share"] == {
        "writers": "everyone",
        "is_keeper": True,
        "may_write": True,
        "names": [{"person": "p1", "is_you": True}],
    }
    assert (await brenta.ask("GET")).json()["entries"] == adda.entries


# writing


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


# names


async def test_a_name_is_one_persons_and_a_person_has_one_name(
    guest: Visit, adda: PadClient, brenta: PadClient
) -> None:
    assert (await brenta.ask("PUT", "/me", {"person": "p2"})).json()["names"] == [{"person": "p2", "is_you": True}]
    problem(await adda.ask("PUT", "/me", {"person": "p2"}), 409, "pad-name-taken")
    problem(await adda.ask("PUT", "/me", {"person": "p3"}), 409, "pad-no-name")
    problem(await adda.ask("PUT", "/me", {"person": "p0"}), 422, "bad-fields")
    problem(await guest.ask("PUT", f"/api/pads/{adda.pad}/me", {"person": "p1"}), 401, "no-person")
    both = (await brenta.ask("PUT", "/me", {"person": "p1"})).json()["names"]
    assert both == [{"person": "p1", "is_you": True}]
    assert (await adda.ask("PUT", "/me", {"person": "p2"})).status_code == 200
    problem(await brenta.ask("DELETE", "/names/p2"), 403, "pad-keeper")
    freed = (await adda.ask("DELETE", "/names/p1")).json()
    assert freed["names"] == [{"person": "p2", "is_you": True}]
    rows = await guest.store.read(store_id(adda.pad))
    assert (await adda.ask("DELETE", "/names/p1")).json() == freed
    assert await guest.store.read(store_id(adda.pad)) == rows


async def test_nobody_is_told_who_the_others_are(guest: Visit, adda: PadClient, brenta: PadClient) -> None:
    await brenta.ask("PUT", "/me", {"person": "p2"})
    ids = [(await one.http.get("/api/people/me", headers=one.headers)).json()["id"] for one in (adda, brenta)]
    for path in ("", "/invitation"):
        told = (await guest.ask("GET", f"/api/pads/{adda.pad}{path}")).text
        assert not [one for one in ids if one in told]


async def test_no_pad_and_nothing_on_it_stands_in_the_log(
    guest: Visit, adda: PadClient, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    await adda.write(written({"title": "Boxing Day"}))
    await adda.send(adda.lines(written({"h1.shoe.p1": 1})))
    await adda.ask("GET", "/invitation")
    await guest.ask("GET", f"/api/games/pad-{adda.pad}")
    await adda.ask("DELETE")
    told = "".join(capsys.readouterr())
    assert told.count("request") == 5
    assert not [text for text in (adda.pad, adda.token, "Boxing", "shoe", ADDA) if text in told]


async def test_a_page_of_another_site_writes_nothing(adda: PadClient) -> None:
    headers = {**adda.headers, "Origin": "http://evil.test"}
    body = {"after": 1, "entries": adda.lines(written(BIDS))}
    problem(await adda.http.post(f"/api/pads/{adda.pad}/entries", json=body, headers=headers), 403, "cross-site")
    assert (await adda.ask("GET")).json()["seq"] == 1


# past games


async def test_a_finished_pad_is_a_past_game_of_those_it_concerns(
    guest: Visit, adda: PadClient, brenta: PadClient
) -> None:
    async def games(of: PadClient) -> list[Plain]:
        return list((await of.http.get("/api/games", headers=of.headers)).json()["games"])

    ledger = played(begun(ADDA, BRENTA), 1)
    await adda.upload(ledger)
    assert await games(adda) == []
    over = played(ledger, 2)
    await adda.upload(over)
    (game,) = await games(adda)
    assert (game["kind"], game["id"]) == ("pad", f"pad-{adda.pad}")
    assert game["rules"] == "players=2 sizes=2,1 limit=hook limit_from=1 trump=turned scoring=standard"
    assert [(one["name"], one["place"], one["is_you"]) for one in game["players"]] == [
        (ADDA, 1, False),
        (BRENTA, 2, False),
    ]
    assert await games(brenta) == []
    await brenta.ask("PUT", "/me", {"person": "p2"})
    (shown,) = await games(brenta)
    assert [one["is_you"] for one in shown["players"]] == [False, True]
    assert (await guest.ask("GET", f"/api/games/{game['id']}")).json()["players"] == game["players"]
    text = (await guest.ask("GET", f"/api/games/{game['id']}/record")).text
    assert load(text).cells == over.cells
    assert dump(load(text).entries) == text
    for path in ("/moments", "/record?form=notation"):
        problem(await guest.ask("GET", f"/api/games/{game['id']}{path}"), 404, "no-game")


async def test_a_past_game_changes_with_the_pad_and_goes_with_it(guest: Visit, adda: PadClient) -> None:
    path = f"/api/games/pad-{adda.pad}"

    async def places() -> list[int]:
        return [one["place"] for one in (await guest.ask("GET", path)).json()["players"]]

    await adda.upload(played(begun(ADDA, BRENTA), 1, 2))
    assert await places() == [1, 2]
    ties = {"h1.bid.p1": 0, "h1.bid.p2": 2, "h1.taken.p1": 0, "h1.taken.p2": 2, "h2.bid.p2": 0, "h2.taken.p2": 0}
    ties |= {"h2.bid.p1": 1, "h2.taken.p1": 1, "p1.start": 1}
    now = load("".join(["", (await guest.ask("GET", f"{path}/record")).text])).cells
    await adda.write(written(ties, {cell: now.get(cell) for cell in ties}))
    totals = [one["total"] for one in (await guest.ask("GET", path)).json()["players"]]
    assert await places() == [1 + (totals[0] < totals[1]), 1 + (totals[1] < totals[0])]
    await adda.write(taken_back(6))
    assert await places() == [1, 2]
    await adda.write(taken_back(5))
    problem(await guest.ask("GET", path), 404, "no-game")
    assert (await adda.http.get("/api/games", headers=adda.headers)).json()["games"] == []
    await adda.write(taken_back(8))
    assert await places() == [1, 2]
    await adda.ask("DELETE")
    problem(await guest.ask("GET", path), 404, "no-game")


# limits


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


# news


async def sharing(server: Server, ledger: Ledger | None = None) -> PadClient:
    """The keeper of a new pad on which everybody may write."""
    person = await server.person(ADDA)
    keeper = PadClient(server.http, new_id(), person.token, ADDA)
    await keeper.upload(ledger or begun(ADDA, BRENTA), "everyone")
    return keeper


async def joining(server: Server, pad: str, name: str = BRENTA) -> PadClient:
    return PadClient(server.http, pad, (await server.person(name)).token, name)


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
