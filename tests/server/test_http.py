from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from random import Random
from typing import Any, get_args

import pytest
from litestar.types import Message, Receive, Scope, Send
from msgspec import UNSET, structs
from msgspec import json as msgjson

from tests.docs.pages import Page
from tests.server.visiting import HERE, Visit, contribution, problem, visit
from upriver.bots import LEVELS
from upriver.rules import (
    PRESETS,
    Drawn,
    Game,
    ParseError,
    Rules,
    SeedRevealed,
    Started,
    TakenBack,
    fold,
    last_act,
    legal_actions,
)
from upriver.rules.notation import parse_game
from upriver.rules.record import load, number
from upriver.rules.verify import verify
from upriver.server.config import Config, LogForm
from upriver.server.gate import Gate
from upriver.server.limits import Limits
from upriver.server.moments import replay
from upriver.server.problems import HTTP_CODES
from upriver.server.qr import qr_svg
from upriver.server.rows import Played, entries_of, listing_of, result_of, rows_of
from upriver.store import Person, UnavailableError
from upriver.store.memory import MemoryStore
from upriver.store.store import Result
from upriver.table.commands import Act, NextHand, Start, Tick
from upriver.table.table import Table


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


# tables


async def open_table(person: Visit, rules: str = "players=3 sizes=1", **options: object) -> str:
    body = {"rules": rules, "options": options, "contribution": contribution()}
    answer = await person.ask("POST", "/api/tables", body)
    assert answer.status_code == 201, answer.text
    code: str = answer.json()["code"]
    assert answer.json()["path"] == f"/t/{code}"
    return code


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


# games


async def play(ada: Visit, others: Sequence[Visit]) -> tuple[str, int]:
    """A whole game at a new table, straight in the store; its id, and how many hands it had."""
    code = await open_table(ada, "players=3 sizes=2,1", pace="instant")
    for other in others:
        await other.ask("POST", f"/api/tables/{code}/join", {"contribution": contribution()})
    table_id = await ada.store.find(code)
    assert table_id is not None
    table = Table(entries_of(await ada.store.read(table_id)), levels=frozenset(LEVELS))
    rng, now, game = Random(4), ada.clock.now, ""
    host = table.state.host
    assert host is not None
    command: Start | Tick | NextHand | Act = Start(host)
    while not game:
        now += 1
        entries = table.handle(command, now, seed=rng.randbytes(32))
        after = table.seq
        table.take(entries)
        result = result_of(table_id, table, entries)
        await ada.store.append(table_id, after, rows_of(entries), listing_of(table), result)
        game = result.game if result else ""
        command = next_command(table, rng)
    assert table.state.game is not None
    return game, table.state.game.rules.hands


def next_command(table: Table, rng: Random) -> Start | Tick | NextHand | Act:
    state = table.state
    if state.to_act:
        user = state.seats[state.to_act[0]].user
        assert user is not None
        view = table.view(user)
        assert view is not None
        return Act(user, rng.choice(legal_actions(view)), table.seq)
    return NextHand(state.waiting[0]) if state.waiting else Tick()


async def test_a_past_game_is_listed_found_and_downloaded() -> None:
    async with visit() as guest:
        ada, ben, cleo = [await guest.come(name) for name in ("Ada", "Ben", "Cleo")]
        game, hands = await play(ada, (ben, cleo))
        page = (await ben.ask("GET", "/api/games")).json()
        assert [shown["id"] for shown in page["games"]] == [game]
        assert page["before"] is None
        assert [player["is_you"] for player in page["games"][0]["players"]] == [False, True, False]
        assert sorted(player["place"] for player in page["games"][0]["players"])[0] == 1
        stranger = await guest.ask("GET", f"/api/games/{game}")
        assert [player["name"] for player in stranger.json()["players"]] == ["Ada", "Ben", "Cleo"]
        record = await guest.ask("GET", f"/api/games/{game}/record")
        assert record.headers["content-disposition"] == f'attachment; filename="upriver-{game}.jsonl"'
        assert record.headers["content-type"] == "text/plain; charset=utf-8"
        events = [entry.event for entry in load(record.text)]
        assert verify(events).is_fair
        assert verify(events).hands == hands
        assert isinstance(events[0], Started)
        notation = await guest.ask("GET", f"/api/games/{game}/record?form=notation")
        assert list(parse_game(notation.text)) == events
        assert notation.headers["content-disposition"].endswith('.txt"')
        problem(await guest.ask("GET", f"/api/games/{game}/record?form=pdf"), 422, "bad-fields")
        problem(await guest.ask("GET", "/api/games"), 401, "no-person")


