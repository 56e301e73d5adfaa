from __future__ import annotations

from pathlib import Path

import pytest

from upriver.arena import Identity, Journal, Match, play
from upriver.rules import ParseError, RecordError, Rules

SHORT = Rules(players=3, sizes=(2, 1))
MATCH = Match("random", "rule", SHORT, games=4, seed="kept")
IDENTITY = Identity.of(("rule", "random"), SHORT, "kept")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "games.jsonl"
    with Journal(found, IDENTITY) as journal:
        play(MATCH, keeper=journal)
    return found


def test_a_line_for_each_game_follows_the_header(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert '"seed":"kept"' in lines[0]
    assert [f'"number":{number},' in line for number, line in enumerate(lines[1:])] == [True] * 4


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_torn_last_line_is_dropped(path: Path, cut: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with Journal(path, IDENTITY) as journal:
        assert set(journal.kept(MATCH)) == {0, 1, 2}
        assert play(MATCH, keeper=journal) == play(MATCH)
    assert path.read_bytes() == whole


def test_a_torn_header_is_written_again(path: Path) -> None:
    whole = path.read_bytes()
    for length in (0, 1, whole.index(b"\n")):
        path.write_bytes(whole[:length])
        with Journal(path, IDENTITY) as journal:
            play(MATCH, keeper=journal)
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (Identity.of(("rule", "random"), SHORT, "other"), "has seed 'kept', not 'other'"),
        (Identity.of(("random", "rule"), SHORT, "kept"), "has bots rule random, not random rule"),
        (Identity.of(("rule", "random"), Rules(), "kept"), "has rules 'players=3 sizes=2,1', not 'players=4'"),
        (Identity(("rule", "random"), str(SHORT), "kept", "9.9"), "has version '0.1.0', not '9.9'"),
    ],
    ids=["seed", "bots", "rules", "version"],
)
def test_a_file_of_another_match_is_refused_and_left_alone(path: Path, other: Identity, message: str) -> None:
    before = path.read_bytes()
    with pytest.raises(ParseError, match=rf"keep: .*games.jsonl {message}; name another file"):
        Journal(path, other)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "text", ["a letter", "a letter\nof two lines\n", "{}\n", "[1]\n", '{"format":"x"}\n', "\x00\n"]
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "letter"
    path.write_text(text)
    with pytest.raises(RecordError, match="begins no kept games") as refused:
        Journal(path, IDENTITY)
    assert refused.value.line == 1
    assert path.read_text() == text


@pytest.mark.parametrize("text", ["", "nonsense", "{}", '{"contest":"random","number":"one","sample":[]}'])
def test_a_damaged_line_is_named(path: Path, text: str) -> None:
    lines = path.read_text().split("\n")
    lines[2] = text
    path.write_text("\n".join(lines))
    with pytest.raises(RecordError, match=r"line 3: .* is no game of deals"):
        Journal(path, IDENTITY)
