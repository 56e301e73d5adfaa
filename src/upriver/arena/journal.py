"""A file that keeps what was played, so that an arena that was stopped goes on where it was.

The first line says whose games they are; each other line is one game of deals with its figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeVar, cast

import msgspec

from upriver import __version__
from upriver.arena.match import Sample
from upriver.arena.ratings import Places
from upriver.arena.shards import Contest
from upriver.rules import ParseError, RecordError, Rules

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose games a file keeps. How many are asked for is no part of it: more can be played later."""

    bots: tuple[str, ...]
    rules: str
    seed: str
    version: str = __version__
    format: Literal["upriver arena 1"] = "upriver arena 1"

    @classmethod
    def of(cls, bots: Sequence[str], rules: Rules, seed: str) -> Identity:
        """The identity of what is asked for."""
        return cls(tuple(bots), str(rules), seed)


@dataclass(frozen=True, slots=True)
class _Line:
    contest: str
    number: int
    sample: Sample | Places


class Journal:
    """The file, read on making it and open until the context is left.

    A last line without its end, as a crash leaves it, is dropped.

    Args:
        path: the file; it is made if there is none.
        identity: whose games it has to keep.

    Raises:
        OSError: the file cannot be read or written.
        ParseError: it keeps the games of other bots, rules, seeds or versions.
        RecordError: it is no such file, or a line is damaged.
    """

    def __init__(self, path: Path, identity: Identity) -> None:
        self._kept: dict[str, dict[int, Sample | Places]] = {}
        header = msgspec.json.encode(identity) + b"\n"
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and not header.startswith(text):
            raise _no_games(path, text)
        if whole:
            first, *lines = whole.splitlines()
            _check(path, first, identity)
            for number, line in enumerate(lines, 2):
                self._take(path, number, line)
        self._file = path.open("r+b" if path.exists() else "w+b")
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not whole:
            self._write(header)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def kept(self, contest: Contest[S]) -> Mapping[int, S]:
        """What was kept of a contest, by the number of the game of deals."""
        return cast(Mapping[int, S], self._kept.get(contest.name, {}))

    def keep(self, contest: Contest[S], number: int, sample: S) -> None:
        """Append a game of deals."""
        self._write(msgspec.json.encode({"contest": contest.name, "number": number, "sample": sample}) + b"\n")

    def _take(self, path: Path, number: int, text: bytes) -> None:
        try:
            line = msgspec.json.decode(text, type=_Line)
        except msgspec.MsgspecError as error:
            raise RecordError(f"{_quote(text)} in {path} is no game of deals: {error}", line=number) from None
        self._kept.setdefault(line.contest, {})[line.number] = line.sample

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()


def _check(path: Path, text: bytes, asked: Identity) -> None:
    try:
        found = msgspec.json.decode(text, type=Identity)
    except msgspec.MsgspecError:
        raise _no_games(path, text) from None
    ours = asdict(asked)
    for name, theirs in asdict(found).items():
        if theirs != ours[name]:
            raise ParseError(f"keep: {path} has {name} {_say(theirs)}, not {_say(ours[name])}; name another file")


def _no_games(path: Path, text: bytes) -> RecordError:
    return RecordError(f"{_quote(text)} in {path} begins no kept games; name a file of the arena, or a new one", line=1)


def _say(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else repr(value)


def _quote(text: bytes) -> str:
    return repr(text[:40].decode(errors="replace"))
