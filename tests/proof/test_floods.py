"""Whatever bytes somebody sends, and however many, the server closes that connection with a code or goes on."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.proof.visitor import HELLO, PATIENCE, Party, Visitor
from tests.server import serving as serving_module
from tests.server.serving import serving
from tests.server.test_serve import Running
from upriver.server import frames
from upriver.server import socket as server_socket
from upriver.store.memory import MemoryStore

IS_LONG = bool(os.environ.get("SOAK"))

pytestmark = pytest.mark.timeout(3600 if IS_LONG else 120)


def greeting(visitor: Visitor) -> bytes:
    """What asks a server for a socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /api/tables/{visitor.code}/socket HTTP/1.1\r\nHost: {urlsplit(visitor.address).netloc}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {visitor.token}\r\n\r\n"
    ).encode()


@dataclass
class Wire:
    """A connection whose bytes are chosen one by one."""

    socket: socket.socket

    @classmethod
    @contextmanager
    def to(cls, visitor: Visitor) -> Iterator[Wire]:
        place = urlsplit(visitor.address)
        with socket.create_connection((place.hostname, place.port or 80), timeout=PATIENCE) as connection:
            connection.sendall(greeting(visitor))
            answer = b""
            while not answer.endswith(b"\r\n\r\n"):
                answer += connection.recv(1)
            assert b" 101 " in answer
            yield cls(connection)

    def close_code(self) -> int | None:
        """The code with which the server closes, whatever it says before; None where it only hangs up."""
        told = b""
        with suppress(ConnectionError):
            while chunk := self.socket.recv(65536):
                told += chunk
        code: int | None = None
        while told:
            length, head = told[1], 2
            if length == 126:
                length, head = int.from_bytes(told[2:4], "big"), 4
            elif length == 127:
                length, head = int.from_bytes(told[2:10], "big"), 10
            if told[0] & 15 == 8 and length >= 2:
                code = int.from_bytes(told[head : head + 2], "big")
            told = told[head + length :]
        return code


TEXT, BINARY, MORE, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10


def frame(kind: int, body: bytes = b"", *, is_last: bool = True, flags: int = 0, is_masked: bool = True) -> bytes:
    """The bytes of one frame; the mask is all zero."""
    mask, first = 0x80 if is_masked else 0, kind | flags | (0x80 if is_last else 0)
    size = len(body)
    if size < 126:
        head = struct.pack("!BB", first, mask | size)
    elif size < 2**16:
        head = struct.pack("!BBH", first, mask | 126, size)
    else:
        head = struct.pack("!BBQ", first, mask | 127, size)
    return head + (bytes(4) if is_masked else b"") + body


