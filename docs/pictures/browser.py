"""Take the pictures of the table in the browser: `make pictures`.

A real game on a real server, up to a position that shows much, then the same position on a phone and a desk, in both
themes. The cards differ each time: the server's deals are secret.
"""

from __future__ import annotations

import tempfile
from base64 import b64decode, b64encode
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from tests.browser.guest import Guest
from tests.browser.serving import Serving
from tests.chromium import FLAGS, find_chromium

HERE = Path(__file__).parent
SIZES: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 780}, "desktop": {"width": 1280, "height": 760}}
THEMES = ("light", "dark")
AS_WEBP = """
async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
}
"""
HAND, TRICKS = 2, 2
"""The picture is taken in this hand at the earliest, after so many tricks."""


def is_good(guest: Guest) -> bool:
    """Whether the position shows much: some hands on the sheet, cards on the table, and one that may not be played."""
    if guest.asks != "card" or guest.refused.count() == 0:
        return False
    hand = int(guest.page.locator("h1").first.inner_text().split()[1])
    size = guest.hand.count() + TRICKS
    return hand >= HAND and size == 11 - hand and guest.page.locator("[data-placed]").count() > 1


def small(browser: Browser, picture: bytes) -> bytes:
    """The picture as WebP, a fifth of the size."""
    page = browser.new_page()
    try:
        data: str = page.evaluate(AS_WEBP, f"data:image/png;base64,{b64encode(picture).decode()}")
    finally:
        page.close()
    return b64decode(data.partition(",")[2])


def main() -> None:
    """Play up to the position and take its pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serving = Serving(Path(folder))
        serving.start()
        try:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            context = browser.new_context(viewport=SIZES["phone"], locale="en-GB", reduced_motion="reduce")
            guest = Guest(context, context.new_page(), serving.address)
            guest.play_alone("english players=5")
            guest.until(is_good)
            if (hints := guest.button("guide.end")).is_visible():
                hints.click()
            for (name, size), theme in product(SIZES.items(), THEMES):
                guest.page.set_viewport_size(size)
                guest.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                guest.page.reload()
                guest.playable.first.wait_for()
                guest.page.wait_for_timeout(1500)
                (HERE / f"{name}-{theme}.webp").write_bytes(small(browser, guest.page.screenshot()))
            browser.close()
        finally:
            serving.kill()


if __name__ == "__main__":
    main()
