"""Nothing is cut off, whatever the window, the players and the hand; and nothing is said by colour alone."""

from __future__ import annotations

import re
import textwrap
from itertools import pairwise
from pathlib import Path

import pytest
from textual.color import Color

from tests.terminal.driver import (
    LARGE,
    SMALL,
    bid_something,
    make_app,
    screen_lines,
    screen_text,
    table,
    until_my_bid,
    until_my_card,
)
from upriver.rules import (
    DECK,
    Card,
    Game,
    IllegalActionError,
    Limit,
    Rules,
    Suit,
    Trump,
    allowed_bids,
    legal_actions,
    max_size,
    seed_from_text,
    sort_cards,
)
from upriver.rules.rules import MAX_PLAYERS, MIN_PLAYERS
from upriver.terminal.board import draw_board, seat_places
from upriver.terminal.canvas import Canvas
from upriver.terminal.faces import LARGE as LARGE_CARD
from upriver.terminal.faces import SMALL as SMALL_CARD
from upriver.terminal.palette import ON_DARK, ON_PAPER
from upriver.terminal.rack import draw_rack, rack_layout
from upriver.terminal.session import ME, Moment
from upriver.terminal.standings import draw_standings
from upriver.words import LANGUAGES, Words

MOST = [(players, max_size(players, Trump.TURNED)) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
OF_THE_PICTURE = {"#c5c8c6", "#292929", "#ff5f57", "#febc2e", "#28c840"}
"""What a picture paints default text, its ground and its frame with."""


def _lines(canvas: Canvas) -> list[str]:
    return canvas.content().plain.split("\n")


@pytest.mark.parametrize(("width", "height"), [(80, 6), (100, 6), (120, 8), (200, 8)])
@pytest.mark.parametrize("count", range(1, 18))
def test_every_card_of_a_hand_shows_its_rank_and_suit(count: int, width: int, height: int) -> None:
    cards = sort_cards(tuple(DECK[(7 * place) % 52] for place in range(count)))
    lines = _lines(draw_rack(cards, (), None, width, height))
    layout = rack_layout(count, width, height)
    assert layout.left >= 0
    assert layout.left + layout.step * (count - 1) + layout.shape.width <= width
    for place, card in enumerate(cards):
        start = layout.left + place * layout.step
        seen = start + min(layout.step, layout.shape.width)
        text = "".join(line[start:seen] for line in lines)
        assert re.sub(r"[^\w♣♦♠♥]", "", text).startswith(str(card.rank))
        assert card.suit.symbol in text


@pytest.mark.parametrize("count", range(1, 18))
def test_cards_that_can_be_played_stand_higher(count: int) -> None:
    cards = sort_cards(tuple(DECK[(11 * place) % 52] for place in range(count)))
    legal = cards[::2]
    lines = _lines(draw_rack(cards, legal, 0, 80, 6))
    layout = rack_layout(count, 80, 6)
    for place, card in enumerate(cards):
        top = lines[0][layout.left + place * layout.step]
        assert (top in "╭┏") == (card in legal)
    assert "▲" in lines[4]


def test_a_click_finds_the_card_that_is_seen() -> None:
    for count in range(1, 18):
        layout = rack_layout(count, 80, 6)
        for place in range(count):
            assert layout.card_at(layout.left + place * layout.step + 1) == place
        assert layout.card_at(layout.left - 1) is None
        assert layout.card_at(layout.left + (count - 1) * layout.step + layout.shape.width) is None


@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
@pytest.mark.parametrize(
    ("width", "height", "shape"),
    [(44, 13, SMALL_CARD), (44, 12, SMALL_CARD), (58, 19, LARGE_CARD), (68, 24, LARGE_CARD)],
)
def test_no_seat_lies_over_another(players: int, width: int, height: int, shape: object) -> None:
    card = LARGE_CARD if shape is LARGE_CARD else SMALL_CARD
    places = seat_places(players, width, height, card)
    boxes = [(place.x, place.y, place.x + place.width, place.y + card.height + 1) for place in places]
    middle = ((width - card.width) // 2 - 1, (height - card.height) // 2 - (card is LARGE_CARD))
    boxes.append((*middle, middle[0] + card.width + 1, middle[1] + card.height))
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert top >= 0
        assert right <= width
        assert bottom <= height
    for number, (left, top, right, bottom) in enumerate(boxes):
        for left2, top2, right2, bottom2 in boxes[number + 1 :]:
            assert right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(("players", "cards"), MOST)
async def test_the_largest_hands_are_seen_whole(
    tmp_path: Path, players: int, cards: int, size: tuple[int, int]
) -> None:
    app = make_app(tmp_path, rules=f"players={players} sizes={cards}")
    async with app.run_test(size=size) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        view = table(app).session.view
        text = screen_text(app)
        assert all(name in text for name in view.public.names)
        row = next(line for line in text.split("\n") if re.search(r"(\b0\b|×0×).*\b1\b", line) and f"{cards}" in line)
        assert [int(number) for number in re.findall(r"\d+", row)][-cards - 1 :] == list(range(cards + 1))
        _check_rack(screen_lines(app), view.cards)
        assert view.hand.turned is not None
        assert f"{view.hand.turned.symbols}" in text
        await until_my_card(pilot, app)
        view = table(app).session.view
        text = screen_text(app)
        _check_rack(screen_lines(app), view.cards)
        for _, card in view.hand.trick.plays(players):
            assert card.symbols in text or size == LARGE
        assert text.count("/") >= players


def _check_rack(lines: list[str], cards: tuple[Card, ...]) -> None:
    """The ranks and suits in the rack, read in columns from left to right, are the cards."""
    rack = lines[-9:-1]
    columns = ["".join(line[x] for line in rack) for x in range(len(lines[0]))]
    suits = [letter for column in columns for letter in column if letter in "♣♦♠♥"]
    assert len(suits) == len(cards)
    assert suits == [card.suit.symbol for card in cards]


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_footer_and_headline_are_whole_at_every_moment(
    tmp_path: Path, lang: str, size: tuple[int, int]
) -> None:
    app = make_app(tmp_path, lang=lang, rules="players=7")
    async with app.run_test(size=size) as pilot:
        await pilot.press("enter")
        for step in (until_my_bid, until_my_card):
            await step(pilot, app)
            lines = screen_lines(app)
            assert app.words.say("key.quit") in lines[-1]
            view = table(app).session.view
            assert view.name(view.hand.dealer) in lines[0]
            assert app.words.say("head.hand", number=1, hands=13) in lines[0]
            if step is until_my_bid:
                await bid_something(pilot, app)
                assert app.words.say("key.quit") in screen_lines(app)[-1]


@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
async def test_the_score_sheet_has_every_player_and_hand(tmp_path: Path, players: int) -> None:
    app = make_app(tmp_path, rules=f"players={players} sizes=2,1,2 limit=free scoring=penalty")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        for _ in range(400):
            view = table(app).session.view if app.screen.id is None and hasattr(app.screen, "session") else None
            if view is not None and len(view.sheet.rows) == 2:
                break
            if app.screen.query("#bids") and app.screen.query_one("#bids").display:
                await pilot.press("0", "enter")
            else:
                await pilot.press("enter")
        assert view is not None
        await pilot.press("s")
        await pilot.pause()
        lines = screen_lines(app)
        assert all(name in "".join(lines) for name in view.public.names)
        for row, sums in zip(view.sheet.rows, view.sheet.running(), strict=True):
            line = next(line for line in lines if re.search(rf"\b{row.size} *[♣♦♠♥]", line))
            for seat in range(players):
                result = f"{row.bids[seat]}✓" if row.is_made(seat) else f"{row.bids[seat]}✗{row.taken[seat]}"
                assert result in line
                assert str(sums[seat]) in line
            lines = lines[lines.index(line) + 1 :]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("limit", [Limit.HOOK, Limit.OVER])
def test_the_reason_against_a_bid_fits_below_the_bids(lang: str, limit: Limit) -> None:
    for size in range(1, 18):
        rules = Rules(3, (size,), limit)
        for others in range(size + 1):
            allowed = allowed_bids(rules, size, others)
            for bid in set(range(size + 1)) - set(allowed):
                details = {"bid": bid, "size": size, "total": others + bid, "limit": limit, "allowed": allowed}
                text = Words(lang).refusal(IllegalActionError("bid-forbidden", "", details))
                assert len(textwrap.wrap(f"✗ {text}", 78)) <= 2, text


@pytest.mark.parametrize("height", [11, 12, 13, 18, 24])
@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
def test_the_standings_hold_everyone_and_the_river(players: int, height: int) -> None:
    rules = Rules(players)
    game = Game.start(rules, seed_from_text("standings"), names=tuple(f"Name {seat}" for seat in range(players)))
    while not game.view(ME).sheet.rows:
        game.act(legal_actions(game.state)[0])
    lines = _lines(draw_standings(game.view(ME), Words("en"), 34, height))
    for seat, total in enumerate(game.view(ME).sheet.totals):
        assert any(f"Name {seat}" in line and line.endswith(str(total)) for line in lines)
    marks = next(line for line in lines if re.search("[✓✗]▲", line))
    assert len("".join(lines[lines.index(marks) - 1]).strip()) == rules.hands


async def test_a_window_that_grows_is_used(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        small = screen_text(app).count("╭─────╮")
        await pilot.resize_terminal(*LARGE)
        await pilot.pause()
        assert small == 0
        assert screen_text(app).count("╭─────╮") >= 10


async def test_without_colour_everything_is_still_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_card(pilot, app)
        picture = app.export_screenshot()
        view, text = table(app).session.view, screen_text(app)
    assert set(re.findall(r"#[0-9a-f]{6}", picture)) <= OF_THE_PICTURE
    for place, part in (("▸", "who is next"), ("★", "who is winning"), ("▲", "the cursor")):
        assert place in text or not view.hand.trick.cards, part
    assert all(suit.symbol in text for suit in {card.suit for card in view.cards})


def test_suits_differ_by_shape_and_by_colour() -> None:
    for palette in (ON_DARK, ON_PAPER):
        assert len({palette[suit] for suit in Suit}) == 4
        for one, other in pairwise(Suit):
            assert _distance(palette[one], palette[other]) > 60
    assert len({suit.symbol for suit in Suit}) == 4


def _distance(one: str, other: str) -> float:
    pairs = zip(Color.parse(one).rgb, Color.parse(other).rgb, strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


async def test_the_board_tells_the_trick(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="players=5")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_card(pilot, app)
        view = table(app).session.view
        text = "\n".join(_lines(draw_board(view, Moment.NONE, app.words, 44, 13)))
        assert text.count("★") == (view.hand.trick.winner is not None)
        assert ("led" in text) == bool(view.hand.trick.cards)
        assert text.count("▸") == 1
        assert view.name(ME) in text
