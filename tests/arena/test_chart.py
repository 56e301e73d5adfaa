from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from upriver.arena import Estimate, Match, Rating, Ratings, Tournament, play
from upriver.arena.chart import Bar, Panel, bar_text, panels
from upriver.arena.drawing import svg
from upriver.rules import Rules

SHORT = Rules(players=3, sizes=(2, 1))
SVG = "{http://www.w3.org/2000/svg}"
PANEL = Panel(
    "Depth", (Bar("a", Estimate(10.0, 2.0)), Bar("b", Estimate(-4.0, 1.0)), Bar("c", Estimate(3.0, None))), "+.1f"
)


def test_bars_are_drawn_in_characters() -> None:
    assert [bar_text(PANEL, bar, 17) for bar in PANEL.bars] == [
        "     │████████░░░░",
        "░░███│",
        "     │███",
    ]
    assert [PANEL.text(bar) for bar in PANEL.bars] == ["+10.0 ± 2.0", "-4.0 ± 1.0", "+3.0"]


def test_bars_without_length_are_drawn_too() -> None:
    panel = Panel("Nothing", (Bar("a", Estimate(0.0, 0.0)), Bar("b", Estimate(0.0, None))), ".1f")
    assert [bar_text(panel, bar, 9) for bar in panel.bars] == ["│", "│"]
    assert ET.fromstring(svg([panel], "nothing")).tag == f"{SVG}svg"


def test_a_drawing_has_every_bar_at_its_place() -> None:
    root = ET.fromstring(svg([PANEL], "a <title> & more"))
    assert root.findtext(f"{SVG}title") == "a <title> & more"
    bars = [element for element in root.iter(f"{SVG}rect") if element.get("class", "").startswith("bar")]
    lengths = [float(bar.attrib["width"]) for bar in bars]
    assert lengths == pytest.approx([10 * lengths[2] / 3, 4 * lengths[2] / 3, lengths[2]], abs=0.3)
    left, right = (float(bars[1].attrib["x"]) + lengths[1], float(bars[0].attrib["x"]))
    assert left == pytest.approx(right, abs=0.3), "bars to either side meet at zero"
    errors = [element for element in root.iter(f"{SVG}line") if element.get("class") == "error"]
    assert len(errors) == 2 * 3, "a line and its two ends, and none without an error"
    assert "prefers-color-scheme: dark" in (root.findtext(f"{SVG}style") or "")


def test_a_drawing_holds_its_parts() -> None:
    root = ET.fromstring(svg([PANEL, PANEL], "twice"))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter():
        assert all(0 <= float(element.get(name, 0)) <= width for name in ("x", "x1", "x2"))
        assert all(0 <= float(element.get(name, 0)) <= height for name in ("y", "y1", "y2"))


def test_a_field_shows_its_bids() -> None:
    (made,) = panels([play(Match("random", None, SHORT, games=3))], None)
    assert [bar.label for bar in made.bars] == ["1 card, random", "2 cards, random"]
    assert all(0 <= bar.value.mean <= 100 for bar in made.bars)


def test_a_duel_shows_the_bids_of_both_and_the_difference() -> None:
    duel = play(Match("random", "modest", SHORT, games=3))
    made, difference = panels([duel], None)
    assert [bar.label for bar in made.bars] == [
        "1 card, modest",
        "1 card, random",
        "2 cards, modest",
        "2 cards, random",
    ]
    assert [bar.shade for bar in made.bars] == [0, 1, 0, 1]
    assert [(bar.label, bar.value) for bar in difference.bars] == [("modest among random", duel.measured)]


def test_a_field_of_bots_shows_everything_in_the_same_colours() -> None:
    bots = ("proud", "modest", "random")
    duels = [play(Match(b, a, SHORT, games=2)) for a in bots for b in bots if a != b]
    skills = tuple(Rating(bot, mu, 2.0) for bot, mu in (("random", 30.0), ("proud", 20.0), ("modest", 10.0)))
    shown = panels(duels, Ratings(Tournament(bots, SHORT), skills))
    assert [len(panel.bars) for panel in shown] == [3 * 2, 6, 3]
    assert {(bot, bar.shade) for panel in shown for bar in panel.bars for bot in [name(bar.label)]} == {
        ("proud", 0),
        ("modest", 1),
        ("random", 2),
    }
    root = ET.fromstring(svg(shown, "all"))
    bars = [element for element in root.iter(f"{SVG}rect") if element.get("class", "").startswith("bar")]
    labels = [element.text for element in root.iter(f"{SVG}text") if element.get("class") == "label"]
    assert labels == [bar.label for panel in shown for bar in panel.bars]
    assert len(bars) == len(labels) == 15


def name(label: str) -> str:
    """The bot that a bar is about."""
    return label.rsplit(", ", maxsplit=1)[-1].split(" among ", maxsplit=1)[0]
