"""docs/rules.md and docs/regole.md: what their tables say is what the rules do, in both languages alike."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console
from rich.markdown import Markdown

from tests.docs.pages import Page
from upriver.rules import (
    PRESETS,
    SCHEMES,
    Card,
    Limit,
    Rules,
    Scoring,
    Suit,
    Trick,
    Trump,
    UpriverError,
    allowed_bids,
    max_size,
    parse_cards,
)

ENGLISH, ITALIAN = Page.read("docs/rules.md"), Page.read("docs/regole.md")
COLUMNS = 78
both = pytest.mark.parametrize("guide", [ENGLISH, ITALIAN], ids=["english", "italian"])

Table = tuple[tuple[str, ...], ...]


def table_after(guide: Page, heading: int, table: int = 0) -> Table:
    """The rows below a heading's table's header; headings are counted, since their words depend on the language."""
    title = re.escape(guide.headings()[heading][1])
    section = re.split(rf"^#+ {title}$", guide.text, flags=re.MULTILINE)[1]
    return Page.parse(guide.name, section).tables()[table][1:]


def heading(title: str) -> int:
    """The place of an English heading, which is also that of the Italian one."""
    return [text for _, text in ENGLISH.headings()].index(title)


def test_both_guides_have_the_same_structure() -> None:
    assert [level for level, _ in ENGLISH.headings()] == [level for level, _ in ITALIAN.headings()]
    shapes = [[[len(row) for row in table] for table in guide.tables()] for guide in (ENGLISH, ITALIAN)]
    assert shapes[0] == shapes[1]
    assert [block.text for block in ENGLISH.blocks()] == [block.text for block in ITALIAN.blocks()]
    items = [guide.text.count("\n- ") for guide in (ENGLISH, ITALIAN)]
    assert items[0] == items[1]


def test_both_guides_have_the_same_values_in_code() -> None:
    assert sorted(ENGLISH.code()) == sorted(ITALIAN.code())


def test_both_guides_mark_the_same_number_of_decisions() -> None:
    english, italian = " ".join(ENGLISH.text.split()), " ".join(ITALIAN.text.split())
    assert english.count("(decided here)") == italian.count("(deciso da noi)") > 0


@both
def test_a_guide_fits_the_terminal(guide: Page) -> None:
    assert [line for line in guide.text.splitlines() if len(line) > COLUMNS] == []
    tables = re.findall(r"(?:^\|.*\n)+", guide.text, re.MULTILINE)
    assert len(tables) == len(guide.tables())
    for table in tables:
        assert rendered(table, COLUMNS) == rendered(table, 3 * COLUMNS)


def rendered(text: str, width: int) -> list[str]:
    """The lines as the terminal shows them, without the blanks that fill them up."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(Markdown(text))
    return [line.rstrip() for line in capture.get().splitlines()]


@both
def test_a_guide_uses_plain_markdown_only(guide: Page) -> None:
    assert {token.type for token in guide.tokens} & {"html_block", "html_inline"} == set()
    assert guide.links() == ()


@both
def test_hand_sizes(guide: Page) -> None:
    for players, first, smallest, last, hands in table_after(guide, heading("How many cards")):
        sizes = Rules(players=int(players)).sizes
        assert (sizes[0], min(sizes), sizes[-1], len(sizes)) == (int(first), int(smallest), int(last), int(hands))


@both
def test_what_the_dealer_may_bid(guide: Page) -> None:
    for size, others, *allowed in table_after(guide, heading("The dealer's limit")):
        total = sum(map(int, others.split()))
        for limit, bids in zip((Limit.HOOK, Limit.OVER, Limit.FREE), allowed, strict=True):
            assert allowed_bids(Rules(limit=limit), int(size), total) == tuple(map(int, bids.split()))


@both
def test_who_takes_a_trick(guide: Page) -> None:
    for trump, cards, winner in table_after(guide, heading("Play")):
        played = parse_cards(cards)
        trick = Trick(0)
        for seat, card in enumerate(played):
            trick = trick.with_card(seat, card, Suit.parse(trump) if trump == "♥" else None, len(played))
        assert trick.winner == played.index(Card.parse(winner))


@both
def test_the_four_schemes(guide: Page) -> None:
    assert [row[0] for row in table_after(guide, heading("Scoring"))] == list(SCHEMES)
    for bid, taken, *points in table_after(guide, heading("Scoring"), 1):
        assert [scheme.points(int(bid), int(taken)) for scheme in SCHEMES.values()] == list(map(int, points))


@both
def test_the_usual_values(guide: Page) -> None:
    rows = table_after(guide, heading("House rules"))
    assert [row[0] for row in rows] == list(Rules.__dataclass_fields__)
    for field, _, usual in rows:
        if field != "sizes":
            assert Rules.parse(f"{field}={usual}") == Rules()


@both
def test_the_ready_tables(guide: Page) -> None:
    rows = table_after(guide, heading("Ready tables"))
    assert [row[0] for row in rows] == list(PRESETS)
    for name, limit, scoring in rows:
        assert Rules.parse(f"limit={limit} scoring={scoring}") == PRESETS[name]


@both
def test_the_largest_hands(guide: Page) -> None:
    for players, turned, without in table_after(guide, heading("Players and hand sizes")):
        assert max_size(int(players), Trump.TURNED) == int(turned)
        assert max_size(int(players), Trump.NONE) == max_size(int(players), Trump.CYCLE) == int(without)


@both
def test_scorings_by_dials(guide: Page) -> None:
    title = heading("Scoring by dials")
    dials = [row[0] for row in table_after(guide, title)]
    assert [str(Scoring.parse(dial)) for dial in dials if dial != "keep"] == [dial for dial in dials if dial != "keep"]
    results = ((3, 3), (0, 0), (3, 1), (0, 4))
    for text, *points in table_after(guide, title, 1):
        assert [Scoring.parse(text).points(*result) for result in results] == list(map(int, points))


@both
def test_every_line_of_rules_can_be_played(guide: Page) -> None:
    inline = [text for text in guide.code() if re.fullmatch(r"(?:\w+ )?(?:\w+=\S+ ?)+", text)]
    blocks = [line for block in guide.blocks("rules") for line in block.text.splitlines()]
    assert len(inline) > 10
    assert len(blocks) == 3
    for text in (*inline, *blocks):
        if text == "bidding=together":
            with pytest.raises(UpriverError, match="limit=free"):
                Rules.parse(text)
        else:
            assert Rules.parse(str(Rules.parse(text))) == Rules.parse(text)
