"""Saved games: a record that grows by a line per event, and beside it the secret of a game still unfinished."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from platformdirs import user_data_path

from upriver.bots import LEVELS
from upriver.rules import Event, Game, RecordError, Started, UpriverError, commit
from upriver.rules.record import HEADER, Entry, dump_entry, load, replay
from upriver.terminal.lock import FileLock

RECORD, SECRET = ".jsonl", ".secret"
OFFERED = 9
"""How many unfinished games are read and offered at most."""


def games_folder(environ: Mapping[str, str]) -> Path:
    """Where games are saved: in `UPRIVER_DATA`, or where the system keeps a user's data."""
    data = environ.get("UPRIVER_DATA")
    return (Path(data) if data else user_data_path("upriver")) / "games"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be continued.

    Args:
        path: its record.
        game: where it stands.
        levels: the bots' levels, from seat 1 on.
    """

    path: Path
    game: Game
    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Damaged:
    """A save that cannot be read; it is left as it is.

    Args:
        path: its record.
        reason: what is wrong, for a person.
    """

    path: Path
    reason: str


class Save:
    """The file of one game being played, held against other programs until `close`.

    Raises:
        BlockingIOError: another program plays this game.
    """

    def __init__(self, path: Path, *, written: int) -> None:
        self.path = path
        self._lock = FileLock(path.with_suffix(SECRET))
        self._file = path.open("a", encoding="utf-8", newline="\n")
        self._written = written

    @classmethod
    def create(cls, folder: Path, seed: bytes, levels: Sequence[str]) -> Save:
        """Begin a new file; the secret is on disk before the first line of the record.

        Raises:
            OSError: the folder cannot be written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}-{token_hex(2)}{RECORD}"
        _write_secret(path.with_suffix(SECRET), seed, levels)
        save = cls(path, written=0)
        save._write(HEADER)
        return save

    @classmethod
    def reopen(cls, path: Path) -> tuple[Save, Unfinished]:
        """Go on with an unfinished game; it is read once it is ours.

        Raises:
            BlockingIOError: another program plays this game.
            RecordError: the record or its secret is damaged.
        """
        save = cls(path, written=0)
        try:
            found = read_unfinished(path)
        except Exception:
            save.close()
            raise
        save._written = len(found.game.events)
        return save, found

    def append(self, events: Sequence[Event], by: str) -> None:
        """Write the events that are not in the file yet, each on disk before the next.

        Args:
            events: all events of the game.
            by: who caused the new ones.
        """
        for event in events[self._written :]:
            self._written += 1
            self._write(dump_entry(Entry(self._written, event, datetime.now(UTC), by)))

    def finish(self) -> None:
        """The game is over: its seed stands in the record now, and the secret goes."""
        self.close()
        self.path.with_suffix(SECRET).unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the file; the game can be continued."""
        self._file.close()
        self._lock.release()

    def _write(self, line: str) -> None:
        self._file.write(f"{line}\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def find_unfinished(folder: Path) -> tuple[list[Unfinished], list[Damaged]]:
    """The latest games that can be continued, the last first, and the saves among them that cannot be read."""
    good: list[Unfinished] = []
    bad: list[Damaged] = []
    records = [secret.with_suffix(RECORD) for secret in folder.glob(f"*{SECRET}")]
    for path in sorted(
        (path for path in records if path.exists()), key=lambda path: path.stat().st_mtime, reverse=True
    ):
        try:
            found = read_unfinished(path)
        except (UpriverError, OSError, ValueError) as error:
            bad.append(Damaged(path, str(error)))
        else:
            if not found.game.is_over:
                good.append(found)
        if len(good) == OFFERED:
            break
    return good, bad


def read_unfinished(path: Path) -> Unfinished:
    """Read one save.

    Raises:
        RecordError: the record or its secret is damaged, or they are not of the same game.
        OSError: a file cannot be read.
    """
    seed, levels = _read_secret(path.with_suffix(SECRET))
    entries = load(path.read_text("utf-8"))
    replay(entries)
    started = entries[0].event
    if isinstance(started, Started) and started.commitment not in (None, commit(seed)):
        raise RecordError(f"the seed in {path.with_suffix(SECRET).name} is another game's")
    game = Game([entry.event for entry in entries], seed)
    if len(levels) != game.state.rules.players - 1:
        raise RecordError(f"{len(levels)} bots are named for {game.state.rules.players} players")
    return Unfinished(path, game, levels)


def _write_secret(path: Path, seed: bytes, levels: Sequence[str]) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"seed": seed.hex(), "levels": list(levels)}, file)
        file.flush()
        os.fsync(file.fileno())


def _read_secret(path: Path) -> tuple[bytes, tuple[str, ...]]:
    text = path.read_text("utf-8")
    try:
        plain = json.loads(text)
        seed, levels = bytes.fromhex(plain["seed"]), tuple(plain["levels"])
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(f"{path.name} holds no seed and levels") from error
    if unknown := set(levels) - set(LEVELS):
        raise RecordError(f"{path.name} names the bot {min(map(str, unknown))!r}; there are {', '.join(LEVELS)}")
    return seed, levels
