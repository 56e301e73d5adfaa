"""What the stores on a database have in common: every question and the small writes, in SQL that both understand.

A `?` stands for a value; PostgreSQL's store replaces it. The log's own writes differ too much to be here.
"""

# ruff: noqa: D102  # `Store` says what each method promises

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from upriver.store.checks import check_forgotten, check_person, check_result, is_storable
from upriver.store.store import ConflictError, Listing, Person, Result, Row

Value: TypeAlias = str | bytes | int | float | None
Statement: TypeAlias = tuple[str, tuple[Value, ...]]
Record: TypeAlias = tuple[object, ...]

LISTING = "code, is_public, phase, body, members, wake_at, seq, updated_at"
RESULT = "game, table_id, first, last, ended_at, members, body"


class SqlStore(ABC):
    """The part of `Store` that needs no more than `_fetch` and `_change`."""

    @abstractmethod
    async def _fetch(self, sql: str, values: tuple[Value, ...]) -> Sequence[Record]:
        """The records that a question finds."""

    @abstractmethod
    async def _change(self, *statements: Statement) -> int:
        """Run the statements in one transaction, none but the first where that changes nothing.

        Returns:
            How many records they changed.

        Raises:
            ValueError: a value is a text that cannot be kept.
            ConflictError: a key is taken.
        """

    async def _ask(self, sql: str, *values: Value) -> Sequence[Record]:
        if not all(is_storable(value) for value in values if isinstance(value, str)):
            return ()
        return await self._fetch(sql, values)

    async def read(self, table: str, since: int = 0) -> tuple[Row, ...]:
        sql = "SELECT seq, at, by, body FROM rows WHERE table_id = ? AND seq > ? ORDER BY seq"
        return tuple(Row(*cast("tuple[int, float, str, str]", record)) for record in await self._ask(sql, table, since))

    async def find(self, code: str) -> str | None:
        found = await self._ask("SELECT id FROM tables WHERE code = ?", code)
        return str(found[0][0]) if found else None

    async def listing(self, table: str) -> Listing | None:
        found = await self._ask(f"SELECT {LISTING} FROM tables WHERE id = ?", table)
        return _listing(found[0]) if found else None

    async def public_tables(self, phases: Sequence[str], limit: int) -> tuple[Listing, ...]:
        sql = f"SELECT {LISTING} FROM tables WHERE is_public AND {_among(phases)} ORDER BY updated_at DESC LIMIT ?"
        return tuple(map(_listing, await self._ask(sql, *phases, limit)))

    async def tables_of(self, person: str, phases: Sequence[str], limit: int) -> tuple[Listing, ...]:
        sql = (
            f"SELECT {LISTING} FROM tables WHERE id IN (SELECT table_id FROM seats WHERE person = ?) "
            f"AND {_among(phases)} ORDER BY updated_at DESC LIMIT ?"
        )
        return tuple(map(_listing, await self._ask(sql, person, *phases, limit)))

    async def count_tables(self, phases: Sequence[str]) -> int:
        found = await self._ask(f"SELECT count(*) FROM tables WHERE {_among(phases)}", *phases)
        return cast("int", found[0][0]) if found else 0

    async def result(self, game: str) -> Result | None:
        found = await self._ask(f"SELECT {RESULT} FROM results WHERE game = ?", game)
        return _result(found[0]) if found else None

    async def results_of(self, person: str, before: float, limit: int) -> tuple[Result, ...]:
        sql = (
            f"SELECT {RESULT} FROM results JOIN (SELECT game AS played FROM players "
            "WHERE person = ? AND ended_at < ? ORDER BY ended_at DESC LIMIT ?) AS newest ON game = played "
            "ORDER BY ended_at DESC"
        )
        return tuple(map(_result, await self._ask(sql, person, before, limit)))

    async def results_after(self, ended_at: float, game: str, limit: int) -> tuple[Result, ...]:
        sql = f"SELECT {RESULT} FROM results WHERE (ended_at, game) > (?, ?) ORDER BY ended_at, game LIMIT ?"
        return tuple(map(_result, await self._ask(sql, float(ended_at), game, limit)))

    async def settle(self, table: str, seq: int, game: str, result: Result | None) -> None:
        check_result(table, game, result)
        # Changes nothing, but waits for who appends now and makes the next wait.
        hold = (
            "UPDATE tables SET seq = seq WHERE id = ? AND seq = ? "
            "AND NOT EXISTS (SELECT 1 FROM results WHERE game = ? AND table_id <> id)"
        )
        statements: list[Statement] = [
            (hold, (table, seq, game)),
            ("DELETE FROM players WHERE game = ?", (game,)),
            ("DELETE FROM results WHERE game = ?", (game,)),
        ]
        if result is not None:
            statements.append((f"INSERT INTO results ({RESULT}) VALUES (?, ?, ?, ?, ?, ?, ?)", result_values(result)))
            ended_at = float(result.ended_at)
            statements += [
                ("INSERT INTO players (person, game, ended_at) VALUES (?, ?, ?)", (person, game, ended_at))
                for person in dict.fromkeys(result.members)
            ]
        if await self._change(*statements) == 0:
            raise ConflictError(f"row {seq} is not the last of table {table!r}, or the game {game!r} is another's")

    async def keep_review(self, game: str, form: int, body: bytes, brief: bytes) -> None:
        sql = (
            "INSERT INTO reviews (game, form, body, brief) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (game) DO UPDATE SET form = excluded.form, body = excluded.body, brief = excluded.brief"
        )
        await self._change((sql, (game, form, body, brief)))

    async def review(self, game: str, form: int) -> bytes | None:
        found = await self._ask("SELECT body FROM reviews WHERE game = ? AND form = ?", game, form)
        return cast("bytes", found[0][0]) if found else None

    async def briefs_of(self, person: str, form: int) -> Mapping[str, bytes]:
        sql = (
            "SELECT reviews.game, reviews.brief FROM players JOIN reviews ON reviews.game = players.game "
            "WHERE players.person = ? AND reviews.form = ?"
        )
        return {str(game): cast("bytes", brief) for game, brief in await self._ask(sql, person, form)}

    async def claim(self, table: str, worker: str, now: float, until: float) -> bool:
        sql = (
            "INSERT INTO leases (table_id, worker, until) SELECT id, ?, ? FROM tables WHERE id = ? "
            "ON CONFLICT (table_id) DO UPDATE SET worker = excluded.worker, until = excluded.until "
            "WHERE leases.worker = excluded.worker OR leases.until <= ?"
        )
        return await self._change((sql, (worker, until, table, now))) == 1

    async def overdue(self, now: float, limit: int) -> tuple[str, ...]:
        sql = (
            "SELECT id FROM tables LEFT JOIN leases ON table_id = id "
            "WHERE wake_at <= ? AND (until IS NULL OR until <= ?) ORDER BY wake_at LIMIT ?"
        )
        return tuple(str(record[0]) for record in await self._ask(sql, now, now, limit))

    async def release(self, worker: str) -> None:
        await self._change(("DELETE FROM leases WHERE worker = ?", (worker,)))

    async def add_person(self, person: Person, token: bytes) -> None:
        check_person(person)
        await self._change(
            ("INSERT INTO people (id, name, since) VALUES (?, ?, ?)", (person.id, person.name, person.since)),
            ("INSERT INTO tokens (token, person) VALUES (?, ?)", (token, person.id)),
        )

    async def add_token(self, person: str, token: bytes) -> None:
        sql = "INSERT INTO tokens (token, person) SELECT ?, id FROM people WHERE id = ?"
        if await self._change((sql, (token, person))) == 0:
            raise ConflictError(f"there is no person {person!r}")

    async def drop_token(self, token: bytes) -> None:
        await self._change(("DELETE FROM tokens WHERE token = ?", (token,)))

    async def person(self, person: str) -> Person | None:
        return _person(await self._ask("SELECT id, name, since FROM people WHERE id = ?", person))

    async def person_of(self, token: bytes) -> Person | None:
        sql = "SELECT id, name, since FROM people WHERE id = (SELECT person FROM tokens WHERE token = ?)"
        return _person(await self._ask(sql, token))

    async def rename(self, person: str, name: str) -> None:
        await self._change(("UPDATE people SET name = ? WHERE id = ?", (name, person)))

    async def forget(self, person: str, results: Sequence[Result]) -> None:
        check_forgotten(person, results)
        await self._change(
            ("DELETE FROM people WHERE id = ?", (person,)),
            ("DELETE FROM tokens WHERE person = ?", (person,)),
            ("DELETE FROM players WHERE person = ?", (person,)),
            *(
                (
                    "UPDATE results SET members = ?, body = ? WHERE game = ?",
                    (to_text(result.members), result.body, result.game),
                )
                for result in results
            ),
        )

    async def check(self) -> None:
        await self._ask("SELECT seq FROM tables LIMIT 1")


