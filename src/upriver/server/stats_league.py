"""Leagues: people who play together again and again, found by a link that nobody can guess.

A league is a log in the store, like a table's and a pad's; whoever has its id may look and join.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from secrets import token_urlsafe
from typing import TypeAlias

import msgspec
from msgspec import Struct

from upriver.server.host import TRIES, BusyError
from upriver.server.problems import ApiError
from upriver.store.store import ConflictError, Listing, Person, Row, Store

PHASE, EMPTY = "league", "league-empty"
"""The phases of leagues that have members, and of those that everybody has left."""
MOST_LEAGUES, MOST_MEMBERS = 50, 30
"""In how many somebody may be, and how many may be in one."""


class Founded(Struct, frozen=True, tag=True):
    """The league began, with its founder as the first member."""

    name: str
    person: str


class Joined(Struct, frozen=True, tag=True):
    """Somebody has joined."""

    person: str


class Left(Struct, frozen=True, tag=True):
    """Somebody has left."""

    person: str


Event: TypeAlias = Founded | Joined | Left
_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class ListedLeague(Struct, frozen=True):
    """What a list shows; the body of the `Listing`."""

    id: str
    name: str
    members: int


@dataclass(frozen=True, slots=True)
class League:
    """A league as it stands.

    Args:
        id: by which it is found.
        name: what it is called.
        members: ids, in the order in which they joined.
        seq: the number of its last row.
    """

    id: str
    name: str = ""
    members: tuple[str, ...] = ()
    seq: int = 0

    def after(self, rows: Iterable[Row]) -> League:
        """The league with more rows."""
        league = self
        for row in rows:
            match _DECODER.decode(row.body):
                case Founded(name, person):
                    league = replace(league, name=name, members=(person,))
                case Joined(person):
                    league = replace(league, members=(*league.members, person))
                case Left(person):
                    league = replace(league, members=tuple(one for one in league.members if one != person))
            league = replace(league, seq=row.seq)
        return league


class Leagues:
    """The leagues of a server.

    Args:
        store: where they are.
        clock: seconds since 1970, UTC.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock

    async def of(self, person: Person) -> tuple[ListedLeague, ...]:
        """The leagues in which somebody is, the last changed first."""
        found = await self._store.tables_of(person.id, (PHASE,), MOST_LEAGUES)
        return tuple(msgspec.json.decode(listing.body, type=ListedLeague) for listing in found)

    async def found(self, person: Person, name: str) -> League:
        """A new league with one member.

        Raises:
            ApiError: the person is in too many.
        """
        await self._check_room(person)
        return await self._write(League(token_urlsafe(16)), Founded(name, person.id), person)

    async def find(self, league: str) -> League:
        """A league by its id.

        Raises:
            ApiError: there is none.
        """
        found = League(league).after(await self._store.read(_store_id(league)))
        if not found.members:
            raise ApiError(404, "no-league", f"{league[:64]!r} is no league here", {"league": league[:64]})
        return found

    async def join(self, person: Person, league: str) -> League:
        """Be a member; nothing happens to who is one.

        Raises:
            ApiError: there is no such league, it is full, or the person is in too many.
        """

        async def decide(found: League) -> Sequence[Event]:
            if person.id in found.members:
                return ()
            if len(found.members) >= MOST_MEMBERS:
                message = f"the league has {MOST_MEMBERS} members, as many as there may be"
                raise ApiError(409, "league-full", message, {"most": MOST_MEMBERS})
            await self._check_room(person)
            return (Joined(person.id),)

        return await self._do(person, league, decide)

    async def leave(self, person: Person, league: str) -> None:
        """Be a member no longer; a league that everybody has left is gone."""

        async def decide(found: League) -> Sequence[Event]:
            return (Left(person.id),) if person.id in found.members else ()

        await self._do(person, league, decide)

    async def _do(self, person: Person, league: str, decide: Callable[[League], Awaitable[Sequence[Event]]]) -> League:
        for _ in range(TRIES):
            found = await self.find(league)
            try:
                for event in await decide(found):
                    found = await self._write(found, event, person)
            except ConflictError:
                continue
            return found
        raise BusyError("others who join or leave were always ahead; try again")

    async def _write(self, league: League, event: Event, person: Person) -> League:
        row = Row(league.seq + 1, self._clock(), person.id, msgspec.json.encode(event).decode())
        after = league.after((row,))
        table, listing = _store_id(league.id), _listing(after, row.at)
        if league.seq:
            await self._store.append(table, league.seq, (row,), listing)
        else:
            await self._store.create(table, (row,), listing)
        return after

    async def _check_room(self, person: Person) -> None:
        if len(await self.of(person)) >= MOST_LEAGUES:
            message = f"you are in {MOST_LEAGUES} leagues, as many as there may be; leave one"
            raise ApiError(409, "too-many-leagues", message, {"most": MOST_LEAGUES})


def _store_id(league: str) -> str:
    """The id of the league's log; no table's and no pad's is like it."""
    return f"league:{league}"


def _listing(league: League, at: float) -> Listing:
    body = ListedLeague(league.id, league.name, len(league.members))
    return Listing(
        code=_store_id(league.id),
        is_public=False,
        phase=PHASE if league.members else EMPTY,
        body=msgspec.json.encode(body).decode(),
        members=league.members,
        wake_at=None,
        seq=league.seq,
        updated_at=at,
    )
