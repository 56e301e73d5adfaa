"""What moves is moved by the compositor alone, and nothing else changes its place."""

from __future__ import annotations

from tests.browser.conftest import Come

CHEAP = {"transform", "translate", "scale", "rotate", "opacity"}
WATCH = """
() => {
  window.moved = new Set();
  window.shifts = [];
  const look = () => {
    for (const animation of document.getAnimations()) {
      if (!animation.effect?.target?.closest?.(".board, .hand, .own")) continue;
      for (const frame of animation.effect.getKeyframes())
        for (const name of Object.keys(frame))
          if (!["offset", "computedOffset", "easing", "composite"].includes(name)) window.moved.add(name);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const name = ({ node, previousRect: from, currentRect: to }) =>
    `${node?.className ?? node?.nodeName}: ${place(from)} to ${place(to)}`;
  new PerformanceObserver(list => {
    for (const each of list.getEntries())
      if (!each.hadRecentInput) window.shifts.push([each.value, ...each.sources.map(name)].join("; "));
  }).observe({ type: "layout-shift", buffered: true });
}
"""


def test_only_the_compositor_moves_cards_and_nothing_shifts(come: Come) -> None:
    guest = come(motion="no-preference")
    guest.page.add_init_script(f"({WATCH})()")
    guest.play_alone("players=4 sizes=4,1", pace="brisk")
    guest.page.evaluate("window.shifts.length = 0")
    guest.until(lambda me: me.asks == "next")
    moved = set(guest.page.evaluate("[...window.moved]"))
    assert {"translate", "opacity", "scale"} <= moved
    assert moved <= CHEAP
    assert guest.page.evaluate("window.shifts") == []
