"""Every size from the smallest phone to the widest desk: nothing lies over anything, nothing scrolls sideways."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import PHONE, Come
from tests.browser.guest import Guest, overlaps

SIZES: tuple[ViewportSize, ...] = tuple(
    {"width": width, "height": height}
    for width, height in (
        (320, 568), (360, 640), (360, 740), (390, 844), (568, 320), (640, 360), (740, 360), (844, 390), (768, 1024),
        (1024, 768), (1280, 720), (1440, 900), (2560, 1440),
    )
)  # fmt: skip
"""640 by 360 is what a desk of 1280 by 720 has at a zoom of 200 %."""
SMALLEST = 44
UNTOUCHABLE = """
(smallest) => [...document.querySelectorAll("button, a, select, input")]
  .filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.closest("[data-seat]"))
  .filter(each => each.dataset.card === undefined)
  .map(each => [each.getAttribute("aria-label") ?? each.innerText, each.getBoundingClientRect()])
  .filter(([, box]) => box.width < smallest || box.height < smallest)
  .map(([says, box]) => `${says}: ${box.width} by ${box.height}`)
"""
"""What is smaller than a finger; plates and cards are looked at by themselves."""
COVERED = """
(smallest) => [...document.querySelectorAll("button[data-card]")].filter(card => {
  const box = card.getBoundingClientRect();
  const turned = new DOMMatrix(getComputedStyle(card.parentElement).transform);
  const [cos, sin] = [turned.a, turned.b];
  return [[6, 6], [smallest - 6, 6], [6, smallest - 6], [smallest - 6, smallest - 6]].some(([left, top]) => {
    const [x, y] = [left - card.offsetWidth / 2, top - card.offsetHeight / 2];
    const [atX, atY] = [box.x + box.width / 2 + x * cos - y * sin, box.y + box.height / 2 + x * sin + y * cos];
    return document.elementFromPoint(atX, atY)?.closest("[data-card]") !== card;
  });
}).map(card => card.dataset.card)
"""
"""Cards of which nothing of the size of a finger lies open at their index, which turns with them."""
SETTLED = """
async (width) => {
  const all = () => [...document.querySelectorAll("main *")];
  const places = () => JSON.stringify(all().map(each => each.getBoundingClientRect()));
  const frame = () => new Promise(requestAnimationFrame);
  for (let last = "", same = 0; same < 6; await frame()) {
    const now = places();
    same = now === last && innerWidth === width ? same + 1 : 0;
    last = now;
  }
}
"""
"""Waits until the page has its size, and nothing has changed its place for some frames."""
ASIDE = "document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight"


def faults(guest: Guest, size: ViewportSize, players: int) -> list[str]:
    """What is wrong with the table in this size."""
    page = guest.page
    page.set_viewport_size(size)
    page.evaluate(SETTLED, size["width"])
    where = f"{size['width']} by {size['height']}, {guest.asks}"
    places = {f"seat {seat}": page.locator(f"[data-seat='{seat}']") for seat in range(players)}
    places["hand"] = page.locator(".fan")
    if guest.prompt.is_visible():  # on a low screen the guide speaks in its place
        places["prompt"] = guest.prompt
    if guest.asks == "bid":
        places["bids"] = page.locator(".bids .bids")
    guide = page.get_by_role("complementary", name=guest.say("guide"))
    if guide.is_visible():
        places["guide"] = guide
    places["bar"] = page.get_by_role("banner")
    found = [f"{where}: {each}" for each in overlaps(places)]
    found += [f"{where}: too small: {each}" for each in page.evaluate(UNTOUCHABLE, SMALLEST)]
    found += [f"{where}: covered: {each}" for each in page.evaluate(COVERED, SMALLEST)]
    found += [f"{where}: it scrolls"] if page.evaluate(ASIDE) else []
    for name, place in places.items():
        box = place.bounding_box()
        assert box is not None
        if box["x"] < 0 or box["x"] + box["width"] > size["width"] + 1 or box["y"] < 0:
            found.append(f"{where}: {name} leaves the screen")
    return found


@pytest.mark.parametrize(("players", "cards"), [(3, 10), (4, 6), (5, 10), (7, 7)])
def test_nothing_lies_over_anything_in_any_size(players: int, cards: int, come: Come) -> None:
    guest = come()
    guest.play_alone(f"players={players} sizes={cards},{cards}")
    found = []
    for asked in ("bid", "card"):
        guest.until(lambda me, asked=asked: me.asks == asked)  # type: ignore[misc]  # bound at once
        expect(guest.page.locator("[data-seat]")).to_have_count(players)
        expect(guest.hand).to_have_count(cards)
        for size in SIZES:
            found += faults(guest, size, players)
    assert found == []


def test_large_cards_keep_their_place_at_200_percent_zoom(come: Come) -> None:
    guest = come(size={"width": 640, "height": 360})
    guest.play_alone("players=4 sizes=10,10", cards="large")
    guest.until(lambda me: me.asks == "card")
    found = [fault for size in SIZES for fault in faults(guest, size, 4)]
    assert found == []
    guest.page.set_viewport_size(PHONE)
    large = guest.hand.first.bounding_box()
    guest.page.evaluate("localStorage.setItem('upriver.settings', JSON.stringify({ cards: 'small', pace: 'instant' }))")
    guest.page.reload()
    guest.playable.first.wait_for()
    small = guest.hand.first.bounding_box()
    assert large is not None
    assert small is not None
    assert large["width"] > small["width"] * 1.3


def test_nothing_lies_under_a_notch(come: Come) -> None:
    guest = come()
    guest.play_alone("players=5 sizes=7,7")
    guest.until(lambda me: me.asks == "card")
    session = guest.context.new_cdp_session(guest.page)
    upright = {"top": 47, "right": 0, "bottom": 34, "left": 0}
    sideways = {"top": 0, "right": 47, "bottom": 21, "left": 47}
    low: ViewportSize = {"width": 844, "height": 390}
    for size, insets in ((PHONE, upright), (low, sideways)):
        guest.page.set_viewport_size(size)
        session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        guest.page.wait_for_function(
            "top => getComputedStyle(document.documentElement).getPropertyValue('--safe-top') === `${top}px`",
            arg=insets["top"],
        )
        menu, hand = guest.button("menu").bounding_box(), guest.page.locator(".fan").bounding_box()
        assert menu is not None
        assert hand is not None
        assert menu["y"] >= insets["top"]
        assert menu["x"] >= insets["left"]
        assert hand["y"] + hand["height"] <= size["height"] - insets["bottom"]
        guest.button("menu").click()
        guest.page.locator("dialog[open] .inside").wait_for()
        guest.page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
        shown = guest.page.locator("dialog[open] .inside").bounding_box()
        assert shown is not None
        assert shown["x"] + shown["width"] <= size["width"] - insets["right"]
        assert shown["y"] + shown["height"] <= size["height"] - insets["bottom"]
        guest.page.keyboard.press("Escape")


def test_left_hands_find_the_buttons_on_the_left(come: Come) -> None:
    guest = come()
    guest.play_alone("players=4 sizes=3,3", leftHanded=True)
    guest.until(lambda me: me.asks == "card" and me.button("last.show").is_visible())
    page = guest.page
    middle = PHONE["width"] / 2
    for name, is_left in (("last.show", True), ("sheet.title", True), ("menu", False)):
        box = guest.button(name).first.bounding_box()
        assert box is not None
        assert (box["x"] + box["width"] / 2 < middle) == is_left, name
    assert overlaps({"plate": page.locator("[data-seat='0']"), "prompt": guest.prompt}) == []


def test_the_set_up_offers_no_table_too_small_for_those_who_sit(come: Come) -> None:
    ada = come()
    ada.come("Ada")
    code = ada.open_table("players=5 sizes=3-1")
    ada.go(f"/t/{code}")
    for name in ("Ben", "Cleo", "Dan"):
        other = come()
        other.come(name)
        other.go(f"/t/{code}")
        ada.page.get_by_text(name, exact=True).wait_for()
    players = ada.page.get_by_role("spinbutton", name=ada.say("rules.players"))
    fewer = ada.button("fewer", what=ada.say("rules.players"))
    fewer.click()
    expect(players).to_have_text("4")
    expect(fewer).to_be_disabled()
    expect(ada.page.get_by_text(ada.say("rules.players.least", n=4))).to_be_visible()


def test_the_largest_hand_is_bid_and_played_on_a_small_phone(come: Come) -> None:
    guest = come()
    guest.play_alone("players=3 sizes=17")
    found = []
    for asked in ("bid", "card"):
        guest.until(lambda me, asked=asked: me.asks == asked)  # type: ignore[misc]  # bound at once
        expect(guest.hand).to_have_count(17)
        for size in SIZES:
            here = faults(guest, size, 3)
            if size["height"] < 700:  # eighteen numbers have no other room than before what is above
                here = [fault for fault in here if not re.search(r"seat \d and bids$|bids and bar$", fault)]
            found += here
    assert found == []
