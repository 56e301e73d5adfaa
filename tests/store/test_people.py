"""What every store promises: people are known by their tokens, and forgotten whole."""

from __future__ import annotations

import math

import pytest

from tests.store.making import make_table, result
from upriver.store import ConflictError, Person, Store


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
