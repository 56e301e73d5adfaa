"""The API itself: rules explained, every error in one shape, and its description."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, get_args

import pytest
from litestar.types import Message, Receive, Scope, Send

from tests.docs.pages import Page
from tests.server.visiting import HERE, problem, visit
from upriver.bots import LEVELS
from upriver.rules import PRESETS, ParseError
from upriver.server.config import Config, LogForm
from upriver.server.gate import Gate
from upriver.server.limits import Limits
from upriver.server.problems import HTTP_CODES
from upriver.store import Person, UnavailableError
from upriver.store.memory import MemoryStore


class Outage(MemoryStore):
    """A store whose database goes away."""

    is_gone = False

    async def check(self) -> None:
        if self.is_gone:
            raise UnavailableError("connection to secret-host refused")

    async def person_of(self, token: bytes) -> Person | None:
        await self.check()
        return await super().person_of(token)


class Broken(MemoryStore):
    async def count_tables(self, phases: Sequence[str]) -> int:
        raise RuntimeError("a fault with a secret in it")


# rules


async def test_presets_are_said_in_both_languages() -> None:
    async with visit() as guest:
        english = (await guest.ask("GET", "/api/rules/presets")).json()
        italian = (await guest.ask("GET", "/api/rules/presets?lang=it")).json()
    assert [preset["id"] for preset in english] == list(PRESETS) == [preset["id"] for preset in italian]
    assert english[1]["name"] == "Italian"
    assert english[0]["meaning"]["text"] == "19 hands: 10 down to 1 and back"
    assert italian[0]["meaning"]["text"] != english[0]["meaning"]["text"]


async def test_house_rules_are_explained() -> None:
    async with visit() as guest:
        rules = "italian players=6 sizes=8-1 scoring=penalty trump=none"
        answer = (await guest.ask("POST", "/api/rules/check", {"rules": rules})).json()
    assert answer["clash"] is None
    meaning = answer["meaning"]
    assert meaning["rules"] == "players=6 sizes=8-1 limit=over trump=none scoring=penalty"
    assert (meaning["preset"], meaning["hands"], meaning["most"], meaning["players"]) == ("house", 8, 8, 6)
    assert meaning["sizes"] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert {"bid": 3, "taken": 1, "points": -2} in meaning["examples"]
    assert meaning["dealer"]["bids"] == [2, 3, 4, 5, 6, 7, 8]
    assert "2–8" in meaning["dealer"]["text"]
    assert [part["title"] for part in meaning["paragraphs"]] == ["The goal", "Bidding", "Playing", "Scoring"]


@pytest.mark.parametrize(
    ("accept", "query", "said"),
    [
        ("", "", "write 10-1-10"),
        ("it-CH, en;q=0.5", "", "scrivi 10-1-10"),
        ("fr, de;q=0.9, it;q=0.1", "", "scrivi 10-1-10"),
        ("en;q=0.2, it;q=x, it;q=0.3", "", "scrivi 10-1-10"),
        ("it", "?lang=en", "write 10-1-10"),
        ("it", "?lang=fr", "scrivi 10-1-10"),
    ],
)
async def test_clashes_are_said_in_the_language_asked_for(accept: str, query: str, said: str) -> None:
    async with visit() as guest:
        body = {"rules": "sizes=ten"}
        answer = await guest.ask("POST", f"/api/rules/check{query}", body, **{"Accept-Language": accept})
    assert answer.json()["meaning"] is None
    assert answer.json()["clash"]["fields"] == ["sizes"]
    assert said in answer.json()["clash"]["message"]


async def test_levels_are_those_that_play_here() -> None:
    async with visit() as guest:
        assert [level["id"] for level in (await guest.ask("GET", "/api/levels")).json()] == list(LEVELS)


# errors


async def test_every_error_has_the_one_shape_and_quotes() -> None:
    async with visit(config=Config(limits=Limits(body=2000))) as guest:
        check = "/api/rules/check"
        assert "/nope" in problem(await guest.ask("GET", "/nope"), 404, "not-found")["message"]
        assert "GET" in problem(await guest.ask("GET", check), 405, "no-method")["message"]
        large = await guest.ask("POST", check, {"rules": "x" * 3000})
        problem(large, 413, "too-large")
        form = await guest.http.post(check, data={"rules": "english"})
        assert problem(form, 415, "not-json")["type"] == "application/x-www-form-urlencoded"
        for content in (b"{", b"\xff", b"[" * 1000):
            broken = await guest.http.post(check, content=content, headers={"content-type": "application/json"})
            problem(broken, 400, "bad-json")
        empty = await guest.http.post(check, headers={"content-type": "application/json"})
        problem(empty, 422, "bad-fields")
        wrong = problem(await guest.ask("POST", check, {"rules": 3, "more": 1}), 422, "bad-fields")
        assert "rules" in wrong["message"]
        assert "limit" in problem(await guest.ask("GET", "/api/tables?limit=no"), 422, "bad-fields")["message"]


async def test_what_nobody_foresaw_is_in_the_log_and_not_in_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    async with visit(Broken()) as guest:
        ada = await guest.come("Ada")
        answer = await ada.ask("POST", "/api/tables", {})
    problem(answer, 500, "internal")
    assert "secret" not in answer.text
    assert "a fault with a secret in it" in "".join(capsys.readouterr())


@pytest.mark.parametrize("form", get_args(LogForm))
def test_a_fault_in_the_log_shows_where_it_was_and_no_values(form: str) -> None:
    program = f"""
