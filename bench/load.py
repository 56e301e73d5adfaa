"""The server under load: `python -m bench.load`, on Linux.

Servers run as `upriver serve` in processes of their own. At each table people make a move every so many seconds,
evenly spread; a move counts from `act` sent to its `ack`, and to the last `news` of the table. A single server is
pinned to one core and the people to another.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from time import perf_counter

from tests.postgres import Postgres
from tests.proof.served import Served, served
from tests.server.client import Player

from bench.crowd import Party
from upriver.rules.presets import ENGLISH

AT_ONCE = 16
"""Tables that are opened at the same time."""
POLL = 0.05
REST = 2
"""Moves that every table could have made between the last table's start and the first move."""
MOVES = re.compile(r'^upriver_commands_total{command="BotAct",outcome="ok"} .*$', re.MULTILINE)
SOCKETS = "sockets=20000"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Load:
    """What the server has to bear.

    Args:
        people: at each table.
        every: seconds from one move at a table to the next.
        seconds: how long.
        db: `sqlite`, `postgresql`, or an address.
        processes: of the server.
    """

    people: int
    every: float
    seconds: float
    db: str
    processes: int


@dataclass(frozen=True)
class Used:
    """CPU seconds of processes until a moment, in the order given; of all that runs on the machine; and the time."""

    servers: float
    own: float
    machine: float
    at: float

    @classmethod
    def now(cls, pids: Sequence[int]) -> Used:
        machine = Path("/proc/stat").read_text().split(maxsplit=9)[1:9]
        busy = sum(map(int, machine)) - int(machine[3]) - int(machine[4])  # without idle and waiting for the disk
        return cls(sum(map(cpu_of, pids)), cpu_of(os.getpid()), busy / TICKS, perf_counter())

    def since(self, before: Used) -> Used:
        """Shares of a core from then until now."""
        took = self.at - before.at
        return Used(
            (self.servers - before.servers) / took,
            (self.own - before.own) / took,
            (self.machine - before.machine) / took,
            took,
        )


def cpu_of(pid: int) -> float:
    """CPU seconds that a process has used."""
    numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / TICKS


