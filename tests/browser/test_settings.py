"""What is chosen on a device stays there."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Come


def test_settings_hold_and_are_kept(come: Come) -> None:
    guest = come()
    guest.go()
    page = guest.page
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    guest.button("settings").click()
    for setting, choice in (
        ("settings.theme", "settings.dark"),
        ("settings.deck", "settings.deck.two"),
        ("settings.language", "Italiano"),
    ):
        choices = page.get_by_role("group", name=guest.say(setting), exact=True)
        choices.get_by_label(choice if choice == "Italiano" else guest.say(choice), exact=True).check()
    guest.lang = "it"
    expect(guest.dialog("settings")).to_be_visible()
    page.keyboard.press("Escape")
    for _ in range(2):
        expect(root).to_have_attribute("data-theme", "dark")
        expect(root).to_have_attribute("data-deck", "two")
        expect(root).to_have_attribute("lang", "it")
        expect(guest.button("start.play")).to_be_visible()
        page.reload()


def test_the_language_and_the_theme_follow_the_device_until_one_is_chosen(come: Come) -> None:
    guest = come("it")
    guest.go()
    expect(guest.button("start.play")).to_be_visible()
    guest.page.emulate_media(color_scheme="dark")
    expect(guest.page.locator("html")).to_have_attribute("data-theme", "dark")
