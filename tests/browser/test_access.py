"""Nothing on any screen is out of anybody's reach: axe looks at each, light and dark, on a phone and a desk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize

from tests.browser.conftest import DESKTOP, PHONE, Come
from tests.browser.guest import Guest

AXE = Axe()
OPTIONS = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}},
}
"""Dark differs from light in its colours only."""


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
    guest.button("games").click()
    guest.page.get_by_role("heading", name=guest.say("games")).wait_for()
    found += check(guest, "no games yet")
    guest.go()
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
    guest, friend = come(), come()
    guest.come("Ada")
    friend.come("Bruno")
    code = guest.open_table("players=4 sizes=2,1")
    friend.go(f"/t/{code}")
    guest.go(f"/t/{code}")
    guest.page.get_by_text("Bruno", exact=True).wait_for()
    guest.begin()
    guest.until(lambda me: me.asks == "bid", friend)
    found = check(guest, "bidding")
    guest.until(lambda me: me.asks == "card", friend)
    found += check(guest, "playing")
    guest.button("talk").click()
    found += check(guest, "talk")
    guest.page.keyboard.press("Escape")
    guest.button("seat.more", name="Bruno").click()
    found += check(guest, "seat")
    guest.page.keyboard.press("Escape")
    guest.button("menu").click()
    found += check(guest, "menu")
    guest.button("options").click()
    found += check(guest, "options")
    guest.page.keyboard.press("Escape")
    guest.play()
    guest.until(lambda me: me.button("last.show").is_visible(), friend)
    guest.button("last.show").click()
    found += check(guest, "last trick")
    guest.page.keyboard.press("Escape")
    guest.until(lambda me: me.asks == "next", friend)
    found += check(guest, "end of the hand")
    guest.button("sheet.title").first.click()
    found += check(guest, "score sheet")
    guest.page.keyboard.press("Escape")
    guest.until(lambda me: me.is_over, friend)
    replay = guest.page.get_by_role("link", name=guest.say("end.replay"))
    replay.wait_for()
    found += check(guest, "end of the game")
    guest.button("fair").click()
    guest.page.get_by_text(guest.say("fair.good")).wait_for()
    found += check(guest, "fair deals")
    guest.page.keyboard.press("Escape")
    replay.click()
    guest.page.get_by_role("slider").wait_for()
    found += check(guest, "replay")
    assert found == []
