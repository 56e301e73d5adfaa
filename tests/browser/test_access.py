"""Nothing on any screen is out of anybody's reach: axe looks at each, light and dark, on a phone and a desk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, Come
from tests.browser.guest import Guest, overlaps

AXE = Axe()
OPTIONS = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}},
}
"""Dark differs from light in its colours only."""
SMALL: ViewportSize = {"width": 360, "height": 640}


def check(guest: Guest, screen: str, sizes: Sequence[ViewportSize] = (PHONE, DESKTOP)) -> list[str]:
    """What axe finds on the screen in both themes and these sizes."""
    found = []
    page = guest.page
    for size, theme in product(sizes, ("light", "dark")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
        page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
        sideways = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        results = AXE.run(page, options=OPTIONS[theme]).response["violations"]
        where = f"{screen} {size['width']} {theme}"
        found += [f"{where}: it scrolls sideways"] if sideways else []
        found += [f"{where}: {each['id']}: {each['nodes'][0]['html'][:200]}" for each in results]
    page.set_viewport_size(sizes[0])
    return found


def test_the_screens_before_a_game(come: Come) -> None:
    guest = come()
    guest.go()
    guest.button("start.play").wait_for()
    found = check(guest, "start")
    guest.button("settings").click()
    found += check(guest, "settings")
    guest.page.keyboard.press("Escape")
    guest.button("start.join").click()
    found += check(guest, "join")
    guest.page.keyboard.press("Escape")
    guest.button("how.title").click()
    guest.page.get_by_role("heading", name=guest.say("how.bid.title")).wait_for()
    found += check(guest, "how to play")
    guest.come("Ada")
    code = guest.open_table("english")
    stranger = come()
    stranger.go(f"/t/{code}")
    stranger.button("welcome.go").wait_for()
    found += check(stranger, "welcome")
    guest.go(f"/t/{code}")
    guest.button("setup.bot").first.wait_for()
    found += check(guest, "set-up")
    assert found == []


def test_the_screens_of_a_game(come: Come) -> None:
    guest = come()
    guest.play_alone("players=4 sizes=2,1")
    guest.until(lambda me: me.asks == "bid")
    found = check(guest, "bidding")
    guest.until(lambda me: me.asks == "card")
    found += check(guest, "playing")
    guest.button("menu").click()
    found += check(guest, "menu")
    guest.page.keyboard.press("Escape")
    guest.until(lambda me: me.asks == "next")
    found += check(guest, "end of the hand")
    guest.button("sheet.title").first.click()
    found += check(guest, "score sheet")
    guest.page.keyboard.press("Escape")
    guest.until(lambda me: me.is_over)
    found += check(guest, "end of the game")
    assert found == []


@pytest.mark.parametrize("players", [3, 7])
def test_nothing_lies_over_anything_on_a_small_phone(players: int, come: Come) -> None:
    guest = come(size=SMALL)
    size = {3: 10, 7: 7}[players]
    guest.play_alone(f"players={players} sizes={size},{size}")
    guest.until(lambda me: me.asks == "card")
    page = guest.page
    expect(page.locator("[data-seat]")).to_have_count(players)
    plates = {f"seat {seat}": page.locator(f"[data-seat='{seat}']") for seat in range(players)}
    assert overlaps({**plates, "prompt": guest.prompt, "hand": page.get_by_role("group", name="Your ")}) == []
    for card in guest.hand.all():
        box = card.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= SMALL["width"]
        assert box["y"] + box["height"] * 0.6 <= SMALL["height"]
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
