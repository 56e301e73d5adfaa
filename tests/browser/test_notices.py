"""What happens around the game is said in places of its own: nothing at the table moves for it."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, Come
from tests.browser.guest import PATIENCE, SLIP_MS, Guest, catalogue
from tests.browser.test_access import check
from tests.browser.test_layout import SETTLED

SMALLEST: ViewportSize = {"width": 320, "height": 568}
SHORT: ViewportSize = {"width": 360, "height": 560}
LOW: ViewportSize = {"width": 640, "height": 360}
SIZES = (SMALLEST, PHONE, LOW, DESKTOP)
PLACES = """
() => [...document.querySelectorAll("header, .board, .board > *, .own, .mine, .fan, .slot")].map(each => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.localName, [...each.classList][0], x, y, width, height].join(" ");
})
"""
"""Where everything lies that people look for in its place."""


SAY = """
line => {
  document.querySelector(".prompt span").textContent = line;
  return document.querySelector(".own").getBoundingClientRect().height;
}
"""
"""Says a line, and how high it makes its row."""
GUIDE = """
() => {
  const note = document.querySelector("aside.note [role=status]");
  const lines = [...document.querySelectorAll("aside.note .room")].map(each => each.textContent);
  return ["", ...lines].map(line => {
    note.textContent = line;
    return document.querySelector(".own").getBoundingClientRect().height;
  });
}
"""
"""Lets the guide say nothing and each of its lines, and how high that makes its row."""


def look(guest: Guest) -> list[str]:
    """Where everything lies, in each size."""
    found: list[str] = []
    for size in SIZES:
        guest.page.set_viewport_size(size)
        guest.page.evaluate(SETTLED, size["width"])
        found += [f"{size['width']} by {size['height']}: {place}" for place in guest.page.evaluate(PLACES)]
    return found


def moved(guest: Guest, before: list[str]) -> str:
    """What lies elsewhere than before, where it was and where it is."""
    return "\n".join(sorted(set(look(guest)) ^ set(before)))


def sit(guests: dict[str, Guest], **options: object) -> None:
    """Let these guests sit down at a table of three, and begin."""
    host = next(iter(guests.values()))
    for name, guest in guests.items():
        guest.come(name)
    code = host.open_table("players=3 sizes=3-1", **options)
    for name, guest in guests.items():
        guest.lay_line()
        guest.go(f"/t/{code}")
        host.page.get_by_text(name, exact=True).first.wait_for()
    if len(guests) < 3:
        host.begin()
    else:
        host.button("setup.start").click()


def wait_for_turn(guest: Guest, *others: Guest, lying: int) -> None:
    """Play on until this guest is to play a card, with fewer than so many on the table."""
    give_up = time.monotonic() + 2 * PATIENCE
    while (asked := guest.asks) != "card" or guest.page.locator("[data-placed]").count() >= lying:
        acted = guest.answer(asked) + sum(other.answer(other.asks) for other in others)
        if not acted:
            guest.page.wait_for_timeout(30)
        assert time.monotonic() < give_up, guest.page.inner_text("body")


@pytest.mark.parametrize("is_host", [True, False])
def test_who_goes_away_moves_nothing(is_host: bool, come: Come) -> None:
    ada, ben, cid = come(), come(), come()
    sit({"Ada": ada, "Ben": ben, "Cid": cid})
    stays, other = (ada, cid) if is_host else (cid, ada)
    wait_for_turn(ben, ada, cid, lying=3)
    expect(stays.playable).to_have_count(0)
    before = look(stays)
    ben.cut_line()
    says = stays.page.get_by_role("button", name=stays.say("notice.away", name="Ben"))
    expect(says).to_contain_text(stays.say("seat.bot" if is_host else "seat.vote"))
    assert moved(stays, before) == ""
    for size in SIZES:
        stays.page.set_viewport_size(size)
        box = says.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert min(box["width"], box["height"]) >= 44
    assert check(stays, "somebody is away") == []
    says.click()
    if is_host:
        stays.until(lambda me: me.asks != "", other)
    else:
        expect(stays.prompt).to_contain_text(stays.say("seat.votes", n=1))
        assert moved(stays, before) == ""


def test_a_wish_to_take_back_moves_nothing(come: Come) -> None:
    ada, ben, cid = guests = come(), come(), come()
    sit({"Ada": ada, "Ben": ben, "Cid": cid}, undo=True)
    wait_for_turn(ben, ada, cid, lying=2)
    ben.page.wait_for_timeout(SLIP_MS)
    card = ben.play()
    for guest in guests:
        expect(guest.page.locator(f"[data-placed='{card}']")).to_be_visible()
    before = [look(guest) for guest in guests]
    ben.button("undo").click()
    for guest in (ada, cid):
        expect(guest.button("undo.yes")).to_be_visible()
    assert [moved(guest, places) for guest, places in zip(guests, before, strict=True)] == ["", "", ""]
    for size in SIZES:
        ada.page.set_viewport_size(size)
        for key in ("undo.yes", "undo.no"):
            box = ada.button(key).bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
    assert check(ada, "a wish to take back") == []
    ada.button("undo.yes").click()
    expect(ada.button("undo.yes")).to_be_hidden()
    cid.button("undo.yes").click()
    expect(ben.page.locator(f"button[data-card='{card}']")).to_be_visible()


def test_a_lost_network_moves_nothing(come: Come) -> None:
    ada, ben = come(), come()
    sit({"Ada": ada, "Ben": ben})
    ada.until(lambda me: me.asks == "card", ben)
    before = look(ada)
    ada.cut_line()
    banner = ada.page.get_by_text(ada.say("net.away"))
    expect(banner).to_be_visible()
    assert moved(ada, before) == ""
    for size in SIZES:
        ada.page.set_viewport_size(size)
        box, menu = banner.bounding_box(), ada.button("menu").bounding_box()
        assert box is not None
        assert menu is not None
        assert box["x"] >= menu["x"] + menu["width"]
        assert box["x"] + box["width"] <= size["width"]
    assert check(ada, "no network") == []
    ada.mend_line()
    expect(banner).to_be_hidden()


@pytest.mark.parametrize("lang", ["en", "it"])
def test_no_line_said_moves_the_table(lang: str, come: Come) -> None:
    guest = come(lang=lang)
    guest.play_alone("players=3 sizes=3,1")
    guest.until(lambda me: me.asks == "card" and me.button("last.show").is_visible())
    guest.button("guide.end").click()  # on a low screen it speaks instead
    keys = [key for key in catalogue(lang) if key.startswith("prompt.") and key != "prompt.bid"]
    lines = ["", *(guest.say(key, name="Massimiliano", suit=guest.say("suit.D")) for key in keys)]
    for size in SIZES:
        guest.page.set_viewport_size(size)
        guest.page.evaluate(SETTLED, size["width"])
        heights = {line: guest.page.evaluate(SAY, line) for line in lines}
        assert set(heights.values()) == {heights[""]}, (size, heights)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_no_line_of_the_guide_moves_a_full_table(lang: str, come: Come) -> None:
    guest = come(lang=lang)
    guest.play_alone("players=7 sizes=7,7")
    guest.until(lambda me: me.asks == "bid")
    for size in (LOW, SMALLEST, SHORT):
        guest.page.set_viewport_size(size)
        guest.page.evaluate(SETTLED, size["width"])
        heights = guest.page.evaluate(GUIDE)
        assert len(heights) > 1
        assert set(heights) == {heights[0]}, (size, heights)
    guest.page.get_by_role("complementary", name=guest.say("guide")).click()
    expect(guest.prompt).to_be_visible()
