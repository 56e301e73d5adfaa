"""The icons of the installed client from `public/icon.svg`: `python icons.py`.

It needs playwright and Debian's chromium.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent / "public"
WATER = "#14606f"
SAFE = 0.72
"""A system may cut a maskable icon to any shape around its middle, so the drawing is smaller in it."""
ICONS = (
    ("icon-192.png", 192, 1.0, "transparent"),
    ("icon-512.png", 512, 1.0, "transparent"),
    ("icon-apple.png", 180, 1.0, WATER),
    ("icon-maskable.png", 512, SAFE, WATER),
)


def main() -> None:
    """Draw them all."""
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        for name, size, scale, ground in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}"
                f"svg{{width:{size * scale}px}}</style>{svg}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
