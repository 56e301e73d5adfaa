"""A finished game again: moments with an address, the draw, by finger and by itself; for watchers too."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.guest import Guest
from tests.browser.test_access import check

SHORT = "players=3 sizes=2-1-2"


def draw_finger(guest: Guest, start: int, end: int) -> None:
    """Draw a finger over the table, sideways."""
    session = guest.context.new_cdp_session(guest.page)
    for kind, points in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
        touches = [{"x": x, "y": 200} for x in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    session.detach()


def test_a_game_is_gone_through_by_keys_by_finger_and_by_itself(come: Come) -> None:
    guest = come()
    page = guest.page
    guest.play_alone(SHORT)
    guest.until(lambda me: me.is_over)
    link = page.get_by_role("link", name=guest.say("end.replay"))
    link.click()
    expect(page.get_by_role("heading", name=guest.say("draw"))).to_be_visible()
    expect(page.locator("[data-placed]").first).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page).to_have_url(re.compile("#h1$"))
    expect(page.locator("li .cards > div")).to_have_count(6)
    draw_finger(guest, 300, 80)
    expect(page).to_have_url(re.compile("#h1b1$"))
    draw_finger(guest, 80, 300)
    expect(page).to_have_url(re.compile("#h1$"))
    guest.button("replay.play").click()
    expect(page).to_have_url(re.compile("#h1b2$"))
    guest.button("replay.pause").click()
    stopped = page.url
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile("#h3t2e$"))
    assert page.url != stopped
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 568})
        page.wait_for_function("width => innerWidth === width", arg=width)
        row = page.locator(".steps").bounding_box()
        parts = [part.bounding_box() for part in page.locator(".steps > *").all()]
        assert row is not None
        assert len(parts) == 6
        assert row["height"] < 60, "the steps take more than one line"
        for part in parts:
            assert part is not None
            assert part["x"] >= 0
            assert part["x"] + part["width"] <= width


def test_the_link_to_a_moment_shows_it_to_a_stranger(come: Come) -> None:
    guest = come()
    guest.play_alone(SHORT)
    guest.until(lambda me: me.is_over)
    address = guest.page.get_by_role("link", name=guest.say("end.replay")).get_attribute("href")
    guest.go(f"{address}#h2t1c2")
    guest.page.get_by_role("slider").wait_for()
    lying = guest.page.locator("[data-placed]")
    expect(lying).to_have_count(2)
    cards = [card.get_attribute("data-placed") for card in lying.all()]

    stranger = come("it")
    stranger.go(f"{address}#h2t1c2")
    expect(stranger.page.get_by_role("heading", name="Smazzata 2 di 3")).to_be_visible()
    expect(stranger.page.locator("[data-placed]")).to_have_count(2)
    assert [card.get_attribute("data-placed") for card in stranger.page.locator("[data-placed]").all()] == cards


def test_who_watches_sees_no_cards_and_goes_through_the_game_afterwards(come: Come) -> None:
    ada, ben = come(), come()
    code = ada.play_alone(SHORT)
    ben.come("Ben")
    ben.go(f"/t/{code}")
    expect(ben.page.get_by_text(ben.say("watching")).first).to_be_visible()
    assert ben.hand.count() == 0
    assert check(ben, "watching") == []
    ada.until(lambda me: me.is_over)
    expect(ben.page.get_by_text(ben.say("end.title"))).to_be_visible()
    expect(ben.button("end.again")).to_be_hidden()
    ben.page.get_by_role("link", name=ben.say("end.replay")).click()
    expect(ben.page.get_by_role("slider")).to_be_visible()
    guests = ben.page.get_by_role("region", name=ben.say("replay.hands")).locator("li")
    expect(guests).to_have_count(3)
