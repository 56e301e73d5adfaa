"""A server and a browser for each worker, and guests who come with devices of their own.

Both end with this package: Playwright's loop runs as long as its browser, and no asynchronous test could run beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect, sync_playwright

from tests.browser.guest import PATIENCE, Guest
from tests.browser.serving import Serving
from tests.chromium import FLAGS, find_chromium
from upriver.server.page import CLIENT, is_built

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
TABLET = 600
"""Pixels across; what is narrower is touched."""
LOCALES = {"en": "en-GB", "it": "it-IT"}

Come: TypeAlias = Callable[..., Guest]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield program
        program.close()


@pytest.fixture(scope="package")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    assert is_built(), f"there is no browser client in {CLIENT}: run `make {CLIENT.name}`"
    server = Serving(tmp_path_factory.mktemp("served"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def come(browser: Browser, serving: Serving) -> Iterator[Come]:
    """Calls new guests; at the end nothing may have gone wrong in the browser of any."""
    guests: list[Guest] = []

    def call(
        lang: Literal["en", "it"] = "en",
        size: ViewportSize = PHONE,
        *,
        context: BrowserContext | None = None,
        motion: Literal["reduce", "no-preference"] = "reduce",
    ) -> Guest:
        context = context or browser.new_context(
            viewport=size,
            locale=LOCALES[lang],
            timezone_id="Europe/Rome",
            reduced_motion=motion,
            color_scheme="light",
            has_touch=size["width"] < TABLET,
            base_url=serving.address,
        )
        guests.append(Guest(context, context.new_page(), serving.address, lang))
        return guests[-1]

    yield call
    for context in {id(guest.context): guest.context for guest in guests}.values():
        context.close()
    assert [trouble for guest in guests for trouble in guest.troubles] == []
