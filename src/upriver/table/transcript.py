"""The record of one game out of the log of its table."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import get_args

from upriver.rules import Event, Started, record
from upriver.table.events import Entry, Renamed, SatDown

_GAME_EVENTS: tuple[type, ...] = get_args(Event)


def record_of(entries: Iterable[Entry], first: int) -> tuple[record.Entry, ...]:
    """The game that began with entry `first`, numbered from 1; people stand in it by the names that they had then.

    Args:
        entries: the table's log from its beginning to the end of the game, or further.
        first: the number of the game's `Started`.

    Raises:
        LookupError: no game begins there.
    """
    names: dict[str, str] = {}
    kept: list[record.Entry] = []
    for entry in entries:
        match entry.event:
            case SatDown(user, name) | Renamed(user, name):
                names[user] = name
            case Started() if entry.seq != first:
                if kept:
                    break
                continue
        if (kept or entry.seq == first) and isinstance(entry.event, _GAME_EVENTS):
            at = datetime.fromtimestamp(entry.at, UTC)
            kept.append(record.Entry(len(kept) + 1, entry.event, at, names.get(entry.by, entry.by)))  # type: ignore[arg-type]  # of the union
    if not kept or not isinstance(kept[0].event, Started):
        raise LookupError(f"no game begins with entry {first}")
    return tuple(kept)
