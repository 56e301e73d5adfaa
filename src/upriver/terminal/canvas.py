"""`Canvas`: a rectangle of cells to draw text on, layer over layer."""

from __future__ import annotations

from textual.content import Content

Span = tuple[str, str]
"""A text and its style, as Textual's `Content` takes it."""


class Canvas:
    """Cells of one character and one style each; what falls outside is cut off.

    Args:
        width: columns.
        height: rows.
        style: of the empty cells.
    """

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", style)] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text to the right of column `x` in row `y`."""
        if not 0 <= y < self.height:
            return
        row = self._cells[y]
        for column, letter in enumerate(text, x):
            if 0 <= column < self.width:
                row[column] = (letter, style)

    def spans(self, x: int, y: int, spans: list[Span]) -> None:
        """Write styled texts one after the other."""
        for text, style in spans:
            self.write(x, y, text, style)
            x += len(text)

    def block(self, x: int, y: int, lines: list[list[Span]]) -> None:
        """Write lines of styled texts one below the other."""
        for row, spans in enumerate(lines, y):
            self.spans(x, row, spans)

    def centre(self, y: int, text: str, style: str = "") -> None:
        """Write a text in the middle of a row."""
        self.write((self.width - len(text)) // 2, y, text, style)

    def content(self) -> Content:
        """The drawing, ready to render."""
        parts: list[str | Span] = []
        for row in self._cells:
            if parts:
                parts.append("\n")
            run, style = "", row[0][1] if row else ""
            for letter, own in row:
                if own != style:
                    parts.append((run, style))
                    run, style = "", own
                run += letter
            parts.append((run, style))
        return Content.assemble(*parts)


def fit(text: str, width: int) -> str:
    """The text in exactly `width` columns, cut with `…` or filled with blanks."""
    return text[: width - 1] + "…" if len(text) > width else text.ljust(width)
