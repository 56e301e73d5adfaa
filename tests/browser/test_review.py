"""Hints at the table, the review of a finished game, and what it adds to one's figures, in both languages."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, Come
from tests.browser.guest import Guest, overlaps
from tests.browser.test_access import check
from tests.kernel_built import needs_kernel
from upriver.review.picture import WIDTH

pytestmark = needs_kernel

SHORT = "players=3 sizes=2-1"
SMALLEST: ViewportSize = {"width": 320, "height": 568}


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_hint_before_the_bid_and_the_review_after_the_game(come: Come, lang: Literal["en", "it"]) -> None:
    guest = come(lang, PHONE if lang == "en" else DESKTOP)
    page = guest.page
    guest.play_alone(SHORT)
    guest.bids.first.wait_for()
    guest.button("hint.ask").click()
    hint = guest.dialog("hint.title")
    expect(hint.locator("tbody tr")).to_have_count(guest.bids.count())
    expect(hint.get_by_text(guest.say("hint.best"), exact=True)).to_have_count(1)
    expect(hint.locator(".bars li")).to_have_count(3)
    found = check(guest, "hint")
    found += covered(guest, hint)
    page.set_viewport_size(PHONE if lang == "en" else DESKTOP)
    page.keyboard.press("Escape")
    expect(hint).to_be_hidden()
    page.keyboard.press("h")
    expect(hint.locator("tbody tr").first).to_be_visible()
    page.keyboard.press("Escape")
    guest.until(lambda me: me.is_over)

    page.get_by_role("link", name=guest.say("review.where")).click()
    expect(page).to_have_url(re.compile(r"/games/[\w-]+/review$"))
    expect(page.get_by_role("heading", name=guest.say("review.short"))).to_be_visible()
    totals = [int(text) for text in page.locator(".sum").all_inner_texts()[:3]]
    assert sorted(totals, reverse=True) == totals
    page.get_by_role("switch", name=guest.say("review.all")).click()
    page.locator("summary", has_text=guest.say("review.hand", number=1)).click()
    choices = page.locator("details[open] a")
    expect(choices).to_have_count(3 * (1 + 2))
    found += check(guest, "review")
    assert width_of_picture(guest) == 2 * WIDTH

    chosen = choices.first.inner_text()
    choices.first.click()
    worth = page.get_by_role("region", name=guest.say("review.alternatives"))
    expect(worth.locator("li")).to_have_count(3)
    expect(worth.locator("li.done b")).to_have_text(chosen)
    expect(page).to_have_url(re.compile(r"#s\d+$"))
    found += check(guest, "alternatives")

    guest.go("/games")
    page.get_by_role("link", name=re.compile(re.escape(guest.say("review.of", when="")))).first.click()
    expect(page.get_by_role("heading", name=guest.say("review.short"))).to_be_visible()

    guest.go("/stats")
    expect(page.get_by_role("heading", name=guest.say("stats.skill"), exact=True)).to_be_visible()
    expect(page.get_by_role("row", name=guest.say("review.part.deal.means"))).to_contain_text("±")
    found += check(guest, "luck and skill")
    assert found == []


def covered(guest: Guest, hint: Locator) -> list[str]:
    """The cards that the hint lies over, on screens of three sizes."""
    found = []
    for size in (SMALLEST, PHONE, DESKTOP):
        guest.page.set_viewport_size(size)
        guest.page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
        cards = {str(card.get_attribute("data-card")): card for card in guest.hand.all()}
        found += [f"{size['width']}: {each}" for each in overlaps({"hint": hint, **cards}) if "hint" in each]
    return found


def width_of_picture(guest: Guest) -> int:
    """Save the review as a picture; how many points across it has."""
    with guest.page.expect_download() as download:
        guest.button("review.picture").click()
    picture = download.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG\r\n")
    return int.from_bytes(picture[16:20])
