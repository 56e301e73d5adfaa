"""What can be done at the table, by keyboard and by mouse, and what is said to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from tests.terminal.driver import (
    LARGE,
    SMALL,
    bid_something,
    bid_to_make,
    is_bidding,
    is_playing,
    make_app,
    screen_text,
    table,
    until_my_bid,
    until_my_card,
    words_of,
)
from upriver.rules import Card, Game, Rules, legal_cards, seed_from_text
from upriver.terminal import table_screen
from upriver.terminal.app import UpriverApp
from upriver.terminal.bidrow import CELL, BidRow
from upriver.terminal.drawing import KeyBar
from upriver.terminal.end_screen import EndScreen
from upriver.terminal.help_screen import HelpScreen
from upriver.terminal.last_trick import LastTrickScreen
from upriver.terminal.quit_screen import QuitScreen
from upriver.terminal.rack import Rack, rack_layout
from upriver.terminal.session import ME, Moment, Session, Stage
from upriver.terminal.sheet_screen import SheetScreen
from upriver.terminal.start_screen import StartScreen
from upriver.terminal.summary_screen import SummaryScreen
from upriver.terminal.table_screen import TableScreen

I_DEAL = "players=3 sizes=3"


async def _deal_as_dealer(pilot: Pilot[int], app: UpriverApp) -> None:
    await pilot.press("enter")
    await until_my_bid(pilot, app)
    assert table(app).session.view.hand.dealer == ME


def _seed_where_a_bid_is_forbidden() -> str:
    """A seed with which the player deals and the bots leave a bid to forbid, found by looking."""
    rules = Rules.parse(I_DEAL)
    for seed in (f"seed {number}" for number in range(200)):
        session = Session(Game.start(rules, seed_from_text(seed)), ("rule", "rule"), lambda events, by: None)
        while session.stage is not Stage.MINE:
            session.show_next() if session.stage is Stage.SHOW else session.let_bot_act()
        if session.view.hand.dealer == ME and session.view.hand.total_bid <= rules.sizes[0]:
            return seed
    raise AssertionError("no such seed")


@pytest.mark.parametrize(
    ("lang", "why"), [("en", "would make the bids add up to 3"), ("it", "la somma delle dichiarazioni farebbe 3")]
)
async def test_a_forbidden_bid_is_struck_and_explained(tmp_path: Path, lang: str, why: str) -> None:
    app = make_app(tmp_path, lang=lang, rules=I_DEAL, seed=_seed_where_a_bid_is_forbidden())
    async with app.run_test(size=SMALL) as pilot:
        await _deal_as_dealer(pilot, app)
        forbidden = 3 - table(app).session.view.hand.total_bid
        assert f"×{forbidden}×" in screen_text(app)
        await pilot.press(str(forbidden))
        assert why in words_of(app, "#note")
        await pilot.press("enter")
        assert is_bidding(app)
        assert why in words_of(app, "#note")
        await pilot.press(str((forbidden + 1) % 4))
        assert why not in words_of(app, "#note")
        await pilot.press("enter")
        assert table(app).session.view.hand.bids[ME] == (forbidden + 1) % 4


async def test_no_bid_is_chosen_until_the_player_points_at_one(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        await pilot.press("enter")
        assert is_bidding(app)
        assert "Choose a number first" in words_of(app, "#note")


async def test_two_digits_make_a_bid_of_ten(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        row = app.screen.query_one(BidRow)
        await pilot.press("1", "0")
        assert row.cursor == 10
        await pilot.press("2")
        assert row.cursor == 2
        await pilot.press("left")
        assert row.cursor == 1
        await pilot.press("left", "left")
        assert row.cursor == 10


async def test_a_card_against_the_suit_is_refused_with_the_reason(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        for _ in range(200):
            await until_my_card(pilot, app)
            view, rack = table(app).session.view, app.screen.query_one(Rack)
            legal = legal_cards(view, ME)
            if len(legal) < len(view.cards):
                break
            await pilot.press("enter")
        wrong = next(place for place, card in enumerate(view.cards) if card not in legal)
        while rack.cursor != wrong:
            await pilot.press("right")
        await pilot.press("enter")
        assert table(app).session.view.cards == view.cards
        assert f"{view.cards[wrong].symbols} cannot be played" in words_of(app, "#note")


async def test_a_bid_is_changed_before_the_next_bot_bids(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="limit=free")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        await pilot.press("1", "enter")
        assert not is_bidding(app)
        assert "Press c to change your bid" in words_of(app, "#prompt")
        await pilot.press("c")
        assert is_bidding(app)
        await pilot.press("1", "enter")
        assert "1 is your bid already" in words_of(app, "#note")
        await pilot.press("escape")
        assert not is_bidding(app)
        await pilot.press("c", "2", "enter")
        assert table(app).session.view.hand.bids[ME] == 2
        acted = len(table(app).session.game.events)
        await pilot.press("enter")
        await pilot.pause()
        assert len(table(app).session.game.events) > acted
        await pilot.press("c")
        assert not is_bidding(app) or table(app).session.can_change


async def test_the_next_bot_does_not_wait_for_ever(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="limit=free")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        await pilot.press("1", "enter")
        acted = len(table(app).session.game.events)
        await pilot.pause(table(app).pace.change + 0.5)
        assert len(table(app).session.game.events) > acted


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_mouse_bids_and_plays(tmp_path: Path, size: tuple[int, int]) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.click("#play")
        await until_my_bid(pilot, app)
        row = app.screen.query_one(BidRow)
        left, bid = (row.size.width - CELL * 11 + 1) // 2, bid_to_make(app)
        await pilot.click(BidRow, offset=(left + CELL * bid + 1, 0))
        assert table(app).session.view.hand.bids[ME] == bid
        await until_my_card(pilot, app)
        view, rack = table(app).session.view, app.screen.query_one(Rack)
        card = legal_cards(view, ME)[-1]
        layout = rack_layout(len(view.cards), rack.size.width, rack.size.height)
        await pilot.click(Rack, offset=(layout.left + view.cards.index(card) * layout.step + 1, 2))
        assert card not in table(app).session.view.cards
        assert (ME, card) in _played(app)


def _played(app: UpriverApp) -> list[tuple[int, Card]]:
    hand = table(app).session.view.hand
    return [play for trick in (*hand.tricks, hand.trick) for play in trick.plays(len(hand.bids))]


@pytest.mark.parametrize(
    ("key", "screen"), [("s", SheetScreen), ("h", HelpScreen), ("question_mark", HelpScreen), ("q", QuitScreen)]
)
@pytest.mark.parametrize("lang", ["en", "it"])
async def test_every_screen_opens_and_closes(tmp_path: Path, key: str, screen: type[Screen[None]], lang: str) -> None:
    app = make_app(tmp_path, lang=lang)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        await pilot.press(key)
        assert isinstance(app.screen, screen)
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)
        assert is_bidding(app)


async def test_the_last_trick_comes_when_asked_for(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_card(pilot, app)
        await pilot.press("l")
        assert "No trick has been finished" in words_of(app, "#note")
        await pilot.press("enter")
        await until_my_card(pilot, app)
        trick = table(app).session.view.hand.tricks[-1]
        await pilot.press("l")
        assert isinstance(app.screen, LastTrickScreen)
        text = words_of(app, "#text")
        assert all(f"{card.rank}{card.suit.symbol}" in text for card in trick.cards)


async def test_keys_in_the_footer_can_be_clicked(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        footer = screen_text(app).split("\n")[-1]
        await pilot.click(KeyBar, offset=(footer.index("scores"), 0))
        assert isinstance(app.screen, SheetScreen)


async def test_the_pace_goes_round(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        seen = []
        for _ in range(4):
            await pilot.press("p")
            await pilot.pause()
            seen.append(table(app).pace.name)
        assert sorted(seen) == ["brisk", "instant", "natural", "patient"]
        assert seen[-1] == "instant"


async def test_a_patient_table_waits_for_a_key_after_each_trick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_screen, "REACTION", 0.0)
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_card(pilot, app)
        await pilot.press("p")
        while table(app).pace.name != "patient":
            await pilot.press("p")
            await pilot.pause()
        for _ in range(30):
            if table(app).session.moment is Moment.TRICK:
                break
            await pilot.press("enter")
        assert table(app).session.moment is Moment.TRICK
        assert table(app).pace.seconds(table(app).session, is_changing=False) is None


async def test_an_impatient_enter_does_not_play_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_screen, "REACTION", 60.0)
    app = make_app(tmp_path, pace="natural")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        for _ in range(100):
            if is_bidding(app):
                await bid_something(pilot, app)
            elif is_playing(app):
                break
            else:
                await pilot.press("enter")
        cards = table(app).session.view.cards
        await pilot.press("enter")
        assert table(app).session.view.cards == cards
        monkeypatch.setattr(table_screen, "REACTION", 0.0)
        await pilot.press("enter")
        assert len(table(app).session.view.cards) == len(cards) - 1


async def test_a_short_game_goes_to_its_end_and_again(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="players=3 sizes=1 limit=free")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        for _ in range(60):
            if isinstance(app.screen, EndScreen):
                break
            await (pilot.press("0", "enter") if is_bidding(app) else pilot.press("enter"))
        assert isinstance(app.screen, EndScreen)
        await pilot.press("s")
        assert isinstance(app.screen, SheetScreen)
        await pilot.press("escape", "r")
        await pilot.pause()
        assert table(app).session.view.rules.sizes == (1,)
        await until_my_bid(pilot, app)
        assert len(list((tmp_path / "games").glob("*.jsonl"))) == 2


async def test_a_new_game_from_the_end(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="players=3 sizes=1 limit=free")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        for _ in range(60):
            if isinstance(app.screen, EndScreen):
                break
            await (pilot.press("0", "enter") if is_bidding(app) else pilot.press("enter"))
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)


async def test_hidden_bids_are_hidden_until_all_are_in(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="players=4 sizes=3 limit=free bidding=together")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        await pilot.press("1", "enter", "enter")
        await pilot.pause()
        view = table(app).session.view
        if view.hand.turn is None:
            assert view.hand.bids == (None,) * 4
            assert "hidden" in screen_text(app)
        await until_my_card(pilot, app)
        assert None not in table(app).session.view.hand.bids


async def test_the_draw_is_shown_before_the_first_deal(tmp_path: Path) -> None:
    app = make_app(tmp_path, pace="natural")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        for _ in range(5):
            await pilot.pause()
        text = screen_text(app)
        view = table(app).session.view
        assert view.public.hand is None
        assert all(card.symbols in text for _, card in view.public.draw[0])


async def test_the_summary_says_what_moved(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="players=3 sizes=1,1 limit=free")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        for _ in range(60):
            if isinstance(app.screen, SummaryScreen):
                break
            await (pilot.press("0", "enter") if is_bidding(app) else pilot.press("enter"))
        text = screen_text(app)
        assert "Hand 1 of 2" in text
        assert ("You made your bid of 0: +10 points." in text) != ("You bid 0 and took 1: 0 points." in text)
