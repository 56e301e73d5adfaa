"""The people of a table, who play one game after the other, talk a little, and wait for a server that is gone."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.server.client import Message, Player, RefusedError
from tests.server.serving import QUICK, Server
from upriver.bots import LEVELS
from upriver.table.options import Options

BREATH = 2.5
"""Seconds between two lines of one person, so that the table does not mind."""
PAUSE = 0.2
"""Seconds until something is asked again that the server could not do."""
PATIENCE = 60.0
"""Seconds until something happens at each table, on a busy machine."""
BOTS = tuple(level for level in LEVELS if level != "expert")  # which takes the time of all others


@dataclass
class Guest(Player):
    """A person who asks again, with the same id, what could not be stored; every line that is said is another one.

    Args:
        closes: the reason and the code of each close that this person did not want.
    """

    closes: list[tuple[str | None, int | None]] = field(default_factory=list)
    _line_at: int = 0
    _quiet_until: float = 0.0

    async def ask(self, kind: str, **values: object) -> int:
        values.setdefault("id", self.new_id())
        while True:
            try:
                return await super().ask(kind, **values)
            except RefusedError as refused:
                if refused.code not in ("unavailable", "busy"):
                    raise
                await asyncio.sleep(PAUSE)

    async def reopen(self, tries: int = 150) -> Player:
        await self.ended()
        self.closes.append((None if self.closing is None else self.closing["reason"], self.close_code))
        return await super().reopen(tries)

    def choose(self) -> Message | None:
        if self.phase == "playing" and self.seq >= self._line_at and time.monotonic() >= self._quiet_until:
            self._line_at = self.seq + self.rng.randrange(10, 40)
            self._quiet_until = time.monotonic() + BREATH
            return {"kind": "say", "text": f"line {secrets.token_hex(8)}"}
        return super().choose()


@dataclass
class Company:
    """The people of one table, in its first seats; bots have the others.

    Args:
        code: the table's.
        guests: the people.
        is_last: whether the game being played is the last.
        games: how many were played to the end.
    """

    code: str
    guests: Sequence[Guest]
    is_last: bool = False
    games: int = 0
    _goes_on: dict[str, bool] = field(default_factory=dict)

    @classmethod
    async def gather(
        cls, servers: Sequence[Server], names: Sequence[str], rules: str, options: Options = QUICK
    ) -> Company:
        """Have people of these names sit at a new table, spread over the servers, and bots where nobody does."""
        people = [await servers[0].person(name) for name in names]
        code = await servers[0].table(people[0], rules, options)
        guests = []
        for number, person in enumerate(people):
            guest = Guest(servers[number % len(servers)].address, code, person.token, Random(person.name))
            guests.append(guest)
            await guest.open()
            await guest.sit()
        host = guests[0]
        for seat in range(len(people), len(host.view["table"]["seats"])):
            await host.ask("put_bot", seat=seat, level=host.rng.choice(BOTS))
        return cls(code, guests)

    @property
    def phase(self) -> str:
        return self.guests[0].phase

    @property
    def seq(self) -> int:
        """The last entry that any of them has seen."""
        return max(guest.seq for guest in self.guests)

    @property
    def acknowledged(self) -> int:
        """What they have asked and know to be done."""
        return sum(len(guest.acks) for guest in self.guests)

    def has_seen_bots(self, since: int) -> bool:
        """Whether a bot has acted since then, or none sits here."""
        guest = self.guests[0]
        if all(seat["level"] is None for seat in guest.view["table"]["seats"]):
            return True
        return any(guest.events[seq]["by"].startswith("bot ") for seq in range(since + 1, guest.seq + 1))

    async def play(self) -> None:
        """Begin, and play to the end of the last game."""
        await self.guests[0].ask("start")
        await asyncio.gather(*(self._play(guest) for guest in self.guests))

    async def meet(self) -> None:
        """Wait until all have seen the same."""
        for guest in self.guests:
            await guest.play(lambda me: me.seq >= self.seq)

    async def close(self) -> None:
        """Go home."""
        await asyncio.gather(*(guest.close() for guest in self.guests))

    async def _play(self, guest: Guest) -> None:
        await guest.play(lambda me: me.phase == "playing")
        while True:
            await guest.play(lambda me: me.phase == "over")
            if not self._wants_another(guest.view["game"]["commitment"]):
                return
            await guest.ask("play_again", contribution=secrets.token_hex(32))
            await guest.play(lambda me: me.phase == "playing")

    def _wants_another(self, commitment: str) -> bool:
        """Whether they play on after this game: who is asked first decides for all."""
        if commitment not in self._goes_on:
            self._goes_on[commitment] = not self.is_last
            self.games += 1
        return self._goes_on[commitment]


async def companies(servers: Sequence[Server], many: int, rules: Sequence[str], people: int = 3) -> list[Company]:
    """As many tables, by the rules in turn, with one to so many people each."""

    async def gather(number: int) -> Company:
        names = [f"{name} {number}" for name in ("Ann", "Ben", "Cid", "Dea")[: 1 + number % people]]
        return await Company.gather(servers, names, rules[number % len(rules)])

    return await asyncio.gather(*(gather(number) for number in range(many)))


async def some_moment(tables: Sequence[Company], rng: Random) -> None:
    """Wait for a moment in the midst of games: sometimes soon, while people come back, mostly after they have acted."""
    acknowledged = sum(table.acknowledged for table in tables)
    enough = acknowledged + (0 if rng.random() < 0.25 else rng.randrange(3, 15) * len(tables))
    async with asyncio.timeout(PATIENCE):
        while sum(table.acknowledged for table in tables) < enough:
            await asyncio.sleep(0.01)
        await asyncio.sleep(rng.uniform(0.0, 0.3))
        while sum(table.phase == "playing" for table in tables) <= len(tables) / 2:
            await asyncio.sleep(0.01)


async def all_go_on(tables: Sequence[Company]) -> None:
    """Wait until people have acted at each table, and bots where there are any."""
    before = [(table, table.acknowledged, table.seq) for table in tables]
    async with asyncio.timeout(PATIENCE):
        while not all(table.acknowledged > done and table.has_seen_bots(since) for table, done, since in before):
            await asyncio.sleep(0.02)
