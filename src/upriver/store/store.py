"""`Store`: the one interface to all that survives a restart.

A store knows nothing of the game: the body of a row is a text that it gives back as it came. What is a table here may
be a score pad as well: both are a log with a listing. Times are seconds since 1970 in UTC and come in as arguments.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from upriver.rules.errors import UpriverError


class ConflictError(UpriverError):
    """Somebody else wrote first: read on, decide again. Nothing was stored."""


class UnavailableError(UpriverError):
    """The database cannot be reached or written now, as with a full disk; try again later.

    What was to be written is not stored, unless the database broke down in the very moment of storing, which leaves it
    open. So read the table again before deciding anew, as after a `ConflictError`.
    """


class NewerDatabaseError(UpriverError):
    """The database was written by a newer program."""


class OlderDatabaseError(UpriverError):
    """The database was written by an older program and is not to be changed now: run `upriver migrate`."""


class ForeignDatabaseError(UpriverError):
    """The database, or the file, holds something else than Upriver's tables."""


class MissingDriverError(UpriverError):
    """The package was installed without what it takes to speak to PostgreSQL."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a table's log.

    Args:
        seq: 1 for the first, without gaps.
        at: when.
        by: who did it: a person's id, a bot's level, or nobody.
        body: what happened, as a text.
    """

    seq: int
    at: float
    by: str
    body: str


@dataclass(frozen=True, slots=True)
class Listing:
    """What lists and searches know of a table without reading its log; replaced with every append.

    Args:
        code: the short code by which people find the table; unique.
        is_public: whether it stands in the public list.
        phase: where it stands, in a word.
        body: what a list shows of it, as a text.
        members: ids of the people in its seats.
        wake_at: when the table has something to do by itself, such as a bot's turn; None for never.
        seq: the seq of its last row.
        updated_at: the time of its last row.
    """

    code: str
    is_public: bool
    phase: str
    body: str
    members: tuple[str, ...]
    wake_at: float | None
    seq: int
    updated_at: float


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game, for lists and statistics.

    Args:
        game: its id.
        table: the table's id.
        first: seq of the table's row with `Started`.
        last: seq of its last row.
        ended_at: when.
        members: ids of the people in whose lists it stands.
        body: rules, names, places and points, as a text.
    """

    game: str
    table: str
    first: int
    last: int
    ended_at: float
    members: tuple[str, ...]
    body: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here; no account.

    Args:
        id: public and not secret.
        name: as the others see it.
        since: when first seen.
    """

    id: str
    name: str
    since: float


class Store(Protocol):
    """All that survives a restart.

    Every method raises `UnavailableError` when the database cannot be reached or written, within seconds, and the
    store works again by itself once the database does. A write whose caller is cancelled happens whole or not at all.
    Texts that no database can keep, those with a NUL or half a surrogate pair, are a `ValueError` where they are to be
    written and are never found.
    """

    async def create(self, table: str, rows: Sequence[Row], listing: Listing) -> None:
        """A new table with its first rows, numbered from 1.

        Raises:
            ConflictError: the id or the code is taken.
        """
        ...

    async def append(
        self, table: str, after: int, rows: Sequence[Row], listing: Listing, result: Result | None = None
    ) -> None:
        """Add rows, numbered from `after + 1`, all or none; they are on disk when this returns.

        Appends to one table that are begun one after the other are tried in that order.

        Raises:
            ConflictError: the table's last row is not `after`, there is no such table, the code is another table's, or
                the game already has a result.
        """
        ...

    async def read(self, table: str, since: int = 0) -> tuple[Row, ...]:
        """The rows after `since`, in order; none for a table that is not there."""
        ...

    async def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        ...

    async def listing(self, table: str) -> Listing | None:
        """What lists know of a table."""
        ...

    async def public_tables(self, phases: Sequence[str], limit: int) -> tuple[Listing, ...]:
        """Public tables in one of these phases, the last changed first."""
        ...

    async def tables_of(self, person: str, phases: Sequence[str], limit: int) -> tuple[Listing, ...]:
        """Tables in one of these phases where the person has a seat, the last changed first."""
        ...

    async def count_tables(self, phases: Sequence[str]) -> int:
        """How many tables are in one of these phases."""
        ...

    async def result(self, game: str) -> Result | None:
        """A finished game."""
        ...

    async def results_of(self, person: str, before: float, limit: int) -> tuple[Result, ...]:
        """The person's finished games that ended before this time, the last first."""
        ...

    async def results_after(self, ended_at: float, game: str, limit: int) -> tuple[Result, ...]:
        """Finished games of everybody by their end, the first first, and where they ended together by id.

        Args:
            ended_at: the end of the last game that is known.
            game: the id of that game; empty for none at that time.
            limit: how many at most.
        """
        ...

    async def settle(self, table: str, seq: int, game: str, result: Result | None) -> None:
        """Keep this result of a game from now on, and no other; None for a game that is not over, or no more.

        It tells what the table's log holds up to `seq`, and is for games that may change after their end.

        Raises:
            ConflictError: the table's last row is not `seq`, there is no such table, or the game is another table's.
        """
        ...

    async def keep_review(self, game: str, form: int, body: bytes, brief: bytes) -> None:
        """Keep what was found out about a finished game, in place of what was kept before.

        Args:
            game: its id.
            form: the form of both; a newer program may have another.
            body: what was found.
            brief: the little of it that is wanted of many games at once.
        """
        ...

    async def review(self, game: str, form: int) -> bytes | None:
        """What was found out about a game, where it is kept in this form."""
        ...

    async def briefs_of(self, person: str, form: int) -> Mapping[str, bytes]:
        """By game, the briefs of what was found out about the finished games of which the person is a member."""
        ...

    async def claim(self, table: str, worker: str, now: float, until: float) -> bool:
        """Lease the table's own work (bots, clocks) to a worker, anew or for longer; False while another has it."""
        ...

    async def overdue(self, now: float, limit: int) -> tuple[str, ...]:
        """Ids of tables that should have woken up by now and whose work nobody has leased, longest overdue first."""
        ...

    async def release(self, worker: str) -> None:
        """Give back all leases of a worker that stops."""
        ...

    async def add_person(self, person: Person, token: bytes) -> None:
        """Somebody new, with the hash of the token that proves who they are.

        Raises:
            ConflictError: the id or the token is taken.
        """
        ...

    async def add_token(self, person: str, token: bytes) -> None:
        """One more token for somebody, as for a second device.

        Raises:
            ConflictError: the token is taken, or there is no such person.
        """
        ...

    async def drop_token(self, token: bytes) -> None:
        """Forget a token; nothing happens if it is not there."""
        ...

    async def person(self, person: str) -> Person | None:
        """Somebody by id."""
        ...

    async def person_of(self, token: bytes) -> Person | None:
        """Somebody by the hash of a token."""
        ...

    async def rename(self, person: str, name: str) -> None:
        """Give somebody another name."""
        ...

    async def forget(self, person: str, results: Sequence[Result]) -> None:
        """Drop a person: name, tokens, and their list of finished games.

        Args:
            person: the id; nothing happens to nobody.
            results: all of the person's finished games, as they are to be kept from now on, without the id. One that
                is not there any more stays away.
        """
        ...

    def hints(self) -> AsyncIterator[tuple[str, int]]:
        """Tables that other processes have appended to, each with its new last seq, until the store is closed.

        Hints may be lost or repeated, and may tell of this process's own rows.
        """
        ...

    async def check(self) -> None:
        """Do the least that shows that the database can be reached."""
        ...

    async def close(self) -> None:
        """Finish what is being written and let go."""
        ...
