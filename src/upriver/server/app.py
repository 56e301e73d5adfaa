"""The application: HTTP, sockets and the start page behind one gate."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag

from upriver import __version__
from upriver.server.clients import Doorkeeper
from upriver.server.config import Config
from upriver.server.games import Games
from upriver.server.gate import Gate
from upriver.server.health import health, metrics
from upriver.server.hints import Hints, give_hint
from upriver.server.hosts import Hosts
from upriver.server.house_rules import HouseRules
from upriver.server.lobby import Lobby
from upriver.server.moments import Replays
from upriver.server.pad_routes import PadDoors, pad_router
from upriver.server.pads import Pads
from upriver.server.page import CLIENT, pages
from upriver.server.people import COOKIE, People, person_of
from upriver.server.people_routes import Doors, PeopleRoutes
from upriver.server.problems import answer
from upriver.server.reviews import Reviews, review_routes
from upriver.server.socket import socket_route
from upriver.server.stats_league import Leagues
from upriver.server.stats_ratings import RatingBook
from upriver.server.stats_routes import stats_routes
from upriver.server.table_routes import TableRoutes
from upriver.store.store import Store

if TYPE_CHECKING:
    from litestar.types import ASGIApp


@dataclass(frozen=True, slots=True)
class Clocks:
    """Where the time comes from.

    Args:
        wall: seconds since 1970, UTC.
        steady: seconds that only grow.
    """

    wall: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic


@dataclass(frozen=True, slots=True)
class Application:
    """A server without its network.

    Args:
        asgi: what answers requests.
        part: closes all sockets with "restarting" and gives back what other processes can do; safe to call twice.
    """

    asgi: ASGIApp
    part: Callable[[], Awaitable[None]] = field(repr=False)


def create_app(config: Config, store: Store, *, clocks: Clocks | None = None, client: Path = CLIENT) -> Application:
    """The application on an open store, which stays the caller's to close.

    Args:
        config: the host's choices.
        store: where everything is kept.
        clocks: where the time comes from.
        client: the folder of the built browser client; without one a plain page is served.
    """
    clocks = clocks or Clocks()
    pads = Pads(store, config.limits, clocks.wall)
    hosts = Hosts(store, config.limits, clocks.wall, pads.hear)
    keeper = Doorkeeper(config.limits)
    lobby = Lobby(store, hosts, config.limits, clocks.steady)
    hints = Hints(hosts, config.limits, clocks.steady)
    reviews = Reviews(store, config.limits)

    @asynccontextmanager
    async def live(_: Litestar) -> AsyncIterator[None]:
        async with hosts:
            yield
        hints.stop()
        await reviews.stop()

    async def part() -> None:
        hints.stop()
        await reviews.stop()
        await pads.stop()
        await hosts.stop()

    litestar = Litestar(
        [
            HouseRules,
            PeopleRoutes,
            TableRoutes,
            give_hint,
            Games,
            *review_routes,
            *stats_routes,
            pad_router(config.limits),
            health,
            metrics,
            socket_route(hosts, person_of, keeper, config.limits, config.public_url),
            *pages(client),
        ],
        state=State(
            {
                "config": config,
                "store": store,
                "people": People(store, clocks.wall),
                "doors": Doors(config.limits, clocks.steady),
                "lobby": lobby,
                "pads": pads,
                "pad_doors": PadDoors(store, config.limits, keeper, clocks.steady),
                "replays": Replays(store),
                "ratings": RatingBook(store),
                "leagues": Leagues(store, clocks.wall),
                "hints": hints,
                "reviews": reviews,
            }
        ),
        lifespan=[live],
        exception_handlers={Exception: answer},
        request_max_body_size=config.limits.body,
        logging_config=None,
        openapi_config=_openapi(),
    )
    return Application(Gate(litestar, config, clocks.steady), part)


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Upriver",
        version=__version__,
        description="Tables of Up and Down the River: people, rules, tables, score pads, past games. What is played "
        "goes over the WebSocket of a table (docs/protocol.md). Every error is {code, message, details} "
        "(docs/http.md).",
        path="/api/schema",
        render_plugins=[JsonRenderPlugin(path="/")],
        use_handler_docstrings=True,
        tags=[Tag("rules"), Tag("people"), Tag("tables"), Tag("pads"), Tag("games"), Tag("server")],
        components=Components(
            security_schemes={
                "bearer": SecurityScheme(type="http", scheme="bearer", description="the token of `POST /api/people`"),
                "cookie": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
            }
        ),
        security=[{"bearer": []}, {"cookie": []}, {}],
    )
