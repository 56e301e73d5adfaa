"""The three stores, each empty and open, and closed at the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from upriver.store import Store, open_store

KINDS = ("memory", "sqlite", "postgres")


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "memory":
        return "memory"
    if request.param == "sqlite":
        return str(tmp_path / "upriver.db")
    return str(request.getfixturevalue("postgres"))


@pytest_asyncio.fixture
async def store(address: str) -> AsyncIterator[Store]:
    opened = await open_store(address)
    yield opened
    await opened.close()
