"""What every store promises: lists, finished games and reviews are found, and follow their tables."""

from __future__ import annotations

import asyncio
import math

import pytest

from tests.store.making import PLAYING, UNSTORABLE, listing, make_table, result, row, rows
from upriver.store import ConflictError, Result, Store

# Lists


async def test_the_public_list_has_public_tables_of_the_phases_newest_first(store: Store) -> None:
    await make_table(store, "a", updated_at=30.0, phase="waiting")
    await make_table(store, "b", updated_at=10.0)
    await make_table(store, "c", updated_at=20.0)
    await make_table(store, "d", updated_at=40.0, is_public=False)
    await make_table(store, "e", updated_at=50.0, phase="over")
    codes = [found.code for found in await store.public_tables(("waiting", "playing"), 9)]
    assert codes == ["CODE-a", "CODE-c", "CODE-b"]
    assert [found.code for found in await store.public_tables(PLAYING, 1)] == ["CODE-c"]
    assert await store.public_tables(("none",), 9) == ()
    assert await store.public_tables((), 9) == ()
    assert await store.public_tables(PLAYING, 0) == ()
    assert await store.count_tables(("waiting", "playing")) == 4
    assert await store.count_tables(()) == 0


async def test_an_append_replaces_the_listing(store: Store) -> None:
    await make_table(store, "t", members=("ada", "bea"), wake_at=5.0)
    changed = listing("t", 2, members=("bea", "cho"), is_public=False, phase="over", body="other", updated_at=77.0)
    await store.append("t", 1, [row(2)], changed)
    assert await store.listing("t") == changed
    assert await store.public_tables(("playing", "over"), 9) == ()
    assert await store.tables_of("ada", ("playing", "over"), 9) == ()
    assert await store.tables_of("bea", ("over",), 9) == (changed,)
    assert await store.tables_of("cho", ("over",), 9) == (changed,)
    assert await store.overdue(9.0, 9) == ()


async def test_a_person_finds_the_tables_they_sit_at_newest_first(store: Store) -> None:
    await make_table(store, "a", updated_at=10.0, members=("ada",))
    await make_table(store, "b", updated_at=20.0, members=("bea", "ada"), is_public=False)
    await make_table(store, "c", updated_at=30.0, members=("bea",))
    await make_table(store, "d", updated_at=40.0, members=("ada",), phase="over")
    await make_table(store, "e", updated_at=50.0, members=())
    assert [found.code for found in await store.tables_of("ada", PLAYING, 9)] == ["CODE-b", "CODE-a"]
    assert [found.code for found in await store.tables_of("ada", ("playing", "over"), 1)] == ["CODE-d"]
    assert await store.tables_of("eve", PLAYING, 9) == ()
    assert await store.tables_of("ada", (), 9) == ()


async def test_who_sits_twice_is_found_once_and_listed_twice(store: Store) -> None:
    await make_table(store, "t", members=("ada", "bea", "ada"))
    assert await store.tables_of("ada", PLAYING, 9) == (listing("t", 1, members=("ada", "bea", "ada")),)
    twice = result("g", "t", members=("ada", "ada"))
    await store.append("t", 1, [row(2)], listing("t", 2, members=("cho", "cho")), twice)
    assert await store.results_of("ada", math.inf, 9) == (twice,)
    assert len(await store.tables_of("cho", PLAYING, 9)) == 1


# Results


async def test_finished_games_are_paged_through_newest_first(store: Store) -> None:
    await make_table(store, "t")
    ended = [result(f"g{n}", "t", ended_at=float(n), members=("ada", "bea") if n % 3 else ("bea",)) for n in range(10)]
    for seq, one in enumerate(ended, start=2):
        await store.append("t", seq - 1, [row(seq)], listing("t", seq), one)
    seen: list[Result] = []
    before = math.inf
    while page := await store.results_of("ada", before, 2):
        assert len(page) <= 2
        seen += page
        before = page[-1].ended_at
    assert seen == [one for one in reversed(ended) if "ada" in one.members]
    assert len(await store.results_of("bea", 5.0, 99)) == 5
    assert await store.results_of("eve", math.inf, 9) == ()


async def test_what_is_kept_of_a_game_can_change_and_go(store: Store) -> None:
    await make_table(store, "t", 3)
    for number, members in enumerate((("ada", "bea"), ("bea", "cho", "bea"), (), ("ada",))):
        now = result("g", "t", ended_at=5.0 + number, members=members, body=f"{number}")
        await store.settle("t", 3, "g", now)
        assert await store.result("g") == now
        for person in ("ada", "bea", "cho"):
            assert await store.results_of(person, math.inf, 9) == ((now,) if person in members else ())
    await store.settle("t", 3, "g", None)
    await store.settle("t", 3, "g", None)
    assert await store.result("g") is None
    assert await store.results_of("ada", math.inf, 9) == ()
    assert await store.read("t") == tuple(rows(1, 3))
    assert await store.listing("t") == listing("t", 3)


