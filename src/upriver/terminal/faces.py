"""Cards drawn with characters: faces, backs and a name in a line of text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from upriver.rules import Card, Suit
from upriver.terminal import palette
from upriver.terminal.canvas import Span


class Look(Enum):
    """How a card stands out."""

    PLAIN = auto()
    CHOSEN = auto()
    """Under the cursor, or winning the trick."""
    DIMMED = auto()
    """Cannot be played now."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a card in cells, its border included.

    Args:
        width: 5 or more.
        height: 3 or more; from 5 on, the suit stands alone in the middle.
    """

    width: int
    height: int


SMALL, HELD, LARGE = Shape(5, 3), Shape(5, 4), Shape(7, 5)


def face(card: Card, shape: Shape, look: Look = Look.PLAIN, *, shows: int | None = None) -> list[list[Span]]:
    """The lines of a face-up card.

    Args:
        card: the card.
        shape: its size.
        look: how it stands out.
        shows: how many columns of it are seen when the next card lies over it; None when all are.
    """
    edge, body, ink = _styles(card.suit, look)
    inner = shape.width - 2
    is_covered = shows is not None and shows < shape.width
    lines = [_row(row, inner, card, shape.height - 2, is_covered=is_covered) for row in range(shape.height - 2)]
    bars = ("┏━┓┃┗┛") if look is Look.CHOSEN else ("╭─╮│╰╯")
    out: list[list[Span]] = [[(bars[0] + bars[1] * inner + bars[2], edge)]]
    out += [[(bars[3], edge), (line, f"{ink} {body}"), (bars[3], edge)] for line in lines]
    out.append([(bars[4] + bars[1] * inner + bars[5], edge)])
    return out if shows is None else [_cut(line, shows) for line in out]


def back(shape: Shape) -> list[list[Span]]:
    """The lines of a card that lies face down."""
    inner, edge = shape.width - 2, f"{palette.RIVER} on {palette.BACK}"
    middle: list[list[Span]] = [[("│" + "░" * inner + "│", edge)] for _ in range(shape.height - 2)]
    return [[("╭" + "─" * inner + "╮", edge)], *middle, [("╰" + "─" * inner + "╯", edge)]]


def gap(shape: Shape, text: str = "") -> list[list[Span]]:
    """The lines of a place where no card lies yet, with a word or two in it."""
    lines: list[list[Span]] = [[(" " * shape.width, "")] for _ in range(shape.height)]
    lines[(shape.height - 1) // 2] = [(text.center(shape.width), palette.QUIET)]
    return lines


def name(card: Card) -> Span:
    """The card in a line of text."""
    return (card.symbols, f"bold {palette.ON_DARK[card.suit]}")


def suit_mark(suit: Suit | None) -> Span:
    """The suit's sign in a line of text; a dash for no trump."""
    return ("–", palette.QUIET) if suit is None else (suit.symbol, f"bold {palette.ON_DARK[suit]}")


def _row(row: int, inner: int, card: Card, rows: int, *, is_covered: bool) -> str:
    rank, symbol = str(card.rank), card.suit.symbol
    if rows == 1:
        return f"{rank}{symbol}".ljust(inner)
    if row == 0:
        return rank.ljust(inner)
    if rows >= 3 and not is_covered:
        return symbol.center(inner) if row == rows // 2 else rank.rjust(inner) if row == rows - 1 else " " * inner
    return symbol.ljust(inner) if row == 1 else " " * inner


def _styles(suit: Suit, look: Look) -> tuple[str, str, str]:
    """Styles of the border, of the face, and of what is printed on it."""
    if look is Look.DIMMED:
        return f"{palette.SHADE_EDGE} on {palette.SHADE}", f"on {palette.SHADE}", "#20282b"
    edge = f"bold {palette.BRASS}" if look is Look.CHOSEN else palette.EDGE
    paper = f"on {palette.PAPER}"
    return f"{edge} {paper}", paper, f"bold {palette.ON_PAPER[suit]}"


def _cut(line: list[Span], columns: int) -> list[Span]:
    out: list[Span] = []
    for text, style in line:
        if columns <= 0:
            break
        out.append((text[:columns], style))
        columns -= len(text)
    return out
