from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from upriver.rules import Game, Rules, legal_actions, new_seed
from upriver.rules.record import load, replay
from upriver.terminal.lock import FileLock
from upriver.terminal.saves import SECRET, Save, find_unfinished, games_folder


def _begin(folder: Path, events: int = 6) -> tuple[Game, Path]:
    """A saved game with a few actions, let go of."""
    seed = new_seed()
    game = Game.start(Rules(3, (2, 1)), seed)
    save = Save.create(folder, seed, ("rule", "random"))
    save.append(game.events, "")
    for _ in range(events):
        game.act(legal_actions(game.state)[0])
        save.append(game.events, "somebody")
    save.close()
    return game, save.path


def test_the_folder_follows_the_setting(tmp_path: Path) -> None:
    assert games_folder({"UPRIVER_DATA": str(tmp_path)}) == tmp_path / "games"
    assert games_folder({}).name == "games"
    assert "upriver" in str(games_folder({}))


def test_the_record_on_disk_is_the_game_after_every_action(tmp_path: Path) -> None:
    seed = new_seed()
    game = Game.start(Rules(3, (2, 1)), seed)
    save = Save.create(tmp_path, seed, ("rule", "rule"))
    save.append(game.events, "")
    while not game.is_over:
        assert replay(load(save.path.read_text("utf-8"))) == game.state
        game.act(legal_actions(game.state)[0])
        save.append(game.events, "me")
    entries = load(save.path.read_text("utf-8"))
    assert replay(entries) == game.state
    assert entries[-1].by == "me"
    assert all(entry.at is not None for entry in entries)
    save.finish()
    assert [path.suffix for path in tmp_path.iterdir()] == [".jsonl"]


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_the_secret_is_the_owners_alone(tmp_path: Path) -> None:
    game, path = _begin(tmp_path)
    secret = path.with_suffix(SECRET)
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert game.seed.hex() in secret.read_text("utf-8")
    assert game.seed.hex() not in path.read_text("utf-8")


def test_an_unfinished_game_is_found_as_it_was_left(tmp_path: Path) -> None:
    game, path = _begin(tmp_path)
    (found,), damaged = find_unfinished(tmp_path)
    assert (found.path, found.levels, damaged) == (path, ("rule", "random"), [])
    assert found.game.events == game.events
    assert found.game.seed == game.seed


def test_the_latest_comes_first_and_finished_ones_do_not_come(tmp_path: Path) -> None:
    _, old = _begin(tmp_path)
    _, new = _begin(tmp_path)
    _begin(tmp_path, events=15)
    os.utime(old, (1, 1))
    os.utime(new, (2, 2))
    good, _ = find_unfinished(tmp_path)
    assert [found.path for found in good] == [new, old]


def test_no_folder_means_no_games(tmp_path: Path) -> None:
    assert find_unfinished(tmp_path / "none") == ([], [])


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda text: text[:-9], "breaks off"),
        (lambda text: text.replace("Dealt", "Delt"), "Delt"),
        (lambda text: "", "no header"),
        (lambda text: "\n".join(text.split("\n")[:3] + text.split("\n")[4:]), "seq"),
    ],
)
def test_a_damaged_record_is_told_and_left_alone(tmp_path: Path, damage: object, reason: str) -> None:
    _, path = _begin(tmp_path)
    _, whole = _begin(tmp_path)
    assert callable(damage)
    text = damage(path.read_text("utf-8"))
    path.write_text(text, "utf-8")
    good, (bad,) = find_unfinished(tmp_path)
    assert [found.path for found in good] == [whole]
    assert bad.path == path
    assert reason in bad.reason
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    "secret", ["", "{}", '{"seed": "zz", "levels": []}', '{"seed": "00", "levels": ["deep", "rule"]}']
)
def test_a_damaged_secret_is_told(tmp_path: Path, secret: str) -> None:
    _, path = _begin(tmp_path)
    path.with_suffix(SECRET).write_text(secret, "utf-8")
    assert [bad.path for bad in find_unfinished(tmp_path)[1]] == [path]


def test_a_secret_of_another_game_is_told(tmp_path: Path) -> None:
    _, path = _begin(tmp_path)
    _, other = _begin(tmp_path)
    path.with_suffix(SECRET).write_bytes(other.with_suffix(SECRET).read_bytes())
    good, bad = find_unfinished(tmp_path)
    assert [found.path for found in good] == [other]
    assert [found.path for found in bad] == [path]


def test_a_game_goes_on_in_the_same_file(tmp_path: Path) -> None:
    game, path = _begin(tmp_path)
    save, found = Save.reopen(path)
    found.game.act(legal_actions(found.game.state)[0])
    save.append(found.game.events, "me")
    save.close()
    assert replay(load(path.read_text("utf-8"))) == found.game.state
    assert len(found.game.events) > len(game.events)


def test_two_programs_cannot_write_one_save(tmp_path: Path) -> None:
    _, path = _begin(tmp_path)
    code = (
        "import sys; from pathlib import Path; from upriver.terminal.saves import Save\n"
        "try: Save.reopen(Path(sys.argv[1]))\n"
        "except BlockingIOError: print('held')"
    )
    save, _ = Save.reopen(path)
    other = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert other.stdout == "held\n"
    save.close()
    other = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert other.stdout == ""


def test_a_lock_can_be_taken_again_once_released(tmp_path: Path) -> None:
    first = FileLock(tmp_path / "lock")
    with pytest.raises(BlockingIOError, match="held by another program"):
        FileLock(tmp_path / "lock")
    first.release()
    first.release()
    FileLock(tmp_path / "lock").release()
