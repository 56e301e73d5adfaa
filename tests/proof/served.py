"""`upriver serve` in a process of its own that can be killed, stopped, and started again at the same address."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx

from tests.server.serving import Server

PATIENCE = 150.0
"""Seconds for a process to start or to end on a busy machine."""
LIMITS = (
    "messages=1000 messages_per_second=1000 requests_per_minute=1000000 people_per_hour=100000 "
    "tables_per_hour=100000 sockets_per_address=20000"
)
"""For people who play as fast as they can, all from one address."""


class Served:
    """A server process, one after the other at the same port and database.

    Args:
        folder: where it runs and logs, and where a database of its own would be.
        db: the address of the database.
        limits: more of its limits, as in `away=1`.
    """

    def __init__(self, folder: Path, db: str, limits: str = "") -> None:
        self.db = db
        self.port = free_port()
        self._folder = folder
        self._log = folder / f"log-{self.port}"
        self._limits = f"{LIMITS} {limits}"
        self._process: subprocess.Popen[bytes] | None = None
        # The server closes a connection that was idle for 5 s: one that is used again just then would fail.
        idle = httpx.Limits(keepalive_expiry=2)
        self._http = httpx.AsyncClient(
            base_url=f"http://{self.address}", timeout=PATIENCE, limits=idle, trust_env=False
        )
        self.server = Server(self.address, self._http)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start, and wait until it answers."""
        command = ("serve", "--db", self.db, "--host", "127.0.0.1", "--port", str(self.port))
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                (sys.executable, "-m", "upriver", *command, "--log", "quiet", "--limits", self._limits),
                cwd=self._folder,
                env={**os.environ, "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        async with asyncio.timeout(PATIENCE):
            while await self.health() is None:
                assert self._process.poll() is None, self.complaints()
                await asyncio.sleep(0.05)

    async def health(self) -> int | None:
        """The status of `/health`; None where nobody answers."""
        try:
            return (await self._http.get("/health")).status_code
        except httpx.TransportError:
            return None

    async def kill(self) -> None:
        """End it in the midst of whatever it does."""
        assert self._process is not None
        assert self._process.poll() is None, self.complaints()
        self._process.kill()
        await self._wait()

    async def stop(self) -> int:
        """Ask it to stop; the exit code."""
        assert self._process is not None
        self._process.terminate()
        return await self._wait()

    async def end(self) -> None:
        """Leave nothing behind, whatever has happened."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            await self._wait()
        await self._http.aclose()

    def complaints(self) -> str:
        """The errors that it has logged."""
        return self._log.read_text()

    async def _wait(self) -> int:
        assert self._process is not None
        return await asyncio.to_thread(self._process.wait, PATIENCE)


@asynccontextmanager
async def served(folder: Path, db: str, limits: str = "", *, processes: int = 1) -> AsyncIterator[list[Served]]:
    """Processes that serve one database; at the end none is left, and none has logged an error."""
    async with AsyncExitStack() as stack:
        places = [Served(folder, db, limits) for _ in range(processes)]
        for place in places:
            stack.push_async_callback(place.end)
            await place.start()
        yield places
        assert "".join(place.complaints() for place in places) == ""


def free_port() -> int:
    """A port that is free, and stays so while a server is off: below those that systems give to clients."""
    while True:
        port = random.SystemRandom().randrange(20_000, 30_000)
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