def listing_values(listing: Listing) -> tuple[Value, ...]:
    """The values of the columns in `LISTING`."""
    wake_at = None if listing.wake_at is None else float(listing.wake_at)
    head = (listing.code, listing.is_public, listing.phase, listing.body)
    return (*head, to_text(listing.members), wake_at, listing.seq, float(listing.updated_at))


def result_values(result: Result) -> tuple[Value, ...]:
    """The values of the columns in `RESULT`."""
    head = (result.game, result.table, result.first, result.last, float(result.ended_at))
    return (*head, to_text(result.members), result.body)


def to_text(members: Sequence[str]) -> str:
    """People's ids as they stand in a column."""
    return json.dumps(members, ensure_ascii=False, separators=(",", ":"))


def _among(phases: Sequence[str]) -> str:
    return f"phase IN ({', '.join('?' for _ in phases)})" if phases else "1 = 0"


def _listing(record: Record) -> Listing:
    code, is_public, phase, body, members, wake_at, seq, updated_at = cast(
        "tuple[str, bool, str, str, str, float | None, int, float]", record
    )
    return Listing(code, bool(is_public), phase, body, tuple(json.loads(members)), wake_at, seq, updated_at)


def _result(record: Record) -> Result:
    game, table, first, last, ended_at, members, body = cast("tuple[str, str, int, int, float, str, str]", record)
    return Result(game, table, first, last, ended_at, tuple(json.loads(members)), body)


def _person(found: Sequence[Record]) -> Person | None:
    return Person(*cast("tuple[str, str, float]", found[0])) if found else None
