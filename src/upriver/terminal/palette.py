"""The colours, each named by what it says; nothing is said by colour alone."""

from __future__ import annotations

from textual.theme import Theme

from upriver.rules import Suit

NIGHT = "#10171b"
"""Behind everything."""
FELT = "#15262a"
"""The table."""
PANEL = "#182126"
LINE = "#34474d"
TEXT = "#e4e0d3"
QUIET = "#8a979a"
"""Words of less weight."""
BRASS = "#e0b354"
"""Whose turn it is, what is winning, what is chosen."""
RIVER = "#6fb0c4"
GOOD = "#8fc98a"
BAD = "#e5786d"

PAPER = "#f4efe2"
"""A card's face."""
EDGE = "#b3aa95"
SHADE = "#5b6467"
"""The face of a card that cannot be played now."""
SHADE_EDGE = "#3d474b"
BACK = "#2f6277"
"""A card's back."""

ON_PAPER = {Suit.SPADES: "#1d2740", Suit.HEARTS: "#c22733", Suit.DIAMONDS: "#b35900", Suit.CLUBS: "#1b7a3c"}
"""Suits on a card's face."""
ON_DARK = {Suit.SPADES: "#c3d3ea", Suit.HEARTS: "#f07c78", Suit.DIAMONDS: "#f0a94b", Suit.CLUBS: "#80cc93"}
"""Suits in a line of text."""

THEME = Theme(
    name="upriver",
    primary=RIVER,
    secondary=BACK,
    accent=BRASS,
    warning=BRASS,
    error=BAD,
    success=GOOD,
    foreground=TEXT,
    background=NIGHT,
    surface=PANEL,
    panel=FELT,
    dark=True,
    variables={
        "line": LINE,
        "quiet": QUIET,
        "felt": FELT,
        "block-cursor-background": BRASS,
        "block-cursor-foreground": NIGHT,
        "input-cursor-background": BRASS,
        "input-selection-background": f"{RIVER} 40%",
    },
)
