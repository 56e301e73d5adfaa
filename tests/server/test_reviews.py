"""Reviews of past games over HTTP: made once, one at a time, with progress, and kept."""

from __future__ import annotations

import asyncio
import csv
import io
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any, TypeAlias
from xml.etree import ElementTree

import httpx
import pytest
from msgspec import json as msgjson

from tests.kernel_built import needs_kernel
from tests.server.client import Player
from tests.server.serving import MANY, QUICK, Server, seated, serving
from tests.server.visiting import problem
from upriver.rules import record
from upriver.server import reviews
from upriver.server.config import Config
from upriver.server.review_wire import FORM, GameReview, KeptReview
from upriver.server.reviewing import make
from upriver.store import Store
from upriver.store.memory import MemoryStore
from upriver.words import Words

Message: TypeAlias = dict[str, Any]
pytestmark = pytest.mark.timeout(240)

TINY = "players=3 sizes=2-1"


async def over(server: Server, name: str = "Ann", rules: str = TINY) -> str:
    """A game of somebody against bots that is over; its id."""
    return game_of(await played_out(server, name, rules))


def game_of(player: Player) -> str:
    return str(player.view["game"]["id"])


async def played_out(server: Server, name: str = "Ann", rules: str = TINY) -> Player:
    """Somebody in seat 0 who has finished a game against bots and gone."""
    (ann,) = await seated(server, name, rules, QUICK)
    for seat in (1, 2):
        await ann.ask("put_bot", seat=seat, level="rule")
    await ann.ask("start")
    await ann.play()
    await ann.close()
    return ann


async def ask(server: Server, game: str, what: str = "") -> httpx.Response:
    return await server.http.get(f"/api/games/{game}/review{what}", timeout=60)


async def until(server: Server, game: str, is_so: Callable[[Message], bool]) -> Message:
    """The first answer that is so."""
    while True:
        answer = await ask(server, game)
        assert answer.status_code == 200, answer.text
        told: Message = answer.json()
        if is_so(told):
            return told
        await asyncio.sleep(0.02)


async def done(server: Server, game: str) -> Message:
    return await until(server, game, lambda told: told["stage"] == "done")


@needs_kernel
async def test_a_review_is_made_by_whoever_asks_first_and_its_figures_are_those_of_the_game() -> None:
    store = MemoryStore()
    async with serving(store) as server:
        ann = await played_out(server)
        game, own = game_of(ann), {"Authorization": f"Bearer {ann.token}"}
        assert (await server.http.get("/api/stats", headers=own)).json()["skill"] is None
        first = (await ask(server, game)).json()
        assert (first["stage"], first["review"]) == ("waiting", None)
        told = await done(server, game)
        assert (told["part"], told["ahead"]) == (1, 0)
        review = told["review"]
        moments = (await server.http.get(f"/api/games/{game}/moments")).json()
        text = (await server.http.get(f"/api/games/{game}/record")).text
        italian = (await ask(server, game, "?lang=it")).json()["review"]
        picture = await ask(server, game, "/picture?lang=it")
        skill = (await server.http.get("/api/stats", headers=own)).json()["skill"]
        table = (await server.http.get("/api/stats/hands", headers=own)).text
    check_figures(review, moments)
    check_skill(skill, table, [hand["accounts"][0] for hand in review["hands"]])
    assert [player["name"] for player in review["players"]] == [seat["name"] for seat in moments["seats"]]
    for one, other in zip(review["players"], italian["players"], strict=True):
        assert one["summary"] != other["summary"]
        assert {**one, "summary": ""} == {**other, "summary": ""}
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    again = make([entry.event for entry in record.load(text)], lambda part: None, bots=(1, 2))
    assert msgjson.decode(msgjson.encode(again.reviews)) == {"en": review, "it": italian}
    assert again.pictures["it"] == picture.text
    names = [element.text for element in ElementTree.fromstring(picture.text).iter("{http://www.w3.org/2000/svg}text")]
    assert [names.count(name) for name in ("Ann", *Words("it").say("name.bots").split()[1:3])] == [2, 2, 2]


def check_figures(review: Message, moments: Message) -> None:
    """The parts add up to the points, and each decision lies where the replay has it."""
    steps = [moment["event"] for hand in moments["hands"] for moment in hand["moments"]]
    for seat, total in enumerate(moments["sheet"]["totals"]):
        hands = [hand["accounts"][seat] for hand in review["hands"]]
        assert sum(hand["points"] for hand in hands) == total
        for account in (*hands, review["players"][seat]["account"]):
            parts = (account[part] for part in ("par", "deal", "bid", "play", "rest"))
            assert sum(parts) == account["points"]
    for hand in review["hands"]:
        assert len(hand["decisions"]) == 3 * (1 + hand["size"])
        for decision in hand["decisions"]:
            event = steps[decision["step"]]
            assert event["seat"] == decision["seat"]
            assert event.get("bid", event.get("card")) == decision["done"]
    assert [len(chances) for chances in review["outlook"]] == [3] * (len(review["hands"]) + 1)


