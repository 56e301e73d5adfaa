"""Whole games over real sockets."""

from __future__ import annotations

import asyncio

from tests.server.serving import seated, serving
from upriver.store.memory import MemoryStore


async def test_four_people_play_a_whole_game() -> None:
    async with serving(MemoryStore()) as server:
        players = await seated(server, "Ann Ben Cid Dea", "players=4 sizes=3-1-3")
        await players[0].ask("start")
        await asyncio.gather(*(player.play() for player in players))
        totals = [player.view["sheet"]["totals"] for player in players]
        assert totals.count(totals[0]) == 4
        assert len(players[0].view["sheet"]["rows"]) == 5
        for player in players:
            await player.close()