async def test_what_is_kept_of_a_game_is_settled_by_its_table_as_it_stands(store: Store) -> None:
    await make_table(store, "t", 3)
    await make_table(store, "u", 3)
    await store.settle("t", 3, "g", result("g", "t"))
    for table, seq in (("t", 2), ("t", 4), ("u", 3), ("none", 0), ("none", 3)):
        for outcome in (None, result("g", table, body="stale")):
            with pytest.raises(ConflictError):
                await store.settle(table, seq, "g", outcome)
    with pytest.raises(ValueError, match="not 'h' of 't'"):
        await store.settle("t", 3, "h", result("g", "t"))
    assert await store.result("g") == result("g", "t")
    assert await store.results_of("ada", math.inf, 9) == (result("g", "t"),)


async def test_of_a_result_and_an_append_at_once_the_result_is_of_the_log_as_it_stood(store: Store) -> None:
    await make_table(store, "t")
    for last in range(1, 12):
        outcomes = await asyncio.gather(
            store.append("t", last, [row(last + 1)], listing("t", last + 1)),
            *(store.settle("t", seq, "g", result("g", "t", last=seq)) for seq in (last, last + 1)),
            return_exceptions=True,
        )
        assert outcomes[0] is None
        assert {type(outcome) for outcome in outcomes[1:]} <= {type(None), ConflictError}
        await store.settle("t", last + 1, "g", result("g", "t", last=last + 1))
        assert await store.result("g") == result("g", "t", last=last + 1)


async def test_the_games_of_everybody_are_paged_through_in_the_order_of_their_end(store: Store) -> None:
    await make_table(store, "t", 3)
    assert await store.results_after(-math.inf, "", 9) == ()
    ends = (5.0, 2.0, 7.5, 2.0, 2.0, 9.0, 0.25)
    ended = [result(f"g{n}", "t", ended_at=end, members=("ada",) if n % 2 else ()) for n, end in enumerate(ends)]
    for one in ended:
        await store.settle("t", 3, one.game, one)
    in_order = sorted(ended, key=lambda one: (one.ended_at, one.game))
    for limit in (1, 2, 3, 99):
        seen: list[Result] = []
        last = (-math.inf, "")
        while page := await store.results_after(*last, limit):
            assert len(page) <= limit
            seen += page
            last = (page[-1].ended_at, page[-1].game)
        assert seen == in_order
    assert [one.game for one in await store.results_after(2.0, "", 9)] == ["g1", "g3", "g4", "g0", "g2", "g5"]
    assert [one.game for one in await store.results_after(2.0, "g3", 9)] == ["g4", "g0", "g2", "g5"]


# Reviews


async def test_a_review_is_kept_in_its_form_until_another_takes_its_place(store: Store) -> None:
    assert await store.review("g", 1) is None
    body = bytes(range(256)) * 300
    await store.keep_review("g", 1, body, b"brief")
    await store.keep_review("h", 1, b"", b"")
    assert await store.review("g", 1) == body
    assert await store.review("h", 1) == b""
    assert await store.review("g", 2) is None
    await store.keep_review("g", 2, b"new", b"")
    assert [await store.review("g", form) for form in (1, 2)] == [None, b"new"]


async def test_the_briefs_of_somebodys_games_come_together(store: Store) -> None:
    await make_table(store, "t", 3)
    for game, members in (("g", ("ada", "bea")), ("h", ("bea",)), ("i", ("ada",)), ("j", ("ada",))):
        await store.settle("t", 3, game, result(game, "t", members=members))
        await store.keep_review(game, 2 if game == "j" else 1, b"body", f"of {game}".encode())
    await store.settle("t", 3, "k", result("k", "t", members=("ada",)))
    await store.keep_review("l", 1, b"body", b"of no finished game")
    assert await store.briefs_of("ada", 1) == {"g": b"of g", "i": b"of i"}
    assert await store.briefs_of("bea", 1) == {"g": b"of g", "h": b"of h"}
    assert await store.briefs_of("ada", 2) == {"j": b"of j"}
    await store.keep_review("g", 1, b"body", b"anew")
    assert (await store.briefs_of("bea", 1))["g"] == b"anew"
    assert await store.briefs_of("cho", 1) == {}


@pytest.mark.parametrize("text", UNSTORABLE)
async def test_no_review_is_kept_of_a_game_whose_id_cannot_be(store: Store, text: str) -> None:
    with pytest.raises(ValueError, match="no database can keep"):
        await store.keep_review(text, 1, b"", b"")
    assert await store.review(text, 1) is None
    assert await store.briefs_of(text, 1) == {}
