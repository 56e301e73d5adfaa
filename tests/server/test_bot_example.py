"""The bot of the examples plays a game over the network, run as a reader would run it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.server.serving import seated, serving
from upriver.store.memory import MemoryStore

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


async def run(code: str, address: str, name: str) -> str:
    words = (str(BOT), code, "--url", f"http://{address}", "--name", name)
    bot = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await asyncio.wait_for(bot.communicate(), 60)
    assert (bot.returncode, err.decode()) == (0, "")
    return out.decode()


async def test_it_sits_down_and_plays_to_the_end() -> None:
    async with serving(MemoryStore()) as server:
        (ann,) = await seated(server, "Ann", "players=3 sizes=3-1-3")
        bots = [asyncio.create_task(run(ann.code, server.address, name)) for name in ("Robin", "Kim")]
        await ann.until(lambda me: all(seat["person"] for seat in me.view["table"]["seats"]))
        await ann.ask("start")
        await ann.play()
        totals = ann.view["sheet"]["totals"]
        assert await asyncio.gather(*bots) == [f"{totals}\n"] * 2
        await ann.close()


def test_it_is_as_short_as_the_page_says() -> None:
    lines = BOT.read_text("utf-8").splitlines()
    assert len(lines) <= 60
    assert "a\nwhole bot in 60 lines" in (BOT.parents[1] / "docs" / "protocol.md").read_text("utf-8")
