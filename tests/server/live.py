"""Tables held by hosts without a network, for tests of what they do by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from upriver.rules import Event, Rules
from upriver.server.rows import entries_of, listing_of, rows_of
from upriver.store import Listing, Result, Row, Store
from upriver.store.memory import MemoryStore
from upriver.table.commands import Command, PutBot, Sit, Start
from upriver.table.events import Entry, Opened, TableEvent
from upriver.table.options import Options, Pace
from upriver.table.state import TableState
from upriver.table.table import Table, opening

LEVELS = frozenset({"random", "easy", "rule", "policy", "expert"})
QUICK = Options(pace=Pace.INSTANT)
SEED = bytes(range(32))


@dataclass
class Clock:
    """A clock that is moved by hand."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def opened(
    rules: str, options: Options, commands: Sequence[Command], now: float, code: str = "QQQQQ"
) -> Sequence[Entry]:
    """The log of a table of Ann's after the commands."""
    entries = list(opening(Opened("QQQQQ", "ann", Rules.parse(rules), options), SEED, now))
    table = Table(entries, levels=LEVELS)
    for command in commands:
        made = table.handle(command, now, seed=SEED[::-1])
        table.take(made)
        entries += made
    return entries


def of_bots(*levels: str) -> list[Command]:
    """Every seat a bot's, and the game begun."""
    return [*(PutBot("ann", seat, level) for seat, level in enumerate(levels)), Start("ann")]


def of_people(*names: str) -> list[Command]:
    """People in the first seats."""
    return [Sit(name, name.title(), None, SEED) for name in names]


def state_of(*events: TableEvent | Event) -> TableState:
    """A table where Ann and Ben sit, after these events."""
    entries = [*opened("english", QUICK, of_people("ann", "ben"), 0.0)]
    entries += [Entry(len(entries) + 1 + at, 0.0, "", "", event) for at, event in enumerate(events)]
    return Table(entries, levels=LEVELS).state


async def keep(store: Store, entries: Sequence[Entry], table_id: str = "table") -> str:
    """Store a table's log; its id."""
    await store.create(table_id, rows_of(entries), listing_of(Table(entries, levels=LEVELS)))
    return table_id


async def log(store: Store, table_id: str = "table") -> tuple[Entry, ...]:
    """What is stored of a table."""
    return entries_of(await store.read(table_id))


async def until_over(store: Store, table_id: str = "table") -> tuple[Entry, ...]:
    """Wait for the end of the game; the log."""
    async with asyncio.timeout(20):
        while (listing := await store.listing(table_id)) is None or listing.phase != "over":
            await asyncio.sleep(0.02)
    return await log(store, table_id)


class HintingStore(MemoryStore):
    """A store in memory that servers share, and that tells all of them of every append."""

    def __init__(self) -> None:
        super().__init__()
        self._listeners: list[asyncio.Queue[tuple[str, int]]] = []

    async def append(
        self, table: str, after: int, rows: Sequence[Row], listing: Listing, result: Result | None = None
    ) -> None:
        await asyncio.sleep(0)  # so that two servers can meet
        await super().append(table, after, rows, listing, result)
        for listener in self._listeners:
            listener.put_nowait((table, rows[-1].seq))

    async def hints(self) -> AsyncIterator[tuple[str, int]]:
        self._listeners.append(asyncio.Queue())
        queue = self._listeners[-1]
        while True:
            yield await queue.get()
