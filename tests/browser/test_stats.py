"""Figures, leagues and being deleted, as people see them: with and without games, in both languages."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import PHONE, Come
from tests.browser.guest import Guest
from tests.browser.test_access import check
from tests.server.padding import begun, earlier, new_id, played

SMALL: ViewportSize = {"width": 360, "height": 740}
BROKEN = """
() => [...document.querySelectorAll('th')].filter((head) => {
  const text = document.createRange();
  text.selectNodeContents(head);
  const lines = new Set([...text.getClientRects()].map((line) => Math.round(line.top)));
  return lines.size > head.innerText.trim().split(/\\s+/).length;
}).map((head) => head.innerText)
"""


def share_pad(guest: Guest, *names: str) -> str:
    """A game of two hands with real cards, on a shared pad; its id."""
    pad = new_id()
    body = {"entries": earlier(played(begun(*names), 1, 2)), "writers": "keeper"}
    answer = guest.context.request.put(f"{guest.server}/api/pads/{pad}", data=body)
    assert answer.status == 200, answer.text()
    return pad


def claim(guest: Guest, pad: str, person: str) -> None:
    """Say "this is me" of a name on a pad."""
    answer = guest.context.request.put(f"{guest.server}/api/pads/{pad}/me", data={"person": person})
    assert answer.status == 200, answer.text()


def broken_words(guest: Guest) -> list[str]:
    """What heads a column or a row on a small phone and stands on more lines than it has words."""
    guest.page.set_viewport_size(SMALL)
    found: list[str] = guest.page.evaluate(BROKEN)
    guest.page.set_viewport_size(PHONE)
    return found


@pytest.mark.parametrize("lang", ["en", "it"])
def test_figures_and_a_league_from_nothing_to_a_game(come: Come, lang: Literal["en", "it"]) -> None:
    guest, friend = come(lang), come(lang)
    for one, name in ((guest, "Ada"), (friend, "Bruno")):
        one.come(name)
    page = guest.page
    guest.go("/stats")
    expect(page.get_by_role("heading", name=guest.say("stats.empty.title"))).to_be_visible()
    found = check(guest, "no figures")

    page.get_by_label(guest.say("league.name")).fill("Tavolo")
    guest.button("league.found").click()
    expect(page.get_by_role("heading", name=guest.say("league.empty.title"))).to_be_visible()
    found += check(guest, "new league")
    league = re.sub(r"^https?://[^/]+", "", page.url)
    assert re.fullmatch(r"/league/[\w-]{22}", league)
    friend.go(league)
    friend.button("league.join").click()
    expect(friend.page.get_by_role("row", name="Bruno")).to_be_visible()

    pad = share_pad(guest, "Ada", "Bruno", "Carla")
    claim(guest, pad, "p1")
    claim(friend, pad, "p2")
    guest.go(league)
    rows = page.get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text(re.compile("Ada.*1.*1"))
    page.get_by_role("radio", name=re.compile(r"^20\d\d$")).check()
    expect(rows.nth(1)).to_contain_text(re.compile("Ada.*1.*1"))
    page.get_by_role("radio", name=guest.say("stats.rating")).check()
    expect(rows.nth(1)).to_contain_text("Ada")
    found += check(guest, "league")

    guest.go("/stats")
    sizes = page.get_by_role("table").first
    expect(sizes).to_contain_text("100")
    expect(page.get_by_text(guest.say("stats.pads", n=1))).to_be_visible()
    found += check(guest, "figures") + broken_words(guest)
    with page.expect_download() as download:
        guest.button("stats.save").click()
    assert download.value.path().read_text("utf-8").count("\n") == 3

    guest.button("forget").click()
    shown = guest.dialog("forget.title")
    expect(shown).to_contain_text(guest.say("forget.stays.what"))
    found += check(guest, "delete")
    guest.button("forget.sure").click()
    expect(shown).to_be_hidden()
    expect(guest.button("start.play")).to_be_visible()
    assert guest.context.request.get(f"{guest.server}/api/people/me").status == 401
    stranger = come(lang)
    stranger.go("/stats")
    expect(stranger.page.get_by_text(stranger.say("stats.unknown"))).to_be_visible()
    found += check(stranger, "nobody")
    friend.go(league)
    expect(friend.page.get_by_role("row")).to_have_count(2)
    assert found == []
