"""Shared pads over HTTP: who finds them, who may look, and who is who."""

from __future__ import annotations

import pytest

from tests.server.padding import ADDA, BRENTA, PadClient, Plain, begun, client, new_id, played, written
from tests.server.visiting import Visit, problem
from upriver.server.pad_kept import store_id

pytestmark = pytest.mark.timeout(60)

BIDS = {"h1.bid.p2": 1, "h1.bid.p1": 0}


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
