"""While all bid together nothing that others get depends on what somebody bids: the same evening twice, bids apart."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from random import Random

import msgspec
import pytest

from tests.proof.ledger import Ledger
from tests.server.client import Player, RefusedError
from tests.server.serving import MANY, Server, serving
from tests.server.visiting import Clock
from upriver.bots import LEVELS
from upriver.rules import BidSealed, BidsRevealed
from upriver.server import host, lobby, people, scene, seen, shared
from upriver.server.app import Clocks
from upriver.server.config import Config
from upriver.store.memory import MemoryStore
from upriver.table import asking
from upriver.table.options import Options, Pace
from upriver.table.pace import bot_at
from upriver.table.state import TableState
from upriver.table.table import Table

RULES = "players=5 sizes=3 bidding=together limit=free"
OPTIONS = Options(pace=Pace.NATURAL, undo=True, clock=60, is_public=True)
GUESTS = ("ann", "ben", "wil", "xan")
"""Those who do not know what Cid bids; the last two watch."""
PLANS = ((0, 1, 2), (3, 2, 1), (1, 3, 0))
"""What Cid bids, and changes it to, twice."""

pytestmark = pytest.mark.timeout(60)


@dataclass(frozen=True)
class Told:
    """What came of an evening until the bids were revealed.

    Args:
        frames: of each person, in order.
        answers: over HTTP.
        plans: what the table meant to do by itself and when, after each entry.
        sealed: how many hidden bids people made or changed.
    """

    frames: dict[str, list[str]]
    answers: list[str]
    plans: list[object]
    sealed: int


def leave_nothing_to_chance(patch: pytest.MonkeyPatch) -> None:
    """The same ids, codes and seeds as the last time."""
    ids = itertools.count()

    def token(_: int = 0) -> str:
        return sha256(b"%d" % next(ids)).hexdigest()[:12]

    for module in (people, lobby):
        patch.setattr(module, "token_urlsafe", token)
    patch.setattr(people, "new_token", token)
    for module in (host, lobby):
        patch.setattr(module, "token_bytes", bytes)
    patch.setattr(lobby, "new_code", lambda: "KQJ43")


class Evening:
    """Three people and two bots, whose time has not come, and people who watch; all do one thing after the other."""

    def __init__(self, server: Server, clock: Clock) -> None:
        self._server, self._clock = server, clock
        self.players: dict[str, Player] = {}
        self.answers: list[str] = []
        self.code = ""

    @property
    def frames(self) -> dict[str, list[str]]:
        return {name: player.frames or [] for name, player in self.players.items()}

    async def come(self, name: str) -> Player:
        person = await self._server.person(name)
        if not self.code:
            self.code = await self._server.table(person, RULES, OPTIONS)
        player = Player(self._server.address, self.code, person.token, Random(name), frames=[], _prefix=name)
        self.players[name] = player
        return await player.open()

    async def do(self, name: str, kind: str, **values: object) -> str:
        """One thing; the code with which it is refused. All have seen it when this returns, and a moment has passed."""
        player = self.players[name]
        if kind == "act":
            values = {"after": player.seq, **values}
        code = ""
        try:
            await player.ask(kind, **values)
        except RefusedError as error:
            code = error.code
        for other in self.players.values():
            await other.until(lambda me: me.seq >= player.seq)
        self._clock.now += 0.001
        return code

    async def come_back(self, name: str, since: int) -> None:
        player = self.players[name]
        await player.close()
        player.seq = since
        await player.open()

    async def look(self) -> None:
        for path in (f"/api/tables/{self.code}", "/api/tables", "/"):
            answer = await self._server.http.get(path)
            self.answers.append(answer.text)

    async def run(self, plan: tuple[int, int, int]) -> None:
        """Cid bids and changes it, and the others do all that might show it."""
        first, second, third = plan
        for name in ("ann", "ben", "cid"):
            await self.come(name)
            await self.do(name, "sit", seat=None, contribution=sha256(name.encode()).hexdigest())
        await self.come("wil")
        for seat, level in ((3, "rule"), (4, "random")):
            await self.do("ann", "put_bot", seat=seat, level=level)
        await self.do("ann", "start")
        assert await self.do("cid", "act", action=str(first)) == ""
        assert await self.do("ann", "act", action="9") == "bid-range"
        assert await self.do("ben", "act", action="1", after=0) == "stale"
        assert await self.do("ann", "claim") != ""
        assert await self.do("wil", "say", text="good evening") == ""
        await self.come("xan")
        await self.come_back("ben", self.players["ben"].seq - 2)
        assert await self.do("cid", "act", action=str(second)) == ""
        await self.look()
        assert await self.do("cid", "ask_undo") == "undo-late"
        await self.come_back("wil", 0)
        assert await self.do("ann", "act", action="1") == ""
        assert await self.do("cid", "act", action=str(third)) == ""
        assert await self.do("ann", "act", action="2") == ""
        await self.look()
        await self.come_back("ann", 1)
        assert await self.do("ben", "act", action="0") == ""
        assert await self.do("ben", "let_bot_play", seat=2) == "not-away"
        self._clock.now += 30
        await self.do("wil", "react", reaction="hurry")
        for player in self.players.values():
            await player.until(lambda me: me.view["game"]["phase"] == "play")
            await player.close()


async def evening(plan: tuple[int, int, int], patch: pytest.MonkeyPatch) -> Told:
    """What came of an evening on which Cid bids so."""
    leave_nothing_to_chance(patch)
    store, clock = MemoryStore(), Clock()
    async with serving(store, Config(limits=MANY), Clocks(clock, time.monotonic)) as server:
        spent = Evening(server, clock)
        await spent.run(plan)
    ledger = await Ledger.read(store, spent.code)
    end = next(entry.seq for entry in ledger.entries if isinstance(entry.event, BidsRevealed))
    members = {player.you["person"] for player in spent.players.values()}
    return Told(
        {name: list(until_revealed(frames)) for name, frames in spent.frames.items()},
        spent.answers,
        [plan_at(ledger, seq) for seq in range(1, end)],
        sum(isinstance(entry.event, BidSealed) and entry.by in members for entry in ledger.entries),
    )


def until_revealed(frames: list[str]) -> Iterator[str]:
    return itertools.takewhile(lambda frame: '"BidsRevealed"' not in frame, frames)


def plan_at(ledger: Ledger, seq: int) -> object:
    """What the table does by itself after the entry, and when."""
    table = Table(ledger.entries[:seq], levels=frozenset(LEVELS))
    asks = [(ask.seat, ask.level, ask.after, ask.at) for ask in table.bots_to_ask()]
    return table.wake_at(), table.tick_at(), asks


def differences(one: Told, other: Told) -> set[str]:
    """What was not the same for those who do not know the bids."""
    apart = {name for name in GUESTS if one.frames[name] != other.frames[name]}
    return apart | {part for part in ("answers", "plans") if getattr(one, part) != getattr(other, part)}


async def test_nobody_gets_another_byte_whatever_somebody_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    first = await evening(PLANS[0], monkeypatch)
    assert first.sealed == 6
    assert min(len(frames) for frames in first.frames.values()) > 5
    for plan in PLANS[1:]:
        other = await evening(plan, monkeypatch)
        assert differences(first, other) == set()
        assert first.frames["cid"] != other.frames["cid"]


def showing_more(patch: pytest.MonkeyPatch) -> None:
    """A higher bid makes the game's part longer."""

    def part(state: TableState) -> scene.Game | None:
        game = game_part(state)
        if game is None or state.game is None:
            return game
        names = [f"{name}{' ' * (bid or 0)}" for name, bid in zip(game.names, state.game.sealed, strict=True)]
        return msgspec.structs.replace(game, names=names)

    game_part = shared.game_part
    patch.setattr(seen, "game_part", part)


def waiting_longer(patch: pytest.MonkeyPatch) -> None:
    """Bots think longer about a higher bid."""

    def at(state: TableState) -> float:
        return bot_at(state) + sum(bid or 0 for bid in (state.game.sealed if state.game else ()))

    patch.setattr(asking, "bot_at", at)


@pytest.mark.parametrize(("build", "apart"), [(showing_more, {*GUESTS}), (waiting_longer, {"plans"})])
async def test_a_server_that_shows_something_of_a_bid_is_found(
    build: Callable[[pytest.MonkeyPatch], None], apart: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build(monkeypatch)
    first, other = [await evening(plan, monkeypatch) for plan in PLANS[:2]]
    assert differences(first, other) == apart