import structlog
from upriver.server.logs import set_up_logs
set_up_logs({form!r})
def fail(token):
    raise RuntimeError("a fault")
try:
    fail("secret" + " token")
except RuntimeError:
    structlog.get_logger("upriver").exception("failed")
"""
    done = subprocess.run((sys.executable, "-c", program), capture_output=True, text=True, check=True)
    assert "a fault" in done.stderr
    assert "fail" in done.stderr
    assert "secret token" not in done.stderr


async def test_security_headers_stand_on_every_answer() -> None:
    async with visit() as guest:
        for method, path in (("GET", "/"), ("GET", "/api/levels"), ("GET", "/nope"), ("POST", "/api/people")):
            headers = (await guest.ask(method, path)).headers
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert (headers.get("cache-control") == "no-store") == path.startswith("/api/")


@pytest.mark.parametrize(
    ("headers", "is_let_in"),
    [
        ({}, True),
        ({"Origin": HERE}, True),
        ({"Origin": "https://cards.example.org"}, True),
        ({"Sec-Fetch-Site": "same-origin", "Origin": HERE}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Origin": "http://evil.test"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": f"{HERE}.evil.test"}, False),
        ({"Origin": f"ftp://{HERE.partition('//')[2]}"}, False),
        ({"Origin": "http://["}, False),
        ({"Origin": ""}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": HERE}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
    ],
)
async def test_pages_of_other_sites_change_nothing(headers: dict[str, str], is_let_in: bool) -> None:
    async with visit(config=Config(public_url="https://cards.example.org/")) as guest:
        answer = await guest.ask("POST", "/api/people", {"name": "Ada"}, **headers)
        if is_let_in:
            assert answer.status_code == 201
        else:
            problem(answer, 403, "cross-site")
        assert (await guest.ask("GET", "/api/levels", **headers)).status_code == 200


async def test_an_address_asks_so_often_and_no_more() -> None:
    async with visit(config=Config(limits=Limits(requests_per_minute=5))) as guest:
        answers = [await guest.ask("GET", "/api/levels") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        problem(answers[-1], 429, "too-many-requests")
        assert (await guest.ask("GET", "/health")).status_code == 200
        guest.clock.now += 60
        assert (await guest.ask("GET", "/api/levels")).status_code == 200


async def test_new_sockets_count_too() -> None:
    told: list[str] = []

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        told.append("let in")

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        told.append(message["type"])

    gate = Gate(inner, Config(limits=Limits(requests_per_minute=1)), lambda: 0.0)
    scope: Any = {"type": "websocket", "client": ("192.0.2.1", 5), "headers": [], "path": "/api/tables/K7M3P/socket"}
    for _ in range(2):
        await gate(scope, receive, send)
    assert told == ["let in", "websocket.close"]


async def test_an_outage_is_said_and_over_when_it_is_over() -> None:
    store = Outage()
    async with visit(store) as guest:
        ada = await guest.come("Ada")
        assert (await ada.ask("GET", "/health")).json()["status"] == "ok"
        store.is_gone = True
        for path in ("/health", "/api/people/me"):
            answer = await ada.ask("GET", path)
            problem(answer, 503, "unavailable")
            assert answer.headers["retry-after"] == "5"
            assert "secret-host" not in answer.text
        store.is_gone = False
        assert (await ada.ask("GET", "/health")).status_code == 200
        assert (await ada.ask("GET", "/api/people/me")).status_code == 200


# the description


def test_the_page_names_every_code_and_every_limit_with_its_value() -> None:
    codes = [row[0] for table in Page.read("docs/http.md").tables() for row in table[1:]]
    assert sorted(codes) == sorted(HTTP_CODES)
    tables = [table for table in Page.read("docs/hosting.md").tables() if table[0][0] == "limit"]
    written = {name: int(value) for name, value, _ in tables[0][1:]}
    assert written == asdict(Limits())


def test_limits_are_read_as_they_are_written() -> None:
    text = " ".join(f"{name}={value + 1}" for name, value in asdict(Limits()).items())
    assert asdict(Limits.parse(text)) == {name: value + 1 for name, value in asdict(Limits()).items()}
    assert Limits.parse("") == Limits()
    for wrong in ("tables", "tables=", "tables=-1", "tables=1 tables=1", "parse=3", "tables=1e3"):
        with pytest.raises(ParseError, match=re.escape(repr(wrong.split()[-1]))):
            Limits.parse(wrong)


async def test_the_description_says_how_to_prove_who_one_is() -> None:
    async with visit() as guest:
        schema = (await guest.ask("GET", "/api/schema")).json()
    assert schema["openapi"].startswith("3.1")
    assert set(schema["components"]["securitySchemes"]) == {"bearer", "cookie"}
    assert {json.dumps(shape) for shape in error_shapes(schema)} == {'{"$ref": "#/components/schemas/Problem"}'}


def error_shapes(schema: dict[str, Any]) -> Iterator[object]:
    """The schema of every answer that is no success."""
    for path in schema["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                if not status.startswith("2"):
                    yield answer["content"]["application/json"]["schema"]
