"""What every store promises: one worker holds a lease at a time."""

from __future__ import annotations

import asyncio

from tests.store.making import listing, make_table, row
from upriver.store import Store


async def test_a_lease_keeps_others_out_until_it_ends(store: Store) -> None:
    await make_table(store, "t")
    assert await store.claim("t", "one", 10.0, 20.0)
    assert not await store.claim("t", "two", 19.9, 30.0)
    assert await store.claim("t", "two", 20.0, 30.0)
    assert not await store.claim("t", "one", 25.0, 35.0)


async def test_a_lease_is_renewed_by_its_holder(store: Store) -> None:
    await make_table(store, "t")
    assert await store.claim("t", "one", 10.0, 20.0)
    assert await store.claim("t", "one", 15.0, 40.0)
    assert not await store.claim("t", "two", 39.0, 50.0)
    assert await store.claim("t", "one", 45.0, 60.0)
    assert not await store.claim("t", "two", 59.0, 70.0)


async def test_there_is_no_lease_of_a_table_that_is_not_there(store: Store) -> None:
    assert not await store.claim("t", "one", 10.0, 20.0)
    await make_table(store, "t")
    assert await store.claim("t", "two", 11.0, 21.0)


async def test_a_worker_that_stops_gives_back_its_leases_and_no_others(store: Store) -> None:
    for name in ("a", "b", "c"):
        await make_table(store, name)
        assert await store.claim(name, "two" if name == "c" else "one", 10.0, 20.0)
    await store.release("one")
    assert [await store.claim(name, "three", 11.0, 21.0) for name in ("a", "b", "c")] == [True, True, False]


async def test_of_many_who_claim_at_once_one_gets_it(store: Store) -> None:
    await make_table(store, "t")
    claims = await asyncio.gather(*(store.claim("t", f"worker {n}", 10.0, 20.0) for n in range(12)))
    assert sorted(claims) == [False] * 11 + [True]
    later = await asyncio.gather(*(store.claim("t", f"worker {n}", 20.0, 30.0) for n in range(12)))
    assert sorted(later) == [False] * 11 + [True]


async def test_tables_that_should_have_woken_are_found_longest_overdue_first(store: Store) -> None:
    for name, wake_at in (("a", 30.0), ("b", 10.0), ("c", 20.0), ("d", None), ("e", 31.0), ("f", 5.0)):
        await make_table(store, name, wake_at=wake_at)
    assert await store.claim("f", "one", 0.0, 30.1)
    assert await store.claim("c", "one", 0.0, 30.0)
    assert await store.overdue(30.0, 9) == ("b", "c", "a")
    assert await store.overdue(30.0, 2) == ("b", "c")
    assert await store.overdue(9.0, 9) == ()
    assert await store.overdue(40.0, 9) == ("f", "b", "c", "a", "e")
    await store.release("one")
    await store.append("b", 1, [row(2)], listing("b", 2, wake_at=None))
    assert await store.overdue(30.0, 9) == ("f", "c", "a")
