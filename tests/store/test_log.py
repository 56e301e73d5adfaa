"""What every store promises: logs are kept whole, in order, and a stale append loses."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence

import pytest

from tests.store.making import PLAYING, listing, make_table, result, row, rows
from upriver.store import ConflictError, Listing, Result, Row, Store


async def test_a_new_table_has_its_rows(store: Store) -> None:
    await store.create("t", rows(1, 3), listing("t", 3))
    assert await store.read("t") == tuple(rows(1, 3))
    assert await store.listing("t") == listing("t", 3)
    assert await store.find("CODE-t") == "t"


async def test_what_is_appended_follows_what_was_there(store: Store) -> None:
    await make_table(store, "t", 2)
    await store.append("t", 2, rows(3, 5), listing("t", 5, phase="over"))
    await store.append("t", 5, [row(6)], listing("t", 6))
    assert await store.read("t") == tuple(rows(1, 6))
    assert await store.listing("t") == listing("t", 6)


async def test_reading_begins_after_a_row(store: Store) -> None:
    await make_table(store, "t", 5)
    assert await store.read("t", 3) == tuple(rows(4, 5))
    assert await store.read("t", 5) == ()
    assert await store.read("t", 99) == ()


async def test_a_table_that_is_not_there_has_nothing(store: Store) -> None:
    await make_table(store, "other")
    assert await store.read("t") == ()
    assert await store.listing("t") is None
    assert await store.find("CODE-t") is None
    assert await store.result("g") is None


@pytest.mark.parametrize("after", [0, 1, 2, 4, 5])
async def test_a_stale_append_loses(store: Store, after: int) -> None:
    await make_table(store, "t", 3)
    with pytest.raises(ConflictError):
        await store.append("t", after, [row(after + 1, body="stale")], listing("t", after + 1, phase="stale"))
    assert await store.read("t") == tuple(rows(1, 3))
    assert await store.listing("t") == listing("t", 3)


async def test_an_append_to_no_table_loses(store: Store) -> None:
    with pytest.raises(ConflictError):
        await store.append("t", 0, [row(1)], listing("t", 1))
    assert await store.read("t") == ()


async def test_an_id_is_given_once(store: Store) -> None:
    await make_table(store, "t")
    with pytest.raises(ConflictError):
        await store.create("t", rows(1, 2), listing("t", 2, code="OTHER"))
    assert await store.read("t") == tuple(rows(1, 1))
    assert await store.find("OTHER") is None


async def test_a_code_is_given_once(store: Store) -> None:
    await make_table(store, "t")
    with pytest.raises(ConflictError):
        await make_table(store, "u", code="CODE-t")
    assert await store.listing("u") is None
    assert await store.read("u") == ()
    assert await store.find("CODE-t") == "t"


async def test_a_code_can_be_exchanged_but_not_for_anothers(store: Store) -> None:
    await make_table(store, "t")
    await make_table(store, "u")
    with pytest.raises(ConflictError):
        await store.append("t", 1, [row(2)], listing("t", 2, code="CODE-u"))
    assert await store.read("t") == tuple(rows(1, 1))
    await store.append("t", 1, [row(2)], listing("t", 2, code="NEW"))
    assert [await store.find(code) for code in ("CODE-t", "CODE-u", "NEW")] == [None, "u", "t"]
    await make_table(store, "v", code="CODE-t")
    assert await store.find("CODE-t") == "v"


async def test_a_listing_can_change_without_a_row(store: Store) -> None:
    await make_table(store, "t", 2)
    await store.append("t", 2, [], listing("t", 2, wake_at=5.0))
    assert await store.read("t") == tuple(rows(1, 2))
    assert await store.listing("t") == listing("t", 2, wake_at=5.0)
    with pytest.raises(ConflictError):
        await store.append("t", 1, [], listing("t", 1))


@pytest.mark.parametrize("numbers", [[1], [3, 4], [2, 4], [2, 2], [3, 2]])
async def test_rows_with_wrong_numbers_are_refused(store: Store, numbers: list[int]) -> None:
    await make_table(store, "t")
    with pytest.raises(ValueError, match="must be numbered from 2"):
        await store.append("t", 1, [row(seq) for seq in numbers], listing("t", 1 + len(numbers)))
    with pytest.raises(ValueError, match="must be numbered from 1"):
        await store.create("u", [row(2)], listing("u", 2))
    with pytest.raises(ValueError, match=r"listing\.seq is 7"):
        await store.append("t", 1, [row(2)], listing("t", 7))
    assert await store.read("t") == tuple(rows(1, 1))


async def test_of_many_who_append_at_once_one_wins_each_number(store: Store) -> None:
    await make_table(store, "t")
    won: dict[int, str] = {}
    lost = 0

    async def compete(name: str) -> None:
        nonlocal lost
        while (last := len(await store.read("t"))) < 21:
            await asyncio.sleep(0)
            try:
                await store.append("t", last, [row(last + 1, by=name)], listing("t", last + 1))
            except ConflictError:
                lost += 1
            else:
                assert last + 1 not in won
                won[last + 1] = name

    await asyncio.gather(*(compete(f"player {number}") for number in range(8)))
    stored = await store.read("t")
    assert [entry.seq for entry in stored] == list(range(1, len(stored) + 1))
    assert {entry.seq: entry.by for entry in stored[1:]} == won
    assert lost > 0


async def test_a_conflict_touches_no_other_that_is_written_with_it(store: Store) -> None:
    names = [f"t{number}" for number in range(20)]
    for name in names:
        await make_table(store, name)
    work = [store.append(name, 1, [row(2)], listing(name, 2)) for name in names]
    stale = [store.append(name, 0, [row(1, body="stale")], listing(name, 1)) for name in names]
    taken = [make_table(store, f"new {name}", code=f"CODE-{name}") for name in names]
    mixed = [one for three in zip(work, stale, taken, strict=True) for one in three]
    outcomes = await asyncio.gather(*mixed, return_exceptions=True)
    assert outcomes[0::3] == [None] * 20
    assert all(isinstance(outcome, ConflictError) for outcome in outcomes[1::3] + outcomes[2::3])
    for name in names:
        assert await store.read(name) == tuple(rows(1, 2))
        assert await store.listing(f"new {name}") is None


async def test_appends_of_all_kinds_can_be_written_together(store: Store) -> None:
    names = [f"t{number}" for number in range(30)]
    for name in names:
        await make_table(store, name)

    def kind(number: int, t: str) -> tuple[Sequence[Row], Listing, Result | None]:
        return (
            ([row(2)], listing(t, 2), None),
            ([], listing(t, 1, wake_at=7, phase="over"), None),
            (rows(2, 40), listing(t, 40, members=(), wake_at=7.5, updated_at=9), None),
            ([Row(2, 5, "", "")], listing(t, 2, members=("cho", t)), result(f"g {t}", t, ended_at=8)),
            ([row(2)], listing(t, 2, is_public=False), result(f"g {t}", t, members=("ada",))),
            ([row(2)], listing(t, 2, code=f"new {t}"), result(f"g {t}", t, members=())),
        )[number % 6]

    given = {name: kind(number, name) for number, name in enumerate(names)}
    await asyncio.gather(*(store.append(name, 1, *what) for name, what in given.items()))
    for name, (new, listed, ended) in given.items():
        assert await store.read(name) == (row(1), *new)
        assert await store.listing(name) == listed
        assert await store.find(listed.code) == name
        assert await store.result(f"g {name}") == ended
    assert {one.seq for one in await store.tables_of("cho", PLAYING, 99)} == {2}
    assert len(await store.tables_of("cho", PLAYING, 99)) == 5
    assert len(await store.tables_of("ada", PLAYING, 99)) == 15
    assert len(await store.results_of("ada", math.inf, 99)) == 10
    assert len(await store.results_of("cho", math.inf, 99)) == 0


async def test_appends_to_one_table_given_in_order_all_win(store: Store) -> None:
    await make_table(store, "t")
    given = [store.append("t", seq - 1, [row(seq)], listing("t", seq)) for seq in range(2, 30)]
    await asyncio.gather(*given)
    assert await store.read("t") == tuple(rows(1, 29))


async def test_rows_listing_and_result_are_stored_all_or_none(store: Store) -> None:
    await make_table(store, "t")
    await store.append("t", 1, [row(2)], listing("t", 2), result("g", "t"))
    with pytest.raises(ConflictError):
        await store.append("t", 1, [row(2)], listing("t", 2, members=("eve",)), result("h", "t", members=("eve",)))
    with pytest.raises(ConflictError):
        await store.append("t", 2, [row(3)], listing("t", 3, members=("eve",)), result("g", "t", members=("eve",)))
    assert await store.read("t") == tuple(rows(1, 2))
    assert await store.listing("t") == listing("t", 2)
    assert await store.result("h") is None
    assert await store.result("g") == result("g", "t")
    assert await store.results_of("eve", math.inf, 9) == ()
    assert await store.tables_of("eve", PLAYING, 9) == ()


@pytest.mark.parametrize("pauses", range(6))
async def test_an_append_whose_caller_is_cancelled_is_whole_or_not_there(store: Store, pauses: int) -> None:
    await make_table(store, "t")
    changed = listing("t", 4, members=("eve",))
    task = asyncio.create_task(store.append("t", 1, rows(2, 4), changed, result("g", "t", members=("eve",))))
    for _ in range(pauses):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})
    while True:  # once another append has won, the cancelled one has come before it or never will
        last = len(await store.read("t"))
        try:
            await store.append("t", last, [row(last + 1)], listing("t", last + 1, members=("eve",)))
        except ConflictError:
            continue
        break
    assert last in (1, 4)
    assert await store.read("t") == tuple(rows(1, last + 1))
    assert await store.result("g") == (None if last == 1 else result("g", "t", members=("eve",)))
    assert len(await store.results_of("eve", math.inf, 9)) == (last == 4)
    assert await store.listing("t") == listing("t", last + 1, members=("eve",))


# The store itself


async def test_a_store_answers_that_it_is_there(store: Store) -> None:
    await store.check()


async def test_hints_end_when_the_store_is_closed(store: Store) -> None:
    listening = asyncio.create_task(_listen(store))
    await asyncio.sleep(0.05)
    await store.close()
    async with asyncio.timeout(5):
        await listening


async def test_closing_finishes_what_was_begun(store: Store) -> None:
    await make_table(store, "t")
    begun = [asyncio.create_task(make_table(store, f"t{n}")) for n in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*begun)


async def _listen(store: Store) -> None:
    async for _ in store.hints():
        pass