def memory_of(pid: int) -> float:
    """Megabytes of a process in memory."""
    found = re.search(r"VmRSS:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


def pin(pid: int, core: int) -> None:
    """Keep a process, with its threads, on one core."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), {core})


@contextmanager
def database(db: str, folder: Path) -> Iterator[str]:
    """The address of a database; a new one unless it is an address already."""
    if db == "sqlite":
        yield str(folder / "load.db")
    elif db == "postgresql":
        with Postgres.start(is_safe=True) as server:
            yield server.database()
    else:
        yield db


@asynccontextmanager
async def standing(load: Load) -> AsyncIterator[list[Served]]:
    """New servers, one alone on a core or several on one each; these people where a core is left."""
    with tempfile.TemporaryDirectory() as name, database(load.db, Path(name)) as db:
        async with served(Path(name), db, SOCKETS, processes=load.processes) as servers:
            cores = sorted(os.sched_getaffinity(0))
            for number, server in enumerate(servers):
                pin(server.pid, cores[number % len(cores)])
            os.sched_setaffinity(0, cores[len(servers) :] or cores)
            yield servers
            os.sched_setaffinity(0, cores)


def part_of_a_game(number: int, people: int) -> str:
    """Rules of a game that begins somewhere in the middle, so that tables are in hands of all sizes, and some end."""
    top = min(10, 51 // people)
    sizes = (*range(1, top), *range(top, 0, -1))
    rest = sizes[number % len(sizes) :]
    return f"players={people} sizes={','.join(map(str, rest))}"


async def gather(servers: Sequence[Served], tables: int, people: int) -> list[Party]:
    """Open so many tables and start their games."""
    door = asyncio.Semaphore(AT_ONCE)

    async def fill(number: int) -> Party:
        async with door:
            server = servers[number % len(servers)].server
            guests = [await server.person(f"Guest {number}-{seat}") for seat in range(people)]
            party = Party(await server.table(guests[0], part_of_a_game(number, people)))
            places = [servers[(number + place) % len(servers)].address for place in range(len(servers))]
            await party.come(places, [guest.token for guest in guests])
            return party

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(fill(number)) for number in range(tables)]
    return [task.result() for task in tasks]


async def play(servers: Sequence[Served], parties: Sequence[Party], load: Load) -> str:
    """Play, measure; one line of the table."""
    pids = [server.pid for server in servers]
    begin, count = perf_counter() + REST * load.every, max(1, round(load.seconds / load.every))
    gc.disable()  # these people must not pause while the clock runs
    async with asyncio.TaskGroup() as group:
        for number, party in enumerate(parties):
            first = begin + load.every * number / len(parties)
            group.create_task(party.play(first, load.every, count))
        await asyncio.sleep(begin + load.every - perf_counter())
        before, received = Used.now(pids), sum(party.received for party in parties)
        await asyncio.sleep(load.every * count)
        end = perf_counter()
        used, received = Used.now(pids).since(before), sum(party.received for party in parties) - received
    gc.enable()
    moves = [move for party in parties for move in party.moves]
    acks = spread([move.acked - move.begun for move in moves])
    news = spread([move.told - move.begun for move in moves])
    memory = sum(map(memory_of, pids))
    others = used.machine - used.servers - used.own
    cells = (
        f"{len(parties):,}",
        f"{sum(max(move.acked, move.told) <= end for move in moves) / used.at:,.0f}",
        acks,
        news,
        f"{used.servers:.0%}",
        f"{used.own:.0%}",
        f"{others:.0%}",
        f"{memory:.0f} MB",
        f"{received / used.at / 1e6:.2f} MB",
        f"{os.getloadavg()[0]:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def spread(times: Sequence[float]) -> str:
    """p50, p95, p99 and the longest, in milliseconds."""
    ordered = sorted(times)
    picked = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1e3 for part in (0.5, 0.95, 0.99, 1.0))
    return " / ".join(f"{time:.1f}" for time in picked)


async def people(load: Load, steps: Sequence[int]) -> None:
    """Print the figures of tables of people for each number of tables."""
    print(
        f"{load.people} people at each table, a move every {load.every:g} s, for {load.seconds:g} s, "
        f"{load.db.partition(':')[0]}, {load.processes} server process{'es' * (load.processes > 1)}\n\n"
        "| tables | moves/s | ms to `ack`: p50 / p95 / p99 / max | ms to the last `news` | server's CPU | people's CPU "
        "| other CPU | server's memory | received a second | load |\n|---|---|---|---|---|---|---|---|---|---|",
        flush=True,
    )
    for tables in steps:
        async with standing(load) as servers:
            parties = await gather(servers, tables, load.people)
            print(await play(servers, parties, load), flush=True)
            await asyncio.gather(*(party.part() for party in parties))


async def bots(level: str, load: Load, steps: Sequence[int]) -> None:
    """Print the speed of tables of bots only, without anybody watching, for each number of tables."""
    print(
        f"tables of four bots of level {level}, whole games for {load.seconds:g} s at most, {load.db.partition(':')[0]}"
        "\n\n| tables | moves/s | server's CPU | load |\n|---|---|---|---|",
        flush=True,
    )
    for tables in steps:
        async with standing(load) as servers:
            hosts = [await opened(servers[0], number, level) for number in range(tables)]
            print(await race(servers[0], hosts, load.seconds), flush=True)


async def opened(place: Served, number: int, level: str) -> Player:
    """The host, without a seat, of a table of bots that is ready to start."""
    person = await place.server.person(f"Host {number}")
    host = await place.server.come(person, await place.server.table(person))
    for seat in range(4):
        await host.ask("put_bot", seat=seat, level=level)
    return host


async def race(place: Served, hosts: Sequence[Player], seconds: float) -> str:
    """Start all tables, leave them, and count their moves for so long, or until all games are over."""
    whole = len(hosts) * sum(4 * (size + 1) for size in ENGLISH.sizes)
    done, before = 0, Used.now([place.pid])
    for host in hosts:
        host.post("start")
    for host in hosts:
        await host.until(lambda me: me.phase == "playing")
        await host.close()
    while done < whole and perf_counter() < before.at + seconds:
        await asyncio.sleep(POLL)
        metrics = (await place.server.http.get("/metrics")).text
        done = int(float((MOVES.search(metrics) or "0")[0].split()[-1]))
    used = Used.now([place.pid]).since(before)
    return f"| {len(hosts):,} | {done / used.at:,.0f} | {used.servers:.0%} | {os.getloadavg()[0]:.1f} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print tables in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", default="500", help="how many, or several numbers to go through, as in 400,500,600")
    parser.add_argument("--people", type=int, default=4, help="at each table, 3 to 7")
    parser.add_argument("--every", type=float, default=2.0, help="seconds from one move at a table to the next")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long, or for bots how long at most")
    parser.add_argument(
        "--db", default="sqlite", help="sqlite or postgresql for a new one, or the address of an empty one"
    )
    parser.add_argument("--processes", type=int, default=1, help="of the server; more than one takes postgresql")
    parser.add_argument("--bots", metavar="LEVEL", help="tables of four bots of this level instead, nobody watching")
    chosen = parser.parse_args(arguments)
    load = Load(chosen.people, chosen.every, chosen.seconds, chosen.db, chosen.processes)
    steps = [int(number) for number in chosen.tables.split(",")]
    allow_many_sockets()
    asyncio.run(bots(chosen.bots, load, steps) if chosen.bots else people(load, steps))


def allow_many_sockets() -> None:
    """As many open files as the system allows."""
    most = getrlimit(RLIMIT_NOFILE)[1]
    setrlimit(RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