async def test_a_past_game_is_told_moment_by_moment() -> None:
    async with visit() as guest:
        ada, ben, cleo = [await guest.come(name) for name in ("Ada", "Ben", "Cleo")]
        game, hands = await play(ada, (ben, cleo))
        mine = (await ben.ask("GET", f"/api/games/{game}")).json()
        assert [player["is_you"] for player in mine["players"]] == [False, True, False]
        answer = await guest.ask("GET", f"/api/games/{game}/moments")
        assert answer.headers["cache-control"] == "max-age=3600, private"
        told = answer.json()
        record = load((await guest.ask("GET", f"/api/games/{game}/record")).text)
        plain = await guest.ask("GET", f"/api/games/{game}/moments", **{"Accept-Encoding": "identity"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert told == plain.json()
    assert told["id"] == game
    assert [seat["name"] for seat in told["seats"]] == ["Ada", "Ben", "Cleo"]
    assert len(told["hands"]) == hands
    moments = [moment for hand in told["hands"] for moment in hand["moments"]]
    kept = [entry for entry in record if not isinstance(entry.event, Started | Drawn | SeedRevealed)]
    assert [moment["event"]["type"] for moment in moments] == [type(entry.event).__name__ for entry in kept]
    state = fold(entry.event for entry in record)
    assert told["sheet"]["totals"] == list(state.sheet.totals)
    assert told["seed"] == state.public.seed.hex() if state.public.seed else None
    for hand in told["hands"]:
        shown = hand["hand"]
        assert hand["moments"][0]["event"]["type"] == "Dealt"
        assert hand["moments"][0]["changes"] == {}
        for moment in hand["moments"]:
            shown = {**shown, **moment["changes"]}
        row = told["sheet"]["rows"][shown["number"] - 1]
        assert (shown["bids"], shown["taken"], shown["is_over"]) == (row["bids"], row["taken"], True)
        assert shown["held"] == [0, 0, 0]


def test_moments_follow_what_was_taken_back() -> None:
    game = Game.start(Rules.parse("players=3 sizes=3"), bytes(32), names=("Ann", "Ben", "Cid"))
    for _ in range(5):
        game.act(legal_actions(game.state)[0])
    seat = last_act(game.state)
    assert seat is not None
    events = [*game.events, TakenBack(seat)]
    body = Played("players=3 sizes=3", (None,) * 3, ("rule",) * 3, ("", "", ""), (0, 0, 0), (1, 1, 1))
    result = Result("game", "table", 1, 9, 0.0, (), msgjson.encode(body).decode())
    told = replay(result, number(events)).hands[0]
    hands = [told.hand]
    for moment in told.moments:
        changed = {name: value for name, value in structs.asdict(moment.changes).items() if value is not UNSET}
        hands.append(structs.replace(hands[-1], **changed))
    assert hands[-1] == hands[-3] != hands[-2]


async def test_nothing_is_found_of_a_game_before_it_is_over() -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        code = await open_table(ada)
        table_id = await guest.store.find(code)
        for game in ("nothing", f"{table_id}-4", str(table_id), code, "%2e%2e"):
            for path in (f"/api/games/{game}", f"/api/games/{game}/record", f"/api/games/{game}/moments"):
                answer = await ada.ask("GET", path)
                problem(answer, 404, "no-game")


async def test_past_games_come_in_pages() -> None:
    async with visit() as guest:
        ada, ben, cleo = [await guest.come(name) for name in ("Ada", "Ben", "Cleo")]
        games = []
        for _ in range(3):
            games.append((await play(ada, (ben, cleo)))[0])
            guest.clock.now += 1000
        first = (await ada.ask("GET", "/api/games?limit=2")).json()
        second = (await ada.ask("GET", f"/api/games?limit=2&before={first['before']}")).json()
        assert [game["id"] for game in (*first["games"], *second["games"])] == games[::-1]
        assert second["before"] is None


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
