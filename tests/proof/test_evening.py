"""An evening of four people over the network: one reconnects, one goes for good, one goes and comes back."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from functools import partial
from pathlib import Path

from tests.proof.company import Company
from tests.proof.ledger import check_all, check_records
from tests.proof.served import served
from tests.server.client import Player
from upriver.rules import Started, record


async def test_a_game_of_four_ends_with_a_record_that_replays_and_verifies(tmp_path: Path) -> None:
    db = str(tmp_path / "river.db")
    async with served(tmp_path, db, "away=1") as (place,):
        table = await Company.gather([place.server], ("Ann", "Ben", "Cid", "Dea"), "players=4 sizes=5-1-5 rebid=no")
        table.is_last = True
        ann, ben, cid, dea = table.guests
        await ann.ask("start")
        async with asyncio.TaskGroup() as group:
            for guest in (ann, ben):
                group.create_task(guest.play())
            await asyncio.gather(*(guest.play(lambda me: me.seq > 25) for guest in (cid, dea)))

            await ben.drop()  # and is back at once, since a player who is cut off connects again

            await cid.close()
            await dea.drop()
            for seat in (2, 3):
                await ann.until(partial(is_away, seat))
                assert ann.phase == "playing"
                await ann.ask("let_bot_play", seat=seat)
            await ann.until(lambda me: len(me.view["sheet"]["rows"]) >= 2)

            await dea.open()
            assert dea.view["table"]["seats"][3]["stand_in"] == "rule"
            await dea.ask("take_seat_back")
            group.create_task(dea.play())
        assert ben.closes == [(None, 1006)]
        await cid.open()
        seats = cid.view["table"]["seats"]
        assert [seat["name"] for seat in seats] == ["Ann", "Ben", "Cid", "Dea"]
        assert [seat["stand_in"] for seat in seats] == [None, None, "rule", None]
        await table.meet()

        (text,) = await check_records(place.server, cid)
        started = record.load(text)[0].event
        assert isinstance(started, Started)
        given = [
            request["contribution"]
            for guest in table.guests
            for request, _ in guest.acks.values()
            if request["type"] == "sit"
        ]
        assert [contribution.hex() for contribution in started.contributions] == given
        assert len(set(given)) == 4
        await table.close()
        assert await place.stop() == 0
    table.games = 1
    await check_all(db, [table])
    verdict = upriver(tmp_path, text, "verify")
    assert "Fair: all 9 deals" in verdict
    assert "4 contributions" in verdict
    assert all(name in upriver(tmp_path, text, "replay") for name in ("Ann", "Ben", "Cid", "Dea"))


def is_away(seat: int, guest: Player) -> bool:
    return bool(guest.view["table"]["seats"][seat]["is_away"])


def upriver(folder: Path, text: str, command: str) -> str:
    """What the command says of the record."""
    file = folder / "game.jsonl"
    file.write_text(text)
    done = subprocess.run(
        (sys.executable, "-m", "upriver", command, str(file), "--lang", "en"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
