"""The command line: what it prints, where, and its exit codes."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from upriver.cli import main
from upriver.rules import Game, Play, Rules, legal_actions, parse_action, seed_from_text
from upriver.rules.notation import format_game, parse_game
from upriver.rules.record import dump, load, number

TEXTS = ("players=4 sizes=3-1-3", "players=3 sizes=2,1 limit=free bidding=together trump=cycle")


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def run(*args: str, lang: str = "C", stdin: str = "") -> Done:
    """Run the command in this process; the tests at the end start a real one."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["upriver", *args])
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        for name, value in (("LC_ALL", lang), ("COLUMNS", "100"), ("NO_COLOR", "1")):
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as stop:
            main()
    assert isinstance(stop.value.code, int)
    return Done(stop.value.code, out.getvalue(), err.getvalue())


def play(text: str, seed: str) -> Game:
    rules = Rules.parse(text)
    rng = random.Random(seed)
    game = Game.start(rules, seed_from_text(seed), names=("Adda", "Brenta", "Chiese", "Dora")[: rules.players])
    while not game.is_over:
        game.act(rng.choice(legal_actions(game.view(rng.choice(game.to_act)))))
    return game


@pytest.fixture(params=TEXTS)
def game(request: pytest.FixtureRequest) -> Game:
    return play(request.param, "cli")


@pytest.fixture
def record(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(dump(number(game.events)))
    return path


def test_replay_prints_every_hand(game: Game, record: Path) -> None:
    done = run("replay", str(record))
    assert (done.returncode, done.stderr) == (0, "")
    for row in game.state.sheet.rows:
        assert f"Hand {row.number} of {game.state.rules.hands}" in done.stdout
    assert "Adda" in done.stdout
    assert str(max(game.state.sheet.totals)) in done.stdout.splitlines()[-1]


def test_replay_prints_one_hand_in_italian(record: Path) -> None:
    done = run("replay", str(record), "--hand", "2", "--lang", "it")
    assert done.returncode == 0
    assert "Smazzata 2" in done.stdout
    assert "Smazzata 1" not in done.stdout


def test_replay_refuses_a_hand_that_was_not_dealt(record: Path) -> None:
    done = run("replay", str(record), "--hand", "40")
    assert done.returncode == 1
    assert "hand 40 is not in" in done.stderr


def test_replay_steps_with_enter_and_stops_with_q(record: Path) -> None:
    done = run("replay", str(record), "--step", stdin="\nq\n")
    assert done.returncode == 0
    assert "Hand 1 of" in done.stdout
    assert "Hand 2 of" not in done.stdout


def test_replay_turns_one_form_into_the_other(game: Game, record: Path, tmp_path: Path) -> None:
    notation = run("replay", str(record), "--to", "notation").stdout
    assert notation == format_game(game.events)
    paper = tmp_path / "game.txt"
    paper.write_text(notation)
    assert [entry.event for entry in load(run("replay", str(paper), "--to", "record").stdout)] == game.events
    assert parse_game(run("replay", str(paper), "--to", "notation").stdout) == tuple(game.events)


def test_replay_shows_what_was_not_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.start(Rules(players=3, sizes=(3, 1)), seed_from_text("back"), dealer=2)
    for text in ("0:3", "1:2", "1:1"):
        game.act(parse_action(text))
    path.write_text(dump(number(game.events)))
    assert "2→1" in run("replay", str(path)).stdout
    game.take_back(1)
    path.write_text(dump(number(game.events)))
    assert "2→1" not in run("replay", str(path)).stdout
    for text in ("1:0", "2:1"):
        game.act(parse_action(text))
    card = game.state.cards_of(0)[0]
    game.act(Play(0, card))
    path.write_text(dump(number(game.events)))
    assert f"›{card.symbols}" in run("replay", str(path)).stdout
    game.take_back(0)
    path.write_text(dump(number(game.events)))
    shown = run("replay", str(path)).stdout
    assert f"›{card.symbols}" not in shown
    assert "hand 1 of 2, trick 1, seat 0 to play" in shown


def test_replay_of_an_unfinished_game_says_where_it_stands(game: Game, tmp_path: Path) -> None:
    for length in range(1, len(game.events)):
        path = tmp_path / f"{length}.jsonl"
        if length % 7 == 1:
            path.write_text(dump(number(game.events[:length])))
            done = run("replay", str(path))
            assert (done.returncode, done.stderr) == (0, "")


def test_replay_of_a_damaged_record_names_the_line(record: Path) -> None:
    lines = record.read_text().split("\n")
    record.write_text("\n".join(lines[:6] + lines[7:]))
    done = run("replay", str(record))
    assert (done.returncode, done.stdout) == (1, "")
    assert "line 7" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"hello\n", b"{}\n", b"[]", b"upriver game 9\n", b"\x00" * 9])
