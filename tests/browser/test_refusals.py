"""What may not be bid or played, and what may still be changed."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import TimeoutError as PatienceError
from playwright.sync_api import expect

from tests.browser.conftest import Come

FIVES = "players=3 sizes=5,5,5,5,5,5"


def test_the_forbidden_bid_is_marked_and_explained(come: Come) -> None:
    guest = come()
    guest.play_alone(FIVES)
    guest.until(lambda me: me.asks == "bid" and me.barred.is_visible())
    number = guest.barred.inner_text()
    guest.page.wait_for_timeout(500)
    guest.barred.click(force=True)
    why = guest.page.get_by_role("status").filter(has_text=f"{number} would make the bids add up to 5")
    expect(why).to_be_visible()
    assert guest.asks == "bid"
    guest.bid()
    guest.until(lambda me: me.asks == "card")


def test_a_card_that_does_not_follow_is_quiet_and_says_why(come: Come) -> None:
    guest = come()
    guest.play_alone(FIVES)
    guest.until(lambda me: me.asks == "card" and me.refused.count() > 0)
    held = guest.cards
    guest.page.wait_for_timeout(500)
    guest.refused.first.click(force=True)
    expect(guest.prompt).to_contain_text("cannot be played")
    assert guest.cards == held
    guest.play()
    assert len(guest.cards) == len(held) - 1


def test_a_bid_can_be_changed_until_the_next_one(come: Come) -> None:
    ada, ben = come(), come()
    ada.come("Ada")
    ben.come("Ben")
    code = ada.open_table(FIVES)
    ada.go(f"/t/{code}")
    ben.go(f"/t/{code}")
    ada.page.get_by_text("Ben", exact=True).wait_for()
    ada.begin()
    change = ada.button("bid.change")

    while not change.is_visible():
        if ada.asks == "bid":
            ada.bid()
            with suppress(PatienceError):  # whoever comes next may have been quick
                change.wait_for(timeout=1500)
        elif not ada.answer(ada.asks) + ben.answer(ben.asks):
            ada.page.wait_for_timeout(30)
    expect(ada.page.get_by_role("button", name="5 tricks")).to_have_count(0)
    change.click()
    expect(ada.page.get_by_role("button", name=ada.say("bid.keep", bid=0))).to_be_visible()
    numbers = {bid: ada.page.get_by_role("button", name=f"{bid} tricks", exact=True) for bid in (3, 2)}
    bid, number = next((bid, number) for bid, number in numbers.items() if number.count())  # one may be barred
    number.click()
    expect(ben.page.get_by_role("group", name=re.compile(rf"^Ada, (dealer, )?bids? {bid}\b"))).to_be_visible()
