"""The first dealer of a pad in the terminal: chosen by name, or drawn for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot

from tests.terminal.driver import SMALL, screen_text, words_of
from upriver.pad import Ledger, load
from upriver.rules import Card
from upriver.terminal.choice import Choice
from upriver.terminal.pad_app import PadApp
from upriver.terminal.pad_draw import DrawScreen
from upriver.terminal.pad_file import pads_folder
from upriver.terminal.pad_screen import PadScreen
from upriver.terminal.pad_start import PadStartScreen
from upriver.words import Words

NAMES = "Adda,Brenta,Chiese"


def cards(text: str) -> Sequence[Card]:
    return [Card.parse(each) for each in text.split()]


async def keys(pilot: Pilot[int], *names: str) -> None:
    for name in names:
        await pilot.press(name)
    await pilot.pause()


def begun(folder: Path) -> Ledger:
    """The one pad that was begun."""
    [path] = pads_folder({"UPRIVER_DATA": str(folder)}).glob("*.jsonl")
    return load(path.read_text("utf-8"))


def dealer(app: App[int]) -> Choice:
    return app.screen.query_one("#dealer", Choice)


async def test_the_first_dealer_is_chosen_by_name(tmp_path: Path) -> None:
    app = PadApp(lang="en", environ={"UPRIVER_DATA": str(tmp_path)})
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "the first who is named" in screen_text(app)
        await keys(pilot, *NAMES, "down", "right", "right", "up", "backspace")
        assert dealer(app).value == "2"
        assert "‹ Chies ›" in screen_text(app)
        await keys(pilot, "e", "enter")
        assert isinstance(app.screen, PadScreen)
        assert "dealer Chiese" in words_of(app, "#headline")
    assert begun(tmp_path).cells["h1.dealer"] == "p3"


async def test_a_dealer_who_is_struck_from_the_names_deals_no_more(tmp_path: Path) -> None:
    app = PadApp(lang="en", environ={"UPRIVER_DATA": str(tmp_path)})
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await keys(pilot, *NAMES, "down", "right", "right", "up", *["backspace"] * len(",Chiese"))
        assert dealer(app).value == "0"
        assert "‹ Adda ›" in screen_text(app)


@pytest.mark.parametrize("lang", ["en", "it"])
async def test_who_is_level_draws_again_and_the_highest_deals(
    tmp_path: Path, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = Words(lang).say
    monkeypatch.setattr("upriver.terminal.pad_draw._shuffled", lambda: cards("QC 9D QH 4S 5S 2C"))
    app = PadApp(lang=lang, environ={"UPRIVER_DATA": str(tmp_path)})
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await keys(pilot, *NAMES, "down", "left", "enter")
        assert isinstance(app.screen, DrawScreen)
        told = []
        for card in ("Q♣", "9♦", "Q♥", "4♠", "5♠"):
            told.append(words_of(app, "#text"))
            assert card not in screen_text(app)
            await keys(pilot, "n", "enter")
            assert card in screen_text(app)
        again = say("draw.again", names=Words(lang).both(["Adda", "Chiese"]))
        following = [say("pad.draw.next", name=name) for name in ("Adda", "Brenta", "Chiese", "", "Chiese")]
        assert told == [*following[:3], again, following[4]]
        assert words_of(app, "#text") == say("draw.done", name="Chiese")
        assert "Q♣" not in screen_text(app)  # the card of the first round lies under that of the second
        assert "9♦" in screen_text(app)
        await keys(pilot, "enter")
        assert isinstance(app.screen, PadScreen)
    assert begun(tmp_path).cells["h1.dealer"] == "p3"


async def test_the_draw_is_left_or_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decks = iter([cards("QC 9D 2H"), cards("QC KD 2H")])
    monkeypatch.setattr("upriver.terminal.pad_draw._shuffled", lambda: next(decks))
    app = PadApp(lang="en", environ={"UPRIVER_DATA": str(tmp_path)})
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await keys(pilot, *NAMES, "down", "left", "enter", "enter", "enter", "enter")
        assert words_of(app, "#text") == "Adda drew the highest card and deals first."
        await keys(pilot, "n")
        assert words_of(app, "#text") == "Adda draws a card."
        await keys(pilot, "enter", "enter", "enter")
        assert words_of(app, "#text") == "Brenta drew the highest card and deals first."
        await keys(pilot, "escape")
        assert isinstance(app.screen, PadStartScreen)
    assert not list(pads_folder({"UPRIVER_DATA": str(tmp_path)}).glob("*"))


async def test_ten_people_have_room_to_draw(tmp_path: Path) -> None:
    app = PadApp(lang="it", environ={"UPRIVER_DATA": str(tmp_path)})
    names = [f"Persona{number}" for number in range(10)]
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.push_screen(DrawScreen(Words("it"), names))
        await pilot.pause()
        await keys(pilot, *["enter"] * 10)
        shown = screen_text(app)
        assert all(name in shown for name in names)
        assert sum(shown.count(suit) for suit in "♠♥♦♣") == 10
