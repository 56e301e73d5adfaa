from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.padding import PadClient, begun
from tests.server.visiting import open_table, problem, visit
from upriver.server.app import create_app
from upriver.server.config import Config
from upriver.server.limits import Limits, Meter, network
from upriver.server.qr import qr_svg, qr_text
from upriver.server.tokens import token_hash
from upriver.store import ConflictError, Person
from upriver.store.memory import MemoryStore

EXAMPLES = 300 if os.environ.get("SOAK") else 12
OPEN_TO_ALL = Limits(10**9, 10**9, 10**9, 10**9, 10**9, 10**9, 10**9, pads_per_hour=10**9, pads_per_person=10**9)

TOKEN = "somebody"
PAD = "a-pad-that-nobody-can-guess"
KNOWN = {"Authorization": f"Bearer {TOKEN}"}

store = MemoryStore()
app = create_app(Config(limits=OPEN_TO_ALL), store).asgi
schema = schemathesis.openapi.from_asgi("/api/schema", app)


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_description_holds(case: schemathesis.Case[Any]) -> None:
    with suppress(ConflictError):  # who has left is let in again
        asyncio.run(store.add_person(Person(token_urlsafe(9), "Ada", 0.0), token_hash(TOKEN)))
    if "pad" in case.path_parameters and not case.path.endswith("/news"):  # a stream that is found would not end
        case.path_parameters["pad"] = asyncio.run(shared_pad())
    case.call_and_validate(
        headers=KNOWN,
        checks=[not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance],
    )


async def shared_pad() -> str:
    """The id of a pad that is shared, so that more is seen than that there is none."""
    transport = httpx.ASGITransport(app)  # type: ignore[arg-type]  # the same by another name
    async with httpx.AsyncClient(transport=transport, base_url="http://river.test", headers=KNOWN) as http:
        await PadClient(http, PAD, TOKEN).upload(begun("Ada", "Ben"))
    return PAD


# pages


async def test_the_start_page_speaks_both_languages_and_lists_public_tables() -> None:
    async with visit() as guest:
        ada = await guest.come("<Ada>")
        code, hidden = await open_table(ada, is_public=True), await open_table(ada)
        english = await guest.ask("GET", "/")
        italian = await guest.ask("GET", "/t/ABCDE", **{"Accept-Language": "it-IT,it"})
    assert english.headers["content-type"] == "text/html; charset=utf-8"
    assert '<html lang="en">' in english.text
    assert '<html lang="it">' in italian.text
    assert code in english.text
    assert hidden not in english.text
    assert "&lt;Ada&gt;" in english.text
    assert "<Ada>" not in english.text
    assert "1 of 3 seats taken" in english.text
    assert "$" not in english.text


@pytest.fixture
def client(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>client</title>")
    (tmp_path / "assets" / "main-3f2a.js").write_text("let a")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    (tmp_path / ".secret").write_text("secret")
    return tmp_path


async def test_the_client_is_served_where_there_is_one(client: Path) -> None:
    async with visit(client=client) as guest:
        for path in ("/", "/t/ABCDE", "/me", "/games", "/games/x"):
            page = await guest.ask("GET", path)
            assert "client" in page.text
            assert page.headers["cache-control"] == "no-cache"
            assert page.headers["content-type"].startswith("text/html")
        script = await guest.ask("GET", "/assets/main-3f2a.js")
        assert "javascript" in script.headers["content-type"]
        assert "immutable" in script.headers["cache-control"]
        assert (await guest.ask("GET", "/manifest.webmanifest")).status_code == 200
        assert (await guest.ask("GET", "/api/levels")).status_code == 200


@pytest.mark.parametrize(
    "path", ["/.secret", "/..%2fserver", "/assets/..%2f.secret", "/assets/none.js", "/none", "/assets"]
)
async def test_no_other_file_is_served(client: Path, path: str) -> None:
    async with visit(client=client) as guest:
        answer = await guest.ask("GET", path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


async def test_metrics_name_nobody() -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        code = await open_table(ada)
        answer = await guest.ask("GET", "/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "upriver_tables" in answer.text
    assert code not in answer.text


# small parts


def test_a_meter_fills_up_again_evenly() -> None:
    now = 0.0
    meter = Meter(2, 60, lambda: now)
    assert [meter.use("a") for _ in range(3)] == [0, 0, 30]
    assert meter.use("b") == 0
    now = 30.0
    assert [meter.use("a") for _ in range(2)] == [0, 30]
    now = 1000.0
    assert [bool(meter.use("a")) for _ in range(3)] == [False, False, True]


def test_a_meter_forgets_who_has_a_full_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Meter, "CAPACITY", 10)
    now = 0.0
    meter = Meter(1, 60, lambda: now)
    for key in range(10):
        meter.use(key)
    now = 59.0
    assert meter.use(3)
    now = 61.0
    assert not meter.use("new")
    assert not meter.use(3)
    assert meter.use("new")


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no:address", "no:address"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_counts_as_one_address(address: str, key: str) -> None:
    assert network(address) == key


def test_the_code_for_phones_is_black_on_white_in_colour() -> None:
    plain = qr_text("http://192.168.1.20:8000", has_colour=False)
    coloured = qr_text("http://192.168.1.20:8000", has_colour=True)
    lines = plain.splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines) * 2 - len(lines[0]) in (0, 1)
    assert set(plain) <= set("█▀▄ \n")
    assert coloured.count("\x1b[38;5;231;48;5;16m") == coloured.count("\x1b[0m") == len(lines)


def test_the_code_for_pages_takes_the_colour_around_it_and_has_its_quiet_zone() -> None:
    svg = qr_svg("https://cards.example.org/t/K7M3P")
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"><path stroke="currentColor"')
    assert 'd="M4 4.5h7' in svg
    assert "script" not in svg
    assert svg != qr_svg("https://cards.example.org/t/K7M3Q")


@pytest.mark.parametrize("host", ["", "x" * 300, "river.test:http"])
async def test_no_code_is_made_for_a_host_that_is_none(host: str) -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        code = await open_table(ada)
        answer = await guest.ask("GET", f"/api/tables/{code}/invitation", Host=host)
        problem(answer, 422, "bad-fields")
