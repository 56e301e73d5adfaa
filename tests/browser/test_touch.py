"""Cards are played by a touch, by two, by drawing them to the table, or chosen beforehand; slips play nothing."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.guest import SLIP_MS, Guest

FIVES = "players=3 sizes=5,5,5,5,5,5"
TOUCH_AT_ONCE = """
(next) => new Promise(done => {
  const before = document.querySelectorAll("button[data-card]").length;
  const touch = () => {
    const card = document.querySelector("button[data-card]");
    if (!card || before > 0) return;
    observer.disconnect();
    card.click();
    done(card.dataset.card);
  };
  const observer = new MutationObserver(touch);
  observer.observe(document.body, { subtree: true, childList: true });
  for (const button of document.querySelectorAll("button")) if (button.innerText.trim() === next) button.click();
})
"""
"""Goes on to the next hand, and touches a card as soon as it is there."""


def test_a_card_is_drawn_to_the_table_far_enough_and_no_less(come: Come) -> None:
    guest = come(size=DESKTOP)
    guest.play_alone(FIVES)
    guest.until(lambda me: me.asks == "card")
    guest.page.wait_for_timeout(SLIP_MS)
    card = guest.playable.first
    name = card.get_attribute("data-card")
    box = card.bounding_box()
    assert box is not None
    mouse, x, y = guest.page.mouse, box["x"] + 12, box["y"] + 20
    for far in (30, 160):
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 4, y - far / 2)
        mouse.move(x + 8, y - far)
        assert name in guest.cards
        mouse.up()
        if far == 30:
            expect(card).to_be_visible()
            assert guest.asks == "card"
    guest.page.locator(f"button[data-card='{name}']").wait_for(state="detached")


def test_with_confirmation_the_first_touch_only_lifts_a_card(come: Come) -> None:
    guest = come()
    guest.play_alone(FIVES, confirm=True)
    guest.until(lambda me: me.asks == "card")
    guest.page.wait_for_timeout(SLIP_MS)
    card = guest.playable.first
    name = card.get_attribute("data-card")
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(guest.prompt).to_contain_text("again to play it")
    assert name in guest.cards
    card.tap()
    guest.page.locator(f"button[data-card='{name}']").wait_for(state="detached")


def test_a_touch_right_after_the_deal_is_a_slip(come: Come) -> None:
    guest = come()
    guest.play_alone("players=3 sizes=1,1,1")
    guest.until(lambda me: me.asks == "next")
    card = guest.page.evaluate(TOUCH_AT_ONCE, guest.say("hand.next"))
    held = guest.page.locator(f"button[data-card='{card}']")
    expect(held).to_be_visible()
    expect(guest.prompt).not_to_have_text(guest.say("refusal.bidding-open"))
    guest.until(lambda me: me.bids.first.is_visible())
    guest.page.wait_for_timeout(SLIP_MS)
    held.tap()
    expect(guest.prompt).to_have_text(guest.say("refusal.bidding-open"))


def lead_another_suit(ben: Guest, ada: Guest) -> tuple[str, str] | None:
    """A card that Ben may lead, and one of Ada's that could then not be played; None where there are no such two."""
    for led in (str(card.get_attribute("data-card")) for card in ben.playable.all()):
        follows = {card for card in ada.cards if card[-1] == led[-1]}
        if follows and (others := ada.cards - follows):
            return led, min(others)
    return None


def test_a_card_chosen_beforehand_is_let_go_when_it_may_not_be_played(come: Come) -> None:
    ada, ben = come(), come()
    ada.come("Ada")
    ben.come("Ben")
    code = ada.open_table("players=3 sizes=10,10,10")
    ben.go(f"/t/{code}")
    ada.page.goto(f"{ada.server}/t/{code}")
    ada.page.get_by_text("Ben", exact=True).wait_for()
    ada.begin()

    def chance() -> tuple[str, str] | None:
        """Ben leads, and Ada can choose a card that she will not be allowed."""
        if ben.asks != "card" or ben.page.locator("[data-placed]").count() > 0 or ada.asks != "":
            return None
        return lead_another_suit(ben, ada)

    found = None
    while not (found := chance()):
        if not ada.answer(ada.asks) + ben.answer(ben.asks):
            ada.page.wait_for_timeout(30)
    led, chosen = found
    ada.page.wait_for_timeout(SLIP_MS)
    wish = ada.page.locator(f"button[data-card='{chosen}']")
    wish.tap()
    expect(wish).to_have_attribute("aria-pressed", "true")
    ben.page.locator(f"button[data-card='{led}']").tap()
    expect(ada.prompt).to_contain_text("cannot be played: you have")
    expect(wish).not_to_have_attribute("aria-pressed", "true")
    assert chosen in ada.cards
    assert ada.asks == "card"
