"""What every store promises: one suite, run over memory, SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence

import pytest

from tests.store.making import PLAYING, listing, make_table, result, row, rows
from upriver.store import ConflictError, Listing, Person, Result, Row, Store

ODD_TEXTS = (
    "",
    "ça va, piùttosto così: «ciao» 🂡🃞 ♠♥♦♣",
    "'; DROP TABLE rows; --",
    'a "quoted" \\ back\\slash, {curly}, %s ? :name $1',
    "line\nbreak\ttab\r\x01\x7f\u2028",
    "ｗｉｄｅ \u202eright to left\u202c e\u0301 é",
    "x" * 1_000_000,
)
UNSTORABLE = ("nul \0 inside", "half \ud83c of a pair")


# The log


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


# Texts and numbers


@pytest.mark.parametrize("text", ODD_TEXTS, ids=range(len(ODD_TEXTS)))
async def test_a_text_comes_back_as_it_went(store: Store, text: str) -> None:
    name = text[:200]
    odd = listing("t", 1, code=name, phase=name, body=text, members=(name, "ada", name + "!"))
    await store.create(f"t{name}", [row(1, body=text, by=name)], odd)
    assert await store.read(f"t{name}") == (row(1, body=text, by=name),)
    assert await store.listing(f"t{name}") == odd
    assert await store.find(name) == f"t{name}"
    assert await store.tables_of(name, [name], 9) == (odd,)
    ended = Result(name, f"t{name}", 1, 2, 5.0, (name,), text)
    await store.append(f"t{name}", 1, [row(2)], listing("t", 2), ended)
    assert await store.result(name) == ended
    assert await store.results_of(name, 6.0, 9) == (ended,)
    await store.add_person(Person(name, name, 1.0), b"hash")
    await store.rename(name, f"{name}?")
    assert await store.person_of(b"hash") == Person(name, f"{name}?", 1.0)
    assert await store.claim(f"t{name}", name, 1.0, 2.0)


@pytest.mark.parametrize("text", UNSTORABLE)
async def test_a_text_that_cannot_be_kept_is_refused_and_never_found(store: Store, text: str) -> None:
    await make_table(store, "t")
    refused: list[Callable[[], Awaitable[None]]] = [
        lambda: store.append("t", 1, [row(2, body=text)], listing("t", 2)),
        lambda: store.append("t", 1, [row(2, by=text)], listing("t", 2)),
        lambda: store.append("t", 1, [row(2)], listing("t", 2, members=(text,))),
        lambda: store.append("t", 1, [row(2)], listing("t", 2), result("g", "t", body=text)),
        lambda: store.settle("t", 1, "g", result("g", "t", members=(text,))),
        lambda: store.settle("t", 1, text, None),
        lambda: store.create(text, [row(1)], listing("u", 1)),
        lambda: store.create("u", [row(1)], listing("u", 1, code=text)),
        lambda: store.add_person(Person(text, "Ada", 1.0), b"hash"),
        lambda: store.add_person(Person("ada", text, 1.0), b"hash"),
        lambda: store.add_token(text, b"hash"),
        lambda: store.rename("ada", text),
    ]
    for call in refused:
        with pytest.raises(ValueError, match="no database can keep"):
            await call()
    assert await store.read("t") == (row(1),)
    assert await store.find(text) is None
    assert await store.read(text) == ()
    assert await store.listing(text) is None
    assert await store.person(text) is None
    assert await store.result(text) is None
    assert await store.results_of(text, 9.0, 9) == ()
    assert await store.tables_of(text, PLAYING, 9) == ()
    assert await store.person_of(b"hash") is None


@pytest.mark.parametrize("at", [0.0, 1764518400.123456, 0.1 + 0.2, 5e-324, 1e300, -1.5])
async def test_a_time_comes_back_as_it_went(store: Store, at: float) -> None:
    timed = listing("t", 1, wake_at=at, updated_at=at)
    await store.create("t", [row(1, at=at)], timed)
    assert await store.read("t") == (row(1, at=at),)
    assert await store.listing("t") == timed


async def test_a_time_may_be_a_whole_number(store: Store) -> None:
    mixed = [Row(1, 5, "ada", ""), Row(2, 5.5, "ada", "")]
    await store.create("t", mixed, listing("t", 2, updated_at=6, wake_at=7))
    await store.append("t", 2, [Row(3, 8, "", "")], listing("t", 3, wake_at=7), result("g", "t", ended_at=8))
    assert await store.read("t") == (*mixed, Row(3, 8, "", ""))
    assert await store.overdue(7, 9) == ("t",)


async def test_a_log_may_be_long(store: Store) -> None:
    await make_table(store, "t", 3000)
    await store.append("t", 3000, rows(3001, 6000), listing("t", 6000))
    assert await store.read("t") == tuple(rows(1, 6000))


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


# Forgetting


async def test_who_is_forgotten_leaves_the_games_to_the_others(store: Store) -> None:
    for name in ("ada", "bea"):
        await store.add_person(Person(name, name.title(), 1.0), f"{name} 1".encode())
        await store.add_token(name, f"{name} 2".encode())
    await make_table(store, "t", 3)
    both, alone = result("g", "t", body="ada, bea"), result("h", "t", members=("ada",), body="ada")
    others = result("i", "t", members=("bea",), body="bea")
    for one in (both, alone, others):
        await store.settle("t", 3, one.game, one)
    left = [result("g", "t", members=("bea",), body="gone, bea"), result("h", "t", members=(), body="gone")]
    await store.forget("ada", [*left, result("never", "t", members=(), body="was not there")])
    assert await store.person("ada") is None
    assert [await store.person_of(token) for token in (b"ada 1", b"ada 2")] == [None, None]
    assert await store.results_of("ada", math.inf, 9) == ()
    assert [await store.result(game) for game in ("g", "h", "i", "never")] == [*left, others, None]
    assert set(await store.results_of("bea", math.inf, 9)) == {left[0], others}
    assert await store.person("bea") == await store.person_of(b"bea 2") == Person("bea", "Bea", 1.0)
    await store.forget("ada", [])
    await store.add_person(Person("ada", "Another", 2.0), b"ada 1")
    assert await store.results_of("ada", math.inf, 9) == ()


async def test_nobody_is_forgotten_by_half(store: Store) -> None:
    await store.add_person(Person("ada", "Ada", 1.0), b"token")
    await make_table(store, "t", 3)
    await store.settle("t", 3, "g", result("g", "t"))
    for still in (result("g", "t"), result("g", "t", members=(), body='["ada"]')):
        with pytest.raises(ValueError, match="still names 'ada'"):
            await store.forget("ada", [still])
    assert await store.person_of(b"token") == Person("ada", "Ada", 1.0)
    assert await store.results_of("ada", math.inf, 9) == (result("g", "t"),)
    await store.forget("eve", [result("g", "t", body="rewritten by nobody")])
    assert await store.result("g") == result("g", "t")


# Leases


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


# People


async def test_a_person_is_known_by_each_token(store: Store) -> None:
    ada, bea = Person("p1", "Ada", 5.0), Person("p2", "Bea", 6.0)
    await store.add_person(ada, b"\x00one\xff")
    await store.add_person(bea, b"two")
    await store.add_token("p1", b"three")
    assert await store.person("p1") == ada
    assert [await store.person_of(token) for token in (b"\x00one\xff", b"two", b"three", b"", b"one")] == [
        *(ada, bea, ada),
        *(None, None),
    ]
    await store.drop_token(b"three")
    await store.drop_token(b"never there")
    assert await store.person_of(b"three") is None
    assert await store.person_of(b"\x00one\xff") == ada


async def test_ids_and_tokens_are_given_once(store: Store) -> None:
    ada = Person("p1", "Ada", 5.0)
    await store.add_person(ada, b"one")
    for person, token in ((Person("p1", "Eve", 6.0), b"two"), (Person("p3", "Eve", 6.0), b"one")):
        with pytest.raises(ConflictError):
            await store.add_person(person, token)
    for owner, token in (("p1", b"one"), ("p3", b"three")):
        with pytest.raises(ConflictError):
            await store.add_token(owner, token)
    assert await store.person("p1") == ada
    assert await store.person("p3") is None
    assert [await store.person_of(token) for token in (b"one", b"two", b"three")] == [ada, None, None]


async def test_a_name_can_change(store: Store) -> None:
    await store.add_person(Person("p1", "Ada", 5.0), b"one")
    await store.rename("p1", "Adélaïde")
    await store.rename("p2", "Nobody")
    assert await store.person_of(b"one") == Person("p1", "Adélaïde", 5.0)
    assert await store.person("p2") is None


# The whole


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
