"""Pictures of every screen, in `web/shots`: `make shots`.

A real game on a real server is played up to each screen, in both languages, and each is looked at in three sizes and
both themes. Views that a game seldom shows, and the extremes of size, come from the gallery: `gallery-*`. The cards
themselves are drawn at three widths: `cards-*`.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from tests.browser.guest import Guest
from tests.browser.scorer import Scorer
from tests.browser.serving import Serving
from tests.chromium import FLAGS, find_chromium
from tests.proof.served import free_port

HERE = Path(__file__).parent
OUT = HERE / "shots"
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 740},
    {"width": 844, "height": 390},
    {"width": 1440, "height": 900},
)
EXTREMES = ((320, 568), (360, 640), (640, 360), (768, 1024), (2560, 1440))
VIEWS = ("bid-3", "bid-7", "play-4", "play-7", "one-5", "change-4", "hand-end-5", "over-7", "tie-3")
CARDS = (44, 70, 120)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LANGUAGES: tuple[Literal["en", "it"], ...] = ("en", "it")
LOCALES = {"en": "en-GB", "it": "it-IT"}
RULES = "players=5 sizes=7-1"
NAMES = ("Adda", "Brenta", "Chiese", "Dora", "Esino")
PATIENCE = 60.0
"""Seconds for Vite to answer."""


class Album:
    """The pictures of one guest: each screen in every size and theme.

    Args:
        guest: whose page is looked at.
    """

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def take(self, screen: str) -> None:
        """Take the pictures of what is shown now."""
        page = self._guest.page
        for size, theme in product(SIZES, THEMES):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=theme)
            page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
            page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
            name = f"{screen}-{size['width']}x{size['height']}-{theme}-{self._guest.lang}.png"
            page.screenshot(path=OUT / name)
        page.set_viewport_size(SIZES[0])

    def dialog(self, screen: str, touch: str) -> None:
        """Take the pictures of what opens at a touch of the button, and close it again."""
        self._guest.button(touch).first.click()
        self.take(screen)
        self._guest.page.keyboard.press("Escape")


def tour(guest: Guest, friend: Guest) -> None:
    """Go through every screen, from the start page to the replay."""
    album = Album(guest)
    guest.go()
    guest.button("start.play").wait_for()
    album.take("start")
    album.dialog("settings", "settings")
    album.dialog("join", "start.join")
    guest.button("how.title").click()
    guest.page.get_by_role("heading", name=guest.say("how.score.title")).wait_for()
    album.take("how")
    guest.come("Ada")
    code = guest.open_table(RULES)
    friend.go(f"/t/{code}")
    friend.button("welcome.go").wait_for()
    Album(friend).take("welcome")
    friend.come("Bruno")
    friend.go(f"/t/{code}")
    guest.go(f"/t/{code}")
    guest.page.get_by_text("Bruno", exact=True).wait_for()
    album.take("set-up")
    guest.begin()
    play(guest, friend, album)


def play(guest: Guest, friend: Guest, album: Album) -> None:
    """Play a game with a friend and bots, and look at it on the way."""
    page = guest.page
    guest.until(lambda me: me.asks == "bid", friend)
    album.take("bidding")
    guest.until(lambda me: me.asks == "card", friend)
    if (hints := guest.button("guide.end")).is_visible():
        hints.click()
    album.take("playing")
    album.dialog("menu", "menu")
    guest.play()
    guest.until(lambda me: me.asks == "card" and me.button("last.show").is_visible(), friend)
    album.dialog("last-trick", "last.show")
    page.get_by_role("button", name=guest.say("seat.more", name="Bruno"), exact=True).click()
    album.take("seat")
    page.keyboard.press("Escape")
    album.dialog("talk", "talk")
    guest.until(lambda me: me.asks == "next", friend)
    album.take("hand-end")
    hands = guest.page.locator("h1").first
    guest.until(lambda me: " 4 " in hands.inner_text(), friend)
    guest.button("sheet.title").first.click()
    album.take("sheet")
    page.keyboard.press("Escape")
    guest.until(lambda me: me.is_over, friend)
    replay = page.get_by_role("link", name=guest.say("end.replay"))
    replay.wait_for()
    album.take("game-end")
    replay.click()
    page.get_by_role("slider").wait_for()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    album.take("replay")
    guest.go("/games")
    page.get_by_text("Bruno").first.wait_for()
    album.take("games")


def keep_score(guest: Guest) -> None:
    """Go through the screens of the score pad."""
    album, scorer, page = Album(guest), Scorer(guest), guest.page
    scorer.set_up(NAMES, NAMES[4], "7-1-7")
    album.take("pad-bids")
    for name in NAMES[:4]:
        scorer.bid(name, 1)
    album.take("pad-barred")
    scorer.bid(NAMES[4], 2)
    album.take("pad-play")
    scorer.press("pad.results")
    for name, n in zip(NAMES, (1, 1, 0, 1), strict=False):
        scorer.took(name, n)
    album.take("pad-results")
    scorer.took(NAMES[4], 4)
    album.take("pad-done")
    scorer.press("pad.next")
    scorer.play(
        dict.fromkeys((*NAMES[1:], NAMES[0]), 1), dict(zip((*NAMES[1:], NAMES[0]), (1, 2, 1, 1, 1), strict=True))
    )
    scorer.bid(NAMES[2], 0)
    page.set_viewport_size(SIZES[0])
    album.dialog("pad-sheet", "sheet.title")
    for key in ("pad.edit.this", "pad.who", "pad.change", "pad.log", "pad.share", "pad.save"):
        guest.button("menu").click()
        album.dialog(f"pad-{key.split('.')[1]}-{key.split('.')[-1]}", key)
    scorer.menu("pad.end")
    scorer.press("pad.end.yes")
    album.take("pad-end")
    scorer.press("pad.all")
    guest.button("pad.new").wait_for()
    album.take("pads")
    guest.go("/score/new")
    guest.button("pad.rules.change").click()
    guest.button("pad.draw").click()
    album.take("pad-new")


@contextmanager
def served() -> Iterator[str]:
    """A server with an empty database; its address."""
    with tempfile.TemporaryDirectory() as folder:
        serving = Serving(Path(folder))
        serving.start()
        try:
            yield serving.address
        finally:
            serving.kill()


@contextmanager
def gallery() -> Iterator[str]:
    """Vite, serving the gallery; its address."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    vite = HERE / "node_modules" / ".bin" / "vite"
    command = (str(vite), "--host", "127.0.0.1", "--port", str(port), "--strictPort", "--logLevel", "warn")
    process = subprocess.Popen(command, cwd=HERE, stdin=subprocess.DEVNULL)
    give_up = time.monotonic() + PATIENCE
    try:
        while not _answers(address):
            if process.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError(f"`{' '.join(command)}` does not serve the gallery")
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/gallery/", timeout=PATIENCE):
            return True
    except OSError:
        return False


