"""`upriver serve`: open the store, listen, say where, and stop without losing anything."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import FrameType
from typing import TextIO

import structlog
import uvicorn

from upriver import __version__
from upriver.rules import UpriverError
from upriver.server.app import Application, create_app
from upriver.server.config import Config
from upriver.server.frames import FrameProtocol
from upriver.server.logs import set_up_logs
from upriver.server.network import EVERYWHERE, is_loopback, network_address
from upriver.server.qr import qr_text
from upriver.store import hide_password, open_store
from upriver.words import Words

STOP_SECONDS = 3
"""For so long a stopping server waits for requests that are being answered."""
PINGS_SECONDS = 20.0
OPEN_FILES = 65_536
"""So many open files a process asks the system for."""
GARBAGE = 1_000_000
"""Objects more than before, 100 MB, after which Python looks among the new ones for garbage that holds itself."""

_log = structlog.get_logger("upriver.serve")


class StartError(UpriverError):
    """The server cannot start here, as when its port is in use; the message says what would work."""


def run(config: Config, words: Words, *, opens_browser: bool = False) -> int:
    """Serve until a signal says stop; the exit code.

    Raises:
        StartError: the address cannot be listened at.
        UpriverError: the database cannot be opened.
    """
    set_up_logs(config.log)
    _allow_many_sockets()
    with listen(config, words) as listener:
        asyncio.run(_serve(config, words, listener, opens_browser=opens_browser))
    return 0


def listen(config: Config, words: Words) -> socket.socket:
    """A socket that listens where the config says.

    Raises:
        StartError: the port is in use or not allowed, or the host is not this computer's.
    """
    host, port = config.host, config.port
    is_v6 = ":" in host
    try:
        listener = socket.create_server(
            (host, port),
            family=socket.AF_INET6 if is_v6 else socket.AF_INET,
            backlog=2048,
            dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
        )
    except (OSError, OverflowError, UnicodeError) as error:
        code = getattr(error, "errno", None)
        if code == errno.EADDRINUSE:
            raise StartError(words.say("serve.busy", port=port, other=port + 1 if port < 65535 else 8000)) from None
        if code in (errno.EACCES, errno.EPERM):
            raise StartError(words.say("serve.forbidden", port=port)) from None
        raise StartError(words.say("serve.no-host", host=repr(host))) from None
    # Connections take it over: without it an answer that follows news waits 40 ms for the client's system to confirm.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


class GracefulServer(uvicorn.Server):
    """Says `ready` once it listens; on SIGTERM and SIGINT lets the application part from its sockets, then ends well.

    Args:
        config: uvicorn's.
        ready: called when connections are served.
        part: closes the sockets, each with its reason.
    """

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], part: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._ready, self._part = ready, part

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; at once when told twice. The signal is not raised again: stopping on request is success."""
        if self.should_exit:
            self.force_exit = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, part from those who are here, then end."""
        for server in self.servers:
            server.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self._part()
        await super().shutdown(sockets)


async def _serve(config: Config, words: Words, listener: socket.socket, *, opens_browser: bool) -> None:
    store = await open_store(config.db)
    try:
        application = create_app(config, store)
        port: int = listener.getsockname()[1]
        here, there = addresses(config, port)

        def ready() -> None:
            _collect_seldom()
            _log.info("started", address=here, version=__version__, db=hide_password(config.db))
            announce(config, words, here, there, sys.stdout)
            if opens_browser:
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, here)

        await GracefulServer(_uvicorn_config(config, application), ready, application.part).serve([listener])
        _log.info("stopped")
        print(words.say("serve.stopped"), flush=True)
    finally:
        await store.close()


def _uvicorn_config(config: Config, application: Application) -> uvicorn.Config:
    return uvicorn.Config(
        application.asgi,
        ws=FrameProtocol,
        ws_per_message_deflate=False,
        ws_max_size=config.limits.frame,
        ws_ping_interval=PINGS_SECONDS,
        ws_ping_timeout=PINGS_SECONDS,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(config.trusted_proxies),
        forwarded_allow_ips=list(config.trusted_proxies),
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def addresses(config: Config, port: int) -> tuple[str, str | None]:
    """Where this computer finds the server, and where others do; None where they cannot."""
    host = config.host
    if host in EVERYWHERE:
        network = network_address()
        here, there = "localhost", network
    else:
        here = f"[{host}]" if ":" in host else host
        there = None if is_loopback(host) else here
    return (
        _address(here, port),
        config.public_url or (None if there is None else _address(there, port)),
    )


def _address(host: str, port: int) -> str:
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def announce(config: Config, words: Words, here: str, there: str | None, out: TextIO) -> None:
    """Say where the server is, with a code for phones where a person looks."""
    lines = [words.say("serve.ready"), "", "  " + words.say("serve.here", address=here)]
    if there is not None:
        lines.append("  " + words.say("serve.public" if config.public_url else "serve.network", address=there))
        if out.isatty() and os.environ.get("TERM") != "dumb":
            lines += ["", words.say("serve.scan-public" if config.public_url else "serve.scan"), ""]
            lines.append(qr_text(there, has_colour=not os.environ.get("NO_COLOR")))
    lines.append("")
    if not config.public_url:
        if there is not None:
            lines.append(words.say("serve.everybody"))
        else:
            lines.append(words.say("serve.offline" if config.host in EVERYWHERE else "serve.only-here"))
    kept = config.db != "memory"
    lines.append(words.say("serve.kept", db=hide_password(config.db)) if kept else words.say("serve.forgotten"))
    if kept:
        lines.append(words.say("serve.stop"))
    print("\n".join(lines), file=out, flush=True)


def _collect_seldom() -> None:
    """Look for garbage when much has piled up, among new objects only.

    Left alone, Python looks through all tables every few seconds, which takes half a second, and finds nothing: their
    old states go without being looked for. Sockets leave some garbage when they close (`Doorkeeper`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, GARBAGE)


def _allow_many_sockets() -> None:
    """Raise the number of open files to what the system allows without asking: often 1,024 is the first offer."""
    if sys.platform == "win32":
        return
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if now != resource.RLIM_INFINITY and now < wished:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, most))
