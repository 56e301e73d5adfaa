"""What people do with a shared pad, each decided on its log as it stands: the events that it leads to, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from upriver.rules import ParseError
from upriver.server.limits import Limits
from upriver.server.pad_log import LogEvent, NameTaken, PadLog, Shared, Unshared, WritersSet, Written, read_time
from upriver.server.pad_wire import EarlierLine, PadLine, PadLines, PadShared, Writers
from upriver.server.problems import ApiError

_JOINERS = "\u200c\u200d"


def share(log: PadLog, person: str, given: PadShared) -> Sequence[LogEvent]:
    """Share a pad, or go on where an earlier try ended: what is written there already is not written again.

    Where others have written meanwhile nothing is: who shares it sees that, and sends what is missing.
    """
    if log.seq and log.keeper != person:
        raise ApiError(409, "pad-taken", "somebody else has shared a pad under this id; share a copy with another id")
    if not given.entries:
        raise ApiError(422, "bad-fields", "entries: [] is no pad; send all entries, the first of them PadStarted")
    lines = [_written(None, line) for line in given.entries]
    known = [(one.at, one.by, one.event) for one in log.written]
    goes_on = known == [(one.at, one.by, one.event) for one in lines[: len(known)]]
    events: list[LogEvent] = [] if log.is_shared else [Shared(person, given.writers)]
    return [*events, *lines[len(known) :]] if goes_on else events


def unshare(log: PadLog, person: str) -> Sequence[LogEvent]:
    """Share the pad no longer."""
    _check_keeper(log, person, "stop sharing it")
    return [Unshared()] if log.is_shared else []


def set_writers(log: PadLog, person: str, writers: Writers) -> Sequence[LogEvent]:
    """Say who may write."""
    _check_keeper(log, person, "say who may write")
    return [] if log.writers == writers else [WritersSet(writers)]


def take_name(log: PadLog, person: str, name: str | None) -> Sequence[LogEvent]:
    """Say "this is me" of a name on the sheet; None for none."""
    own = next((own for own, user in log.names.items() if user == person), None)
    if name == own:
        return []
    if name is None:
        return [] if own is None else [NameTaken(own, None)]
    if name not in people_of(log):
        raise ApiError(409, "pad-no-name", f"{name!r} is not on the sheet; there are {', '.join(people_of(log))}")
    if name in log.names:
        raise ApiError(409, "pad-name-taken", f"somebody else has said to be {name!r}; the keeper can free the name")
    return [NameTaken(name, person)]


def free_name(log: PadLog, person: str, name: str) -> Sequence[LogEvent]:
    """Take a name from whoever has said to be that."""
    _check_keeper(log, person, "free a name")
    return [NameTaken(name, None)] if name in log.names else []


def write(log: PadLog, person: str, given: PadLines) -> Sequence[LogEvent]:
    """Write the entries that are not there yet; nothing where others have written since.

    Raises:
        ApiError: the person may not write, or an entry is not what it was when it was sent first.
    """
    if not log.may_write(person):
        raise ApiError(403, "pad-read-only", "only its keeper writes on this pad; ask them to let everybody write")
    if given.after > len(log.written):
        message = f"after {given.after}: the pad has {len(log.written)} entries; read it from the start"
        raise ApiError(409, "pad-order", message, {"after": given.after, "seq": len(log.written)})
    ids = [line.id for line in given.entries]
    if len(set(ids)) < len(ids):
        raise ApiError(422, "bad-fields", f"id {max(ids, key=ids.count)!r} stands twice; each entry has its own")
    known = {log.numbers[line.id]: line for line in given.entries if line.id in log.numbers}
    for seq, line in known.items():
        if log.written[seq - 1] != _written(line.id, line):
            raise ApiError(
                409, "pad-id", f"id {line.id!r} is entry {seq}, which is another; take a new id", {"seq": seq}
            )
    if set(range(given.after + 1, len(log.written) + 1)) - known.keys():
        return []
    fresh = [line for line in given.entries if line.id not in log.numbers]
    for line in fresh:
        if log.authors.get(line.by, person) != person:
            message = f"somebody else writes as {line.by!r} on this pad; write under another name"
            raise ApiError(409, "pad-writer", message, {"by": line.by})
    return [_written(line.id, line) for line in fresh]


def checked(before: PadLog, after: PadLog, limits: Limits) -> PadLog:
    """The log after a deed, unless the pad has grown too much."""
    if len(after.written) > len(before.written):
        for what, number, most in (
            ("entries", len(after.written), limits.pad_entries),
            ("bytes", after.size, limits.pad_bytes),
        ):
            if number > most:
                raise ApiError(409, "pad-full", f"the pad would have {number} {what}; it takes {most}", {"most": most})
    return after


def people_of(log: PadLog) -> Sequence[str]:
    """The ids of the people on the sheet."""
    order = log.ledger.cells.get("order")
    return [str(person) for person in order] if isinstance(order, tuple) else []


def _check_keeper(log: PadLog, person: str, deed: str) -> None:
    if log.keeper != person:
        raise ApiError(403, "pad-keeper", f"only who shared this pad may {deed}")


def _written(ask: str | None, line: PadLine | EarlierLine) -> Written:
    if line.at is not None:
        try:
            read_time(line.at)
        except ParseError as error:
            raise ApiError(422, "bad-fields", f"at: {error}") from None
    if not all(letter.isprintable() or letter in _JOINERS for letter in line.by):
        raise ApiError(422, "bad-fields", f"by: {line.by!r} has a character that cannot be seen; leave it out")
    return Written(ask, line.at, line.by, line.event)
