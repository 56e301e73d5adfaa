"""Appends to a few tables without end and prints what was acknowledged: `python -m tests.store.busy ADDRESS`.

It is killed from outside. Started again it goes on where the tables stand.
"""

from __future__ import annotations

import asyncio
import sys

from tests.store.making import listing, make_table, row
from upriver.store import Store, open_store

TABLES = 12


async def play(store: Store, table: str) -> None:
    last = len(await store.read(table))
    if last == 0:
        await make_table(store, table)
        last = 1
        print(table, last, flush=True)
    while True:
        many = [row(seq) for seq in range(last + 1, last + 2 + last % 3)]
        await store.append(table, last, many, listing(table, last + len(many)))
        last += len(many)
        print(table, last, flush=True)


async def main(address: str) -> None:
    store = await open_store(address)
    await asyncio.gather(*(play(store, f"t{number}") for number in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
