"""Kills a program that appends, and compares what is stored with what it had acknowledged."""

from __future__ import annotations

import random
import subprocess
import sys

from tests.store.busy import TABLES
from tests.store.making import listing, rows
from upriver.store import open_store


def kill_in_mid_write(address: str, lines: int) -> dict[str, int]:
    """Start the program, kill it after so many lines; the last acknowledged seq of each table it spoke of."""
    program = subprocess.Popen((sys.executable, "-m", "tests.store.busy", address), stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    said = [program.stdout.readline() for _ in range(lines)]
    program.kill()
    said += program.stdout.readlines()
    program.stdout.close()
    program.wait()
    assert len(said) > lines / 2, "the program ended by itself"
    # The last line may have been cut short by the kill.
    pairs = (line.split() for line in said if line.endswith("\n"))
    acknowledged: dict[str, int] = {}
    for table, seq in pairs:
        acknowledged[table] = max(acknowledged.get(table, 0), int(seq))
    return acknowledged


async def check_that_all_is_there(address: str, acknowledged: dict[str, int]) -> None:
    """Every row up to the acknowledged one, none twice, no gap, and the listing of the last."""
    store = await open_store(address)
    try:
        for number in range(TABLES):
            table = f"t{number}"
            stored = await store.read(table)
            assert len(stored) >= acknowledged.get(table, 0)
            assert stored == tuple(rows(1, len(stored)))
            if stored:
                assert await store.listing(table) == listing(table, len(stored))
    finally:
        await store.close()


async def kill_again_and_again(address: str, times: int) -> None:
    """Kill, check, go on where it stands."""
    rng = random.Random(address)
    acknowledged: dict[str, int] = {}
    for _ in range(times):
        acknowledged |= kill_in_mid_write(address, rng.randrange(20, 600))
        await check_that_all_is_there(address, acknowledged)
