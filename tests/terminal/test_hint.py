"""A hint at the table: asked for with a key, for bids and for cards, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.kernel_built import needs_kernel
from tests.terminal.driver import (
    LARGE,
    SMALL,
    make_app,
    screen_text,
    table,
    until_my_bid,
    until_my_card,
    words_of,
)
from upriver.review.hint import Hint, hint
from upriver.review.why import why
from upriver.rules import Play, legal_actions
from upriver.terminal import table_screen
from upriver.terminal.app import UpriverApp
from upriver.terminal.hint_screen import HintScreen
from upriver.words import Words


async def ask(pilot: Pilot[int], app: UpriverApp) -> str:
    """Press the key, wait for the answer, and give what the screen shows."""
    await pilot.press("t")
    assert isinstance(app.screen, HintScreen)
    while words_of(app, "#text") == app.words.say("hint.thinking"):
        await pilot.pause(0.02)
    await pilot.pause()
    return screen_text(app)


def expected(app: UpriverApp) -> Hint:
    """The hint for what the player sees at the table below."""
    view = table(app).session.view
    return hint(view, seed=f"hint {view.hand.number} {len(view.hand.tricks)}")


@needs_kernel
@pytest.mark.parametrize(("lang", "head"), [("en", "Tricks if you bid"), ("it", "Prese se dichiari")])
async def test_a_hint_for_the_bid_shows_every_bid_the_chances_and_why(tmp_path: Path, lang: str, head: str) -> None:
    app = make_app(tmp_path, lang=lang, rules="players=3 sizes=5")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        view, found = table(app).session.view, expected(app)
        shown = await ask(pilot, app)
        assert head in shown
        assert why(view, found, Words(lang)) in words_of(app, "#text")
        lines = re.findall(r"[★≈ ] \d+ +[\d.,]+ +[\d.,]+ +\d+%", shown)
        assert len(lines) == len(legal_actions(view))
        assert sum("★" in line for line in lines) == 1
        await pilot.press("enter")
        assert table(app).session.view == view


@needs_kernel
async def test_a_hint_for_a_card_marks_the_best_of_those_that_may_be_played(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="players=3 sizes=5")
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("enter")
        await until_my_card(pilot, app)
        found = expected(app)
        shown = await ask(pilot, app)
        assert isinstance(found.best, Play)
        assert f"★ {found.best.card.symbols}" in shown
        for option in found.options:
            assert isinstance(option.action, Play)
            assert option.action.card.symbols in shown


@needs_kernel
async def test_the_same_question_has_the_same_answer(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="players=3 sizes=3")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        first = await ask(pilot, app)
        await pilot.press("escape")
        assert await ask(pilot, app) == first


async def test_a_hint_is_refused_when_it_is_not_the_players_turn(tmp_path: Path) -> None:
    app = make_app(tmp_path, pace="patient")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await pilot.press("t")
        assert "when it is your turn" in words_of(app, "#note")


async def test_without_the_kernel_a_hint_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_screen, "is_built", lambda: False)
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        await pilot.press("t")
        assert "compiled kernel" in words_of(app, "#note")