def check_skill(skill: Message, table: str, accounts: list[Message]) -> None:
    """What the review found is in the figures of who played, and in their table for a spreadsheet."""
    assert (skill["games"], skill["hands"]) == (1, len(accounts))
    for part in ("par", "deal", "bid", "play", "rest"):
        assert skill[part]["mean"] == pytest.approx(fmean(account[part] for account in accounts))
        assert skill[part]["error"] is not None
    lines = list(csv.DictReader(io.StringIO(table, newline="")))
    assert [float(line["luck_of_deal"]) for line in lines] == [account["deal"] for account in accounts]


@asynccontextmanager
async def scripted(monkeypatch: pytest.MonkeyPatch, program: str, store: Store, **limits: int) -> AsyncIterator[Server]:
    """A server whose reviews come from another program."""
    monkeypatch.setattr(reviews, "is_built", lambda: True)
    monkeypatch.setattr(reviews, "COMMAND", (sys.executable, "-c", program))
    async with serving(store, Config(limits=replace(MANY, **limits))) as server:
        yield server


WAITS = """
import pathlib, sys, time
sys.stdin.read()
print(0.25, flush=True)
while not pathlib.Path({path!r}).exists():
    time.sleep(0.01)
print({kept!r})
"""
"""It is a quarter through until a file is there."""
EMPTY = KeptReview({"en": GameReview("", 256, 2.0, {}, [], [], [], [])}, {})


def waits(path: Path) -> str:
    return WAITS.format(path=str(path), kept=msgjson.encode(EMPTY).decode())


async def test_progress_is_told_and_one_is_made_after_the_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    goes_on, store = tmp_path / "on", MemoryStore()
    async with scripted(monkeypatch, waits(goes_on), store, reviews=2) as server:
        one, two, three = [await over(server, name) for name in ("Ann", "Ben", "Cid")]
        await ask(server, one)
        await ask(server, two)
        quarter = await until(server, one, lambda told: told["part"] > 0)
        assert quarter == {"stage": "working", "part": 0.25, "ahead": 0, "review": None}
        assert (await ask(server, two)).json() == {"stage": "waiting", "part": 0, "ahead": 1, "review": None}
        full = await ask(server, three)
        problem(full, 503, "unavailable")
        assert full.headers["retry-after"] == "30"
        problem(await ask(server, two, "/picture"), 503, "unavailable")
        goes_on.touch()
        for game in (one, two):
            async with asyncio.timeout(60):
                while await store.review(game, FORM) is None:
                    await asyncio.sleep(0.02)


async def test_a_server_that_stops_drops_the_review_and_another_makes_it_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    store = MemoryStore()
    async with scripted(monkeypatch, waits(tmp_path / "never"), store) as server:
        game = await over(server)
        await until(server, game, lambda told: told["part"] > 0)
    assert await store.review(game, FORM) is None
    (tmp_path / "never").touch()
    async with serving(store) as server:
        await ask(server, game)
        async with asyncio.timeout(60):
            while await store.review(game, FORM) is None:
                await asyncio.sleep(0.02)


@pytest.mark.parametrize("program", ["raise SystemExit(3)", "print('nonsense')", "print('{}')"])
async def test_a_review_that_cannot_be_made_is_said_once_and_begun_anew(
    monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    async with scripted(monkeypatch, program, MemoryStore()) as server:
        game = await over(server)
        for _ in range(2):
            async with asyncio.timeout(60):
                while (answer := await ask(server, game)).status_code == 200:
                    await asyncio.sleep(0.02)
            problem(answer, 500, "review-failed")


@needs_kernel
async def test_a_kept_review_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    async with serving(store) as server:
        game = await over(server, rules="players=3 sizes=1")
        told = await done(server, game)
        zipped = await ask(server, game)
        plain = await server.http.get(f"/api/games/{game}/review", headers={"Accept-Encoding": "identity"})
        assert zipped.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert zipped.json() == plain.json() == told
    async with scripted(monkeypatch, "raise SystemExit(3)", store) as server:
        assert (await ask(server, game)).json() == told
    monkeypatch.setattr(reviews, "is_built", lambda: False)
    async with serving(store) as server:
        assert (await ask(server, game)).json() == told
        other = await over(server, "Ben")
        assert "compiled kernel" in problem(await ask(server, other), 501, "no-kernel")["message"]
        problem(await ask(server, "nothing"), 404, "no-game")
