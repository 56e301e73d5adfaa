"""A store that forgets everything when the process ends: for tests and for servers that are thrown away."""

# ruff: noqa: D102  # `Store` says what each method promises

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence

from upriver.store.checks import check_append, check_forgotten, check_person, check_result, check_texts
from upriver.store.store import ConflictError, Listing, Person, Result, Row


class MemoryStore:
    """Keeps the promises of `Store` for as long as the process lives. All that it keeps is immutable."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {}
        self._listings: dict[str, Listing] = {}
        self._codes: dict[str, str] = {}
        self._results: dict[str, Result] = {}
        self._reviews: dict[str, tuple[int, bytes, bytes]] = {}
        self._leases: dict[str, tuple[str, float]] = {}
        self._people: dict[str, Person] = {}
        self._tokens: dict[bytes, str] = {}
        self._closed = asyncio.Event()

    async def create(self, table: str, rows: Sequence[Row], listing: Listing) -> None:
        check_append(table, 0, rows, listing)
        if table in self._rows:
            raise ConflictError(f"there is a table {table!r} already")
        if listing.code in self._codes:
            raise ConflictError(f"there is a table with the code {listing.code!r} already")
        self._rows[table] = list(rows)
        self._listings[table] = listing
        self._codes[listing.code] = table

    async def append(
        self, table: str, after: int, rows: Sequence[Row], listing: Listing, result: Result | None = None
    ) -> None:
        check_append(table, after, rows, listing, result)
        log = self._rows.get(table)
        if log is None or len(log) != after:
            raise ConflictError(f"row {after} is not the last of table {table!r}")
        if self._codes.get(listing.code, table) != table:
            raise ConflictError(f"the code {listing.code!r} is another table's")
        if result is not None:
            if result.game in self._results:
                raise ConflictError(f"the game {result.game!r} has a result already")
            self._results[result.game] = result
        log.extend(rows)
        del self._codes[self._listings[table].code]
        self._codes[listing.code] = table
        self._listings[table] = listing

    async def read(self, table: str, since: int = 0) -> tuple[Row, ...]:
        return tuple(self._rows.get(table, ())[since:])

    async def find(self, code: str) -> str | None:
        return self._codes.get(code)

    async def listing(self, table: str) -> Listing | None:
        return self._listings.get(table)

    async def public_tables(self, phases: Sequence[str], limit: int) -> tuple[Listing, ...]:
        found = (listing for listing in self._listings.values() if listing.is_public and listing.phase in phases)
        return tuple(sorted(found, key=lambda listing: -listing.updated_at)[:limit])

    async def tables_of(self, person: str, phases: Sequence[str], limit: int) -> tuple[Listing, ...]:
        found = (listing for listing in self._listings.values() if person in listing.members)
        chosen = (listing for listing in found if listing.phase in phases)
        return tuple(sorted(chosen, key=lambda listing: -listing.updated_at)[:limit])

    async def count_tables(self, phases: Sequence[str]) -> int:
        return sum(listing.phase in phases for listing in self._listings.values())

    async def result(self, game: str) -> Result | None:
        return self._results.get(game)

    async def results_of(self, person: str, before: float, limit: int) -> tuple[Result, ...]:
        found = (result for result in self._results.values() if person in result.members and result.ended_at < before)
        return tuple(sorted(found, key=lambda result: -result.ended_at)[:limit])

    async def results_after(self, ended_at: float, game: str, limit: int) -> tuple[Result, ...]:
        found = [result for result in self._results.values() if (result.ended_at, result.game) > (ended_at, game)]
        return tuple(sorted(found, key=lambda result: (result.ended_at, result.game))[:limit])

    async def settle(self, table: str, seq: int, game: str, result: Result | None) -> None:
        check_result(table, game, result)
        before = self._results.get(game)
        if len(self._rows.get(table, ())) != seq or table not in self._rows or (before and before.table != table):
            raise ConflictError(f"row {seq} is not the last of table {table!r}, or the game {game!r} is another's")
        if result is None:
            self._results.pop(game, None)
        else:
            self._results[game] = result

    async def keep_review(self, game: str, form: int, body: bytes, brief: bytes) -> None:
        check_texts((game,))
        self._reviews[game] = (form, body, brief)

    async def review(self, game: str, form: int) -> bytes | None:
        kept = self._reviews.get(game)
        return kept[1] if kept and kept[0] == form else None

    async def briefs_of(self, person: str, form: int) -> Mapping[str, bytes]:
        games = [game for game, result in self._results.items() if person in result.members]
        kept = {game: self._reviews[game] for game in games if game in self._reviews}
        return {game: brief for game, (kept_form, _, brief) in kept.items() if kept_form == form}

    async def claim(self, table: str, worker: str, now: float, until: float) -> bool:
        check_texts((table, worker))
        holder, held_until = self._leases.get(table, (worker, now))
        if table not in self._rows or (holder != worker and held_until > now):
            return False
        self._leases[table] = (worker, until)
        return True

    async def overdue(self, now: float, limit: int) -> tuple[str, ...]:
        waiting = (
            (listing.wake_at, table)
            for table, listing in self._listings.items()
            if listing.wake_at is not None and listing.wake_at <= now
        )
        free = [(wake_at, table) for wake_at, table in waiting if self._leases.get(table, ("", now))[1] <= now]
        return tuple(table for _, table in sorted(free)[:limit])

    async def release(self, worker: str) -> None:
        self._leases = {table: lease for table, lease in self._leases.items() if lease[0] != worker}

    async def add_person(self, person: Person, token: bytes) -> None:
        check_person(person)
        if person.id in self._people or token in self._tokens:
            raise ConflictError(f"the id {person.id!r} or the token is taken")
        self._people[person.id] = person
        self._tokens[token] = person.id

    async def add_token(self, person: str, token: bytes) -> None:
        check_texts((person,))
        if person not in self._people or token in self._tokens:
            raise ConflictError(f"there is no person {person!r}, or the token is taken")
        self._tokens[token] = person

    async def drop_token(self, token: bytes) -> None:
        self._tokens.pop(token, None)

    async def person(self, person: str) -> Person | None:
        return self._people.get(person)

    async def person_of(self, token: bytes) -> Person | None:
        return self._people.get(self._tokens.get(token, ""))

    async def rename(self, person: str, name: str) -> None:
        check_texts((person, name))
        if person in self._people:
            self._people[person] = Person(person, name, self._people[person].since)

    async def forget(self, person: str, results: Sequence[Result]) -> None:
        check_forgotten(person, results)
        if self._people.pop(person, None) is None:
            return
        self._tokens = {token: holder for token, holder in self._tokens.items() if holder != person}
        self._results |= {result.game: result for result in results if result.game in self._results}

    async def hints(self) -> AsyncIterator[tuple[str, int]]:
        """Nothing until the store is closed: no other process can write here."""
        await self._closed.wait()
        nothing: tuple[tuple[str, int], ...] = ()
        for hint in nothing:
            yield hint

    async def check(self) -> None:
        pass

    async def close(self) -> None:
        self._closed.set()
