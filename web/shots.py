"""Pictures of the table in many sizes, from recorded views: `npm run dev`, then `python shots.py [ADDRESS]`.

They land in `shots/`. It needs playwright and Debian's chromium.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ADDRESS = "http://localhost:5173"
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
)
VIEWS = ("bid-3", "bid-7", "play-4", "play-7", "one-5", "change-4", "hand-end-5", "over-7", "tie-3")
SIZES = ((320, 568), (360, 640), (390, 844), (640, 360), (844, 390), (768, 1024), (1280, 800), (1440, 900))
CARDS = (44, 70, 120)
OUT = Path(__file__).parent / "shots"


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
    address = sys.argv[1] if len(sys.argv) > 1 else ADDRESS
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS.split())
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