def test_no_file_makes_a_traceback(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(content)
    for command in ("replay", "verify"):
        done = run(command, str(path))
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("upriver: ")
        assert done.stderr.count("\n") == 1


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        done = run("verify", str(path))
        assert done.returncode == 1
        assert str(path) in done.stderr


def test_verify_finds_a_fair_game_fair(game: Game, record: Path) -> None:
    for lang, word in (("en", "deals"), ("it", "smazzate")):
        done = run("verify", str(record), "--lang", lang)
        assert (done.returncode, done.stderr) == (0, "")
        assert word in done.stdout
        assert str(game.state.rules.hands) in done.stdout


@pytest.mark.parametrize(
    ("added", "english", "italian"),
    [
        ((), "from the committed seed, and", "dal seme casuale promesso, e"),
        (
            (b"a",),
            "from the committed seed and the 1 contribution to it, and",
            "promesso e da 1 contributo dei giocatori, e",
        ),
        ((b"a", b"b"), "seed and the 2 contributions to it, and", "promesso e da 2 contributi dei giocatori, e"),
    ],
)
def test_verify_counts_the_contributions(added: tuple[bytes, ...], english: str, italian: str, tmp_path: Path) -> None:
    game = Game.start(Rules(players=3, sizes=(1, 2)), b"seed", contributions=added)
    while not game.is_over:
        game.act(legal_actions(game.state)[0])
    for path, text in (
        (tmp_path / "game.jsonl", dump(number(game.events))),
        (tmp_path / "game.txt", format_game(game.events)),
    ):
        path.write_text(text)
        assert english in run("verify", str(path)).stdout
        assert italian in run("verify", str(path), "--lang", "it").stdout


def test_verify_names_the_hand_that_differs(game: Game, tmp_path: Path) -> None:
    fair, other = format_game(game.events), format_game(play(str(game.state.rules), "another seed").events)
    path = tmp_path / "game.txt"
    path.write_text(fair.replace(_second_deal(fair), _second_deal(other)))
    done = run("verify", str(path))
    assert done.returncode == 1
    assert "Hand 2" in done.stdout
    assert "where the seed gives" in done.stdout
    assert "Hand 1" not in done.stdout


def test_verify_refuses_another_seed(record: Path) -> None:
    lines = record.read_text().splitlines()
    lines[-1] = lines[-1].replace(seed_from_text("cli").hex(), seed_from_text("other").hex())
    record.write_text("\n".join(lines) + "\n")
    done = run("verify", str(record))
    assert done.returncode == 1
    assert "committed" in done.stdout


def test_verify_waits_for_the_end(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(dump(number(game.events[:-1])))
    done = run("verify", str(path))
    assert done.returncode == 1
    assert "not revealed" in done.stderr


def test_rules_explains_the_game_in_both_languages() -> None:
    assert "trick" in run("rules").stdout
    assert "briscola" in run("rules", "--lang", "it").stdout
    assert run("rules", lang="it_IT.UTF-8").stdout == run("rules", "--lang", "it").stdout


def test_the_pager_shows_bold_as_bold(tmp_path: Path) -> None:
    """In a real terminal, with a pager that says what it was told."""
    pager = tmp_path / "pager"
    pager.write_text('#!/bin/sh\necho "told: $LESS"; cat > /dev/null\n')
    pager.chmod(0o755)
    command = f"import pty, sys; sys.exit(pty.spawn([{sys.executable!r}, '-m', 'upriver', 'rules']))"
    env = {**os.environ, "PAGER": str(pager), "TERM": "xterm", "LESS": "-i"}
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, env=env, stdin=subprocess.DEVNULL, check=False
    )
    assert "told: -i -R" in done.stdout


def test_play_needs_a_terminal() -> None:
    for lang in ("en", "it"):
        done = run("play", "--lang", lang)
        assert (done.returncode, done.stdout) == (2, "")
        assert "terminal" in done.stderr


@pytest.mark.parametrize(
    ("args", "quoted"),
    [
        (["play", "--rules", "players=9"], "9"),
        (["play", "--rules", "colour=red"], "colour=red"),
        (["arena", "rule", "--rules", "sizes=40"], "40"),
        (["arena", "deep"], "deep"),
        (["arena", "rule", "--games", "many"], "many"),
        (["arena", "rule", "--games", "0"], "0"),
        (["arena", "rule", "--until", "soon"], "soon"),
        (["arena", "rule", "--until", "-0.25"], "-0.25"),
        (["arena", "rule", "--until", "nan"], "nan"),
        (["arena", "rule", "--until", "0.05", "--games", "29"], "29"),
        (["arena", "rule", "--jobs", "0"], "0"),
        (["arena", "rule", "random", "--ratings"], "'random'"),
        (["arena", "rule", "--ray", "nowhere"], "nowhere"),
        (["arena", "rule", "--ray", "auto", "--jobs", "7"], "7"),
        (["arena", "rule", "--chart", "picture.png"], "picture.png"),
        (["arena", "rule", "--chart", "no/such/folder.svg"], "no/such"),
        (["rules", "--lang", "fr"], "fr"),
        (["replay", "x", "--to", "pdf"], "pdf"),
        (["fly"], "fly"),
        (["serve", "--port", "65536"], "65536"),
        (["serve", "--port", "many"], "many"),
        (["serve", "--log", "loud"], "loud"),
        (["serve", "--limits", "tables=0"], "'tables=0'"),
        (["serve", "--limits", "tables=9 chairs=4"], "'chairs=4'"),
        (["serve", "--public-url", "cards.example.org"], "'cards.example.org'"),
        (["serve", "--public-url", "https://example.org/cards"], "a path"),
        (["serve", "--trusted-proxy", "10.0.0.1", "--trusted-proxy", "proxy"], "'proxy'"),
    ],
)
def test_wrong_usage_is_quoted_and_exits_2(args: list[str], quoted: str) -> None:
    done = run(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert quoted in done.stderr
    assert "Traceback" not in done.stderr


def test_the_arena_keeps_its_games_and_draws_them(tmp_path: Path) -> None:
    kept, chart = tmp_path / "kept.jsonl", tmp_path / "chart.svg"
    args = ["arena", "random", "easy", "rule", "--rules", "players=3 sizes=1", "--games", "3", "--jobs", "1"]
    args += ["--ratings", "--keep", str(kept)]
    first = run(*args, "--chart", str(chart))
    assert (first.returncode, first.stderr) == (0, "")
    assert "rule among random" in chart.read_text()
    whole = kept.read_bytes()
    assert run(*args).stdout == first.stdout
    assert kept.read_bytes() == whole
    other = run(*args, "--seed", "another")
    assert (other.returncode, other.stdout) == (2, "")
    assert str(kept) in other.stderr
    assert "'another'" in other.stderr
    kept.write_bytes(b"a letter\n")
    damaged = run(*args)
    assert (damaged.returncode, damaged.stdout) == (1, "")
    assert "line 1: 'a letter'" in damaged.stderr
    assert run(*args[:-1], str(tmp_path)).returncode == 1


def test_what_a_variable_says_wrongly_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPRIVER_PORT", "many")
    done = run("serve")
    assert done.returncode == 2
    assert "UPRIVER_PORT" in done.stderr
    assert "many" in done.stderr


def test_version_and_help() -> None:
    assert run("--version").stdout.strip() == "0.1.0"
    assert all(word in run("--help").stdout for word in ("arena", "play", "replay", "rules", "serve", "verify"))


def test_a_closed_pipe_is_no_error(record: Path) -> None:
    command = f"{sys.executable} -m upriver replay {record} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "upriver", "replay", "nothing"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "upriver: nothing: No such file or directory\n"


def _second_deal(text: str) -> str:
    """The deal and turn lines of the second hand."""
    lines = text.split("; hand 2 of")[1].split("\n")[1:]
    return "\n".join(line for line in lines[:8] if line.startswith(("deal", "turn")))
