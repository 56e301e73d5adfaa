"""Driving the terminal game from a test: keys in, text out."""

from __future__ import annotations

import html
import re
from pathlib import Path

from textual.pilot import Pilot

from upriver.rules import Rules
from upriver.terminal.app import UpriverApp
from upriver.terminal.bidrow import BidRow
from upriver.terminal.rack import Rack
from upriver.terminal.table_screen import TableScreen

SMALL, LARGE = (80, 24), (120, 40)
_TEXT = re.compile(r'<text class="terminal-\d+-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>')
_CELL, _LINE = 12.2, 24.4


def make_app(
    folder: Path, *, lang: str = "en", rules: str | None = "", seed: str | None = "river", pace: str | None = "instant"
) -> UpriverApp:
    return UpriverApp(
        lang=lang,
        rules=None if rules is None else Rules.parse(rules),
        seed=seed,
        pace=pace,
        environ={"UPRIVER_DATA": str(folder)},
    )


def screen_lines(app: UpriverApp) -> list[str]:
    """The characters on the screen, read back from its picture."""
    lines = [[" "] * app.size.width for _ in range(app.size.height)]
    for x, y, text in _TEXT.findall(app.export_screenshot()):
        row, column = round((float(y) - 20) / _LINE), round(float(x) / _CELL)
        for place, letter in enumerate(html.unescape(text).replace("\xa0", " ").rstrip("\n"), column):
            lines[row][place] = letter
    return ["".join(line) for line in lines]


def screen_text(app: UpriverApp) -> str:
    return "\n".join(screen_lines(app))


def words_of(app: UpriverApp, selector: str) -> str:
    """What a static widget says."""
    return str(app.screen.query_one(selector).render())


def table(app: UpriverApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen), app.screen
    return app.screen


def is_bidding(app: UpriverApp) -> bool:
    return isinstance(app.screen, TableScreen) and bool(app.screen.query_one(BidRow).display)


def is_playing(app: UpriverApp) -> bool:
    return isinstance(app.screen, TableScreen) and app.screen.query_one(Rack).cursor is not None


async def until_my_bid(pilot: Pilot[int], app: UpriverApp) -> None:
    """Press Enter until the player has to bid."""
    for _ in range(400):
        if is_bidding(app):
            return
        await pilot.press("enter")
        await pilot.pause()
    raise AssertionError("the player was never asked to bid")


async def until_my_card(pilot: Pilot[int], app: UpriverApp) -> None:
    """Bid the first number allowed, and go on until the player has to play."""
    for _ in range(400):
        if is_playing(app):
            return
        if is_bidding(app):
            await bid_something(pilot, app)
        else:
            await pilot.press("enter")
        await pilot.pause()
    raise AssertionError("the player was never asked to play")


async def bid_something(pilot: Pilot[int], app: UpriverApp) -> None:
    """Try 1, and 0 where that is forbidden."""
    for digit in "10":
        if is_bidding(app):
            await pilot.press(digit, "enter")
