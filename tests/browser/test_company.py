"""Several people at one table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.guest import SLIP_MS, Guest, catalogue
from tests.browser.serving import Serving

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


def test_another_is_made_host_and_begins_the_rematch_with_all(come: Come) -> None:
    ada, ben = come(), come()
    ada.come("Ada")
    ben.come("Ben")
    code = ada.open_table("players=3 sizes=1,1")
    ben.go(f"/t/{code}")
    ada.go(f"/t/{code}")
    ada.page.get_by_text("Ben", exact=True).wait_for()
    ada.begin()
    ada.until(lambda me: me.asks != "", ben)
    ada.button("seat.more", name="Ben").click()
    ada.button("seat.host").click()
    expect(ben.page.get_by_role("status").filter(has_text=ben.say("tell.host.me"))).to_be_visible()
    for guest, is_host in ((ada, False), (ben, True)):
        guest.button("menu").click()
        expect(guest.button("settings")).to_be_visible()
        assert guest.button("close.table").is_visible() == is_host
        guest.page.keyboard.press("Escape")
        expect(guest.button("settings")).to_be_hidden()

    ada.until(lambda me: me.is_over, ben)
    ben.until(lambda me: me.is_over)
    ada.button("end.again").click()
    expect(ada.page.get_by_text(ada.say("waiting", names="Ben"))).to_be_visible()
    expect(ben.page.get_by_text(ben.say("waiting.you"))).to_be_visible()
    ben.button("end.again").click()
    for guest in (ada, ben):
        expect(guest.page.get_by_role("heading", name="Hand 1 of 2").first).to_be_visible()
        expect(guest.hand).to_have_count(1)


def test_a_whole_game_in_italian(come: Come) -> None:
    guest = come("it")
    guest.play_alone(SHORT)
    guest.until(lambda me: me.is_over)
    assert guest.sheet()[0][1] == "Tu"
    english = {str(text) for text in catalogue("en").values()} - {str(text) for text in catalogue("it").values()}
    shown = {line.strip() for line in guest.page.inner_text("body").splitlines()}
    assert shown & english == set()


def test_four_friends_end_with_equal_sheets_whatever_happens(come: Come, serving: Serving) -> None:
    ada, bea, cid, dan = guests = [come() for _ in range(4)]
    ada.come("Ada")
    code = ada.open_table("players=4 sizes=3-1-3")
    ada.go(f"/t/{code}")
    for guest, name in ((bea, "Bea"), (cid, "Cid"), (dan, "Dan")):
        guest.page.add_init_script("localStorage.setItem('upriver.settings', JSON.stringify({ pace: 'instant' }))")
        guest.lay_line()
        guest.go(f"/t/{code}")
        guest.page.get_by_label(guest.say("start.name")).fill(name)
        guest.button("welcome.go").click()
        ada.page.get_by_text(name, exact=True).wait_for()
    ada.button("setup.start").click()

    lying = bea.page.locator("[data-placed]")
    bea.until(lambda me: me.asks == "card" and 0 < lying.count() < 4, ada, cid, dan)
    held = bea.cards
    bea.page.reload()
    bea.playable.first.wait_for()
    assert bea.cards == held
    bea.page.wait_for_timeout(SLIP_MS)

    cid.cut_line()
    away = cid.page.get_by_text(cid.say("net.away"))
    expect(away).to_be_visible()
    moved = ada.page.inner_text("body")
    ada.until(lambda me: me.page.inner_text("body") != moved and not me.asks, bea, dan)
    cid.mend_line()
    expect(away).to_be_hidden()

    ada.until(lambda me: "Hand 2" in me.page.locator("h1").first.inner_text() and me.asks == "card", bea, cid, dan)
    for guest in guests:
        guest.knows_outage = True
    serving.kill()
    serving.start()
    for guest in guests:
        expect(guest.page.get_by_text(guest.say("net.away"))).to_be_hidden(timeout=30_000)

    ada.until(lambda me: all(guest.is_over for guest in guests), bea, cid, dan)
    sheets = [[row[1:] for row in guest.sheet()[1:]] for guest in guests]
    assert len(sheets[0]) == 6
    assert sheets.count(sheets[0]) == 4
