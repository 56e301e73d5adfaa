"""SQLite's one writer: a thread that puts all requests waiting for it into one transaction, so that they share a sync.

A sync to disk costs milliseconds and a request microseconds, so the more wait, the more are written in the same time.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from upriver.store.store import ConflictError, UnavailableError

T = TypeVar("T")

BATCH = 1000
"""Requests in one transaction at most: what one failure can take along."""


@dataclass(frozen=True, slots=True)
class _Request:
    job: Callable[[sqlite3.Connection], Any]
    future: asyncio.Future[Any]


class Writer:
    """Runs jobs on a connection of its own, in the order in which they come.

    Args:
        connect: opens a connection that begins no transaction by itself; called again after a failure.
        name: what to call the database in messages.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], name: str) -> None:
        self._connect = connect
        self._name = name
        self._loop = asyncio.get_running_loop()
        self._connection: sqlite3.Connection | None = None
        self._requests: SimpleQueue[_Request | None] = SimpleQueue()
        self._is_open = True
        self._thread = Thread(target=self._run, name="upriver-store", daemon=True)
        self._thread.start()

    async def do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job, which writes as it likes; when this returns, it is on disk.

        Raises:
            ConflictError: the job raised it or met a key that is taken; it wrote nothing.
            UnavailableError: the database could not be written.
        """
        if not self._is_open:
            raise UnavailableError(f"{self._name} is closed")
        future: asyncio.Future[T] = self._loop.create_future()
        self._requests.put(_Request(job, future))
        return await future

    async def close(self) -> None:
        """Finish what waits, then let go of the file."""
        if self._is_open:
            self._is_open = False
            self._requests.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch = [self._requests.get()]
            while batch[-1] is not None and len(batch) < BATCH:
                try:
                    batch.append(self._requests.get_nowait())
                except Empty:
                    break
            is_open = batch[-1] is not None
            requests = [request for request in batch if request is not None]
            if requests:
                self._answer(requests, self._write(requests))
        self._disconnect()

    def _write(self, requests: list[_Request]) -> list[object]:
        """Run the jobs in one transaction; the result of each, or the exception that it raises."""
        results: list[object] = []
        try:
            if self._connection is None:
                self._connection = self._connect()
            self._connection.execute("BEGIN IMMEDIATE")
            results = [_run_alone(self._connection, request.job) for request in requests]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            # The state of a connection whose disk failed is anybody's guess: the next batch takes a new one.
            self._disconnect()
            return [UnavailableError(f"{self._name}: {error}") for _ in requests]
        except Exception as error:  # whoever waits must hear of it, and the thread must live on
            self._disconnect()
            return [error for _ in requests]
        return results

    def _answer(self, requests: list[_Request], results: list[object]) -> None:
        def resolve() -> None:
            for request, result in zip(requests, results, strict=True):
                if request.future.done():
                    continue
                if isinstance(result, Exception):
                    request.future.set_exception(result)
                else:
                    request.future.set_result(result)

        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(resolve)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()  # rolls back what is not committed


def _run_alone(connection: sqlite3.Connection, job: Callable[[sqlite3.Connection], object]) -> object:
    """Run one job of many, which takes back what it wrote when it fails for a reason of its own."""
    connection.execute("SAVEPOINT job")
    try:
        result = job(connection)
    except sqlite3.IntegrityError as error:
        failure: Exception = ConflictError(f"somebody has this already: {error}")
    except (sqlite3.DataError, sqlite3.ProgrammingError) as error:
        failure = error
    except sqlite3.Error:
        raise
    except Exception as error:  # goes to whoever asked for this job
        failure = error
    else:
        connection.execute("RELEASE job")
        return result
    connection.execute("ROLLBACK TO job")
    connection.execute("RELEASE job")
    return failure
