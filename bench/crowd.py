"""People by the thousand for `bench.load`: each decodes of a message only what the next move needs."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 60.0
"""Seconds until a move that is not answered ends the measurement."""


class LoadError(Exception):
    """A table did not go on as it should have: there is nothing to measure."""


class You(Struct):
    """What a person may do."""

    person: str
    is_turn: bool
    legal_cards: list[str]
    legal_bids: list[int]


class Shown(Struct):
    """Whom the table waits for."""

    phase: str
    waiting: list[str]


class Parts(Struct):
    """The parts of a view that are of use."""

    you: You
    table: Shown | UnsetType = UNSET


class Welcome(Struct, tag_field="type", tag="welcome"):
    """The answer to `hello`."""

    seq: int
    view: Parts


class News(Struct, tag_field="type", tag="news"):
    """Something has happened."""

    seq: int
    view: Parts


class Ack(Struct, tag_field="type", tag="ack"):
    """What was asked is stored."""

    id: str


class Refused(Struct, tag_field="type", tag="refused"):
    """What was asked is not done."""

    message: str


class Closing(Struct, tag_field="type", tag="closing"):
    """The server goes."""

    reason: str


_DECODER = msgspec.json.Decoder(Welcome | News | Ack | Refused | Closing)
_ENCODER = msgspec.json.Encoder()


@dataclass(slots=True)
class Move:
    """Something that a person asks for, under way.

    Args:
        begun: when it was sent, or should have been.
        after: the last entry that the table had been told before.
        untold: sockets of the table that have no news of it yet.
        acked: when the answer came.
        told: when the last of the table's news came.
    """

    begun: float
    after: int
    untold: int
    acked: float = 0.0
    told: float = 0.0
    is_done: asyncio.Event = field(default_factory=asyncio.Event)

    def note_ack(self) -> None:
        self.acked = perf_counter()
        self._end()

    def note_news(self, before: int, seq: int) -> None:
        if not before <= self.after < seq:
            return
        self.untold -= 1
        if not self.untold:
            self.told = perf_counter()
            self._end()

    def _end(self) -> None:
        if self.acked and self.told:
            self.is_done.set()


class Guest:
    """One person over one socket.

    Args:
        party: the table's people.
        socket: what the person is connected with, before `hello`.
    """

    def __init__(self, party: Party, socket: ClientConnection) -> None:
        self.you: You | None = None
        self.seq = self.received = self._asked = 0
        self._party, self._socket = party, socket
        self._is_greeted = asyncio.Event()
        self._listener = asyncio.create_task(self._listen())

    async def ask(self, kind: str, **values: object) -> None:
        """Ask, and wait until it is stored and the whole table has been told."""
        await self._party.ask(self, perf_counter(), kind, **values)

    async def send(self, kind: str, **values: object) -> None:
        """Ask for something."""
        self._asked += 1
        await self._socket.send(_ENCODER.encode({"type": kind, "id": str(self._asked), **values}), text=True)

    async def greet(self) -> None:
        """Say hello, and wait for the welcome."""
        await self._socket.send(_ENCODER.encode({"type": "hello", "since": 0}), text=True)
        async with asyncio.timeout(PATIENCE):
            await self._is_greeted.wait()
        self._party.check()

    async def part(self) -> None:
        """Close the socket."""
        self._listener.cancel()
        await self._socket.close()
        with suppress(asyncio.CancelledError):
            await self._listener

    async def _listen(self) -> None:
        try:
            while True:
                frame = await self._socket.recv(decode=False)
                self.received += len(frame)
                self._take(_DECODER.decode(frame))
        except (ConnectionClosed, LoadError) as error:
            self._party.fail(error)
            self._is_greeted.set()

    def _take(self, message: Welcome | News | Ack | Refused | Closing) -> None:
        match message:
            case News(seq, parts):
                self._party.hear(self.seq, seq)
                self._see(seq, parts)
            case Ack():
                self._party.hear_ack()
            case Welcome(seq, parts):
                self._see(seq, parts)
                self._is_greeted.set()
            case Refused(reason) | Closing(reason):
                raise LoadError(reason)

    def _see(self, seq: int, parts: Parts) -> None:
        self.seq, self.you = seq, parts.you
        if parts.table is not UNSET:
            self._party.shown = parts.table


class Party:
    """The people of one table, who move one at a time.

    Args:
        code: the table's.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.guests: list[Guest] = []
        self.moves: list[Move] = []
        """What was measured."""
        self.shown = Shown("open", [])
        self._move: Move | None = None
        self._error: Exception | None = None
        self._rng = Random(code)

    @property
    def received(self) -> int:
        """Bytes in the messages that have come."""
        return sum(guest.received for guest in self.guests)

    async def come(self, addresses: Sequence[str], tokens: Sequence[str]) -> None:
        """Everybody connects, to one address after the other, and sits down; the first to come starts the game."""
        for number, token in enumerate(tokens):
            socket = await connect(
                f"ws://{addresses[number % len(addresses)]}/api/tables/{self.code}/socket",
                additional_headers={"Authorization": f"Bearer {token}"},
                compression=None,
                proxy=None,
                ping_interval=None,
                max_size=None,
                open_timeout=PATIENCE,
            )
            guest = Guest(self, socket)
            self.guests.append(guest)
            await guest.greet()
            await guest.ask("sit", seat=None, contribution=secrets.token_hex(32))
        await self.guests[0].ask("start")

    async def play(self, begin: float, every: float, count: int) -> None:
        """So many moves, one `every` so many seconds; the first is not measured.

        What comes late because the one before took too long counts from when it was due.
        """
        for number in range(count + 1):
            due = begin + number * every
            is_late = perf_counter() > due
            if not is_late:
                await asyncio.sleep(due - perf_counter())
            guest, kind, values = self._choose()
            move = await self.ask(guest, due if is_late else perf_counter(), kind, **values)
            if number:
                self.moves.append(move)

    async def ask(self, guest: Guest, begun: float, kind: str, **values: object) -> Move:
        """Have the guest ask for something, and wait until it is stored and all have been told."""
        move = self._move = Move(begun, max(guest.seq for guest in self.guests), len(self.guests))
        await guest.send(kind, **values)
        try:
            async with asyncio.timeout(PATIENCE):
                await move.is_done.wait()
        except TimeoutError:
            raise LoadError(f"{kind} was not answered within {PATIENCE:.0f} s") from None
        self.check()
        return move

    def check(self) -> None:
        """Raise what went wrong with one of the guests."""
        if self._error is not None:
            raise self._error

    def hear(self, before: int, seq: int) -> None:
        """One of the guests, told up to one entry before, has been told up to another."""
        if self._move is not None:
            self._move.note_news(before, seq)

    def hear_ack(self) -> None:
        """The guest who asked has the answer."""
        if self._move is not None:
            self._move.note_ack()

    def fail(self, error: Exception) -> None:
        """End what is under way with this error."""
        self._error = self._error or error
        if self._move is not None:
            self._move.is_done.set()

    async def part(self) -> None:
        """Close the sockets."""
        for guest in self.guests:
            await guest.part()

    def _choose(self) -> tuple[Guest, str, dict[str, Any]]:
        """Whose move it is, and what it is: a card, a bid, or to be ready."""
        for guest in self.guests:
            you = guest.you
            assert you is not None
            if you.is_turn:
                action = self._rng.choice(you.legal_cards or you.legal_bids)
                return guest, "act", {"after": guest.seq, "action": str(action)}
            if you.person in self.shown.waiting:
                if self.shown.phase == "over":
                    return guest, "play_again", {"contribution": secrets.token_hex(32)}
                return guest, "next_hand", {}
        raise LoadError(f"table {self.code} waits for nobody")
