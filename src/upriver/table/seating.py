"""Sitting down, standing up, bots in seats, and who is the host."""

from __future__ import annotations

from upriver.rules.shuffle import CONTRIBUTION_BYTES
from upriver.table.commands import Leave, MakeHost, PutBot, Remove, RemoveBot, Rename, Sit
from upriver.table.draft import Draft
from upriver.table.errors import refuse
from upriver.table.events import BotSet, Closed, HostChanged, Removed, Renamed, SatDown, StoodUp
from upriver.table.names import clean_name, free_name
from upriver.table.state import TablePhase, TableState

LEAST_CONTRIBUTION = 16


def sit(draft: Draft, command: Sit) -> None:
    """Take a seat, or between games another one."""
    state, user = draft.state, command.user
    old = state.seat_of(user)
    if command.seat is not None:
        draft.seat(command.seat)
    if old is not None and (command.seat in (None, old) or not state.is_between_games):
        raise refuse(
            "already-seated", f"{user!r} has seat {old} already; leave it to take another", user=user, seat=old
        )
    name = clean_name(command.name)
    number = _first_free(draft) if command.seat is None else command.seat
    seat = draft.seat(number)
    if seat.user is not None:
        raise refuse("seat-taken", f"seat {number} is {seat.name!r}'s; take an empty one or a bot's", seat=number)
    contribution = b""
    if state.is_between_games:
        contribution = checked_contribution(command.contribution)
    elif not state.is_between_hands:
        raise refuse("hand-running", "a hand is being played; take the bot's seat between two hands", seat=number)
    draft.add(SatDown(user, free_name(state, user, name), number, contribution))


def _first_free(draft: Draft) -> int:
    seats = draft.state.seats
    free = [number for number, seat in enumerate(seats) if seat.is_empty] or [
        number for number, seat in enumerate(seats) if seat.is_bot
    ]
    if not free:
        raise refuse(
            "table-full", f"all {len(seats)} seats are taken by people; wait until somebody leaves", seats=len(seats)
        )
    return free[0]


def checked_contribution(given: bytes) -> bytes:
    """What a person gives to the seed.

    Raises:
        RefusedError: too short or too long.
    """
    if not LEAST_CONTRIBUTION <= len(given) <= CONTRIBUTION_BYTES:
        raise refuse(
            "bad-contribution",
            f"a contribution of {len(given)} bytes; give {LEAST_CONTRIBUTION} to {CONTRIBUTION_BYTES} random bytes",
            bytes=len(given),
        )
    return given


def leave(draft: Draft, command: Leave) -> None:
    """Stand up; a host without a seat gives the table up."""
    if command.user != draft.state.host:
        draft.seat_of(command.user)
    _stand_up(draft, command.user)


def remove(draft: Draft, command: Remove) -> None:
    """Send somebody away for good."""
    draft.check_host(command.user)
    other = command.other
    if other == command.user:
        raise refuse("no-such-person", f"{other!r} is the host; leave the table instead", user=other)
    if other in draft.state.removed:
        return
    check_known(draft.state, other)
    draft.add(Removed(other))
    _stand_up(draft, other)


def check_known(state: TableState, user: str) -> None:
    """Somebody who sits here or has said something.

    Raises:
        RefusedError: nobody here is.
    """
    if state.seat_of(user) is None and all(line.user != user for line in state.talk):
        raise refuse("no-such-person", f"nobody here is {user!r}; name somebody who sits here or has spoken", user=user)


def _stand_up(draft: Draft, user: str) -> None:
    number = draft.state.seat_of(user)
    if number is not None:
        level = None if draft.state.phase is TablePhase.OPEN else draft.state.options.stand_in
        draft.add(StoodUp(number, level))
    state = draft.state
    if user == state.host:
        draft.add(HostChanged(next_host(state, number or 0)))
    if draft.state.host is None:
        draft.add(Closed())


def next_host(state: TableState, number: int) -> str | None:
    """The next person clockwise; one who is away only when all are."""
    order = [state.seats[(number + step) % len(state.seats)] for step in range(len(state.seats))]
    people = [seat for seat in order if seat.user is not None]
    return next((seat.user for seat in people if not seat.is_away), people[0].user if people else None)


def rename(draft: Draft, command: Rename) -> None:
    """Be called otherwise."""
    number = draft.seat_of(command.user)
    name = free_name(draft.state, command.user, clean_name(command.name))
    if name != draft.state.seats[number].name:
        draft.add(Renamed(command.user, name))


def put_bot(draft: Draft, command: PutBot) -> None:
    """Fill a seat with a bot, or give it another level."""
    draft.check_host(command.user)
    seat = draft.seat(command.seat)
    check_level(draft.levels, command.level)
    if seat.user is not None:
        raise refuse("seat-taken", f"seat {command.seat} is {seat.name!r}'s; choose an empty one", seat=command.seat)
    if seat.level != command.level:
        draft.add(BotSet(command.seat, command.level))


def check_level(levels: frozenset[str], level: str) -> None:
    """One of the bots that there are.

    Raises:
        RefusedError: there is no such bot.
    """
    if level not in levels:
        names = sorted(levels)
        raise refuse(
            "no-such-level", f"{level!r} is no bot here; there are {', '.join(names)}", level=level, levels=names
        )


def remove_bot(draft: Draft, command: RemoveBot) -> None:
    """Empty a bot's seat."""
    draft.check_host(command.user)
    draft.check_between_games(f"seat {command.seat}")
    if not draft.seat(command.seat).is_bot:
        raise refuse("seat-empty", f"no bot has seat {command.seat}; choose a bot's", seat=command.seat)
    draft.add(BotSet(command.seat, None))


def make_host(draft: Draft, command: MakeHost) -> None:
    """Give the host's part to somebody; who is here may take it while the host is away."""
    state, other = draft.state, command.other
    host = None if state.host is None else state.seat_of(state.host)
    is_taking = command.user == other and host is not None and state.seats[host].is_away
    if not is_taking:
        draft.check_host(command.user)
    if state.seat_of(other) is None:
        raise refuse("no-such-person", f"{other!r} has no seat here; name somebody who has", user=other)
    if other != state.host:
        draft.add(HostChanged(other))
