"""Coming back: after a reload, and after the server has gone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.serving import Serving

FOURS = "players=3 sizes=4,4"


def test_a_reload_in_the_midst_of_a_hand_changes_nothing(come: Come) -> None:
    guest = come()
    guest.play_alone(FOURS)
    guest.until(lambda me: me.asks == "card")
    guest.play()
    guest.until(lambda me: me.asks == "card")
    held, said = guest.cards, guest.prompt.inner_text()
    guest.page.reload()
    guest.playable.first.wait_for()
    assert guest.cards == held
    assert guest.prompt.inner_text() == said
    guest.page.wait_for_timeout(500)
    assert guest.play() in held


def test_a_killed_server_is_awaited_quietly(come: Come, serving: Serving) -> None:
    guest = come()
    guest.play_alone(FOURS)
    guest.until(lambda me: me.asks == "card")
    held = guest.cards
    banner = guest.page.get_by_text(guest.say("net.away"))
    guest.knows_outage = True
    serving.kill()
    try:
        expect(banner).to_be_visible()
        assert guest.cards == held
        assert not guest.page.get_by_role("dialog").is_visible()
    finally:
        serving.start()
    expect(banner).to_be_hidden()
    assert guest.cards == held
    assert guest.play() in held
    guest.until(lambda me: me.asks == "next")
