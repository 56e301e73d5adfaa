"""Several people at one table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.guest import Guest

SHORT = "players=3 sizes=2-1-2"


def test_a_friend_comes_by_link_and_plays_in_italian(come: Come) -> None:
    ada = come()
    ada.page.add_init_script(f"localStorage.setItem('upriver.rules', '{SHORT}')")
    ada.go()
    ada.page.get_by_label(ada.say("start.name")).fill("Ada")
    ada.button("start.friends").click()
    link = ada.page.get_by_text(re.compile(r"^http://\S+/t/\w{5}$")).inner_text()

    bruno = come("it", DESKTOP)
    bruno.page.goto(link)
    expect(bruno.page.get_by_role("heading", name=bruno.say("welcome.title"))).to_be_visible()
    bruno.page.get_by_label(bruno.say("start.name")).fill("Bruno")
    bruno.button("welcome.go").click()
    expect(bruno.page.get_by_text(bruno.say("setup.waits", name="Ada"))).to_be_visible()
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()

    ada.begin()
    finish_hand(ada, bruno)
    expect(bruno.page.get_by_role("heading", name="Smazzata 1 di 3", exact=True).first).to_be_visible()
    shown = bruno.page.get_by_role("complementary").locator("tbody tr").first
    assert re.findall(r"\d+", shown.inner_text()) == re.findall(r"\d+", " ".join(ada.sheet()[1]))


def finish_hand(*guests: Guest) -> None:
    """Play on until all are asked for the next hand, which nobody begins."""
    while waiting := [guest for guest in guests if guest.asks != "next"]:
        for guest in waiting:
            if (asked := guest.asks) == "next" or not guest.answer(asked):
                guest.page.wait_for_timeout(30)


def test_a_second_tab_shows_the_same(come: Come) -> None:
    first = come()
    code = first.play_alone(SHORT)
    second = come(context=first.context)
    second.go(f"/t/{code}")
    first.until(lambda me: me.asks == "card")
    expect(second.playable.first).to_be_visible()
    assert first.cards == second.cards
    second.play()
    expect(first.hand).to_have_count(1)


def test_a_code_leads_to_the_table(come: Come) -> None:
    ada, ben = come(), come()
    ada.come("Ada")
    code = ada.open_table(SHORT)
    ben.go()
    ben.button("start.join").click()
    code_field = ben.page.get_by_label(ben.say("join.code"))
    code_field.fill(f" {code[:2].lower()}-{code[2:].lower()} ")
    ben.button("join.go").click()
    expect(ben.page).to_have_url(re.compile(f"/t/{code}$"))
    expect(ben.page.get_by_text(ben.say("setup.waits", name="Ada"))).to_be_visible()
