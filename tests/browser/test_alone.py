"""Somebody alone against bots: the first card, a whole game, by mouse and by keyboard."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Route, expect

from tests.browser.conftest import Come
from tests.browser.guest import PATIENCE, SLIP_MS, Guest

SHORT = "players=3 sizes=3-1-3"


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
    assert [row[0][0] for row in hands] == ["3", "2", "1", "2", "3"]
    assert sorted(int(cell) for cell in total[1:]) == totals
    guest.button("end.again").click()
    guest.until(lambda me: me.asks == "bid")
    expect(guest.page.get_by_role("heading", name=re.compile("Hand 1 of 5"))).to_be_visible()
    assert guest.hand.count() == 3


def test_a_whole_game_by_keyboard_alone(come: Come) -> None:
    guest = come()
    guest.page.add_init_script(
        f"localStorage.setItem('upriver.rules', '{SHORT}');"
        "localStorage.setItem('upriver.settings', JSON.stringify({ pace: 'instant' }))"
    )
    guest.page.route("**/api/tables", at_once)
    guest.go()
    keys = guest.page.keyboard
    tab_to(guest, "start.play")
    keys.press("Enter")
    give_up = time.monotonic() + 2 * PATIENCE
    while not guest.is_over:
        match guest.asks:
            case "bid":
                guest.page.wait_for_timeout(SLIP_MS)
                keys.press(re.findall(r"\d+", guest.bids.first.inner_text())[0])
                guest.bids.first.wait_for(state="hidden")
            case "card":
                play_by_arrows(guest)
            case "next":
                tab_to(guest, "hand.next")
                keys.press("Enter")
                guest.button("hand.next").wait_for(state="hidden")
            case _:
                guest.page.wait_for_timeout(30)
        assert time.monotonic() < give_up, guest.page.inner_text("body")
    tab_to(guest, "end.again")
    keys.press("s")
    sheet = guest.dialog("sheet.title")
    expect(sheet.locator("tbody tr")).to_have_count(5)
    keys.press("Escape")
    expect(sheet).to_be_hidden()
    keys.press("Enter")
    guest.until(lambda me: me.asks == "bid")
    expect(guest.page.get_by_role("heading", name=re.compile("Hand 1 of 5"))).to_be_visible()


def at_once(route: Route) -> None:
    """Let the bots of a new table act at once, which the start page does not offer."""
    request = route.request
    if request.method != "POST":
        route.continue_()
        return
    wanted = json.loads(request.post_data or "{}")
    route.continue_(post_data=json.dumps({**wanted, "options": {"pace": "instant"}}))


def play_by_arrows(guest: Guest) -> None:
    """Go to a card that may be played, by Tab and arrows, and play it."""
    held = guest.hand.count()
    for _ in range(60):
        on = "[button.matches('button.legal[data-card]'), button.matches('[data-card]')]"
        is_there, is_card = guest.page.evaluate(f"(() => {{ const button = document.activeElement; return {on} }})()")
        if is_there:
            guest.page.keyboard.press("Enter")
            expect(guest.hand).to_have_count(held - 1)
            return
        guest.page.keyboard.press("ArrowRight" if is_card else "Tab")
    raise AssertionError("no card is reached by Tab and arrows")


def tab_to(guest: Guest, key: str) -> None:
    """Press Tab until the button has the focus."""
    button = guest.button(key)
    button.wait_for()
    for _ in range(60):
        guest.page.keyboard.press("Tab")
        if button.evaluate("it => it === document.activeElement"):
            return
    raise AssertionError(f"{guest.say(key)} is not reached by Tab")
