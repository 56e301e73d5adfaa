"""Somebody alone against bots: the first card, a whole game, by mouse and by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.guest import Guest

SHORT = "players=3 sizes=2-1-2"


def test_three_touches_bring_a_stranger_to_the_first_card(come: Come) -> None:
    guest = come()
    guest.go()
    guest.button("start.play").tap()
    guest.bids.first.wait_for()
    assert guest.hand.count() == 10
    guest.page.wait_for_timeout(500)
    guest.bids.first.tap()
    guest.playable.first.wait_for()
    guest.playable.first.tap()
    expect(guest.hand).to_have_count(9)


def test_a_whole_game_with_its_sheet_and_a_rematch(come: Come) -> None:
    guest = come()
    guest.play_alone(SHORT)
    guest.until(lambda me: me.is_over)
    standings = guest.page.locator("section.end li")
    expect(standings).to_have_count(3)
    totals = sorted(int(text) for text in standings.locator(".total").all_inner_texts())
    head, *hands, total = guest.sheet()
    assert len(head) == 4
    assert [row[0][0] for row in hands] == ["2", "1", "2"]
    assert sorted(int(cell) for cell in total[1:]) == totals
    guest.button("end.again").click()
    guest.until(lambda me: me.asks == "bid")
    expect(guest.page.get_by_role("heading", name=re.compile("Hand 1 of 3"))).to_be_visible()
    assert guest.hand.count() == 2


def test_a_hand_by_keyboard_alone(come: Come) -> None:
    guest = come()
    guest.page.add_init_script(f"localStorage.setItem('upriver.rules', '{SHORT}')")
    guest.go()
    keys = guest.page.keyboard
    tab_to(guest, "start.play")
    keys.press("Enter")
    guest.bids.first.wait_for()
    guest.page.wait_for_timeout(500)
    keys.press(re.findall(r"\d+", guest.bids.first.inner_text())[0])
    for left in (2, 1):
        guest.playable.first.wait_for()
        expect(guest.hand).to_have_count(left)
        while not guest.page.evaluate("document.activeElement.matches('button.legal[data-card]')"):
            on_card = guest.page.evaluate("document.activeElement.matches('[data-card]')")
            keys.press("ArrowRight" if on_card else "Tab")
        keys.press("Enter")
    guest.button("hand.next").wait_for()
    expect(guest.page.get_by_role("heading", name="Hand 1 of 3", exact=True).last).to_be_visible()
    tab_to(guest, "hand.next")
    keys.press("Enter")
    guest.bids.first.wait_for()
    assert guest.hand.count() == 1
    keys.press("s")
    expect(guest.dialog("sheet.title")).to_be_visible()
    keys.press("Escape")
    expect(guest.dialog("sheet.title")).to_be_hidden()


def tab_to(guest: Guest, key: str) -> None:
    """Press Tab until the button has the focus."""
    button = guest.button(key)
    button.wait_for()
    for _ in range(60):
        guest.page.keyboard.press("Tab")
        if button.evaluate("it => it === document.activeElement"):
            return
    raise AssertionError(f"{guest.say(key)} is not reached by Tab")
