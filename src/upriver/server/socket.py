"""The WebSocket of a table: who may open it, what is read from it, what is written to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.connection import ASGIConnection
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import WebsocketRouteHandler
from litestar.params import FromPath

from upriver.rules import IllegalActionError, ParseError, UpriverError
from upriver.server import metrics
from upriver.server.asked import Asked, Hello, Id, Ping, command
from upriver.server.clients import Client, Doorkeeper
from upriver.server.codes import clean_code
from upriver.server.gate import is_own_origin
from upriver.server.host import BusyError, Host, StoppedError
from upriver.server.hosts import Hosts
from upriver.server.limits import Limits, Meter
from upriver.server.wire import (
    Ack,
    CloseCode,
    Closing,
    FromServer,
    Pong,
    Refused,
    decode,
    details,
    encode,
    refuse,
)
from upriver.store.store import Person, UnavailableError
from upriver.table.errors import RefusedError
from upriver.table.state import TablePhase

LOG = structlog.get_logger("upriver.socket")

Connection: TypeAlias = "ASGIConnection[Any, Any, Any, Any]"
PersonOf: TypeAlias = Callable[[Connection], Awaitable[Person | None]]
"""Who the connection is, by its cookie or its bearer token; None for nobody that the server knows."""

SENDING = 10.0
"""Seconds after which a client that takes nothing in is given up."""


class Named(msgspec.Struct):
    """The least of a message: its id, to answer one that is otherwise wrong."""

    id: Id


_NAMED = msgspec.json.Decoder(Named)


def socket_route(
    hosts: Hosts, person_of: PersonOf, keeper: Doorkeeper, limits: Limits, public_url: str = ""
) -> WebsocketRouteHandler:
    """The handler of `/api/tables/{code}/socket`.

    Args:
        hosts: the live tables.
        person_of: who a connection is.
        keeper: counts the open sockets.
        limits: how much one client may ask for.
        public_url: where people find the server, when it stands behind a proxy.
    """

    async def find(socket: Connection, code: str) -> tuple[Person, Host] | CloseCode:
        """Who comes, and to which table; or why not."""
        try:
            person = await person_of(socket)
            if person is None:
                return CloseCode.UNKNOWN_PERSON
            host = await hosts.find(clean_code(code))
        except UnavailableError:
            return CloseCode.UNAVAILABLE
        except UpriverError:
            LOG.exception("damaged", code=code)
            metrics.FAULTS.labels("socket").inc()
            return CloseCode.UNAVAILABLE
        if host is None:
            return CloseCode.NO_TABLE
        return CloseCode.TABLE_CLOSED if host.table.state.phase is TablePhase.CLOSED else (person, host)

    @websocket("/api/tables/{code:str}/socket")
    async def table_socket(socket: WebSocket[Any, Any, Any], code: FromPath[str]) -> None:
        if not is_own_origin(socket.headers, public_url):
            await socket.close(CloseCode.WRONG_ORIGIN)
            return
        await socket.accept()
        with suppress(WebSocketDisconnect, OSError):
            found = await find(socket, code)
            if isinstance(found, CloseCode):
                await close(socket, found)
                return
            person, host = found
            address = socket.client.host if socket.client else ""
            if not keeper.let_in(host.id, person.id, address):
                await close(socket, CloseCode.TOO_MANY)
                return
            try:
                await Conversation(socket, hosts, host, person, limits).run()
            finally:
                keeper.let_out(host.id, person.id, address)

    return table_socket


async def close(socket: WebSocket[Any, Any, Any], code: CloseCode) -> None:
    """Say why, and close."""
    await send(socket, encode(Closing(code.reason, code)))
    await socket.close(code, code.reason)


async def send(socket: WebSocket[Any, Any, Any], message: bytes) -> None:
    """Send one frame of text."""
    await socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})


class Conversation:
    """One socket from hello to the end: a task that reads and decides, and one that writes."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], hosts: Hosts, host: Host, person: Person, limits: Limits
    ) -> None:
        self._socket, self._hosts, self._host, self._limits = socket, hosts, host, limits
        self._client = Client(person, limits.waiting)
        self._meter = Meter(limits.messages, limits.messages / limits.messages_per_second, time.monotonic)
        self._too_many = 0
        self._is_greeted = False

    async def run(self) -> None:
        """Talk until one side closes."""
        metrics.SOCKETS.inc()
        late = asyncio.get_running_loop().call_later(self._limits.greeting, self._close_silent)
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._write())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            late.cancel()
            self._host.part(self._client)
            metrics.SOCKETS.dec()
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception) and not isinstance(ended, (WebSocketDisconnect, OSError)):
                    self._blame("socket", ended)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, OSError, TimeoutError):
            while (message := await self._client.next()) is not None:
                async with asyncio.timeout(SENDING):
                    await send(self._socket, message)
            async with asyncio.timeout(SENDING):
                await close(self._socket, self._client.closing or CloseCode.RESTARTING)

    async def _read(self) -> None:
        while True:
            event = await self._socket.receive()
            if event["type"] != "websocket.receive":
                return
            frame = event.get("text") or event.get("bytes") or b""
            if reply := await self._answer(frame):
                self._client.tell(encode(reply))

    async def _answer(self, frame: str | bytes) -> FromServer | None:
        if wait := self._meter.use(""):
            return self._refuse_flood(frame, wait)
        try:
            message = decode(frame)
        except ParseError as error:
            return refuse(name_of(frame), "bad-message", str(error))
        match message:
            case Ping():
                return Pong(self._hosts.clock())
            case Hello(since):
                return await self._greet(since)
        if not self._is_greeted:
            return refuse(message.id, "hello-first", 'say hello first: {"type": "hello", "since": 0}')
        kind = type(message).__name__
        try:
            answer = await self._ask(message)
        except Exception as error:
            self._blame(kind, error)
            answer = refuse(message.id, "fault", "something went wrong in the server; ask again")
        outcome = "ok" if isinstance(answer, Ack) else answer.code
        metrics.COMMANDS.labels(kind, outcome).inc()
        return answer

    async def _greet(self, since: int) -> FromServer | None:
        self._is_greeted = True
        try:
            await self._host.read_on()
            self._host.greet(self._client, since)
        except (UnavailableError, BusyError):
            self._client.close(CloseCode.UNAVAILABLE)
        except StoppedError:
            self._client.close(CloseCode.RESTARTING)
        except Exception as error:
            self._blame("Hello", error)
            self._client.close(CloseCode.UNAVAILABLE)
        return None

    async def _ask(self, asked: Asked) -> Ack | Refused:
        person, state = self._client.person, self._host.table.state
        try:
            seq = await self._host.ask(command(asked, person, state.seat_of(person.id)), asked.id)
        except (RefusedError, IllegalActionError) as error:
            return Refused(asked.id, error.code, str(error), details(error.details))
        except ParseError as error:
            return refuse(asked.id, "bad-action", str(error))
        except UnavailableError:
            return refuse(asked.id, "unavailable", "this cannot be stored now; ask again in a while")
        except BusyError as error:
            return refuse(asked.id, "busy", str(error))
        except StoppedError as error:
            self._client.close(CloseCode.RESTARTING)
            return refuse(asked.id, "busy", str(error))
        return Ack(asked.id, seq)

    def _refuse_flood(self, frame: str | bytes, wait: float) -> Refused | None:
        self._too_many += 1
        if self._too_many > self._limits.flood:
            self._client.close(CloseCode.FLOOD)
            return None
        seconds = int(wait) + 1
        return refuse(name_of(frame), "too-fast", f"too many messages; go on in {seconds} s", wait=seconds)

    def _blame(self, doing: str, error: Exception) -> None:
        """Write down what should not have happened."""
        LOG.error("fault", command=doing, table=self._host.id, exc_info=error)
        metrics.FAULTS.labels("socket").inc()

    def _close_silent(self) -> None:
        if not self._is_greeted:
            self._client.close(CloseCode.SILENT)


def name_of(frame: str | bytes) -> str:
    """The id of a message that cannot be read otherwise, or nothing."""
    try:
        return _NAMED.decode(frame).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
