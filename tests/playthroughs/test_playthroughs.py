"""Each playthrough comes out of its own events again, byte for byte."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from tests.playthroughs import rewrite
from tests.playthroughs.playthrough import FOLDER, rebuild
from upriver.rules import PRESETS, Event, Rules, Started, fold, preset
from upriver.rules.events import EVENTS
from upriver.rules.notation import TITLE, parse_game
from upriver.rules.verify import verify

PATHS = sorted(FOLDER.glob("*.txt"))
GAMES: list[tuple[Event, ...]] = [parse_game(path.read_text(encoding="utf-8")) for path in PATHS]


def rules_of(game: tuple[Event, ...]) -> Rules:
    started = game[0]
    assert isinstance(started, Started)
    return started.rules


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_playthrough_is_rebuilt_from_its_events(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert rebuild(text) == text, "run `python -m tests.playthroughs.rewrite` and review the difference"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_playthrough_says_what_it_shows_and_is_played_to_its_end(path: Path) -> None:
    first, second, *_ = path.read_text(encoding="utf-8").splitlines()
    assert first == TITLE
    assert second.startswith("; ")
    assert fold(parse_game(path.read_text(encoding="utf-8"))).is_over


def test_playthroughs_with_a_commitment_are_fair() -> None:
    committed = [game for game in GAMES if fold(game).public.commitment is not None]
    assert committed
    assert all(verify(game).is_fair for game in committed)


def test_there_is_a_whole_game_for_every_preset() -> None:
    tables = [rules_of(game) for game in GAMES]
    assert all(preset(name) in tables for name in PRESETS)


def test_playthroughs_have_every_kind_of_event_and_every_field_of_the_rules() -> None:
    assert {type(event).__name__ for game in GAMES for event in game} == set(EVENTS)
    for field in fields(Rules):
        assert len({getattr(rules_of(game), field.name) for game in GAMES}) > 1


def test_rewriting_changes_only_what_is_out_of_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = PATHS[0]
    text = path.read_text(encoding="utf-8")
    copy = tmp_path / path.name
    bare = "".join(line for line in text.splitlines(keepends=True) if "wins" not in line)
    copy.write_text(bare, encoding="utf-8")
    monkeypatch.setattr(rewrite, "FOLDER", tmp_path)
    rewrite.main()
    assert bare != text
    assert copy.read_text(encoding="utf-8") == text
