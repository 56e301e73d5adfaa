"""Somebody who keeps the score of a game with real cards, by touch."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import TABLET
from tests.browser.guest import Guest
from upriver.pad import Ledger, load
from upriver.rules.record import HEADER

SMALL: ViewportSize = {"width": 360, "height": 740}
KEPT = """
async id => {
  const base = await new Promise((done, failed) => {
    const request = indexedDB.open('upriver pads');
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const read = (store) => new Promise((done, failed) => {
    const request = base.transaction(store).objectStore(store).getAll();
    request.onsuccess = () => done(request.result.filter(({ pad }) => pad === id).map(({ entry }) => entry));
    request.onerror = () => failed(request.error);
  });
  const found = { entries: await read('entries'), pending: await read('pending') };
  base.close();
  return found;
}
"""
"""What is on the disk of a pad: the settled lines, and those still to be sent."""


@dataclass(eq=False)
class Scorer:
    """A guest in front of a score pad."""

    guest: Guest

    @property
    def page(self) -> Page:
        """The page looked at."""
        return self.guest.page

    @property
    def id(self) -> str:
        """The pad's id, from the address."""
        return self.page.url.rsplit("/", 1)[1]

    def tap(self, target: Locator) -> None:
        """Touch something."""
        size = self.page.viewport_size
        if size and size["width"] < TABLET:
            target.tap()
        else:
            target.click()

    def press(self, key: str, **values: object) -> None:
        """Touch a button by what it says."""
        self.tap(self.guest.button(key, **values))

    def set_up(self, names: Sequence[str], dealer: str, sizes: str = "") -> None:
        """A new pad with these names; sizes as in 3-1-3, else the usual ones."""
        self.guest.go("/score/new")
        self.guest.button("pad.blank").wait_for()
        people = self.page.get_by_role("list", name=self.guest.say("pad.people"), exact=True)
        for person in reversed(people.get_by_role("listitem").all()):
            person.get_by_role("button").last.click()
        new = self.page.get_by_label(self.guest.say("pad.people.new"), exact=True)
        for name in names:
            new.fill(name)
            new.press("Enter")
        if sizes:
            self.press("pad.rules.change")
            self.page.get_by_label(self.guest.say("rules.sizes.own"), exact=True).first.check(force=True)
            self.page.get_by_label(self.guest.say("rules.sizes.write"), exact=True).fill(sizes)
            self.press("rules.set")
        self.page.get_by_role("radio", name=dealer, exact=True).check(force=True)
        self.press("pad.start")
        self.hand.wait_for()

    @property
    def hand(self) -> Locator:
        """The hand on the page."""
        return self.page.locator("section.hand")

    @property
    def prompt(self) -> Locator:
        """What is asked."""
        return self.page.locator(".dock .prompt")

    def bid(self, name: str, n: int) -> None:
        """Write a bid of whoever is asked."""
        self.tap(self.page.get_by_role("button", name=self.guest.say("pad.number.bid", name=name, n=n), exact=True))

    def took(self, name: str, n: int) -> None:
        """Write the tricks of whoever is asked."""
        said = self.guest.say("pad.number.taken", name=name, n=n)
        exact = f"{said}. {self.guest.say('standing.exact')}"
        self.tap(self.page.get_by_role("button", name=re.compile(f"^({re.escape(said)}|{re.escape(exact)})$")))

    def row(self, name: str) -> Locator:
        """Somebody's row in the hand."""
        return self.hand.locator("li").filter(
            has=self.page.locator(".text", has_text=re.compile(f"^{re.escape(name)}$"))
        )

    def play(self, bids: dict[str, int], taken: dict[str, int], *, goes_on: bool = True) -> None:
        """Write a whole hand, in bidding order."""
        for name, n in bids.items():
            self.bid(name, n)
        self.press("pad.results")
        for name, n in taken.items():
            self.took(name, n)
        if goes_on:
            self.press("pad.next")

    def totals(self) -> list[int]:
        """The totals at the foot of the sheet, which is opened and closed again."""
        self.tap(self.page.get_by_role("button", name=self.guest.say("sheet.title"), exact=True).first)
        sheet = self.guest.dialog("sheet.title")
        sheet.wait_for()
        totals = [int(cell) for cell in sheet.locator("tfoot td").all_inner_texts()]
        self.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        return totals

    def menu(self, key: str) -> None:
        """Open something from the menu."""
        self.press("menu")
        self.tap(self.guest.dialog("pad.menu").get_by_role("button", name=self.guest.say(key), exact=True))

    def ledger(self) -> Ledger:
        """What is on the disk once all of it is, read by the Python pad, which refuses what cannot stand."""
        expect(self.page.locator(".pad[data-saving]")).to_have_count(0)
        lines = [json.dumps(entry, ensure_ascii=False) for entry in self.kept()["entries"]]
        return load("".join(f"{line}\n" for line in (HEADER, *lines)))

    def kept(self) -> dict[str, list[dict[str, Any]]]:
        """What is on the disk of the open pad."""
        found: dict[str, list[dict[str, Any]]] = self.page.evaluate(KEPT, self.id)
        return found