def shoot_game(browser: Browser) -> None:
    """Every screen of the running game."""
    with served() as address:
        for lang in LANGUAGES:
            contexts = [
                browser.new_context(viewport=SIZES[0], locale=LOCALES[lang], reduced_motion="reduce") for _ in range(2)
            ]
            guest, friend = (Guest(context, context.new_page(), address, lang) for context in contexts)
            tour(guest, friend)
            keep_score(guest)
            for context in contexts:
                context.close()


def shoot_gallery(browser: Browser) -> None:
    """Recorded views in extreme sizes, and the cards by themselves."""
    with gallery() as address:
        for width, height in EXTREMES:
            context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
            page = context.new_page()
            for view in VIEWS:
                page.goto(f"{address}/gallery/?view={view}&lang=it", wait_until="networkidle")
                page.screenshot(path=OUT / f"gallery-{view}-{width}x{height}.png")
            context.close()
        for width, theme in product(CARDS, THEMES):
            page = browser.new_page(viewport={"width": 14 * (width + 8) + 32, "height": 4 * width * 7 // 5 + 60})
            page.goto(f"{address}/gallery/?width={width}&theme={theme}", wait_until="networkidle")
            page.screenshot(path=OUT / f"cards-{width}-{theme}.png")
            page.close()


def main() -> None:
    """Take all pictures."""
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        shoot_game(browser)
        shoot_gallery(browser)
        browser.close()


if __name__ == "__main__":
    main()
