"""Pictures of the table in many sizes, from recorded views, in `web/shots`: `make shots`."""

from __future__ import annotations

import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.chromium import FLAGS, find_chromium
from tests.proof.served import free_port

HERE = Path(__file__).parent
VIEWS = ("bid-3", "bid-7", "play-4", "play-7", "one-5", "change-4", "hand-end-5", "over-7", "tie-3")
SIZES = ((320, 568), (360, 640), (390, 844), (640, 360), (844, 390), (768, 1024), (1280, 800), (1440, 900))
CARDS = (44, 70, 120)
OUT = HERE / "shots"
PATIENCE = 60.0
"""Seconds for Vite to answer."""


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


def shoot(browser: Browser, address: str, theme: str, lang: str) -> None:
    """Every view in every size, in one theme and language."""
    for width, height in SIZES:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        page = context.new_page()
        for view in VIEWS:
            page.goto(f"{address}/gallery/?view={view}&theme={theme}&lang={lang}", wait_until="networkidle")
            page.screenshot(path=OUT / f"{view}-{width}x{height}-{theme}-{lang}.png")
        context.close()


def main() -> None:
    """Take all pictures."""
    OUT.mkdir(exist_ok=True)
    with gallery() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for theme, lang in product(("light", "dark"), ("en", "it")):
            shoot(browser, address, theme, lang)
        for width, theme in product(CARDS, ("light", "dark")):
            page = browser.new_page(viewport={"width": 14 * (width + 8) + 32, "height": 4 * width * 7 // 5 + 60})
            page.goto(f"{address}/gallery/?width={width}&theme={theme}", wait_until="networkidle")
            page.screenshot(path=OUT / f"cards-{width}-{theme}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
