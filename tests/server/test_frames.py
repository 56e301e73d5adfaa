"""The connection under a conversation."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import connect

from upriver.server.frames import FrameProtocol

NO_FRAME = bytes([0xFF]) * 14


@pytest.mark.parametrize("kind", ["websocket.send", "websocket.close"])
async def test_whoever_was_cut_off_has_gone_for_those_who_still_send(kind: str) -> None:
    ended: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

    async def talk(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        try:
            await send({"type": kind, "text": "news"})
        except Exception as error:
            ended.set_result(error)
        else:
            ended.set_result(None)

    server = uvicorn.Server(uvicorn.Config(talk, ws=FrameProtocol, lifespan="off", log_config=None))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve([listener]))
        async with connect(f"ws://127.0.0.1:{listener.getsockname()[1]}") as client:
            client.transport.write(NO_FRAME)
            async with asyncio.timeout(30):
                assert isinstance(await ended, ClientDisconnected)
        server.should_exit = True
        await serving
