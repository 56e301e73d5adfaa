"""Pads on the disk: a record that grows by a line per entry, and on which nothing is ever rubbed out."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from upriver.pad import Ledger, dump, dump_entry, load
from upriver.rules import RecordError
from upriver.terminal.lock import FileLock
from upriver.terminal.saves import RECORD, games_folder


def pads_folder(environ: Mapping[str, str]) -> Path:
    """Where pads are kept: beside the saved games."""
    return games_folder(environ).with_name("pads")


def new_path(folder: Path, now: datetime) -> Path:
    """The file of a new pad."""
    return folder / f"{now.astimezone(UTC):%Y-%m-%d-%H%M%S}-{token_hex(2)}{RECORD}"


class PadFile:
    """The file of one pad, held against other programs until `close`.

    Args:
        path: the record; made, with its folder, where it does not exist.

    Raises:
        BlockingIOError: another program writes this pad.
        RecordError: the record is damaged, other than that its last line broke off.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(path)
        try:
            self._file = path.open("r+b")
            text = _decode(self._file.read(), path)
            whole = _whole(text)
            self.ledger = load(whole) if whole else Ledger()
            self._written, self._end = len(self.ledger.entries), len(_lines(text).encode()) if whole else 0
            if whole != text:
                self._replace_tail(whole[len(_lines(text)) :])
        except BaseException:
            self.close()
            raise

    def append(self, ledger: Ledger) -> None:
        """Write the entries that are not in the file yet; they are on the disk when this returns.

        Raises:
            OSError: they cannot be written; the file is as it was, and the next call tries them again.
        """
        new = ledger.entries[self._written :]
        self._replace_tail("".join(f"{dump_entry(entry)}\n" for entry in new) if self._written else dump(new))
        self.ledger, self._written = ledger, len(ledger.entries)

    def close(self) -> None:
        """Let go of the file; a pad that never began leaves none behind."""
        if file := getattr(self, "_file", None):
            file.close()
            if self.path.exists() and not self.path.stat().st_size:
                self.path.unlink()
        self._lock.release()

    def _replace_tail(self, text: str) -> None:
        """Put the text after the last whole line; half of an earlier attempt may stand there."""
        self._file.seek(self._end)
        self._file.truncate()
        self._file.write(text.encode())
        self._file.flush()
        os.fsync(self._file.fileno())
        self._end += len(text.encode())


@dataclass(frozen=True, slots=True)
class Kept:
    """A pad on the disk."""

    path: Path
    ledger: Ledger


def find_pads(folder: Path, most: int = 9) -> tuple[list[Kept], list[tuple[Path, str]]]:
    """The latest pads, the last written first, and those that cannot be read with the reason."""
    good: list[Kept] = []
    bad: list[tuple[Path, str]] = []
    paths = [path for path in folder.glob(f"*{RECORD}") if path.stat().st_size]
    for path in sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)[:most]:
        try:
            good.append(Kept(path, load(_whole(_decode(path.read_bytes(), path)))))
        except (RecordError, OSError) as error:
            bad.append((path, str(error)))
    return good, bad


def _decode(data: bytes, path: Path) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no text in UTF-8 (byte {error.start})") from None


def _whole(text: str) -> str:
    """The text without half a line that a power cut left at its end; empty when no entry is whole."""
    lines, tail = _lines(text), text[len(_lines(text)) :]
    try:
        json.loads(tail)
    except ValueError:
        tail = ""
    whole = lines + (f"{tail}\n" if tail else "")
    return whole if whole.count("\n") > 1 else ""


def _lines(text: str) -> str:
    """The text up to its last newline."""
    return text[: text.rfind("\n") + 1]
