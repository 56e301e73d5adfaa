"""The first screen: everything can be chosen, and what cannot stand is said beside it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from textual.widgets import Button, Input

from tests.terminal.driver import (
    LARGE,
    SMALL,
    is_bidding,
    make_app,
    screen_text,
    table,
    until_my_bid,
    until_my_card,
    words_of,
)
from upriver.rules import Rules, legal_cards
from upriver.terminal.app import UpriverApp
from upriver.terminal.choice import Choice
from upriver.terminal.end_screen import EndScreen
from upriver.terminal.help_screen import HelpScreen
from upriver.terminal.quit_screen import QuitScreen
from upriver.terminal.saves import Save
from upriver.terminal.session import ME
from upriver.terminal.start_screen import StartScreen


def _start(app: UpriverApp) -> StartScreen:
    assert isinstance(app.screen, StartScreen), app.screen
    return app.screen


async def test_a_stranger_presses_enter_and_plays(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        assert "19 hands: 10 down to 1 and back" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert table(app).session.view.rules == Rules()
        assert table(app).session.view.public.names == ("You", "Avon", "Clyde", "Dart")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_every_field_is_on_the_screen_with_seven_players_and_a_game_to_continue(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    for lang in ("en", "it"):
        await _leave_after_my_bid(tmp_path)
        app = make_app(tmp_path, lang=lang, rules="players=7")
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            screen = _start(app)
            shown = [*screen.query(Input), *screen.query(Choice), *screen.query(Button)]
            assert len(shown) == 6 + 12 + 7 + 2 + (lang == "it")  # by then a second game is saved
            for widget in shown:
                assert screen.can_view_entire(widget), widget
            text = screen_text(app)
            assert all(name in text for name in screen.setup.bots)


async def test_enter_plays_from_every_field(tmp_path: Path) -> None:
    for field in ("players", "sizes", "name", "limit"):
        app = make_app(tmp_path)
        async with app.run_test(size=SMALL) as pilot:
            _start(app).query_one(f"#{field}").focus()
            await pilot.press("enter")
            await pilot.pause()
            assert table(app).session.view.rules == Rules()


async def test_players_and_preset_change_the_rules(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        screen = _start(app)
        screen.query_one("#players").focus()
        await pilot.press("right", "right")
        screen.query_one("#preset").focus()
        await pilot.press("right")
        assert screen.setup.rules(app.words) == Rules.parse("italian players=6")
        assert screen.query_one("#sizes", Input).value == "8-1-8"
        assert "15 hands: 8 down to 1 and back" in screen_text(app)
        screen.query_one("#limit").focus()
        await pilot.press("left")
        assert screen.query_one("#preset", Choice).value == "house"


async def test_choices_change_with_the_mouse(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.click("#players", offset=(4, 0))
        assert _start(app).setup.players == 5
        await pilot.click("#players", offset=(0, 0))
        assert _start(app).setup.players == 4


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("sizes", "13", "1 to 12 cards each"),
        ("limit_from", "0", "write 1 to 10"),
        ("scoring", "lots", "“lots” is no scoring"),
    ],
)
async def test_a_wrong_field_says_why_and_holds_the_game_back(tmp_path: Path, field: str, text: str, said: str) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        screen = _start(app)
        screen.query_one(f"#{field}", Input).value = text
        await pilot.pause()
        assert "✗" in screen_text(app)
        assert said in str(screen.row(field).query_one(".problem").render())
        screen.query_one("#play").focus()
        await pilot.press("enter")
        assert app.focused is not None
        assert app.focused.id == field


async def test_bots_have_names_and_levels(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        screen = _start(app)
        screen.query_one("#bot-0", Input).value = "Nonna"
        screen.query_one("#bot-1", Input).value = "   "
        screen.query_one("#level-0").focus()
        await pilot.press("left")
        screen.query_one("#play").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert table(app).session.levels[0] == "easy"
        assert table(app).session.view.public.names == ("You", "Nonna", "Clyde", "Dart")


async def test_the_language_changes_at_once_and_keeps_the_form(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="italian players=5")
    async with app.run_test(size=SMALL) as pilot:
        _start(app).query_one("#language").focus()
        await pilot.press("right")
        await pilot.pause()
        text = screen_text(app)
        assert "Nuova partita" in text
        assert "19 smazzate: da 10 carte giù a 1 e ritorno" in text.replace("\n", " ") or "smazzate" in text
        assert _start(app).setup.rules(app.words) == Rules.parse("italian players=5")
        assert _start(app).setup.names[:2] == ("Tu", "Adda")


async def test_names_may_hold_brackets(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules="players=3 sizes=1 limit=free")
    async with app.run_test(size=SMALL) as pilot:
        _start(app).query_one("#name", Input).value = "[b]Ann[/]"
        _start(app).query_one("#bot-0", Input).value = "[/nobody"
        _start(app).query_one("#scoring", Input).value = "[/x"
        await pilot.pause()
        assert "“[/x” is no scoring" in str(_start(app).row("scoring").query_one(".problem").render())
        _start(app).query_one("#scoring", Input).value = "standard"
        await pilot.press("enter")
        for _ in range(60):
            if isinstance(app.screen, EndScreen):
                break
            assert "Ann" in screen_text(app)
            await (pilot.press("0", "enter") if is_bidding(app) else pilot.press("enter"))
        assert "[b]Ann[/]" in screen_text(app)
        assert "[/nobody" in screen_text(app)


async def test_help_opens_from_the_form(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("f1")
        assert isinstance(app.screen, HelpScreen)


async def _leave_after_my_bid(folder: Path, rules: str = "") -> UpriverApp:
    app = make_app(folder, rules=rules, seed=None)
    async with app.run_test(size=SMALL) as pilot:
        screen = _start(app)
        screen.query_one("#play").focus()
        await pilot.press("enter")
        await until_my_bid(pilot, app)
    return app


async def test_a_game_left_by_its_key_goes_on_at_the_same_decision(tmp_path: Path) -> None:
    app = make_app(tmp_path, seed=None)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_card(pilot, app)
        await pilot.press("enter")
        await until_my_card(pilot, app)
        left = table(app).session.view
        await pilot.press("q")
        assert isinstance(app.screen, QuitScreen)
        assert "The game is saved" in screen_text(app)
        await pilot.press("enter")
    assert app.return_value == 0
    again = make_app(tmp_path, seed=None)
    async with again.run_test(size=SMALL) as pilot:
        assert "Continue: hand 1 of 19" in screen_text(again)
        await pilot.press("enter")
        await pilot.pause()
        assert table(again).session.view == left
        assert legal_cards(left, ME)
        await pilot.press("enter")
        await pilot.pause()
        assert len(table(again).session.view.cards) == len(left.cards) - 1


async def test_an_older_game_can_be_chosen(tmp_path: Path) -> None:
    for players in (3, 5):
        await _leave_after_my_bid(tmp_path, f"players={players}")
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        assert "Continue: hand 1 of 19, 5 players" in screen_text(app)
        assert "1 of 2" in screen_text(app)
        _start(app).query_one("#saved").focus()
        await pilot.press("right")
        assert "Continue: hand 1 of 19, 3 players" in screen_text(app)
        _start(app).query_one("#continue").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert table(app).session.view.rules.players == 3


async def test_choices_are_remembered_and_the_seed_is_not(tmp_path: Path) -> None:
    app = make_app(tmp_path, rules=None, seed=None, pace=None)
    async with app.run_test(size=SMALL) as pilot:
        screen = _start(app)
        screen.query_one("#name", Input).value = "Ann"
        screen.query_one("#seed", Input).value = "once"
        screen.query_one("#sizes", Input).value = "3,1"
        screen.query_one("#pace").focus()
        await pilot.press("right")
        screen.query_one("#play").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert table(app).pace.name == "brisk"
    again = make_app(tmp_path, lang="it", rules=None, seed=None, pace=None)
    async with again.run_test(size=SMALL):
        setup = _start(again).setup
        assert (setup.name, setup.seed, setup.bots[0]) == ("Ann", "", "Adda")
        assert setup.rules(again.words) == Rules(4, (3, 1))
        assert again.pace.name == "brisk"


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"lang": "en", "pace": "odd", "setup": {}}', "\xff"])
async def test_unreadable_settings_are_told_and_the_usual_ones_taken(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_bytes(text.encode("latin-1"))
    app = make_app(tmp_path, rules=None)
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await pilot.pause()
        assert "cannot be read" in words_of(app, "#notices")
        assert _start(app).setup.rules(app.words) == Rules()


async def test_a_game_that_was_killed_while_bidding_goes_on(tmp_path: Path) -> None:
    left = (await _leave_after_my_bid(tmp_path)).screen_stack
    again = make_app(tmp_path)
    async with again.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert is_bidding(again)
        assert left is not again.screen_stack


async def test_staying_goes_on(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until_my_bid(pilot, app)
        await pilot.press("ctrl+c")
        assert isinstance(app.screen, QuitScreen)
        await pilot.press("right", "enter")
        await pilot.pause()
        assert is_bidding(app)


async def test_a_damaged_save_is_told_kept_and_in_nobodys_way(tmp_path: Path) -> None:
    await _leave_after_my_bid(tmp_path)
    (record,) = (tmp_path / "games").glob("*.jsonl")
    record.write_text(record.read_text("utf-8")[:-20], "utf-8")
    damaged = record.read_bytes()
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        assert "cannot be read" in words_of(app, "#notices")
        assert app.screen.query_one("#notices").display
        assert not app.screen.query("#continue")
        await pilot.press("enter")
        await until_my_bid(pilot, app)
    assert record.read_bytes() == damaged


async def test_a_game_open_elsewhere_is_not_opened_twice(tmp_path: Path) -> None:
    await _leave_after_my_bid(tmp_path)
    (record,) = (tmp_path / "games").glob("*.jsonl")
    save, _ = Save.reopen(record)
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert "Another window is playing this game" in " ".join(screen_text(app).split())
        _start(app).query_one("#play").focus()
        await pilot.press("enter")
        await until_my_bid(pilot, app)
    save.close()


async def test_where_nothing_can_be_saved_the_game_goes_on_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way", "utf-8")
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot be saved" in " ".join(screen_text(app).split())
        await until_my_bid(pilot, app)
        await pilot.press("q")
        assert "will be lost" in screen_text(app)


async def test_the_seed_of_a_secret_game_is_not_the_text_of_anything(tmp_path: Path) -> None:
    seeds = set()
    for _ in range(2):
        app = make_app(tmp_path, seed=None)
        async with app.run_test(size=SMALL) as pilot:
            app.screen.query_one("#play").focus()
            await pilot.press("enter")
            await until_my_bid(pilot, app)
            seeds.add(table(app).session.game.seed)
    assert len(seeds) == 2
    secrets = list((tmp_path / "games").glob("*.secret"))
    assert [stat.S_IMODE(path.stat().st_mode) for path in secrets] == [0o600, 0o600]
