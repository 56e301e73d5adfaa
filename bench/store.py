"""Speed of the stores: `python -m bench.store`, with a PostgreSQL of its own.

Each table appends one row after the other, all tables at once; the rows are as long as those of a game. To compare
against, a SQLite that commits each append by itself in a thread, as most programs do, runs in the same rounds.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from tests.postgres import Postgres

from upriver.store import Listing, Result, Row, open_store
from upriver.store.sqlite import connect

TABLES = (1, 10, 100, 500)
ROUNDS = 5
SECONDS = 1.0
BODY = '{"event":"CardPlayed","seat":2,"card":"QS","at":1764518400.123}' + " " * 40
LISTED = '{"name":"Kitchen","rules":"players=4 sizes=10-1-10","seats":["Ada","Bea","rule","strong"],"hand":7}'

Append = Callable[[str, int, Sequence[Row], Listing, Result | None], Awaitable[None]]


@dataclass(frozen=True)
class Measured:
    """One round of one store: appends a second, milliseconds of one, and CPU microseconds of this process for one."""

    speed: float
    middle: float
    worst: float
    cpu: float


def listing(table: str, seq: int) -> Listing:
    """What changes with each row."""
    return Listing(table, True, "playing", LISTED, ("ada", "bea"), 1e9 + seq, seq, 1e9 + seq)


def naive(path: Path) -> Append:
    """One transaction for each append, in a thread."""
    connection = connect(path)
    lock = asyncio.Lock()

    def write(table: str, after: int, rows: Sequence[Row], listed: Listing) -> None:
        connection.execute("BEGIN IMMEDIATE")
        sql = "UPDATE tables SET body = ?, wake_at = ?, seq = ?, updated_at = ? WHERE id = ? AND seq = ?"
        values = (listed.body, listed.wake_at, listed.seq, listed.updated_at, table, after)
        assert connection.execute(sql, values).rowcount == 1
        new = [(table, row.seq, row.at, row.by, row.body) for row in rows]
        connection.executemany("INSERT INTO rows (table_id, seq, at, by, body) VALUES (?, ?, ?, ?, ?)", new)
        connection.execute("COMMIT")

    async def append(table: str, after: int, rows: Sequence[Row], listed: Listing, _: Result | None = None) -> None:
        async with lock:
            await asyncio.to_thread(write, table, after, rows, listed)

    return append


async def measure(append: Append, last: dict[str, int], tables: Sequence[str]) -> Measured:
    """Append for a while to all tables at once."""
    times: list[float] = []

    async def play(table: str) -> None:
        while perf_counter() < end:
            seq = last[table] + 1
            begin = perf_counter()
            await append(table, seq - 1, [Row(seq, 1e9, "ada", BODY)], listing(table, seq), None)
            times.append(perf_counter() - begin)
            last[table] = seq

    cpu, begin = process_time(), perf_counter()
    end = begin + SECONDS
    await asyncio.gather(*(play(table) for table in tables))
    took = perf_counter() - begin
    times.sort()
    count = len(times)
    return Measured(
        count / took, times[count // 2] * 1e3, times[int(count * 0.99)] * 1e3, (process_time() - cpu) / count * 1e6
    )


async def run(addresses: dict[str, str]) -> None:
    """Print the figures of each store for each number of tables, rounds interleaved."""
    stores = {name: await open_store(address) for name, address in addresses.items()}
    appends: dict[str, Append] = {name: store.append for name, store in stores.items()}
    appends["naive SQLite"] = naive(Path(addresses["naive SQLite"]))
    last = {name: {f"t{n}": 1 for n in range(max(TABLES))} for name in stores}
    for store in stores.values():
        await asyncio.gather(*(store.create(t, [Row(1, 1e9, "ada", BODY)], listing(t, 1)) for t in last["memory"]))
    print("| tables | store | appends/s | of naive | p50 ms | p99 ms | CPU µs |")
    print("|---|---|---|---|---|---|---|")
    for count in TABLES:
        found: dict[str, list[Measured]] = {name: [] for name in stores}
        for _ in range(ROUNDS):
            for name, append in appends.items():
                found[name].append(await measure(append, last[name], list(last[name])[:count]))
        for name, rounds in found.items():
            ratio = median(a.speed / b.speed for a, b in zip(rounds, found["naive SQLite"], strict=True))
            speed, middle, worst, cpu = (
                median(getattr(one, field) for one in rounds) for field in ("speed", "middle", "worst", "cpu")
            )
            print(f"| {count} | {name} | {speed:,.0f} | {ratio:.1f} | {middle:.2f} | {worst:.2f} | {cpu:.0f} |")
    for store in stores.values():
        await store.close()


def main() -> None:
    """Print a table in Markdown."""
    with tempfile.TemporaryDirectory() as name, Postgres.start(is_safe=True) as server:
        directory = Path(name)
        addresses = {
            "naive SQLite": str(directory / "naive.db"),
            "memory": "memory",
            "SQLite": str(directory / "upriver.db"),
            "PostgreSQL": server.database(),
        }
        with suppress(KeyboardInterrupt):
            asyncio.run(run(addresses))


if __name__ == "__main__":
    main()
