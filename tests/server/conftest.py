"""What two servers share; a server with a pad on it and two people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.server.live import HintingStore
from tests.server.padding import ADDA, BRENTA, PadClient, begun, client, new_id
from tests.server.visiting import Visit, visit
from upriver.store import Store, open_store


@pytest.fixture(params=["memory", "postgres"])
async def stores(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Store, Store]]:
    """What two servers keep everything in, together."""
    if request.param == "memory":
        store = HintingStore()
        yield store, store
        return
    address = str(request.getfixturevalue("postgres"))
    one, two = await open_store(address), await open_store(address)
    yield one, two
    await asyncio.gather(one.close(), two.close())


@pytest.fixture
async def guest() -> AsyncIterator[Visit]:
    """Somebody in front of a new server."""
    async with visit() as guest:
        yield guest


@pytest.fixture
async def adda(guest: Visit) -> PadClient:
    """The keeper of a pad that only she writes on."""
    keeper = client(await guest.come(ADDA), new_id(), ADDA)
    await keeper.upload(begun(ADDA, BRENTA))
    return keeper


@pytest.fixture
async def brenta(guest: Visit, adda: PadClient) -> PadClient:
    """Somebody known with the pad's link, who has seen it."""
    other = client(await guest.come(BRENTA), adda.pad, BRENTA)
    other.take((await other.ask("GET")).json())
    return other
