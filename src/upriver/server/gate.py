"""`Gate`: what every request and every new socket passes before the application sees it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from litestar.datastructures import Headers
from litestar.enums import ScopeType

from upriver.server.config import Config
from upriver.server.limits import Meter, network
from upriver.server.network import EVERYWHERE, is_loopback, network_address
from upriver.server.problems import ApiError

if TYPE_CHECKING:
    from litestar import Request
    from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
UNCOUNTED = frozenset({"/health", "/metrics"})
"""Paths that whoever watches over the server asks often."""
HOST = re.compile(r"[\w.-]+(:\d+)?|\[[0-9a-fA-F:.]+\](:\d+)?", re.ASCII)
PORT = re.compile(r":\d+$", re.ASCII)
LONGEST_HOST = 261
"""Characters of a `Host` header: a name and a port."""
SECURITY_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        b"font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
        b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)

_log = structlog.get_logger("upriver.http")


class Gate:
    """Refuses what comes too often, from foreign pages or in a wrong form; adds headers; writes the access log.

    Sockets are only counted here: `socket.py` looks at where they come from.

    Args:
        app: the application.
        config: the server's.
        clock: seconds that only grow.
    """

    def __init__(self, app: ASGIApp, config: Config, clock: Callable[[], float]) -> None:
        self._app, self._config, self._clock = app, config, clock
        self._requests = Meter(config.limits.requests_per_minute, 60, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == ScopeType.HTTP:
            await self._http(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        begun, status = self._clock(), 500

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                extra = [(b"cache-control", b"no-store")] if _is_private(scope["path"], message["headers"]) else []
                message["headers"] = [*message["headers"], *SECURITY_HEADERS, *extra]
            await send(message)

        try:
            problem = self._refusal(scope)
            if problem is None:
                await self._app(scope, receive, send_on)
            else:
                await _answer(problem, send_on)
        finally:
            seconds = self._clock() - begun
            note = _log.debug if scope["path"] in UNCOUNTED else _log.info
            note(
                "request",
                method=scope["method"],
                # What stands in a path may be known to its person only; the pattern that it fits is not.
                path=scope.get("path_template") or "-",
                status=status,
                ms=round(seconds * 1000, 1),
                address=address_of(scope),
            )

    async def _websocket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        if self._requests.use(network(address_of(scope))):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        await self._app(scope, receive, send)

    def _refusal(self, scope: HTTPScope) -> ApiError | None:
        if scope["path"] not in UNCOUNTED:
            wait = self._requests.use(network(address_of(scope)))
            if wait:
                return too_many_requests(f"{self._config.limits.requests_per_minute} requests in a minute", wait)
        if scope["method"] in SAFE_METHODS:
            return None
        if self._is_cross_site(scope):
            return ApiError(403, "cross-site", "this request comes from a page of another site, which may not act here")
        headers = Headers.from_scope(scope)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        if kind != "application/json" and (kind or has_body):
            kind = kind[:80]
            return ApiError(415, "not-json", f"{kind!r} is not read here; send application/json", {"type": kind})
        return None

    def _is_cross_site(self, scope: HTTPScope) -> bool:
        """Whether a browser says that a page of another origin asks; programs send neither header."""
        headers = Headers.from_scope(scope)
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site not in ("same-origin", "none")
        return not is_own_origin(headers, self._config.public_url)


def is_own_origin(headers: Mapping[str, str], public_url: str) -> bool:
    """Whether the page that asks is the server's own; programs name no page."""
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is None or (public_url and origin == public_url):
        return True
    return origin.lower() in (f"http://{host}".lower(), f"https://{host}".lower())


def own_address(request: Request[Any, Any, Any], config: Config) -> str:
    """Where other devices find the server, without a slash at the end.

    Whoever asks from the server's own computer, by a name that leads nowhere else, gets its address in the network.

    Raises:
        ApiError: the request names a host that is none.
    """
    if config.public_url:
        return config.public_url
    host = request.headers.get("host", "")
    if len(host) > LONGEST_HOST or not HOST.fullmatch(host):
        raise ApiError(422, "bad-fields", f"Host: {host[:80]!r} is no address of a server", {"host": host[:80]})
    name, port = (host[: found.start()], found[0]) if (found := PORT.search(host)) else (host, "")
    if config.host in EVERYWHERE and is_loopback(name) and (there := network_address()):
        host = there + port
    return f"{request.scope['scheme']}://{host}"


def address_of(scope: HTTPScope | WebSocketScope) -> str:
    """Where a connection comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def too_many_requests(what: str, wait: float) -> ApiError:
    """The refusal of somebody who must wait for so many seconds."""
    seconds = int(wait) + 1
    return ApiError(
        429,
        "too-many-requests",
        f"{what} are the most here; try again in {seconds} s",
        {"wait": seconds},
        retry_after=seconds,
    )


def _is_private(path: str, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return path.startswith("/api/") and all(name.lower() != b"cache-control" for name, _ in headers)


async def _answer(problem: ApiError, send: Send) -> None:
    body = msgspec.json.encode(problem.problem)
    headers = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    headers += [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
