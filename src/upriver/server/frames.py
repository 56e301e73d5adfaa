"""How frames come in from the network: uvicorn's WebSocket, with an end to whatever a client could pile up in it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode as StandardCode
from websockets.frames import Frame

from upriver.server.wire import CloseCode

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

PIECES = 64
"""So many frames at most may one message come in."""
UNREAD = 1000
"""So many messages may come at once, before the first of them is read."""
LAST_WORDS = 10.0
"""Seconds for a client to take in what it was sent before the conversation ended."""


class FrameProtocol(WebSocketsSansIOProtocol):
    """One connection. Nothing that its client sends, or does not take in, makes it grow or stay without end."""

    def handle_text(self, event: Frame) -> None:
        """Take text as it is: whoever reads the message finds bytes that are no text, and refuses them."""
        self.handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Take one more piece of a message; pieces may be empty, so that their bytes do not limit them."""
        if len(self.frames) < PIECES:
            super().handle_cont(event)
        else:
            self._fail(StandardCode.MESSAGE_TOO_BIG, "too many pieces")

    def handle_ping(self) -> None:
        """Answer, unless the client does not take in what it was sent before."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message on."""
        if self.queue.qsize() < UNREAD:
            super().send_receive_event_to_app()
        else:
            self._fail(CloseCode.FLOOD, CloseCode.FLOOD.reason)

    async def send(self, message: ASGISendEvent) -> None:
        """Send, unless the connection has been closed from below: to those who still send the client has gone."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The conversation is over; a client that does not take its last words in gets some time, then none."""
        super().on_task_complete(task)
        if self.transport.get_write_buffer_size():
            self.loop.call_later(LAST_WORDS, self.transport.abort)

    def _fail(self, code: int, reason: str) -> None:
        if not self.close_sent:
            self.conn.fail(code, reason)
            self.handle_parser_exception()
        self.frames = []
