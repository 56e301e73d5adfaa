"""Tables over HTTP: opened, found, listed, joined, refused."""

from __future__ import annotations

import pytest

from tests.server.visiting import HERE, contribution, open_table, problem, visit
from upriver.server.config import Config
from upriver.server.limits import Limits
from upriver.server.qr import qr_svg


async def test_a_table_is_opened_found_listed_and_joined() -> None:
    async with visit() as guest:
        ada, ben = await guest.come("Ada"), await guest.come("Ben")
        code = await open_table(ada, is_public=True)
        hidden = await open_table(ada)
        assert code != hidden
        listed = (await guest.ask("GET", "/api/tables")).json()
        assert [table["code"] for table in listed] == [code]
        sloppy = f" {code[:2].lower()} - {code[2:].lower()}"
        table = (await ben.ask("GET", f"/api/tables/{sloppy}")).json()
        assert (table["code"], table["phase"], table["can_sit"], table["is_yours"]) == (code, "open", True, False)
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "", ""]
        joined = await ben.ask("POST", f"/api/tables/{hidden.lower()}/join", {"contribution": contribution()})
        assert joined.json() == {"code": hidden, "seat": 1}
        mine = (await ben.ask("GET", "/api/tables/mine")).json()
        assert [(table["code"], [seat["is_you"] for seat in table["seats"]]) for table in mine] == [
            (hidden, [False, True, False])
        ]
        renamed = await ben.ask("PATCH", "/api/people/me", {"name": "Benedetta"})
        assert renamed.status_code == 200
        table = (await guest.ask("GET", f"/api/tables/{hidden}")).json()
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Benedetta", ""]


async def test_an_invitation_has_a_picture_for_phones() -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        code = await open_table(ada)
        answer = (await guest.ask("GET", f"/api/tables/{code.lower()}/invitation")).json()
        assert answer == {"address": f"{HERE}/t/{code}", "qr": qr_svg(f"{HERE}/t/{code}")}
        problem(await guest.ask("GET", "/api/tables/ZZZZZ/invitation"), 404, "no-table")
        link = (await ada.ask("POST", "/api/people/link")).json()
        assert link["address"] == f"{HERE}{link['path']}"
        assert link["qr"] == qr_svg(link["address"])
    async with visit(config=Config(public_url="https://cards.example.org")) as guest:
        code = await open_table(await guest.come("Ada"))
        answer = (await guest.ask("GET", f"/api/tables/{code}/invitation")).json()
        assert answer["address"] == f"https://cards.example.org/t/{code}"


@pytest.mark.parametrize(
    ("asked", "bound", "sent"),
    [
        ("localhost:8000", "0.0.0.0", "10.1.2.3:8000"),
        ("127.0.0.1", "::", "10.1.2.3"),
        ("[::1]:8000", "0.0.0.0", "10.1.2.3:8000"),
        ("localhost:8000", "127.0.0.1", "localhost:8000"),
        ("10.9.9.9:8000", "0.0.0.0", "10.9.9.9:8000"),
    ],
)
async def test_an_invitation_from_this_computer_is_for_others(
    monkeypatch: pytest.MonkeyPatch, asked: str, bound: str, sent: str
) -> None:
    monkeypatch.setattr("upriver.server.gate.network_address", lambda: "10.1.2.3")
    async with visit(config=Config(host=bound)) as guest:
        code = await open_table(await guest.come("Ada"))
        answer = (await guest.ask("GET", f"/api/tables/{code}/invitation", Host=asked)).json()
        assert answer["address"] == f"http://{sent}/t/{code}"


async def test_what_a_table_refuses_keeps_its_code() -> None:
    async with visit() as guest:
        ada, ben = await guest.come("Ada"), await guest.come("Ben")
        code = await open_table(ada)
        join = f"/api/tables/{code}/join"
        taken = await ben.ask("POST", join, {"seat": 0, "contribution": contribution()})
        assert "'Ada'" in problem(taken, 409, "seat-taken")["message"]
        problem(await ben.ask("POST", join, {"seat": 6, "contribution": contribution()}), 409, "no-such-seat")
        problem(await ben.ask("POST", join, {"seat": 1, "contribution": "ab"}), 422, "bad-fields")
        problem(await guest.ask("POST", join, {"contribution": contribution()}), 401, "no-person")
        problem(await ben.ask("POST", "/api/tables/ZZZZZ/join", {"contribution": contribution()}), 404, "no-table")
        assert problem(await ben.ask("GET", "/api/tables/zz-zzz"), 404, "no-table")["code"] == "zz-zzz"


@pytest.mark.parametrize(
    ("body", "code", "quoted"),
    [
        ({"rules": "players=9"}, "bad-rules", "9"),
        ({"rules": "sizes=40"}, "bad-rules", "40"),
        ({"options": {"clock": 5}}, "bad-option", "5"),
        ({"options": {"stand_in": "deep"}}, "no-such-level", "deep"),
        ({"options": {"pace": "fast"}}, "bad-fields", "fast"),
        ({"contribution": "AA" * 20}, "bad-fields", "contribution"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(body: dict[str, object], code: str, quoted: str) -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        answer = await ada.ask("POST", "/api/tables", body)
        assert quoted in problem(answer, answer.status_code, code)["message"]
        assert answer.status_code in (409, 422)
        assert (await ada.ask("GET", "/api/tables/mine")).json() == []


async def test_tables_have_caps() -> None:
    async with visit(config=Config(limits=Limits(tables=3, tables_per_person=2, tables_per_hour=3))) as guest:
        ada, ben = await guest.come("Ada"), await guest.come("Ben")
        codes = [await open_table(ada) for _ in range(2)]
        assert problem(await ada.ask("POST", "/api/tables", {}), 409, "too-many-tables")["most"] == 2
        await open_table(ben)
        assert problem(await ben.ask("POST", "/api/tables", {}), 409, "too-many-tables")["most"] == 3
        await ben.ask("POST", f"/api/tables/{codes[0]}/join", {"contribution": contribution()})
        full = await ben.ask("POST", f"/api/tables/{codes[1]}/join", {"contribution": contribution()})
        problem(full, 409, "too-many-tables")


async def test_one_person_opens_so_many_tables_in_an_hour() -> None:
    async with visit(config=Config(limits=Limits(tables_per_hour=1))) as guest:
        ada = await guest.come("Ada")
        assert (await ada.ask("POST", "/api/tables", {})).status_code == 201
        problem(await ada.ask("POST", "/api/tables", {}), 429, "too-many-requests")
