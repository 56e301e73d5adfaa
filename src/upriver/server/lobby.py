"""The lobby: tables are opened, found, listed and joined here; what is played at them goes over their sockets."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from secrets import token_bytes, token_urlsafe

from upriver.bots import LEVELS
from upriver.rules.shuffle import SEED_BYTES
from upriver.server.codes import clean_code, new_code
from upriver.server.gate import too_many_requests
from upriver.server.host import BusyError, Host, StoppedError
from upriver.server.hosts import Hosts
from upriver.server.limits import Limits, Meter
from upriver.server.problems import ApiError
from upriver.server.rows import listing_of, rows_of
from upriver.store.store import ConflictError, Listing, Person, Store
from upriver.table.agreement import check_options, read_rules
from upriver.table.commands import Command, Rename, Sit
from upriver.table.errors import RefusedError
from upriver.table.events import Opened
from upriver.table.options import Options
from upriver.table.table import Table, opening

LIVE = ("open", "playing", "over")
"""Phases of tables that are not closed."""
TRIES = 20
"""So many codes are tried; with as many tables as there may be, one in a thousand is taken."""
COUNTED = LIVE[:2]
"""Phases that count for the cap on tables."""


class Lobby:
    """Where people meet.

    Args:
        store: where the tables are kept.
        hosts: the live tables.
        limits: the server's.
        clock: seconds that only grow.
    """

    def __init__(self, store: Store, hosts: Hosts, limits: Limits, clock: Callable[[], float]) -> None:
        self._store, self._hosts, self._limits = store, hosts, limits
        self._openings = Meter(limits.tables_per_hour, 3600, clock)

    async def open(self, person: Person, rules: str, options: Options, contribution: bytes | None) -> str:
        """A new table of the person's; its code.

        Args:
            person: who is the host.
            rules: the rules in their text form.
            options: the options.
            contribution: random bytes of the person's own, to sit down at once; None to sit later.

        Raises:
            ApiError: there are too many tables.
            RefusedError: rules, options or contribution cannot be.
        """
        parsed = read_rules(rules)
        levels = frozenset(LEVELS)
        check_options(options, levels)
        await self._check_caps(person)
        now, seed = self._hosts.clock(), token_bytes(SEED_BYTES)
        for _ in range(TRIES):
            code = new_code()
            entries = opening(Opened(code, person.id, parsed, options), seed, now)
            table = Table(entries, levels=levels)
            if contribution is not None:
                sat = table.handle(Sit(person.id, person.name, 0, contribution), now)
                table.take(sat)
                entries += sat
            try:
                await self._store.create(token_urlsafe(9), rows_of(entries), listing_of(table))
            except ConflictError:
                continue
            return code
        raise ApiError(503, "unavailable", "no code is free now; try again", retry_after=1)

    async def join(self, person: Person, code: str, seat: int | None, contribution: bytes) -> int:
        """Sit down at a table; the seat.

        Raises:
            ApiError: there is no such table, or the person sits at too many.
            RefusedError: the table refuses it.
        """
        host = await self._host(code)
        if host.table.state.seat_of(person.id) is None:
            await self._check_seats(person)
        await _ask(host, Sit(person.id, person.name, seat, contribution))
        taken = host.table.state.seat_of(person.id)
        if taken is None:
            raise ApiError(503, "unavailable", "the table changed at the same moment; try again", retry_after=1)
        return taken

    async def rename(self, person: Person) -> None:
        """Be called otherwise at all the tables where the person sits."""
        for listing in await self._store.tables_of(person.id, LIVE, self._limits.tables_per_person):
            with suppress(RefusedError):  # the person has just left it
                await _ask(await self._host(listing.code), Rename(person.id, person.name))

    async def listing(self, code: str) -> Listing:
        """What lists know of a table.

        Raises:
            ApiError: there is no such table.
        """
        clean = clean_code(code)
        table = await self._store.find(clean)
        listing = None if table is None else await self._store.listing(table)
        if listing is None:
            raise no_table(code)
        return listing

    async def _host(self, code: str) -> Host:
        host = await self._hosts.find(clean_code(code))
        if host is None:
            raise no_table(code)
        return host

    async def _check_caps(self, person: Person) -> None:
        most = self._limits.tables
        if await self._store.count_tables(COUNTED) >= most:
            raise ApiError(409, "too-many-tables", f"{most} tables are open, as many as there may be", {"most": most})
        await self._check_seats(person)
        if wait := self._openings.use(person.id):
            raise too_many_requests(f"{self._limits.tables_per_hour} new tables of one person in an hour", wait)

    async def _check_seats(self, person: Person) -> None:
        most = self._limits.tables_per_person
        if len(await self._store.tables_of(person.id, LIVE, most)) >= most:
            message = f"you sit at {most} tables, as many as one person may; leave one first"
            raise ApiError(409, "too-many-tables", message, {"most": most})


async def _ask(host: Host, command: Command) -> None:
    try:
        await host.ask(command)
    except (BusyError, StoppedError):
        raise ApiError(503, "unavailable", "the table is busy; try again in a moment", retry_after=1) from None


def no_table(code: str) -> ApiError:
    """The refusal of a code that is no table's."""
    return ApiError(404, "no-table", f"{code[:40]!r} is no table here; a code looks like K7M3P", {"code": code[:40]})
