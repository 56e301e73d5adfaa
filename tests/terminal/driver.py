"""Driving the terminal game from a test: keys in, text out."""

from __future__ import annotations

import html
import re
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot
from textual.widget import Widget

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


def screen_lines(app: App[int]) -> list[str]:
    """The characters on the screen, read back from its picture."""
    lines = [[" "] * app.size.width for _ in range(app.size.height)]
    for x, y, text in _TEXT.findall(app.export_screenshot()):
        row, column = round((float(y) - 20) / _LINE), round(float(x) / _CELL)
        for place, letter in enumerate(html.unescape(text).replace("\xa0", " ").rstrip("\n"), column):
            lines[row][place] = letter
    return ["".join(line) for line in lines]


def screen_text(app: App[int]) -> str:
    return "\n".join(screen_lines(app))


def words_of(app: App[int], selector: str) -> str:
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
            await until_laid_out(pilot, app, BidRow)
            return
        await pilot.press("enter")
        await pilot.pause()
    raise AssertionError("the player was never asked to bid")


async def until_my_card(pilot: Pilot[int], app: UpriverApp) -> None:
    """Bid, and go on until the player has to play."""
    for _ in range(400):
        if is_playing(app):
            await until_laid_out(pilot, app, Rack)
            return
        if is_bidding(app):
            await bid_something(pilot, app)
        else:
            await pilot.press("enter")
        await pilot.pause()
    raise AssertionError("the player was never asked to play")


async def until_laid_out(pilot: Pilot[int], app: UpriverApp, kind: type[Widget]) -> None:
    """Wait until the widget has its place on the screen, which on a busy machine comes later than its contents."""
    for _ in range(400):
        if app.screen.query_one(kind).size:
            return
        await pilot.pause()
    raise AssertionError(f"{kind.__name__} was never given a place on the screen")


async def bid_something(pilot: Pilot[int], app: UpriverApp) -> None:
    """Bid 1, or where that is forbidden the smallest number that is not."""
    await pilot.press(*str(bid_to_make(app)), "enter")


def bid_to_make(app: UpriverApp) -> int:
    """The bid that `bid_something` makes."""
    row = app.screen.query_one(BidRow)
    allowed = [bid for bid in range(row.size_of_hand + 1) if bid not in row.forbidden]
    return 1 if 1 in allowed else allowed[0]
