"""The score pad in the terminal, by keys alone: what is pressed, what is shown, and what is on the disk."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.terminal.driver import SMALL, screen_lines, screen_text, words_of
from upriver.pad import (
    ISSUE_CODES,
    KINDS,
    Cells,
    Issue,
    Ledger,
    Pad,
    Value,
    load,
    log_of,
    new_pad,
    pad_of,
    start,
    write,
)
from upriver.rules import Limit, RecordError, Rules
from upriver.terminal import run_pad
from upriver.terminal.pad_app import PadApp
from upriver.terminal.pad_ask import FormScreen, SureScreen
from upriver.terminal.pad_file import PadFile, find_pads, pads_folder
from upriver.terminal.pad_screen import PadScreen
from upriver.terminal.pad_start import PadStartScreen
from upriver.terminal.pad_words import issue_in_words, log_line_in_words
from upriver.words import Words

NAMES = ("Adda", "Brenta", "Chiese")


def make_file(path: Path, cells: Cells | None = None, *, rules: str = "", sizes: tuple[int, ...] = (3, 2, 3)) -> Path:
    """A pad on the disk, begun and with these cells written."""
    file = PadFile(path)
    ledger = start(new_pad(NAMES, Rules.parse(rules), sizes=sizes))
    file.append(write(ledger, cells) if cells else ledger)
    file.close()
    return path


@asynccontextmanager
async def opened(path: Path, lang: str = "en") -> AsyncIterator[tuple[PadApp, Pilot[int]]]:
    app = PadApp(lang=lang, file=PadFile(path), environ={"UPRIVER_DATA": str(path.parent)})
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await pilot.pause()
        yield app, pilot


def pad(app: PadApp) -> Pad:
    assert isinstance(app.screen, PadScreen), app.screen
    return app.screen.book.pad


def saved(path: Path) -> Ledger:
    return load(path.read_text("utf-8"))


async def keys(pilot: Pilot[int], *names: str) -> None:
    for name in names:
        await pilot.press(name)
    await pilot.pause()


async def numbers(pilot: Pilot[int], given: Iterable[int]) -> None:
    for number in given:
        await keys(pilot, *str(number), "enter")


async def test_a_stranger_writes_names_and_begins(tmp_path: Path) -> None:
    app = PadApp(lang="en", environ={"UPRIVER_DATA": str(tmp_path)})
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await keys(pilot, "enter")
        assert isinstance(app.screen, PadStartScreen)
        assert "write 2 to 10 names" in screen_text(app)
        await pilot.press(*"Adda,Brenta, Chiese,Dora,Elsa,Fella")
        await keys(pilot, "enter")
        assert [person.name for person in pad(app).people] == ["Adda", "Brenta", "Chiese", "Dora", "Elsa", "Fella"]
        assert [hand.size for hand in pad(app).hands][:3] == [8, 7, 6]
        assert "How many of the 8 tricks does Brenta bid?" in screen_text(app)
    [path] = pads_folder({"UPRIVER_DATA": str(tmp_path)}).glob("*.jsonl")
    assert len(saved(path).entries) == 1


async def test_a_whole_game_is_kept_by_numbers_and_enter(tmp_path: Path) -> None:
    """Nineteen hands at random within the rules; the sheet and the file say the same."""
    path, rng = make_file(tmp_path / "game.jsonl", rules="scoring=common", sizes=()), random.Random("game")
    async with opened(path) as (app, pilot):
        while pad(app).current is not None:
            book = app.screen.book  # type: ignore[attr-defined]
            if book.place.what == "bid":
                allowed = [bid for bid in range(book.hand.size + 1) if bid not in book.forbidden]
                await numbers(pilot, [rng.choice(allowed[:4])])
            elif len(book.hand.to_take) == 1:
                await keys(pilot, "enter")  # what is left for the last is offered
            else:
                await numbers(pilot, [rng.randint(0, book.hand.size - book.hand.total_taken)])
        end = pad(app)
        assert len(end.sheet.rows) == 19
        winners = [end.people[seat].name for seat in end.sheet.leaders()]
        assert all(name in words_of(app, "#prompt") for name in winners)
        assert f"★{max(end.sheet.totals)}" in screen_text(app)
    assert pad_of(saved(path).cells) == end
    assert len(saved(path).entries) == 1 + 19 * 6


async def test_the_forbidden_bid_is_struck_explained_and_written_only_when_it_was_so(tmp_path: Path) -> None:
    path = make_file(tmp_path / "pad.jsonl", {"h1.bid.p2": 1, "h1.bid.p3": 1})
    async with opened(path) as (app, pilot):
        assert "×1×" in screen_text(app)
        assert "Adda bids last and may not bid 1." in screen_text(app)
        await keys(pilot, "1", "enter")
        assert isinstance(app.screen, SureScreen)
        assert "the bids add up to 3" in words_of(app, "#text")
        assert "allowed: 0, 2 or 3" in words_of(app, "#text")
        await keys(pilot, "enter")  # another number
        assert "h1.bid.p1" not in saved(path).cells
        await keys(pilot, "1", "enter", "y")
        assert saved(path).cells["h1.bid.p1"] == 1
        assert "the bids add up to 3" in words_of(app, "#note")


async def test_results_must_add_up_and_what_is_missing_is_said(tmp_path: Path) -> None:
    path = make_file(tmp_path / "pad.jsonl", {"h1.bid.p2": 1, "h1.bid.p3": 1, "h1.bid.p1": 0})
    async with opened(path) as (app, pilot):
        await numbers(pilot, (1, 1, 0))
        assert pad(app).sheet.rows == ()
        assert "2 of 3 tricks: 1 is missing." in words_of(app, "#note")
        await keys(pilot, "y")
        assert pad(app).sheet.totals == (10, 11, 11)
        await keys(pilot, "u", "u")
        await numbers(pilot, (1,))
        assert pad(app).sheet.totals == (0, 11, 11)


async def test_an_old_number_is_corrected_undone_and_done_again(tmp_path: Path) -> None:
    cells = {"h1.bid.p1": 0, "h1.bid.p2": 1, "h1.bid.p3": 1, "h1.taken.p1": 1, "h1.taken.p2": 1, "h1.taken.p3": 1}
    path = make_file(tmp_path / "pad.jsonl", cells)
    async with opened(path) as (app, pilot):
        assert pad(app).sheet.totals == (0, 11, 11)
        await keys(pilot, "up", "left", "left", "left", "left")  # to the bid of Adda in the first hand
        assert "Adda bid 0" in words_of(app, "#prompt")
        await numbers(pilot, (2,))
        assert pad(app).sheet.totals == (0, 11, 11)
        await keys(pilot, "u")
        assert pad(app).hands[0].bids == (0, 1, 1)
        await keys(pilot, "u")
        assert pad(app).hands[0].bids == (None, None, None)
        await keys(pilot, "u")
        assert "nothing to undo" in words_of(app, "#note")
        await keys(pilot, "r", "r", "r")
        assert pad(app).hands[0].bids == (2, 1, 1)
        assert "nothing to do again" in words_of(app, "#note")
        await keys(pilot, "g")
        assert "Hand 1, bid of Adda: 0 → 2" in screen_text(app)
    assert saved(path).cells["h1.bid.p1"] == 2


async def test_people_come_and_go_by_keys(tmp_path: Path) -> None:
    cells = {"h1.bid.p1": 0, "h1.bid.p2": 1, "h1.bid.p3": 1, "h1.taken.p1": 1, "h1.taken.p2": 1, "h1.taken.p3": 1}
    path = make_file(tmp_path / "pad.jsonl", cells)
    async with opened(path) as (app, pilot):
        await keys(pilot, "j")
        assert isinstance(app.screen, FormScreen)
        assert "lowest score is 0, the average 7" in " ".join(words_of(app, "#text").split())
        await keys(pilot, "enter")
        assert "write a name" in screen_text(app)
        await keys(pilot, *"Elsa", "down", "backspace", *"-4", "enter")
        assert (pad(app).people[3].name, pad(app).sheet.totals[3]) == ("Elsa", -4)
        assert pad(app).hands[1].order == (2, 3, 0, 1)
        await keys(pilot, "o")  # Chiese is asked next
        assert pad(app).hands[1].order == (3, 0, 1)
        assert "Chiese does not play this hand." in screen_text(app)
        await keys(pilot, "o", "d")
        assert pad(app).hands[1].dealer == 2
        await keys(pilot, "l")
        assert pad(app).people[2].left == 2
        await keys(pilot, "u", "t", "t")
        assert pad(app).hands[1].trump == "H"
        await keys(pilot, "f")
        assert pad(app).is_over
        await keys(pilot, "f")
        assert not pad(app).is_over


async def test_other_rules_show_the_standings_before_they_are_written(tmp_path: Path) -> None:
    cells = {"h1.bid.p1": 0, "h1.bid.p2": 1, "h1.bid.p3": 1, "h1.taken.p1": 1, "h1.taken.p2": 1, "h1.taken.p3": 1}
    path = make_file(tmp_path / "pad.jsonl", cells)
    async with opened(path) as (app, pilot):
        await keys(pilot, "s", *["down"] * 4, *["backspace"] * 8, *"penalty")
        assert "Adda: 0 → -1 (-1)" in screen_text(app)
        assert "scoring" not in saved(path).entries[-1].event.cells  # type: ignore[union-attr]
        await keys(pilot, *["backspace"] * 3, "enter")
        assert isinstance(app.screen, FormScreen)
        assert "is no scoring" in screen_text(app)
        await keys(pilot, *"lty", "enter")
        assert pad(app).sheet.totals == (-1, 11, 11)
        assert saved(path).entries[-1].event.cells == {"scoring": "penalty"}  # type: ignore[union-attr]


async def test_a_redeal_and_an_emptied_number_leave_the_hand_open(tmp_path: Path) -> None:
    path = make_file(tmp_path / "pad.jsonl", {"h1.bid.p1": 0, "h1.bid.p2": 1, "h1.bid.p3": 1})
    async with opened(path) as (app, pilot):
        await keys(pilot, "left", "backspace")  # from the result of Brenta, who is asked first, to the bid
        assert pad(app).hands[0].bids == (0, None, 1)
        await keys(pilot, "a")
        assert pad(app).hands[0].bids == (None, None, None)
        assert "dealt again" in words_of(app, "#headline")


@pytest.mark.parametrize(("lang", "said"), [("en", "more keys"), ("it", "altri tasti")])
async def test_ten_people_fit_and_every_key_is_told(tmp_path: Path, lang: str, said: str) -> None:
    path = tmp_path / "ten.jsonl"
    file = PadFile(path)
    file.append(start(new_pad(tuple(f"Person{number}" for number in range(10)))))
    file.close()
    async with opened(path, lang) as (app, pilot):
        lines = screen_lines(app)
        assert lines[1].count("Perso") == 10
        assert said in lines[-1]
        assert lines[-2].strip() == ""
        await keys(pilot, "h")
        shown = screen_text(app)
        assert all(word in shown for word in (" d ", " o ", " j ", " l "))


async def test_the_last_pad_is_offered_and_goes_on(tmp_path: Path) -> None:
    folder = pads_folder({"UPRIVER_DATA": str(tmp_path)})
    folder.mkdir()
    path = make_file(folder / "a.jsonl", {"h1.bid.p2": 1})
    (folder / "b.jsonl").write_text("nothing\n")
    app = PadApp(lang="it", environ={"UPRIVER_DATA": str(tmp_path)})
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "Adda, Brenta, Chiese: Smazzata 1 di 3" in screen_text(app)
        assert "b.jsonl" in screen_text(app)
        await keys(pilot, "enter", "2", "enter")
    assert saved(path).cells["h1.bid.p3"] == 2


def test_one_program_writes_a_pad_at_a_time(tmp_path: Path) -> None:
    path = make_file(tmp_path / "pad.jsonl")
    file = PadFile(path)
    with pytest.raises(BlockingIOError):
        PadFile(path)
    file.close()
    PadFile(path).close()


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_half_a_line_that_a_power_cut_left_is_dropped_and_writing_goes_on(tmp_path: Path, cut: int) -> None:
    path = make_file(tmp_path / "pad.jsonl", {"h1.bid.p2": 1})
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    file = PadFile(path)
    is_kept = cut == 1  # only its newline was missing
    assert ("h1.bid.p2" in file.ledger.cells) == is_kept
    file.append(write(file.ledger, {"h1.bid.p3": 2}))
    file.close()
    assert saved(path).cells["h1.bid.p3"] == 2


def test_a_pad_that_never_began_leaves_no_file_and_half_a_start_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "pad.jsonl"
    PadFile(path).close()
    assert not path.exists()
    path.write_text('{"format": "upriver record", "version": 1}\n{"seq": 1, "ev')
    file = PadFile(path)
    assert file.ledger == Ledger()
    file.append(start(new_pad(NAMES)))
    file.close()
    assert len(saved(path).entries) == 1


def test_a_file_that_is_no_pad_is_left_as_it_is(tmp_path: Path) -> None:
    for name, data in (("a", b"hello\nyou\n"), ("b", b"\xff\xfe\n")):
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(RecordError):
            PadFile(path)
        assert path.read_bytes() == data


async def test_what_cannot_be_saved_is_said_and_saved_with_the_next_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_file(tmp_path / "pad.jsonl")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    async with opened(path) as (app, pilot):
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", full)
            await keys(pilot, "1", "enter")
            assert "the next entry tries again" in " ".join(screen_text(app).replace("▌", " ").split())
        await keys(pilot, "1", "enter")
    assert [saved(path).cells[f"h1.bid.{person}"] for person in ("p2", "p3")] == [1, 1]
    assert find_pads(tmp_path)[0][0].ledger == saved(path)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_log_tells_every_kind_of_cell_and_the_notes_every_issue(lang: str) -> None:
    words, ledger = Words(lang), start(new_pad(NAMES, sizes=(3, 2)))
    values: dict[str, Value] = {
        "title": "x", "order": ("p2", "p1"), "sizes": (30, 2), "limit": "over", "limit_from": 2, "trump": "none",
        "scoring": "common", "ended": True, "p.name": "Ugo", "p.start": 5, "p.joined": 2, "p.left": 2, "h.dealer": "p2",
        "h.trump": "S", "h.out.p": True, "h.bid.p": 3, "h.taken.p": 3, "h.stands": True, "h.redeals": 1,
    }  # fmt: skip
    assert set(values) == set(KINDS)
    for kind, value in values.items():
        cell = ".".join({"p": "p1", "h": "h1"}.get(part, part) for part in kind.split("."))
        after = write(ledger, {cell: value})
        [text] = log_line_in_words(log_of(after.entries)[0], pad_of(after.cells), words)
        assert "→" in text
        assert "None" not in text
    told = set[str]()
    for code in ISSUE_CODES:
        for limit in Limit:
            for others in (0, 1):
                cells: Cells = {
                    "limit": str(limit),
                    "h1.bid.p1": 1,
                    "h1.bid.p2": others,
                    "h1.bid.p3": 0,
                    "h1.taken.p1": 1,
                }
                told.add(issue_in_words(Issue(code, 1, "p1", 1), pad_of(write(ledger, cells).cells), words))
    assert len(told) >= len(ISSUE_CODES) + 2  # the forbidden bid is said in three ways


def test_without_a_terminal_it_says_so_and_returns_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_pad(lang="en", file=tmp_path / "pad.jsonl") == 2
    assert "upriver score needs a terminal" in capsys.readouterr().err
    assert not (tmp_path / "pad.jsonl").exists()
