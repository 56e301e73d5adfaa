"""Whether the server is well, and what it counts."""

from __future__ import annotations

import asyncio

import structlog
from litestar import Response, get
from litestar.datastructures import State
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from upriver import __version__
from upriver.server.metrics import REGISTRY
from upriver.server.problems import ApiError, problems
from upriver.store.store import Store, UnavailableError

PATIENCE = 5.0
"""Seconds for the database to answer."""

_log = structlog.get_logger("upriver.health")


class Health(Struct, frozen=True):
    """The server is well."""

    status: str
    version: str


@get("/health", tags=["server"], responses=problems())
async def health(state: State) -> Health:
    """Whether the server works; 503 with the code `unavailable` while it cannot reach its database."""
    store: Store = state.store
    try:
        async with asyncio.timeout(PATIENCE):
            await store.check()
    except (UnavailableError, TimeoutError) as error:
        _log.warning("database unavailable", reason=str(error) or f"no answer in {PATIENCE:g} s")
        raise ApiError(503, "unavailable", "the server cannot reach its database", retry_after=5) from None
    return Health("ok", __version__)


@get("/metrics", include_in_schema=False)
async def metrics() -> Response[bytes]:
    """What the server counts, for Prometheus."""
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
