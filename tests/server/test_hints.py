"""Hints at a table: from the view only, for the moment that was asked about, to those who may ask."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.bots.test_contract import rearrange
from tests.kernel_built import needs_kernel
from tests.review.games import play
from tests.server.client import Player
from tests.server.serving import MANY, Server, seated, serving
from tests.server.visiting import problem
from upriver.bots import kernel
from upriver.review import Hint
from upriver.rules import View, fold, legal_actions, view
from upriver.server import hints
from upriver.server.config import Config
from upriver.store.memory import MemoryStore
from upriver.words import LANGUAGES

pytestmark = pytest.mark.timeout(120)

SHORT = "players=3 sizes=3-1-3"
SCREEN = Path(__file__).parents[2] / "web" / "src" / "words"


async def ask(server: Server, player: Player, after: int | None = None, lang: str = "en") -> httpx.Response:
    return await server.http.post(
        f"/api/tables/{player.code}/hint?lang={lang}",
        json={"after": player.seq if after is None else after},
        headers={"Authorization": f"Bearer {player.token}"},
        timeout=90,
    )


async def alone(server: Server, rules: str = SHORT) -> Player:
    """Somebody alone against bots, whose turn it is."""
    (ann,) = await seated(server, "Ann", rules)
    for seat in (1, 2):
        await ann.ask("put_bot", seat=seat, level="rule")
    await ann.ask("start")
    await ann.until(lambda me: me.you["is_turn"])
    return ann


def legal(player: Player) -> set[str]:
    return {*player.you["legal_cards"], *map(str, player.you["legal_bids"])}


async def follow(player: Player, action: str) -> None:
    """Do it, and wait until there is a card to play."""
    before = player.seq
    await player.ask("act", after=before, action=action)
    await player.until(lambda me: me.seq > before and bool(me.you["legal_cards"]))


@needs_kernel
async def test_alone_against_bots_a_hint_tells_what_each_choice_is_worth_and_why() -> None:
    async with serving(MemoryStore()) as server:
        ann = await alone(server, "players=3 sizes=8")
        assert ann.view["table"]["options"]["hints"] is False
        told: dict[str, Any] = {}
        chosen_among: list[int] = []  # a bid, then cards to the last, of which there is but one
        while not told or len(ann.you["cards"]) > 1:
            if told:
                await follow(ann, told["best"])
            assert ann.you["can_ask_hint"] is True
            told = (await ask(server, ann)).json()
            assert told["after"] == ann.seq
            chosen_among.append(len(told["options"]))
            if told["options"]:
                tells_of_choices(told, legal(ann), tricks=8)
            else:  # which is so too where the cards that may be played do not differ
                assert told["best"] in legal(ann)
                assert told["tricks"] == []
            assert told["why"].endswith(".")
            assert (await ask(server, ann)).json() == told
            italian = (await ask(server, ann, lang="it")).json()
            assert italian["why"] != told["why"]
            assert {**italian, "why": ""} == {**told, "why": ""}
        assert chosen_among[0] in (8, 9)
        assert any(chosen_among[1:])
        assert chosen_among[-1] == 0
        await ann.close()


def tells_of_choices(told: dict[str, Any], choices: set[str], tricks: int) -> None:
    best, *rest = told["options"]
    assert {option["action"] for option in told["options"]} == choices
    assert (best["action"], best["is_best"]) == (told["best"], True)
    assert not any(option["is_best"] for option in rest)
    assert all(option["points"] <= best["points"] and 0 <= option["made"] <= 1 for option in rest)
    assert len(told["tricks"]) == tricks + 1
    assert sum(told["tricks"]) == pytest.approx(1)


async def test_a_hint_calls_bots_as_the_screen_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "is_built", lambda: True)
    monkeypatch.setattr(hints, "think", lambda seen: Hint((), legal_actions(seen)[0], (), (), {}, None))
    monkeypatch.setattr(hints, "why", lambda seen, found, words: ", ".join(seen.public.names))
    async with serving(MemoryStore()) as server:
        ann = await alone(server)
        for lang in LANGUAGES:
            screen = json.loads((SCREEN / f"{lang}.json").read_text("utf-8"))
            rivers = screen["name.bots"].split()
            assert (await ask(server, ann, lang=lang)).json()["why"] == f"Ann, {rivers[1]}, {rivers[2]}"
        await ann.close()


@needs_kernel
@pytest.mark.parametrize("length", [7, 9, 12])
def test_what_others_hold_changes_no_hint(length: int) -> None:
    events = play("rule random rule", "sizes=4", "hidden")
    state = fold(events[:length])
    seat = state.to_act[0]
    seen = view(state, seat)
    anew = rearrange(state, seen, Random(length))
    assert anew.cards != state.cards
    assert hints.think(view(anew, seat)) == hints.think(seen)


@needs_kernel
async def test_a_hint_for_an_older_moment_is_stale() -> None:
    async with serving(MemoryStore()) as server:
        ann = await alone(server)
        before = ann.seq
        await follow(ann, str(ann.you["legal_bids"][0]))
        assert problem(await ask(server, ann, before), 409, "stale")["after"] == before
        problem(await ask(server, ann, ann.seq + 100), 409, "stale")
        await ann.close()


async def test_a_hint_that_comes_too_late_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    has_begun, goes_on = threading.Event(), threading.Event()

    def think(seen: View) -> Hint:
        has_begun.set()
        goes_on.wait(60)
        return Hint((), legal_actions(seen)[0], (), (), {}, None)

    monkeypatch.setattr(hints, "think", think)
    monkeypatch.setattr(hints, "is_built", lambda: True)
    async with serving(MemoryStore()) as server:
        ann = await alone(server)
        asked = asyncio.create_task(ask(server, ann))
        await asyncio.to_thread(has_begun.wait, 60)
        await ann.ask("act", after=ann.seq, action=str(ann.you["legal_bids"][0]))
        goes_on.set()
        problem(await asked, 409, "stale")
        await ann.close()


async def test_where_several_play_the_table_must_allow_hints() -> None:
    async with serving(MemoryStore()) as server:
        ann, ben = await seated(server, "Ann Ben", "players=3 sizes=2-1-2 bidding=together limit=free")
        await ann.ask("put_bot", seat=2, level="rule")
        await ann.ask("start")
        await ann.until(lambda me: me.you["is_turn"])
        assert ann.you["can_ask_hint"] is False
        problem(await ask(server, ann), 409, "hints-off")
        options = {**ann.view["table"]["options"], "hints": True}
        await ann.ask("set_options", options=options)
        await ann.until(lambda me: bool(me.you["can_ask_hint"]))
        await ben.until(lambda me: bool(me.you["can_ask_hint"]))
        if kernel.is_built():
            assert (await ask(server, ann)).status_code == 200
        await ann.ask("act", after=ann.seq, action="1")
        await ann.until(lambda me: not me.you["is_turn"])
        problem(await ask(server, ann), 409, "hint-early")
        await asyncio.gather(ann.close(), ben.close())


async def test_who_does_not_play_is_given_no_hint() -> None:
    async with serving(MemoryStore()) as server:
        ann = await alone(server)
        stranger = await server.person("Eve")
        eve = await server.come(stranger, ann.code)
        problem(await ask(server, eve), 409, "not-seated")
        eve.code = "ZZZZZ"
        problem(await ask(server, eve), 404, "no-table")
        eve.token = "nobody"
        problem(await ask(server, eve), 401, "no-person")
        await asyncio.gather(ann.close(), eve.close())


@needs_kernel
async def test_one_person_has_so_many_hints_in_an_hour_and_the_same_again_is_free() -> None:
    config = Config(limits=replace(MANY, hints_per_hour=1))
    async with serving(MemoryStore(), config) as server:
        ann = await alone(server)
        assert [(await ask(server, ann)).status_code for _ in range(3)] == [200] * 3
        await follow(ann, str(ann.you["legal_bids"][0]))
        refused = await ask(server, ann)
        wait = problem(refused, 429, "too-many-requests")["wait"]
        assert 3000 < wait <= 3601
        assert refused.headers["retry-after"] == str(wait)
        await ann.close()


async def test_without_the_kernel_the_server_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "is_built", lambda: False)
    async with serving(MemoryStore()) as server:
        ann = await alone(server)
        assert "compiled kernel" in problem(await ask(server, ann), 501, "no-kernel")["message"]
        await ann.close()
