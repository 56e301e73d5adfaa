"""How quick the table in the browser is on a slow phone: `python -m bench.browser`.

Chromium is told to be a slow phone: a quarter of its speed, and the line that its tools call "Slow 4G". Measured are
the time from the address to a start page that answers, and the frames while cards fly: those that the compositor drew,
which is what eyes see of a flight, and those in which the page's own thread had its turn. Other programs on the machine
slow all of it down, so what the page's own thread worked is given too.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise, product
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright
from tests.browser.conftest import PHONE
from tests.browser.guest import Guest
from tests.browser.serving import Serving
from tests.chromium import FLAGS, find_chromium

SLOWER = 4
"""So many times slower than this machine."""
SLOW_4G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1.6e6 / 8 * 0.9,
    "uploadThroughput": 0.75e6 / 8 * 0.9,
}
"""As in the browser's tools: milliseconds there and back, bytes a second."""
ANSWERS = """
(says) => {
  const look = () => {
    const button = [...document.querySelectorAll("button")].find(each => each.innerText.trim() === says);
    if (!button || window.answers) return;
    window.answers = 1;
    requestAnimationFrame(() => setTimeout(() => (window.answers = performance.now()), 0));
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
}
"""
"""Notes when the button is there, painted, and nothing keeps the page from answering."""
FLIES = """
() => {
  window.frames = [];
  let before = 0;
  const look = now => {
    const flies = document.getAnimations().some(each => each.playState === "running"
      && each.effect?.target?.closest?.("[data-placed]"));
    if (flies && before) window.frames.push(now - before);
    if (flies) performance.mark("flies");
    before = flies ? now : 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""
"""Notes the milliseconds from frame to frame of the page's thread while a card flies, and leaves a mark in each."""
DRAWN = "DrawFrame"
TRACED = ("-*", "blink.user_timing", "disabled-by-default-devtools.timeline.frame")
"""What the browser's tools draw their row of frames from."""
APART = 0.1
"""Seconds without a mark after which a flight is another one."""


@contextmanager
def slow_phone(browser: Browser) -> Iterator[tuple[BrowserContext, Page, CDPSession]]:
    """A phone with nothing kept, with its movement, not slowed down yet."""
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB", reduced_motion="no-preference")
    page = context.new_page()
    try:
        yield context, page, context.new_cdp_session(page)
    finally:
        context.close()


def load(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds until the start page answers, and the processor time of the page's thread in them."""
    with slow_phone(browser) as (context, page, session):
        guest = Guest(context, page, address)
        page.add_init_script(f"({ANSWERS})({guest.say('start.play')!r})")
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_4G)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        guest.go()
        page.wait_for_function("window.answers > 1")
        figures = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        return float(page.evaluate("window.answers")), 1000 * figures["TaskDuration"]


def fly(browser: Browser, address: str, rules: str, slower: int) -> tuple[list[float], list[float]]:
    """Milliseconds between frames while cards fly, over a game's first hand: as drawn, and of the page's thread."""
    with slow_phone(browser) as (context, page, session):
        guest = Guest(context, page, address)
        page.add_init_script(f"({FLIES})()")
        guest.play_alone(rules, pace="brisk")
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        browser.start_tracing(page=page, categories=list(TRACED))
        guest.until(lambda me: me.asks == "next")
        events = json.loads(browser.stop_tracing())["traceEvents"]
        return list(drawn_in_flight(events)), [float(each) for each in page.evaluate("window.frames")]


def drawn_in_flight(events: Sequence[Mapping[str, Any]]) -> Iterator[float]:
    """Milliseconds from one drawn frame to the next, both within one flight."""
    marks = sorted(each["ts"] for each in events if each["name"] == "flies")
    frames = [each for each in events if each["name"] == DRAWN]
    page, _ = Counter(each["args"]["layerTreeId"] for each in frames).most_common(1)[0]
    moments = sorted(each["ts"] for each in frames if each["args"]["layerTreeId"] == page)
    ends = [i for i, (a, z) in enumerate(pairwise(marks)) if z - a > 1e6 * APART]
    for first, last in pairwise((-1, *ends, len(marks) - 1)):
        begin, end = marks[first + 1], marks[last]
        for a, z in pairwise(each for each in moments if begin <= each <= end):
            yield (z - a) / 1000


def main(words: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = ArgumentParser(prog="python -m bench.browser", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9, help="so many loads, and a hand for every three of them")
    arguments = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serving = Serving(Path(folder))
        serving.start()
        try:
            # People have the whole browser; the headless shell that the tests prefer draws otherwise.
            program = shutil.which("chromium") or find_chromium()
            print(program)
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            loads = [load(browser, serving.address) for _ in range(arguments.rounds)]
            print(f"start page, {SLOWER} times slower, slow 4G: it answers after ms (goal: 3,000)")
            for name, values in zip(("on the wall", "of the processor"), zip(*loads, strict=True), strict=True):
                print(f"  {name}: median {median(values):.0f}, best {min(values):.0f}, worst {max(values):.0f}")
            for players, slower in product((4, 7), (1, SLOWER)):
                hands = max(1, arguments.rounds // 3)
                rules = f"players={players} sizes=5,1"
                flights = [fly(browser, serving.address, rules, slower) for _ in range(hands)]
                speed = "at full speed" if slower == 1 else f"{slower} times slower"
                print(f"{players} players, cards in flight, {speed}:")
                for name, parts in zip(("drawn", "of the page's thread"), zip(*flights, strict=True), strict=True):
                    frames = [each for part in parts for each in part]
                    rate = 1000 * len(frames) / sum(frames)
                    late = sum(each > 1.5 * 1000 / 60 for each in frames) / len(frames)
                    print(
                        f"  {name}: {rate:.1f} frames a second, median {median(frames):.1f} ms,"
                        f" {late:.1%} of {len(frames)} frames late, the longest {max(frames):.0f} ms"
                    )
            browser.close()
        finally:
            serving.kill()


if __name__ == "__main__":
    main()
