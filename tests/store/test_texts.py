"""What every store promises: texts and numbers come back as they went, or are refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.store.making import PLAYING, UNSTORABLE, listing, make_table, result, row, rows
from upriver.store import Person, Result, Row, Store

ODD_TEXTS = (
    "",
    "ça va, piùttosto così: «ciao» 🂡🃞 ♠♥♦♣",
    "'; DROP TABLE rows; --",
    'a "quoted" \\ back\\slash, {curly}, %s ? :name $1',
    "line\nbreak\ttab\r\x01\x7f\u2028",
    "ｗｉｄｅ \u202eright to left\u202c e\u0301 é",
    "x" * 1_000_000,
)


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
