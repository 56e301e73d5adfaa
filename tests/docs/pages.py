"""The project's Markdown pages, taken apart: blocks of code, headings, tables, links, and what stands in code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
DOCS = ("README.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md")))
"""Pages whose blocks run and whose words count as documentation."""
PAGES = (*sorted(path.name for path in ROOT.glob("*.md") if path.name != "README.md"), *DOCS)
"""Every page of the project."""

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_WORD = re.compile(r"\w+(?:-\w+)*")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of code.

    Args:
        language: the first word after the fence.
        text: the code.
        line: the line of the page where the code begins, counted from 1.
        is_next: whether it follows the block before it with nothing in between.
    """

    language: str
    text: str
    line: int
    is_next: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A page. `name` is its path from the root of the project."""

    name: str
    text: str
    tokens: tuple[Token, ...]

    @classmethod
    def read(cls, name: str) -> Page:
        return cls.parse(name, (ROOT / name).read_text("utf-8"))

    @classmethod
    def parse(cls, name: str, text: str) -> Page:
        return cls(name, text, tuple(_MARKDOWN.parse(text)))

    def blocks(self, *languages: str) -> tuple[Block, ...]:
        """All blocks, or those of the languages."""
        found = []
        for at, token in enumerate(self.tokens):
            if token.type == "fence" and token.map:
                is_next = at > 0 and self.tokens[at - 1].type == "fence"
                language = token.info.split()[0] if token.info.strip() else ""
                found.append(Block(language, token.content, token.map[0] + 2, is_next))
        return tuple(block for block in found if not languages or block.language in languages)

    def headings(self) -> tuple[tuple[int, str], ...]:
        """(level, text) of each heading."""
        return tuple(
            (int(token.tag[1:]), _plain(after))
            for token, after in zip(self.tokens, self.tokens[1:], strict=False)
            if token.type == "heading_open"
        )

    def anchors(self) -> frozenset[str]:
        """What a link can name after `#`: each heading in small letters, its blanks as dashes."""
        kept = (re.sub(r"[^\w\- ]", "", text.lower()) for _, text in self.headings())
        return frozenset(text.replace(" ", "-") for text in kept)

    def tables(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """Each table as rows of cells, its header first."""
        tables: list[list[list[str]]] = []
        for token, after in zip(self.tokens, self.tokens[1:], strict=False):
            if token.type == "table_open":
                tables.append([])
            elif token.type == "tr_open":
                tables[-1].append([])
            elif token.type in ("th_open", "td_open"):
                tables[-1][-1].append(_plain(after))
        return tuple(tuple(tuple(row) for row in table) for table in tables)

    def links(self) -> tuple[str, ...]:
        """The targets of links and pictures."""
        targets = (token.attrGet("href") or token.attrGet("src") for token in self._inline())
        return tuple(str(target) for target in targets if target)

    def code(self) -> tuple[str, ...]:
        """Every text in code, inline or in a block."""
        inline = (token.content for token in self._inline() if token.type == "code_inline")
        return (*inline, *(block.text for block in self.blocks()))

    def words(self) -> frozenset[str]:
        """The words in code; dashes inside a word belong to it, as in `must-follow`."""
        return frozenset(word for text in self.code() for word in _WORD.findall(text))

    def _inline(self) -> Iterator[Token]:
        for token in self.tokens:
            yield from token.children or ()


def _plain(inline: Token) -> str:
    return "".join(" " if child.type == "softbreak" else child.content for child in inline.children or ())
