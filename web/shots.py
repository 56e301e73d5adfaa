"""Pictures of every screen, in `web/shots`: `make shots`.

A real game on a real server is played up to each screen, in both languages, and each is looked at in three sizes and
both themes. Views that a game seldom shows, and the extremes of size, come from the gallery: `gallery-*`. The cards
themselves are drawn at three widths: `cards-*`.

`make shots ARGS="game --screens playing,sheet --sizes 360x740 --langs it --themes dark"` takes some of them only.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
import urllib.request
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from tests.browser.guest import Guest
from tests.browser.scorer import Scorer
from tests.browser.serving import Serving
from tests.browser.test_layout import SETTLED
from tests.browser.test_stats import claim, share_pad
from tests.chromium import FLAGS, find_chromium
from tests.proof.served import free_port

from upriver.bots import kernel

HERE = Path(__file__).parent
OUT = HERE / "shots"
SIZES: dict[str, ViewportSize] = {
    "360x740": {"width": 360, "height": 740},
    "844x390": {"width": 844, "height": 390},
    "1440x900": {"width": 1440, "height": 900},
}
SMALL: dict[str, ViewportSize] = {
    "320x568": {"width": 320, "height": 568},
    "640x360": {"width": 640, "height": 360},
}
"""Taken where they are asked for; 640 by 360 is what a desk of 1280 by 720 has at a zoom of 200 %."""
EXTREMES = ((320, 568), (360, 640), (640, 360), (768, 1024), (2560, 1440))
VIEWS = ("bid-3", "bid-7", "play-4", "play-7", "one-5", "change-4", "hand-end-5", "over-7", "tie-3")
CARDS = (44, 70, 120)
Theme = Literal["light", "dark"]
Lang = Literal["en", "it"]
THEMES: tuple[Theme, ...] = ("light", "dark")
LANGS: tuple[Lang, ...] = ("en", "it")
LOCALES = {"en": "en-GB", "it": "it-IT"}
RULES = "players=5 sizes=7-1"
NAMES = ("Adda", "Brenta", "Chiese", "Dora", "Esino")
PATIENCE = 60.0
"""Seconds for Vite to answer."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which pictures are taken.

    Args:
        screens: their names; empty for all.
        sizes: the sizes of the window.
        themes: the themes.
    """

    screens: frozenset[str] = frozenset()
    sizes: tuple[ViewportSize, ...] = tuple(SIZES.values())
    themes: tuple[Theme, ...] = THEMES


@dataclass(frozen=True, slots=True)
class Album:
    """The pictures of one guest: each screen in every size and theme.

    Args:
        guest: whose page is looked at.
        choice: which of the pictures are taken.
    """

    guest: Guest
    choice: Choice

    def take(self, screen: str) -> None:
        """Take the pictures of what is shown now."""
        if self.choice.screens and screen not in self.choice.screens:
            return
        page = self.guest.page
        for size, theme in product(self.choice.sizes, self.choice.themes):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=theme)
            page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
            page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
            page.evaluate(SETTLED, size["width"])
            name = f"{screen}-{size['width']}x{size['height']}-{theme}-{self.guest.lang}.png"
            page.screenshot(path=OUT / name)
        page.set_viewport_size(SIZES["360x740"])

    def dialog(self, screen: str, touch: str) -> None:
        """Take the pictures of what opens at a touch of the button, and close it again."""
        self.guest.button(touch).first.click()
        self.take(screen)
        self.guest.page.keyboard.press("Escape")


def show_game(album: Album, friend: Guest) -> None:
    """Go through every screen of a game, from the start page to the replay."""
    guest = album.guest
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
    Album(friend, album.choice).take("welcome")
    friend.come("Bruno")
    friend.go(f"/t/{code}")
    guest.go(f"/t/{code}")
    guest.page.get_by_text("Bruno", exact=True).wait_for()
    album.take("set-up")
    guest.begin()
    play(album, friend)


def play(album: Album, friend: Guest) -> None:
    """Play a game with a friend and bots, and look at it on the way."""
    guest, page = album.guest, album.guest.page
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
    hands = page.locator("h1").first
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


def show_large(album: Album, friend: Guest) -> None:
    """Look at the largest hand: three people with 17 cards each."""
    guest = album.guest
    guest.play_alone("players=3 sizes=17")
    for asked in ("bid", "card"):
        guest.until(lambda me, asked=asked: me.asks == asked, friend)  # type: ignore[misc]  # bound at once
        album.take(f"large-{asked}")


def show_figures(album: Album, friend: Guest) -> None:
    """Play a short game, and look at its review, the figures and a league."""
    guest, page = album.guest, album.guest.page
    guest.play_alone("players=4 sizes=3-1")
    if kernel.is_built():
        guest.until(lambda me: me.asks == "card")
        guest.button("hint.ask").click()
        guest.dialog("hint.title").locator("tbody tr").first.wait_for()
        album.take("hint")
        page.keyboard.press("Escape")
    guest.until(lambda me: me.is_over)
    if kernel.is_built():
        page.get_by_role("link", name=guest.say("review.where")).click()
        page.get_by_role("heading", name=guest.say("review.short")).wait_for()
        album.take("review")
        page.get_by_role("switch", name=guest.say("review.all")).click()
        page.locator("summary", has_text=guest.say("review.hand", number=1)).click()
        page.locator("details[open] a").first.click()
        page.get_by_role("region", name=guest.say("review.alternatives")).wait_for()
        album.take("review-decision")
    friend.come("Bruno")
    guest.go("/stats")
    page.get_by_label(guest.say("league.name")).fill("Venerdì")
    guest.button("league.found").click()
    page.get_by_role("heading", name=guest.say("league.empty.title")).wait_for()
    album.take("league-new")
    league = page.url.removeprefix(guest.server)
    friend.go(league)
    friend.button("league.join").click()
    friend.page.get_by_role("row", name="Bruno").wait_for()
    for names in (("Ada", "Bruno", "Carla"), ("Bruno", "Ada", "Carla"), ("Ada", "Bruno", "Carla")):
        pad = share_pad(guest, *names)
        claim(guest, pad, f"p{names.index('Ada') + 1}")
        claim(friend, pad, f"p{names.index('Bruno') + 1}")
    guest.go(league)
    page.get_by_role("row").nth(2).wait_for()
    album.take("league")
    guest.go("/stats")
    page.get_by_role("table").first.wait_for()
    album.take("figures")
    album.dialog("delete", "forget")


def show_pad(album: Album, _: Guest) -> None:
    """Go through the screens of the score pad."""
    guest, scorer, page = album.guest, Scorer(album.guest), album.guest.page
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
    page.set_viewport_size(SIZES["360x740"])
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


PARTS: dict[str, Callable[[Album, Guest], None]] = {
    "game": show_game,
    "large": show_large,
    "figures": show_figures,
    "pad": show_pad,
}


def shoot(browser: Browser, part: Callable[[Album, Guest], None], langs: Sequence[str], choice: Choice) -> None:
    """One part of the program on a real server, with a friend at hand."""
    with served() as address:
        for lang in langs:
            contexts = [
                browser.new_context(
                    viewport=SIZES["360x740"], locale=LOCALES[lang], reduced_motion="reduce", has_touch=part is show_pad
                )
                for _ in range(2)
            ]
            guest, friend = (Guest(context, context.new_page(), address, lang) for context in contexts)
            part(Album(guest, choice), friend)
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
                page.evaluate(SETTLED, width)
                page.screenshot(path=OUT / f"gallery-{view}-{width}x{height}.png")
            context.close()
        for width, theme in product(CARDS, THEMES):
            page = browser.new_page(viewport={"width": 14 * (width + 8) + 32, "height": 4 * width * 7 // 5 + 60})
            page.goto(f"{address}/gallery/?width={width}&theme={theme}", wait_until="networkidle")
            page.screenshot(path=OUT / f"cards-{width}-{theme}.png")
            page.close()


def main(words: Sequence[str] | None = None) -> None:
    """Take all pictures, or those that are asked for."""
    all_sizes = SIZES | SMALL
    parser = ArgumentParser(prog="python -m web.shots", description="Take pictures of every screen.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join((*PARTS, 'gallery'))}; left out: all")
    for name, among in (("sizes", all_sizes), ("themes", THEMES), ("langs", LANGS)):
        parser.add_argument(f"--{name}", default="", metavar="A,B", help=f"some of {', '.join(among)}")
    parser.add_argument("--screens", default="", metavar="A,B", help="some screens only, as their files are named")
    asked = parser.parse_args(words)

    def some(name: str, among: Sequence[str]) -> list[str]:
        chosen: list[str] = (
            asked.parts if name == "parts" else [each for each in getattr(asked, name).split(",") if each]
        )
        for each in chosen:
            if each not in among:
                parser.error(f"{name}: {each} is none of {', '.join(among)}")
        return chosen

    parts = some("parts", (*PARTS, "gallery")) or [*PARTS, "gallery"]
    langs = some("langs", LANGS) or LANGS
    themes, sizes = some("themes", THEMES), some("sizes", [*all_sizes])
    choice = Choice(
        frozenset(each for each in asked.screens.split(",") if each),
        tuple(all_sizes[each] for each in sizes or SIZES),
        tuple(theme for theme in THEMES if theme in (themes or THEMES)),
    )
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for part in parts:
            if part == "gallery":
                shoot_gallery(browser)
            else:
                shoot(browser, PARTS[part], langs, choice)
        browser.close()


if __name__ == "__main__":
    main()
