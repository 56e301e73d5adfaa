"""A scripted person at a table: it knows no rules, and does what the view offers. For whole games, kills and loads."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Message: TypeAlias = dict[str, Any]
_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder()

FOR_GOOD = frozenset({4001, 4002, 4003, 4004, 4005, 4007, 4008})
"""Close codes after which connecting again leads nowhere."""


class RefusedError(Exception):
    """The server refused; `args` is the message."""

    @property
    def code(self) -> str:
        return str(self.args[0]["code"])


@dataclass
class Player:
    """One person at one table over one socket at a time.

    Args:
        address: of the server, as `127.0.0.1:8000`.
        code: the table's.
        token: who it is.
        rng: how it chooses among what is legal.
        frames: every frame received, in order, if they are to be kept.
        acks: what was asked and acknowledged, by id, with the seq that it led to.
        resent: what was asked again after a reconnect, by id, with the seq at which the table was then.
    """

    address: str
    code: str
    token: str
    rng: Random = field(default_factory=Random)
    frames: list[str] | None = None
    seq: int = 0
    view: Message = field(default_factory=dict)
    events: dict[int, Message] = field(default_factory=dict)
    acks: dict[str, tuple[Message, int]] = field(default_factory=dict)
    resent: dict[str, int] = field(default_factory=dict)
    refusals: list[Message] = field(default_factory=list)
    closing: Message | None = None
    close_code: int | None = None
    _socket: ClientConnection | None = None
    _listener: asyncio.Task[None] | None = None
    _ids: itertools.count[int] = field(default_factory=itertools.count)
    _prefix: str = field(default_factory=lambda: secrets.token_hex(4))
    _waiting: dict[str, tuple[bytes, asyncio.Future[Message]]] = field(default_factory=dict)
    _moved: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_open(self) -> bool:
        return self._listener is not None and not self._listener.done()

    @property
    def you(self) -> Message:
        you: Message = self.view["you"]
        return you

    @property
    def phase(self) -> str:
        return str(self.view["table"]["phase"])

    async def open(self) -> Player:
        """Connect, say hello with what has been seen, and ask again what was not answered."""
        self.closing = self.close_code = None
        self._socket = await connect(
            f"ws://{self.address}/api/tables/{self.code}/socket",
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            proxy=None,
            max_size=2**22,
        )
        greeted = asyncio.get_running_loop().create_future()
        self._listener = asyncio.create_task(self._listen(self._socket, greeted))
        with suppress(ConnectionClosed):  # then the listener says why
            await self._socket.send(_ENCODER.encode({"type": "hello", "since": self.seq}).decode())
        await greeted
        for ask, (message, _) in list(self._waiting.items()):
            self.resent[ask] = self.seq
            await self._socket.send(message.decode())
        return self

    async def close(self) -> None:
        """Part politely."""
        if self._socket is not None:
            await self._socket.close()
        await self.ended()

    async def drop(self) -> None:
        """Vanish, as a phone in a tunnel."""
        if self._socket is not None:
            self._socket.transport.abort()
        await self.ended()

    async def reopen(self, tries: int = 150) -> Player:
        """Connect again, however often it takes, unless the server wants this person no more."""
        await self.ended()
        for number in range(tries):
            if self.close_code in FOR_GOOD:
                raise ConnectionResetError(f"closed with {self.close_code}: {self.closing}")
            with suppress(OSError, ConnectionClosed, InvalidHandshake, EOFError, TimeoutError):
                return await self.open()
            self._check()
            await asyncio.sleep(min(0.4, 0.05 * (1 + number)))
        raise TimeoutError(f"{self.address} cannot be reached")

    async def ask(self, kind: str, **values: object) -> int:
        """Ask, wait for the answer, however often the socket closes in between; the seq of the `ack`.

        Raises:
            RefusedError: it was refused.
        """
        waiting = self.post(kind, **values)
        while not waiting.done():
            await self._wait_for(waiting)
        answer = waiting.result()
        if answer["type"] == "refused":
            self.refusals.append(answer)
            raise RefusedError(answer)
        return int(answer["seq"])

    def post(self, kind: str, **values: object) -> asyncio.Future[Message]:
        """Ask, without waiting for the answer; with a new id if none is given."""
        ask = str(values.setdefault("id", self.new_id()))
        message = _ENCODER.encode({"type": kind, **values})
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[ask] = (message, answer)
        self.send(message.decode())
        return answer

    def new_id(self) -> str:
        """An id for the next that is asked."""
        return f"{self._prefix}-{next(self._ids)}"

    def send(self, frame: str | bytes) -> None:
        """Send a frame as it is, if there is a socket."""
        if self._socket is not None and self.is_open:
            task = asyncio.ensure_future(self._socket.send(frame))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def ended(self) -> None:
        """Wait until the socket is closed."""
        if self._listener is not None:
            await asyncio.gather(self._listener, return_exceptions=True)

    async def sit(self, seat: int | None = None) -> int:
        return await self.ask("sit", seat=seat, contribution=secrets.token_hex(32))

    async def until(self, is_so: Callable[[Player], bool], seconds: float = 30.0) -> None:
        """Wait until the view is so."""
        async with asyncio.timeout(seconds):
            while not (self.view and is_so(self)):
                self._check()
                self._moved.clear()
                await self._moved.wait()

    def choose(self) -> Message | None:
        """What the view asks of this person now, as a message without its id; None for nothing."""
        you, table = self.you, self.view["table"]
        if you["is_turn"]:
            if you["legal_cards"]:
                return {"kind": "act", "after": self.seq, "action": self.rng.choice(you["legal_cards"])}
            if you["legal_bids"] and not you["can_change_bid"]:
                return {"kind": "act", "after": self.seq, "action": str(self.rng.choice(you["legal_bids"]))}
        if table["phase"] == "playing" and you["person"] in table["waiting"]:
            return {"kind": "next_hand"}
        return None

    async def play(self, is_enough: Callable[[Player], bool] = lambda me: me.phase in ("over", "closed")) -> None:
        """Do what the view asks until it is enough; a refusal because the table has moved on is part of the game."""
        while not is_enough(self):
            self._check()
            self._moved.clear()
            chosen = self.choose()
            if chosen is None:
                await self._wait_for(asyncio.ensure_future(self._moved.wait()))
                continue
            try:
                await self.ask(**chosen)
            except RefusedError as error:
                if error.code not in ("stale", "not-your-turn", "hand-running", "bot-plays", "unavailable", "busy"):
                    raise

    async def _wait_for(self, waiting: asyncio.Future[Any]) -> None:
        """Wait for it, or for the end of the socket, and then connect again."""
        if self._listener is not None:
            await asyncio.wait({waiting, self._listener}, return_when=asyncio.FIRST_COMPLETED)
            if self._listener.done():
                self._check()
                await self.reopen()

    def _check(self) -> None:
        if self._listener is not None and self._listener.done() and not self._listener.cancelled():
            error = self._listener.exception()
            if error is not None:
                raise error

    async def _listen(self, socket: ClientConnection, greeted: asyncio.Future[None]) -> None:
        try:
            async for frame in socket:
                assert isinstance(frame, str)
                if self.frames is not None:
                    self.frames.append(frame)
                message = _DECODER.decode(frame)
                self._take(message)
                if message["type"] == "welcome" and not greeted.done():
                    greeted.set_result(None)
                self._moved.set()
        except ConnectionClosed:
            pass
        finally:
            self.close_code = socket.close_code
            self._moved.set()
            if not greeted.done():
                greeted.set_exception(ConnectionResetError(f"closed with {socket.close_code}: {self.closing}"))

    def _take(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                if message["events"] is not None and self.seq:
                    self._take_events(message["events"], message["seq"])
                assert message["seq"] >= self.seq, "the server has forgotten something"
                self.seq, self.view = message["seq"], message["view"]
            case "news":
                self._take_events(message["events"], message["seq"])
                self.seq = message["seq"]
                self.view |= message["view"]
            case "ack" | "refused":
                waiting = self._waiting.pop(message["id"], None)
                if waiting is not None and message["type"] == "ack":
                    self.acks[message["id"]] = _DECODER.decode(waiting[0]), message["seq"]
                if waiting is not None and not waiting[1].done():
                    waiting[1].set_result(message)
                elif message["type"] == "refused":
                    self.refusals.append(message)
            case "closing":
                self.closing = message

    def _take_events(self, events: list[Message], last: int) -> None:
        numbers = [event["seq"] for event in events]
        assert numbers == list(range(self.seq + 1, last + 1)), f"{numbers} after {self.seq}, up to {last}"
        self.events |= {event["seq"]: event for event in events}
