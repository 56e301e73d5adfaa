"""Charts as SVG, legible on light and on dark."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from upriver.arena.chart import Panel

LABEL, BARS, FIGURES, ROW, TITLE = 170, 380, 110, 18, 34
"""Widths and heights of the parts of a drawing, in pixels."""
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #1a1a1a } .title { font-weight: bold; font-size: 13px }
.page { fill: #ffffff } .zero, .error { stroke: #1a1a1a; stroke-width: 1.2 }
.s0 { fill: #4a90d0 } .s1 { fill: #e09a30 } .s2 { fill: #2aa583 } .s3 { fill: #d5703a } .s4 { fill: #b77ba5 }
.s5 { fill: #8a8a8a }
@media (prefers-color-scheme: dark) { text { fill: #e8e8e8 } .page { fill: #16181c } .zero, .error { stroke: #e8e8e8 } }
"""
SHADES = 6


def svg(panels: Sequence[Panel], title: str) -> str:
    """A drawing of the panels, one below the other."""
    height = sum(TITLE + ROW * len(panel.bars) for panel in panels) + ROW
    width = LABEL + BARS + FIGURES
    size = {"width": str(width), "height": str(height), "viewBox": f"0 0 {width} {height}"}
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", **size})
    ET.SubElement(root, "title").text = title
    ET.SubElement(root, "style").text = STYLE
    ET.SubElement(root, "rect", {"class": "page", **_numbers(width=width, height=height)})
    top = 0
    for panel in panels:
        _draw(root, panel, top)
        top += TITLE + ROW * len(panel.bars)
    return ET.tostring(root, "unicode") + "\n"


def _draw(root: ET.Element, panel: Panel, top: int) -> None:
    scale, zero = panel.scale(BARS), LABEL + panel.scale(BARS)(0.0)
    _write(root, panel.title, "title", x=8, y=top + TITLE - 12)
    for number, bar in enumerate(panel.bars):
        y, x = top + TITLE + ROW * number, LABEL + scale(bar.value.mean)
        _write(root, bar.label, "label", x=8, y=y + 13)
        shape = _numbers(x=min(x, zero), y=y + 2, width=abs(x - zero), height=ROW - 4)
        ET.SubElement(root, "rect", {"class": f"bar s{bar.shade % SHADES}", **shape})
        if bar.value.error is not None:
            low, high = (LABEL + scale(end) for end in bar.ends)
            _line(root, "error", (low, y + ROW / 2), (high, y + ROW / 2))
            for end in (low, high):
                _line(root, "error", (end, y + 5), (end, y + ROW - 5))
        _write(root, panel.text(bar), "figure", x=LABEL + BARS + 10, y=y + 13)
    _line(root, "zero", (zero, top + TITLE), (zero, top + TITLE + ROW * len(panel.bars)))


def _write(root: ET.Element, text: str, kind: str, **place: float) -> None:
    ET.SubElement(root, "text", {"class": kind, **_numbers(**place)}).text = text


def _line(root: ET.Element, kind: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    ends = _numbers(x1=start[0], y1=start[1], x2=end[0], y2=end[1])
    ET.SubElement(root, "line", {"class": kind, **ends})


def _numbers(**values: float) -> dict[str, str]:
    return {name: f"{value:.1f}" for name, value in values.items()}
