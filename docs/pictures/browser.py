"""Take the pictures of the browser's page: `make pictures`.

A real game on a real server, up to a position that shows much, then the same position on a phone in both themes and on
a desk; the score pad and the review of a game on a phone. The cards differ each time: the server's deals are secret.
"""

from __future__ import annotations

import tempfile
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from tests.browser.guest import Guest
from tests.browser.scorer import Scorer
from tests.browser.serving import Serving
from tests.chromium import FLAGS, find_chromium

HERE = Path(__file__).parent
PHONE: ViewportSize = {"width": 390, "height": 780}
DESKTOP: ViewportSize = {"width": 1280, "height": 760}
TABLES: tuple[tuple[str, ViewportSize, Literal["light", "dark"]], ...] = (
    ("phone-light", PHONE, "light"),
    ("phone-dark", PHONE, "dark"),
    ("desktop-light", DESKTOP, "light"),
)
NAMES = ("Adda", "Brenta", "Chiese", "Dora", "Esino")
PATIENCE_MS = 300_000
"""What the review of a game may take."""
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
HANDS, TRICKS = range(3, 7), range(1, 3)
"""The picture is taken in one of these hands, after so many tricks."""


def is_good(guest: Guest) -> bool:
    """Whether the position shows much: some hands on the sheet, cards on the table, and one that may not be played."""
    if guest.asks != "card" or guest.refused.count() == 0:
        return False
    hand = int(guest.page.locator("h1").first.inner_text().split()[1])
    tricks = 11 - hand - guest.hand.count()
    return hand in HANDS and tricks in TRICKS and guest.page.locator("[data-placed]").count() > 1


def small(browser: Browser, picture: bytes) -> bytes:
    """The picture as WebP, a fifth of the size."""
    page = browser.new_page()
    try:
        data: str = page.evaluate(AS_WEBP, f"data:image/png;base64,{b64encode(picture).decode()}")
    finally:
        page.close()
    return b64decode(data.partition(",")[2])


def show_table(guest: Guest) -> None:
    """Play up to the position; its pictures."""
    guest.play_alone("english players=5")
    guest.button("guide.end").click()
    guest.until(is_good)
    for name, size, theme in TABLES:
        guest.page.set_viewport_size(size)
        guest.page.emulate_media(color_scheme=theme)
        guest.page.reload()
        guest.playable.first.wait_for()
        guest.page.wait_for_timeout(1500)
        keep(guest, name)


def show_pad(guest: Guest) -> None:
    """The score pad in the second hand, where the dealer has one bid less."""
    scorer = Scorer(guest)
    guest.page.set_viewport_size(PHONE)
    guest.page.emulate_media(color_scheme="light")
    scorer.set_up(NAMES, NAMES[4], "7-1-7")
    scorer.play(dict(zip(NAMES, (2, 1, 0, 2, 1), strict=True)), dict(zip(NAMES, (2, 1, 0, 3, 1), strict=True)))
    for name, bid in zip((*NAMES[1:], NAMES[0]), (1, 2, 0, 1), strict=False):
        scorer.bid(name, bid)
    guest.page.wait_for_timeout(1500)
    keep(guest, "pad")


def show_review(guest: Guest) -> None:
    """What a short game was decided by."""
    page = guest.page
    page.set_default_timeout(PATIENCE_MS)
    guest.play_alone("players=4 sizes=4-1")
    guest.until(lambda me: me.is_over)
    page.get_by_role("link", name=guest.say("review.where")).click()
    page.get_by_role("heading", name=guest.say("review.short")).wait_for()
    page.wait_for_timeout(1500)
    keep(guest, "review")


def keep(guest: Guest, name: str) -> None:
    """Write down what is shown."""
    browser = guest.context.browser
    assert browser is not None
    (HERE / f"{name}.webp").write_bytes(small(browser, guest.page.screenshot()))


def main() -> None:
    """Take the pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serving = Serving(Path(folder))
        serving.start()
        try:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            for show in (show_table, show_pad, show_review):
                context = browser.new_context(
                    viewport=PHONE, locale="en-GB", reduced_motion="reduce", has_touch=show is show_pad
                )
                show(Guest(context, context.new_page(), serving.address))
                context.close()
            browser.close()
        finally:
            serving.kill()


if __name__ == "__main__":
    main()
