"""What a review says: tables, summaries, turning moments, JSON and the picture, in both languages."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from tests.review.games import QUICK, play
from tests.test_cli import run
from upriver.review.analysis import Review, analyse
from upriver.review.judging import Grade
from upriver.review.picture import _apart, svg
from upriver.review.report import pages
from upriver.review.story import TURNING, TURNS, portrait, summary, turns
from upriver.review.values import values
from upriver.review.why import action_text, decimal
from upriver.review.worth import DEPTH
from upriver.rules import Bid
from upriver.rules.notation import format_game
from upriver.rules.record import dump, number
from upriver.words import LANGUAGES, Words

every_language = pytest.mark.parametrize("lang", LANGUAGES)
EVENTS = ("random rule policy random", "sizes=3,1,3")


@pytest.fixture(scope="module")
def review() -> Review:
    return analyse(play(*EVENTS), budget=replace(DEPTH, worlds=QUICK))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(dump(number(play(*EVENTS))))
    return path


def printed(review: Review, lang: str, width: int = 100) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, highlight=False)
    for page in pages(review, Words(lang)):
        console.print(page)
    return out.getvalue()


@every_language
def test_the_report_names_everybody_and_the_points_of_the_sheet(review: Review, lang: str) -> None:
    text = printed(review, lang)
    for seat, total in enumerate(review.state.sheet.totals):
        line = next(line for line in text.splitlines() if review.state.name(seat) in line)
        assert f" {total} " in line
        assert summary(review, seat, Words(lang)) in " ".join(text.split())
    assert Words(lang).say("review.unfinished") not in text


def test_the_report_fits_eighty_columns(review: Review) -> None:
    for lang in LANGUAGES:
        assert max(map(len, printed(review, lang, 80).splitlines())) <= 80
        assert "…" not in printed(review, lang, 80)


def test_an_unfinished_game_says_so() -> None:
    part = analyse(play("policy policy policy", "sizes=1,2", hands=1), budget=replace(DEPTH, worlds=QUICK))
    assert "The game is not over: its finished hands are reviewed." in printed(part, "en")
    assert "Review of 1 of 2 hands" in printed(part, "en")


def test_a_portrait_sums_the_hands(review: Review) -> None:
    for seat in range(4):
        found = portrait(review, seat)
        own = [decision for hand in review.hands for decision in hand.decisions if decision.action.seat == seat]
        assert found.account.points == review.state.sheet.totals[seat]
        assert sum(found.grades.values()) == sum(decision.grade is not Grade.ONLY for decision in own)
        assert found.too_high + found.too_low == -found.account.bid
        costliest = max(decision.loss for decision in own)
        assert (found.costliest[1].loss if found.costliest else 0) == costliest


@every_language
def test_a_summary_says_what_was_too_high(review: Review, lang: str) -> None:
    words = Words(lang)
    seats = [seat for seat in range(4) if portrait(review, seat).account.bid < 0]
    assert seats
    for seat in seats:
        found, text = portrait(review, seat), summary(review, seat, words)
        assert (words.say("story.bids.high") in text) == (found.too_high >= 0.6 * -found.account.shown.bid)
        assert (words.say("story.bids.low") in text) == (found.too_low >= 0.6 * -found.account.shown.bid)


@every_language
def test_a_summary_ends_with_the_costliest_choice_in_full(review: Review, lang: str) -> None:
    words, kinds = Words(lang), set()
    for seat in range(4):
        found, text = portrait(review, seat), summary(review, seat, words)
        if found.costliest is None:
            continue
        number, decision = found.costliest
        kinds.add(type(decision.action))
        last = re.split(r"(?<=[.]) (?=[A-Z])", text)[-1]
        figures = (str(number), action_text(decision.action), action_text(decision.best), decimal(decision.loss, words))
        assert re.findall(r"\d+[.,]\d|[\dAKQJ]+[♣♦♥♠]|\d+", last) == list(figures)
    assert kinds


def test_without_a_loss_the_summary_is_kind(review: Review) -> None:
    hands = tuple(
        replace(hand, decisions=tuple(replace(decision, loss=0.0) for decision in hand.decisions),
                accounts=tuple(replace(account, bid=0.0, play=0.0) for account in hand.accounts))
        for hand in review.hands
    )  # fmt: skip
    clean = replace(review, hands=hands)
    assert "No bid and no card cost anything" in summary(clean, 0, Words("en"))
    assert "Nothing that could be told from noise." in printed(replace(clean, hands=tuple(
        replace(hand, decisions=()) for hand in hands)), "en")  # fmt: skip


def test_turns_are_the_hands_that_moved_a_chance_most(review: Review) -> None:
    found = turns(review)
    assert 1 <= len(found) <= TURNS
    assert [turn.hand for turn in found] == sorted(turn.hand for turn in found)
    for turn in found:
        before, after = review.outlook[turn.hand - 1], review.outlook[turn.hand]
        moved = [abs(late - early) for early, late in zip(before, after, strict=True)]
        assert abs(turn.after - turn.before) == max(moved) >= TURNING
        charged = [decision.loss for decision in review.hands[turn.hand - 1].decisions]
        assert (turn.decision.loss if turn.decision else 0) == max(charged)


def test_the_json_holds_every_figure(review: Review) -> None:
    plain = json.loads(json.dumps(values(review, Words("en"))))
    assert [player["points"] for player in plain["players"]] == list(review.state.sheet.totals)
    assert [len(hand["decisions"]) for hand in plain["hands"]] == [len(hand.decisions) for hand in review.hands]
    for hand, reviewed in zip(plain["hands"], review.hands, strict=True):
        for told, decision in zip(hand["decisions"], reviewed.decisions, strict=True):
            assert told["entry"] == decision.place + 1
            done = decision.action.bid if isinstance(decision.action, Bid) else str(decision.action.card)
            assert (told["done"], told["loss"], told["grade"]) == (done, decision.loss, str(decision.grade))
        for account in hand["accounts"]:
            assert sum(account[part] for part in ("par", "deal", "bid", "play", "rest")) == account["points"]


@every_language
def test_the_picture_draws_everybody(review: Review, lang: str) -> None:
    root = ET.fromstring(svg(review, Words(lang)))
    space = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in root.iter(f"{space}text")]
    lines = list(root.iter(f"{space}polyline"))
    assert len(lines) == 4
    assert len({line.get("stroke-dasharray") for line in lines}) == 4
    for seat, total in enumerate(review.state.sheet.totals):
        assert texts.count(review.state.name(seat)) == 2
        assert str(total) in texts
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert texts[0] == Words(lang).say("review.picture.title", hands=3)
    for text in root.iter(f"{space}text"):
        assert 0 <= float(text.get("x", -1)) <= width
        assert 0 <= float(text.get("y", -1)) <= height


def test_labels_do_not_lie_on_each_other() -> None:
    assert _apart([10, 200, 200, 199], 17) == [10, 183, 200, 166]
    assert _apart([10, 12, 200], 17) == [10, 27, 200]
    assert _apart([5], 17) == [5]


@every_language
def test_the_command_reviews_a_record_and_a_notation_alike(record: Path, tmp_path: Path, lang: str) -> None:
    notation = tmp_path / "game.txt"
    notation.write_text(format_game(play(*EVENTS)))
    picture = tmp_path / "game.svg"
    done = run("review", str(record), "--worlds", "256", "--jobs", "1", "--svg", str(picture), "--lang", lang)
    assert (done.returncode, done.stderr) == (0, "")
    assert ET.fromstring(picture.read_text("utf-8")).tag.endswith("svg")
    again = run("review", str(notation), "--worlds", "256", "--jobs", "1", "--lang", lang)
    assert again.stdout == done.stdout


def test_the_command_prints_json(record: Path, review: Review) -> None:
    done = run("review", str(record), "--worlds", "256", "--jobs", "1", "--json", "--lang", "it")
    assert json.loads(done.stdout) == json.loads(json.dumps(values(review, Words("it"))))


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--worlds", "9"], 2, "--worlds 9: it goes from 256 to 100000"),
        (["--jobs", "0"], 2, "--jobs 0: at least 1 process is needed"),
        (["--svg", "a.png"], 2, "--svg a.png: the picture is an SVG, so name a file that ends in .svg"),
    ],
)
def test_wrong_options_are_refused(record: Path, words: list[str], code: int, message: str) -> None:
    done = run("review", str(record), *words)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (code, "", f"upriver: {message}")


def test_a_damaged_or_empty_record_is_refused_with_its_line(record: Path, tmp_path: Path) -> None:
    lines = record.read_text().splitlines(keepends=True)
    broken = tmp_path / "broken.jsonl"
    for text, message in (
        ("".join(lines[:3]), "no hand of this game is finished yet, so there is nothing to review"),
        ("".join([*lines[:3], lines[4]]), "line 4: seq 4 must be 3"),
        ("".join([*lines[:3], '{"seq": 3, "event": {"type": "CardPlayed", "seat": 0, "card": "2C"}}\n']), "line 4: "),
        ("x", "line 1: 'x' begins neither a record"),
    ):
        broken.write_text(text)
        done = run("review", str(broken))
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith(f"upriver: {message}")
    assert run("review", str(tmp_path / "none.jsonl")).returncode == 1
