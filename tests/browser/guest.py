"""Somebody with a browser of their own, who does what the page offers and notes all that goes wrong in it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from secrets import token_hex
from typing import Any, Literal

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    FloatRect,
    Locator,
    Page,
    Request,
    Response,
    WebSocketRoute,
)
from playwright.sync_api import (
    TimeoutError as PatienceError,
)

WORDS = Path(__file__).parents[2] / "web" / "src" / "words"
PATIENCE = 60.0
"""Seconds for anything to happen on a busy machine."""
SLIP_MS = 500
"""Right after a deal the page takes touches for slips."""
LOST = ("WebSocket connection to", "ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED")
"""What the browser itself says where a server or the network has gone."""

ASKS = """
([bid, next, again]) => {
  if (document.querySelector("button.legal[data-card]")) return "card";
  for (const button of document.querySelectorAll("button:not([aria-disabled=true], [disabled])")) {
    const says = button.getAttribute("aria-label") ?? button.innerText.trim();
    if (says === next) return "next";
    if (says === again) return "again";
    if (new RegExp(bid).test(says)) return "bid";
  }
  return "";
}
"""
"""Looks at once for what the page asks, so that nothing can happen between two looks."""

Reached = Callable[["Guest"], bool]


@cache
def catalogue(lang: str) -> dict[str, Any]:
    """What the page says in a language."""
    words: dict[str, Any] = json.loads((WORDS / f"{lang}.json").read_text("utf-8"))
    return words


@dataclass(eq=False)
class Guest:
    """A person in front of a page.

    Args:
        context: the browser, with its own cookies.
        page: the page looked at.
        server: the server's address.
        lang: the language of the browser.
        troubles: errors in the console, and requests that failed.
        knows_outage: whether the server may go away.
    """

    context: BrowserContext
    page: Page
    server: str
    lang: str = "en"
    troubles: list[str] = field(default_factory=list)
    knows_outage: bool = False
    _lines: list[tuple[WebSocketRoute, WebSocketRoute]] = field(default_factory=list)
    _is_cut: bool = False

    def __post_init__(self) -> None:
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        """Note what goes wrong on a page."""
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("response", self._check)
        page.on("requestfailed", self._lose)

    def say(self, key: str, **values: object) -> str:
        """What the page says, in this guest's language."""
        text = catalogue(self.lang)[key]
        if isinstance(text, dict):
            text = text["one" if abs(int(str(values["n"]))) == 1 else "other"]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return str(text)

    def button(self, key: str, **values: object) -> Locator:
        """A button by what it says."""
        return self.page.get_by_role("button", name=self.say(key, **values), exact=True)

    def dialog(self, key: str, **values: object) -> Locator:
        """A dialog by its title."""
        return self.page.get_by_role("dialog", name=self.say(key, **values), exact=True)

    # coming and sitting down

    def come(self, name: str, **settings: object) -> None:
        """Be somebody here already, as on a device that has played before; tricks are taken away at once."""
        answer = self.context.request.post(f"{self.server}/api/people", data={"name": name})
        assert answer.status == 201, answer.text()
        kept = {"upriver.person": answer.json()["id"], "upriver.settings": json.dumps({"pace": "instant", **settings})}
        self.context.add_init_script(
            f"for (const [key, value] of Object.entries({json.dumps(kept)}))"
            " if (localStorage.getItem(key) === null) localStorage.setItem(key, value);"
        )

    def open_table(self, rules: str, **options: object) -> str:
        """A table of one's own where bots act at once; its code."""
        wanted = {"rules": rules, "options": {"pace": "instant", **options}, "contribution": token_hex(32)}
        answer = self.context.request.post(f"{self.server}/api/tables", data=wanted)
        assert answer.status == 201, answer.text()
        return str(answer.json()["code"])

    def go(self, path: str = "/") -> None:
        """Look at a page of the server."""
        self.page.goto(self.server + path)

    def begin(self) -> None:
        """As host: bots in the free seats, and the first deal."""
        fill, one = self.button("setup.fill"), self.button("setup.bot")
        one.first.wait_for()
        (fill if fill.is_visible() else one).click()
        self.button("setup.start").click()

    def play_alone(self, rules: str, name: str = "Ada", **settings: object) -> str:
        """A game against bots up to the first question; the table's code."""
        self.come(name, **settings)
        code = self.open_table(rules)
        self.go(f"/t/{code}")
        self.begin()
        self.until(lambda me: me.asks != "")
        return code

    # the network

    def lay_line(self) -> None:
        """Have a line to the server that can be cut; before the page is opened."""

        def connect(end: WebSocketRoute) -> None:
            if self._is_cut:
                end.close()
            else:
                self._lines.append((end, end.connect_to_server()))

        self.page.route_web_socket(re.compile("/socket$"), connect)

    def cut_line(self) -> None:
        """Lose the network."""
        self._is_cut = True
        for line in self._lines:
            for end in line:
                end.close()
        self._lines.clear()

    def mend_line(self) -> None:
        """Have it back; the system says so."""
        self._is_cut = False
        self.page.evaluate("dispatchEvent(new Event('online'))")

    # playing

    @property
    def bids(self) -> Locator:
        """The numbers that may be bid now."""
        return self.page.get_by_role("button", name=re.compile(self._bid_pattern), disabled=False)

    @property
    def _bid_pattern(self) -> str:
        names = (str(text).replace("{n}", "") for text in catalogue(self.lang)["bid.button"].values())
        return rf"^\d+({'|'.join(names)})$"

    @property
    def barred(self) -> Locator:
        """The number that the dealer may not bid."""
        return self.page.get_by_role("button", name=re.compile(r"^\d+ \w+\. "))

    @property
    def hand(self) -> Locator:
        """The cards held."""
        return self.page.locator("button[data-card]")

    @property
    def playable(self) -> Locator:
        """The cards that may be played now."""
        return self.page.locator("button.legal[data-card]")

    @property
    def refused(self) -> Locator:
        """The cards that may not be played, though it is this guest's turn."""
        return self.page.locator("button[data-card][aria-disabled=true]")

    @property
    def prompt(self) -> Locator:
        """The line that says what the table waits for."""
        return self.page.locator("[data-said]")

    @property
    def cards(self) -> set[str]:
        """The cards held, as `QS`."""
        return {str(card.get_attribute("data-card")) for card in self.hand.all()}

    @property
    def is_over(self) -> bool:
        """Whether the game is."""
        return self.button("end.again").is_visible()

    @property
    def asks(self) -> str:
        """What the page asks of this guest now: `bid`, `card`, `next`, `again`, or nothing."""
        said = {key: self.say(key) for key in ("hand.next", "end.again")}
        return str(self.page.evaluate(ASKS, [self._bid_pattern, *said.values()]))

    def bid(self) -> None:
        """Bid the first number that may be bid."""
        self.page.wait_for_timeout(SLIP_MS)
        self.bids.first.click()
        self.bids.first.wait_for(state="hidden")

    def play(self) -> str:
        """Play the first card that may be played; which."""
        card = str(self.playable.first.get_attribute("data-card"))
        self.playable.first.click()
        self.page.locator(f"button[data-card='{card}']").wait_for(state="detached")
        return card

    def answer(self, asked: str) -> bool:
        """Do what the page has asked, short of another game; whether there was anything to do."""
        match asked:
            case "bid":
                self.bid()
            case "card":
                self.play()
            case "next":
                ready = self.page.get_by_role("button", name=self.say("hand.next"), exact=True, disabled=False)
                with suppress(PatienceError):  # after the last hand it goes by itself once the game is over
                    ready.click(timeout=2000)
                ready.wait_for(state="hidden")
            case _:
                return False
        return True

    def until(self, reached: Reached, *others: Guest) -> None:
        """Go on, others too, until this guest has reached something."""
        give_up = time.monotonic() + 2 * PATIENCE
        while True:
            asked = self.asks
            if reached(self):
                return
            acted = self.answer(asked) + sum(other.answer(other.asks) for other in others)
            if not acted:
                self.page.wait_for_timeout(30)
            assert time.monotonic() < give_up, f"it does not come to that: {self.page.inner_text('body')}"

    # the score sheet

    def sheet(self) -> list[list[str]]:
        """The score sheet as its rows of cells, the names first; it is closed again."""
        shown = self.dialog("sheet.title")
        self.page.get_by_role("button", name=self.say("sheet.title"), exact=True).first.click()
        shown.wait_for()
        read = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
        rows: list[list[str]] = shown.locator("tr").evaluate_all(read)
        self.page.keyboard.press("Escape")
        shown.wait_for(state="hidden")
        return rows

    # what goes wrong

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or (
            self.knows_outage and any(each in message.text for each in LOST)
        ):
            return
        self.troubles.append(f"{message.type}: {message.text}")

    def _check(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.status} {response.url}")

    def _lose(self, request: Request) -> None:
        if not self.knows_outage and "ERR_ABORTED" not in (request.failure or ""):
            self.troubles.append(f"{request.failure} {request.url}")


def overlaps(places: dict[str, Locator]) -> list[str]:
    """Which places lie over one another on the screen; touching is no overlap."""
    boxes = {name: place.bounding_box() for name, place in places.items()}
    assert None not in boxes.values(), boxes
    return [
        f"{one} and {other}"
        for (one, first), (other, second) in combinations(boxes.items(), 2)
        if first and second and _share(first, second, "x", "width") and _share(first, second, "y", "height")
    ]


def _share(one: FloatRect, other: FloatRect, start: Literal["x", "y"], size: Literal["width", "height"]) -> bool:
    return one[start] + 1 < other[start] + other[size] and other[start] + 1 < one[start] + one[size]
