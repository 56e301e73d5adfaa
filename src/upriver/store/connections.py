"""Connections to PostgreSQL that are used again and again, and never waited for longer than some seconds."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from upriver.rules.errors import ParseError
from upriver.store.store import ConflictError, UnavailableError

T = TypeVar("T")
Link: TypeAlias = AsyncConnection[tuple[object, ...]]

PATIENCE = 5.0
"""Seconds after which the database counts as gone."""
HABITS: dict[str, str | int | None] = {
    "application_name": "upriver",
    "connect_timeout": int(PATIENCE),
    # Without these a database that vanished from the network is noticed after two hours.
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": int(PATIENCE * 1000),
}


def complete(address: str, name: str, options: str = "") -> str:
    """What to connect with: the address, our habits where it is silent, and more options for the server.

    Raises:
        ParseError: it is no address of PostgreSQL; the reason is left out, as it may quote the password.
    """
    try:
        said = conninfo_to_dict(address)
        # What a password with a bare slash or at sign is taken for.
        if not re.fullmatch(r"[\d,]*", str(said.get("port") or "")) or "@" in str(said.get("dbname")):
            raise psycopg.ProgrammingError("a strange port or database")
        said["options"] = f"{said.get('options') or ''} {options}".strip()
        return make_conninfo("", **(HABITS | said))
    except psycopg.Error:
        raise ParseError(
            f"{name!r} is no address of PostgreSQL: write postgresql://user:password@host:port/database, "
            "with %40 for @, %2F for / and %3A for : in the password"
        ) from None


class Connections:
    """A few connections, the last used first.

    Args:
        where: what to connect with, as from `complete`.
        name: what to call it in messages.
        most: how many connections at once.
    """

    def __init__(self, where: str, name: str, most: int) -> None:
        self._where = where
        self._name = name
        self._places = asyncio.Semaphore(most)
        self._idle: list[Link] = []
        self._tasks: set[asyncio.Task[object]] = set()
        self._is_open = True

    async def do(self, work: Callable[[Link], Awaitable[T]]) -> T:
        """Do work that is one transaction; when the caller is cancelled it is done all the same.

        Raises:
            ConflictError: it met a key that is taken.
            UnavailableError: the database did not answer in time, or cannot do it now.
        """
        if not self._is_open:
            raise UnavailableError(f"{self._name} is closed")
        task = asyncio.create_task(self._do(work))
        self._tasks.add(task)
        task.add_done_callback(self._finish)
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            task.cancel()
            raise UnavailableError(f"{self._name} did not answer within {PATIENCE:.0f} seconds")
        return task.result()

    async def connect(self) -> Link:
        """One more connection, for the caller to close.

        Raises:
            UnavailableError: the database cannot be reached.
        """
        try:
            return await AsyncConnection.connect(self._where, autocommit=True)
        except psycopg.Error as error:
            raise self.unavailable(error) from error

    def unavailable(self, error: psycopg.Error) -> UnavailableError:
        """What to tell about an error of the database."""
        return UnavailableError(f"{self._name}: {' '.join(str(error).split())}")

    async def close(self) -> None:
        """Finish what was begun, then close all."""
        self._is_open = False
        if self._tasks:
            await asyncio.wait(self._tasks)
        while self._idle:
            await self._idle.pop().close()

    async def _do(self, work: Callable[[Link], Awaitable[T]]) -> T:
        async with self._places:
            link = await self._alive() or await self.connect()
            try:
                result = await work(link)
            except psycopg.IntegrityError as error:
                self._idle.append(link)
                raise ConflictError(f"somebody has this already: {error.diag.message_primary}") from error
            except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as error:
                await link.close()
                raise self.unavailable(error) from error
            except BaseException:
                await link.close()
                raise
            self._idle.append(link)
            return result

    async def _alive(self) -> Link | None:
        """A connection that was used before, if there is one whose end has not been closed from the other side."""
        while self._idle:
            link = self._idle.pop()
            try:
                # Sees the end of the stream without a round trip, the second time if there is a last word before it.
                link.pgconn.consume_input()
                link.pgconn.consume_input()
            except psycopg.Error:
                await link.close()
            else:
                return link
        return None

    def _finish(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # so that asyncio does not complain of an error whose caller has gone
