"""What two servers share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.server.live import HintingStore
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
