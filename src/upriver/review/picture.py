"""A review as a picture to share: who was going to win when, and where everybody's points came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree import ElementTree as ET

from upriver.review.account import Account
from upriver.review.analysis import Review
from upriver.review.report import figures
from upriver.review.story import portrait
from upriver.words import Words

WIDTH, MARGIN, LABEL = 760, 24, 116
COLUMN = 50
"""Width of a column of figures."""
CHART, ROW, HEAD, FOOT = 200, 30, 76, 18
"""Heights of the chart, of a player's row, of what is above the chart, and of a line at the foot."""
PARTS = ("deal", "bid", "play", "rest")
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #22282b } .page { fill: #fbf8f0 }
.title { font-size: 20px; font-weight: 600 } .head { font-weight: 600 } .quiet { fill: #6a7478; font-size: 12px }
.end { text-anchor: end } .middle { text-anchor: middle }
.grid { stroke: #d8d2c2; stroke-width: 1 } .zero { stroke: #6a7478; stroke-width: 1 }
.line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round }
.l0 { stroke: #1f6f8b } .l1 { stroke: #c0512f } .l2 { stroke: #4c8a3f } .l3 { stroke: #8a5aa8 } .l4 { stroke: #b5851f }
.l5 { stroke: #c2477f } .l6 { stroke: #56606a }
.deal { fill: #3b87a3 } .bid { fill: #c0512f } .play { fill: #d99a3d } .rest { fill: #9aa4a8 }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e0d3 } .page { fill: #10171b } .quiet { fill: #8a979a } .grid { stroke: #2b3a40 }
  .l0 { stroke: #6fb0c4 } .l1 { stroke: #e5786d } .l2 { stroke: #8fc98a } .l3 { stroke: #c39be0 }
  .l4 { stroke: #e0b354 } .l5 { stroke: #ef8fb8 } .l6 { stroke: #b4bec2 }
}
"""
DASHES = ("", "7 4", "2 4", "10 4 2 4", "14 5", "4 2", "1 3")
"""A line's dashes by seat: the colour alone says nothing."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the chart is drawn."""

    left: float
    top: float
    width: float
    height: float

    def at(self, step: int, steps: int, chance: float) -> tuple[float, float]:
        """Where a chance after a hand lies."""
        return self.left + self.width * step / max(1, steps), self.top + self.height * (1 - chance)


def svg(review: Review, words: Words) -> str:
    """The picture, legible on light and on dark."""
    state = review.state
    order = sorted(range(state.rules.players), key=lambda seat: state.sheet.places()[seat])
    points_top = HEAD + CHART + 88
    height = points_top + ROW * (len(order) + 1) + 52 + FOOT
    size = {"width": str(WIDTH), "height": str(height), "viewBox": f"0 0 {WIDTH} {height}"}
    key = "review.picture.title" if state.is_over else "review.title"
    title = words.say(key, done=len(review.hands), hands=state.rules.hands)
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", **size})
    ET.SubElement(root, "title").text = title
    ET.SubElement(root, "style").text = STYLE
    _rect(root, "page", (0, 0), (WIDTH, height))
    _write(root, "title", MARGIN, 38, title)
    _write(root, "head", MARGIN, HEAD - 12, words.say("review.outlook"))
    _chart(root, review, order, _Place(MARGIN + 34, HEAD, WIDTH - 2 * MARGIN - 34 - LABEL, CHART), words)
    _write(root, "head", MARGIN, points_top - 14, words.say("review.points"))
    _parts(root, review, order, points_top, words)
    _write(root, "quiet", MARGIN, height - 16 - FOOT, words.say("review.picture.parts"))
    _write(root, "quiet", MARGIN, height - 16, words.say("review.picture.how", worlds=review.worlds))
    return ET.tostring(root, "unicode") + "\n"


def _chart(root: ET.Element, review: Review, order: Sequence[int], place: _Place, words: Words) -> None:
    steps = len(review.outlook) - 1
    for part in (0, 0.25, 0.5, 0.75, 1):
        _, y = place.at(0, steps, part)
        _line(root, "grid", (place.left, y), (place.left + place.width, y))
        _write(root, "quiet end", place.left - 8, y + 4, f"{100 * part:.0f}%")
    every = max(1, -(-steps // 20))
    for step in range(0, steps + 1, every):
        x, y = place.at(step, steps, 0)
        _write(root, "quiet middle", x, y + 18, str(step))
    _write(root, "quiet middle", place.left + place.width / 2, place.top + place.height + 36, words.say("review.after"))
    ends = {seat: place.at(steps, steps, review.outlook[-1][seat])[1] for seat in order}
    for seat, y in zip(order, _apart([ends[seat] for seat in order], 17), strict=True):
        points = " ".join(
            "{:.1f},{:.1f}".format(*place.at(step, steps, chances[seat])) for step, chances in enumerate(review.outlook)
        )
        dashes = {"stroke-dasharray": DASHES[seat]} if DASHES[seat] else {}
        ET.SubElement(root, "polyline", {"class": f"line l{seat}", "points": points, **dashes})
        right = place.left + place.width
        _line(root, f"line l{seat}", (right + 10, y), (right + 30, y), **dashes)
        _write(root, "", right + 36, y + 4, _short(review.state.name(seat)))


def _parts(root: ET.Element, review: Review, order: Sequence[int], top: float, words: Words) -> None:
    """A row for each player: parts above the usual to the right, below it to the left, and the figures."""
    accounts = {seat: portrait(review, seat).account for seat in order}
    ends = [_ends(account) for account in accounts.values()]
    most, least = max(1.0, *(plus for plus, _ in ends)), min(-1.0, *(minus for _, minus in ends))
    left, right = MARGIN + LABEL, WIDTH - MARGIN - (len(PARTS) + 2) * COLUMN
    scale = (right - left) / (most - least)
    zero = left - scale * least
    for column, part in enumerate(("par", *PARTS, "points")):
        x = right + COLUMN * (column + 1)
        _write(root, "quiet end", x, top + 14, words.say(f"review.head.{part}"))
        if part in PARTS:
            _rect(root, part, (x - 10, top + 19), (10, 3))
    for number, seat in enumerate(order, 1):
        y, account = top + ROW * number, accounts[seat]
        _write(root, "", MARGIN, y + 15, _short(review.state.name(seat)))
        plus = minus = zero
        for part in PARTS:
            length = scale * getattr(account, part)
            edge = plus if length > 0 else minus + length
            plus, minus = plus + max(0.0, length), minus + min(0.0, length)
            if length:
                _rect(root, part, (edge, y + 3), (abs(length), ROW - 14))
        for column, figure in enumerate((*figures(account, words), f"{account.points:.0f}")):
            _write(root, "head end" if column == 5 else "end", right + COLUMN * (column + 1), y + 15, figure)
    _line(root, "zero", (zero, top + ROW - 2), (zero, top + ROW * (len(order) + 1) - 6))


def _ends(account: Account) -> tuple[float, float]:
    parts = [getattr(account, part) for part in PARTS]
    return sum(part for part in parts if part > 0), sum(part for part in parts if part < 0)


def _apart(heights: Sequence[float], gap: float) -> list[float]:
    """The heights in their order, moved as far apart as labels need, and none below the lowest."""
    ranked = sorted(range(len(heights)), key=lambda place: heights[place])
    moved = list(heights)
    for above, below in pairwise(ranked):
        moved[below] = max(moved[below], moved[above] + gap)
    moved[ranked[-1]] = max(heights)
    for below, above in pairwise(reversed(ranked)):
        moved[above] = min(moved[above], moved[below] - gap)
    return moved


def _short(name: str) -> str:
    return name if len(name) <= 13 else f"{name[:12]}…"


def _write(root: ET.Element, kind: str, x: float, y: float, text: str) -> None:
    ET.SubElement(root, "text", {"class": kind, "x": f"{x:.1f}", "y": f"{y:.1f}"}).text = text


def _line(root: ET.Element, kind: str, start: tuple[float, float], end: tuple[float, float], **more: str) -> None:
    ends = {"x1": f"{start[0]:.1f}", "y1": f"{start[1]:.1f}", "x2": f"{end[0]:.1f}", "y2": f"{end[1]:.1f}"}
    ET.SubElement(root, "line", {"class": kind, **ends, **more})


def _rect(root: ET.Element, kind: str, corner: tuple[float, float], size: tuple[float, float]) -> None:
    values = (*corner, *size)
    shape = {name: f"{value:.1f}" for name, value in zip(("x", "y", "width", "height"), values, strict=True)}
    ET.SubElement(root, "rect", {"class": kind, **shape})