HELLO_FRAME = frame(TEXT, HELLO.encode())
WRONG: dict[str, tuple[bytes, set[int | None]]] = {
    "a large message": (frame(TEXT, b"x" * 16_385), {1009}),
    "a huge message": (frame(BINARY, b"x" * 1_000_000), {1009}),
    "a message said to be huge": (struct.pack("!BBQ", 0x81, 0xFF, 2**62) + bytes(4), {1009}),
    "a message of an impossible length": (struct.pack("!BBQ", 0x81, 0xFF, 2**63) + bytes(4), {1002, 1009}),
    "large pieces": (frame(TEXT, b"x" * 9000, is_last=False) + frame(MORE, b"x" * 9000, is_last=False), {1009}),
    "many pieces": (frame(TEXT, b"", is_last=False) + frame(MORE, b"", is_last=False) * (frames.PIECES + 1), {1009}),
    "a piece of nothing": (frame(MORE, b"x"), {1002}),
    "two messages at once": (frame(TEXT, b"{", is_last=False) + frame(TEXT, b"}"), {1002}),
    "a frame without a mask": (frame(TEXT, b"{}", is_masked=False), {1002}),
    "reserved bits": (frame(TEXT, b"{}", flags=0x40), {1002}),
    "an unknown kind": (frame(3, b"{}"), {1002}),
    "a large ping": (frame(PING, b"x" * 126), {1002}),
    "a ping in pieces": (frame(PING, b"x", is_last=False), {1002}),
    "a close without sense": (frame(CLOSE, b"\x00"), {1002}),
    "a close with a wrong code": (frame(CLOSE, struct.pack("!H", 999)), {1002}),
    "a close without a code": (frame(CLOSE), {1000, 1005, None}),
    "a close with broken text": (frame(CLOSE, struct.pack("!H", 1000) + b"\xff"), {1002, 1007}),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_connection_that_breaks_the_protocol_is_closed_with_a_code(kind: str, party: Party) -> None:
    told, codes = WRONG[kind]
    for before in (b"", HELLO_FRAME):
        with Wire.to(party.visitor) as wire:
            with suppress(ConnectionError):
                wire.socket.sendall(before + told)
            assert wire.close_code() in codes


def test_text_that_is_none_is_refused_like_any_other_message(party: Party) -> None:
    with Wire.to(party.visitor) as wire:
        wire.socket.sendall(HELLO_FRAME + frame(TEXT, b"\xff\xfe") + frame(TEXT, b'{"type":"\xc3("}'))
        told = b""
        while told.count(b'"bad-message"') < 2:
            chunk = wire.socket.recv(65536)
            assert chunk
            told += chunk


def test_connections_that_vanish_at_any_moment_leave_nothing_behind(party: Party) -> None:
    whole = HELLO_FRAME + frame(TEXT, b'{"type":"say","id":"1","text":"hello"}') * 3 + frame(PING) + frame(CLOSE)
    for length in range(0, len(whole), 1 if IS_LONG else 11):
        with Wire.to(party.visitor) as wire:
            wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            wire.socket.sendall(whole[:length])
    text = httpx.get(f"{party.server.address}/metrics", trust_env=False).text
    deadline = time.monotonic() + PATIENCE
    while "upriver_sockets 0.0" not in text and time.monotonic() < deadline:
        time.sleep(0.05)
        text = httpx.get(f"{party.server.address}/metrics", trust_env=False).text
    assert "upriver_sockets 0.0" in text


# floods


async def test_who_takes_nothing_in_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the connection would stay for as long as the other side likes, and count for nothing."""
    monkeypatch.setattr(frames, "LAST_WORDS", 0.1)
    monkeypatch.setattr(server_socket, "SENDING", 0.1)
    lost = asyncio.Event()

    class Narrow(frames.FrameProtocol):
        """Little goes on its way before the other side takes it in."""

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            lost.set()

    monkeypatch.setattr(serving_module, "FrameProtocol", Narrow)
    async with serving(MemoryStore()) as server:
        ann = await server.person("Ann")
        visitor = Visitor(f"http://{server.address}", await server.table(ann), ann.token)
        with socket.socket() as wire:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            place = urlsplit(visitor.address)
            wire.connect((place.hostname, place.port))
            wire.sendall(greeting(visitor))
            await asyncio.sleep(0.1)
            wire.sendall(HELLO_FRAME * 500)
            await asyncio.wait_for(lost.wait(), PATIENCE)


MEGABYTE = 2**20
MUCH = (200 if IS_LONG else 24) * MEGABYTE
"""So much is poured into one connection."""
LITTLE = 8 * MEGABYTE
"""So much at most may the server grow."""
FLOODS: dict[str, bytes] = {
    "messages": frame(TEXT, b'{"type":"say","id":"1","text":"hello"}'),
    "hellos": HELLO_FRAME,
    "nonsense": frame(BINARY, b"\xff" * 1000),
    "empty messages": frame(TEXT),
    "pings": frame(PING, b"x" * 125),
    "pongs": frame(PONG, b"x" * 125),
    "pieces": frame(MORE, b"", is_last=False),
    "large messages": frame(BINARY, b"x" * 16_384),
}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from Linux's /proc")
@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_that_takes_nothing_in_makes_the_server_no_larger(kind: str, party: Party) -> None:
    before = size(party.server)
    with Wire.to(party.visitor) as wire:
        wire.socket.sendall(HELLO_FRAME)
        wire.socket.settimeout(1)
        if kind == "pieces":
            wire.socket.sendall(frame(TEXT, b"", is_last=False))
        pour(wire.socket, FLOODS[kind], MUCH)
        assert size(party.server) - before < LITTLE
    assert httpx.get(f"{party.server.address}/health", trust_env=False).status_code == 200


def pour(connection: socket.socket, one: bytes, most: int) -> None:
    """Send as much as is taken."""
    many = one * (MEGABYTE // 4 // len(one))
    for _ in range(most // len(many)):
        try:
            connection.sendall(many)
        except OSError:
            return


def size(server: Running) -> int:
    """The memory of the server in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024
