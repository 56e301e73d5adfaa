"""Somebody who sends to a server what they like, at a table where others play."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.docs.pages import Page
from tests.server.client import Player
from tests.server.test_serve import Running
from upriver.rules import REFUSAL_CODES

Message: TypeAlias = dict[str, Any]
HELLO, PING = '{"type":"hello","since":0}', '{"type":"ping"}'
PATIENCE = 30.0
_TABLES = Page.read("docs/protocol.md").tables()
_NAMED = {code for table in _TABLES if table[0][0] == "code" for row in table[1:] for code in row[0].split(", ")}
CODES = {code for code in _NAMED if not code.isdigit()} | set(REFUSAL_CODES)
"""The codes of refusals that the pages name."""
CLOSE_CODES = {int(code) for code in _NAMED if code.isdigit()}


@dataclass
class Visitor:
    """Somebody at a table who sends what they like.

    Args:
        address: of the server.
        code: the table's.
        token: who it is.
        answers: the code of each refusal, and the kinds of the other answers.
        closes: the codes with which the server has closed the socket.
        view: what is shown.
        seq: the last entry that was seen.
    """

    address: str
    code: str
    token: str
    answers: list[str] = field(default_factory=list)
    closes: list[int] = field(default_factory=list)
    view: Message = field(default_factory=dict)
    seq: int = 0
    _socket: ClientConnection | None = None
    _closing: ExitStack = field(default_factory=ExitStack)

    def open(self) -> ClientConnection:
        url = f"ws{self.address.removeprefix('http')}/api/tables/{self.code}/socket"
        headers = {"Authorization": f"Bearer {self.token}"}
        # Pings would take chance from the same well as hypothesis, which minds.
        connection = connect(url, additional_headers=headers, proxy=None, compression=None, ping_interval=None)
        self._socket = self._closing.enter_context(connection)
        self._socket.send(HELLO)
        assert self._next()["type"] == "welcome"
        return self._socket

    def close(self) -> None:
        self._closing.close()
        self._socket = None

    def send(self, *frames: str | bytes) -> list[Message]:
        """What is answered to the frames; each is answered once, as the page says, or else the socket is closed."""
        socket = self._socket or self.open()
        told: list[Message] = []
        try:
            for frame in (*frames, PING):
                socket.send(frame)
            while len(told) <= len(frames):
                message = self._next()
                if message["type"] != "news":
                    told.append(message)
        except ConnectionClosed as error:
            closed = error.rcvd
        else:
            assert told.pop()["type"] == "pong", f"{frames} got {told}"
            for message in told:
                self._check(message)
            return told
        self.close()
        assert closed is not None
        assert closed.code in CLOSE_CODES
        self.closes.append(closed.code)
        return told

    def _check(self, message: Message) -> None:
        """A refusal has a code that the page names, and says something."""
        if message["type"] == "refused":
            assert message["code"] in CODES
            assert message["message"]
        else:
            assert message["type"] in ("ack", "welcome", "pong")
        self.answers.append(str(message.get("code") or message["type"]))

    def _next(self) -> Message:
        assert self._socket is not None
        message: Message = json.loads(self._socket.recv(timeout=PATIENCE))
        if message["type"] in ("welcome", "news"):
            self.view, self.seq = self.view | message["view"], message["seq"]
        return message


@dataclass(frozen=True)
class Party:
    """A table where Ann is host, and somebody else has the seat beside her; bots have the others."""

    server: Running
    code: str
    ann: str
    visitor: Visitor

    @classmethod
    def gather(cls, server: Running) -> Party:
        with httpx.Client(base_url=server.address, trust_env=False) as http:
            tokens = [come(http, name) for name in ("Ann", "Bob")]
            known = [{"Authorization": f"Bearer {token}"} for token in tokens]
            body = {"rules": "players=4 sizes=3-1-3 rebid=no", "contribution": secrets.token_hex(32)}
            body |= {"options": {"pace": "instant", "is_public": True}}  # type: ignore[dict-item]
            code = http.post("/api/tables", json=body, headers=known[0]).json()["code"]
            sit = {"contribution": secrets.token_hex(32)}
            assert http.post(f"/api/tables/{code}/join", json=sit, headers=known[1]).status_code == 200
        visitor = Visitor(server.address, code, tokens[1])
        return cls(server, code, tokens[0], visitor)

    def start(self) -> None:
        """Bots sit down, and the game begins."""
        asyncio.run(self._start())

    async def _start(self) -> None:
        ann = await self._player(self.ann)
        for seat in (2, 3):
            await ann.ask("put_bot", seat=seat, level="rule")
        await ann.ask("start")
        await ann.close()

    def play_on(self) -> None:
        """The game goes on to its end, and all see the same; whoever has a stand-in may have one."""
        self.visitor.close()
        asyncio.run(self._play_on())

    async def _play_on(self) -> None:
        ann, bob = await self._player(self.ann), await self._player(self.visitor.token)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(ann.play(), bob.play())
        assert ann.phase == "over"
        assert len(ann.view["sheet"]["rows"]) == 5
        assert ann.view["sheet"] == bob.view["sheet"]
        await asyncio.gather(ann.close(), bob.close())

    async def _player(self, token: str) -> Player:
        return await Player(urlsplit(self.server.address).netloc, self.code, token, Random(token)).open()


def come(http: httpx.Client, name: str) -> str:
    """Somebody new; the token."""
    return str(http.post("/api/people", json={"name": name, "wants_token": True}).json()["token"])
