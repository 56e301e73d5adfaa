"""The client as a program on the device: light, installable, and there without a network."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Come
from upriver.server.page import CLIENT

MOST = 120_000
"""Bytes of a first load, as they come over the line."""


def test_the_first_load_is_light(come: Come) -> None:
    guest = come()
    session = guest.context.new_cdp_session(guest.page)
    came: dict[str, float] = {}
    paths: dict[str, str] = {}

    def ask(event: dict[str, Any]) -> None:
        paths[event["requestId"]] = event["request"]["url"]

    def end(event: dict[str, Any]) -> None:
        came[paths[event["requestId"]]] = event["encodedDataLength"]

    session.on("Network.requestWillBeSent", ask)
    session.on("Network.loadingFinished", end)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    guest.page.goto(guest.server, wait_until="networkidle")
    guest.button("start.play").wait_for()
    whole = sum(came.values())
    assert len([path for path in came if path.endswith(".js")]) >= 2
    assert 30_000 < whole < MOST, came
    unpressed = sum(file.stat().st_size for file in CLIENT.rglob("*") if file.name in {p.split("/")[-1] for p in came})
    assert whole < unpressed * 0.6, "it came without compression"


def test_it_can_be_installed_and_opens_without_a_network(come: Come) -> None:
    guest = come()
    page = guest.page
    guest.go()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = guest.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The tests' browsers are all incognito, which is the only thing that may be in the way.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")

    guest.knows_outage = True
    guest.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name=guest.say("offline.title"))).to_be_visible()
    expect(page.get_by_text(guest.say("offline.text"))).to_be_visible()
    guest.button("how.title").click()
    expect(page.get_by_role("heading", name=guest.say("how.bid.title"))).to_be_visible()
    guest.context.set_offline(False)
    guest.knows_outage = False
    guest.go()
    expect(guest.button("start.play")).to_be_visible()
    expect(page.get_by_role("heading", name=guest.say("offline.title"))).to_be_hidden()
