"""People who keep every frame that they get, and do all that a table allows; and somebody who looks things up."""

from __future__ import annotations

import asyncio
import itertools
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

import httpx

from tests.server.client import Message, Player, RefusedError
from tests.server.serving import Person, Server
from upriver.rules import Started
from upriver.server.rows import entries_of
from upriver.store import Store

ODDS = {
    "reopen": 0.02,
    "say": 0.03,
    "mute": 0.04,
    "react": 0.02,
    "change": 0.3,
    "ask_undo": 0.1,
    "claim": 0.9,
    "let_bot_play": 0.02,
    "take_seat_back": 0.3,
    "sit": 0.5,
}
"""How often each thing is done where it can be; the first time it always is."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@dataclass
class Listener(Player):
    """Somebody who does everything that can be done, and keeps all that is heard.

    Args:
        heard: every frame, in order.
        did: what was done, by kind.
        asked: what this person wanted to bid or play.
        is_seated: whether this person wants a seat; else watches.
        is_saving: whether high cards are kept for last, to claim what is left; else they are played first.
    """

    heard: list[str] = field(default_factory=list)
    did: Counter[str] = field(default_factory=Counter)
    asked: set[str] = field(default_factory=set)
    is_seated: bool = True
    is_saving: bool = False

    def __post_init__(self) -> None:
        self.frames = self.heard

    async def live(self) -> None:
        """Play, talk, come and go until the game is over."""
        while self.phase == "playing":
            self._check()
            self._moved.clear()
            if self._feels_like("reopen", self.is_open):
                await self._come_back()
            deed = self.choose()
            if deed is None:
                await self._wait_for(asyncio.ensure_future(self._moved.wait()))
                continue
            with suppress(RefusedError):  # the table has moved on, or this was never allowed
                await self.ask(**deed)

    def post(self, kind: str, **values: object) -> asyncio.Future[Message]:
        self.asked.add(str(values.get("action")))
        return super().post(kind, **values)

    def choose(self) -> Message | None:
        return self._answer() or self._extra() or self._play_card() or super().choose()

    def _answer(self) -> Message | None:
        undo = self.view["table"]["undo"]
        if undo is not None and self.you["person"] in undo["waiting"]:
            return {"kind": "answer_undo", "is_agreed": self.rng.random() < 0.8}
        return None

    def _play_card(self) -> Message | None:
        cards = sorted(self.you["legal_cards"], key=lambda card: RANKS.index(card[:-1]))
        if not self.you["is_turn"] or not cards:
            return None
        return {"kind": "act", "after": self.seq, "action": cards[0 if self.is_saving else -1]}

    def _extra(self) -> Message | None:
        """Something that the game does not ask for."""
        you, seats, game = self.you, self.view["table"]["seats"], self.view["game"]
        seat, can_change = you["seat"], you["can_change_bid"] and bool(you["legal_bids"])
        others = [other["person"] for other in seats if other["person"] not in (None, you["person"])]
        is_replaced = seat is not None and seats[seat]["stand_in"] is not None
        is_between = game is not None and game["hand"] is not None and game["hand"]["is_over"]
        if self._feels_like("claim", you["can_claim"]):
            return {"kind": "claim"}
        if self._feels_like("ask_undo", you["can_ask_undo"]):
            return {"kind": "ask_undo"}
        if self._feels_like("change", can_change):
            return {"kind": "act", "after": self.seq, "action": str(self.rng.choice(you["legal_bids"]))}
        if self._feels_like("let_bot_play", seat is not None and not is_replaced):
            return {"kind": "let_bot_play", "seat": seat}
        if self._feels_like("take_seat_back", is_replaced):
            return {"kind": "take_seat_back"}
        if self._feels_like("sit", seat is None and self.is_seated and is_between):
            return {"kind": "sit", "seat": None, "contribution": self.rng.randbytes(32).hex()}
        if self._feels_like("say", condition=True):
            return {"kind": "say", "text": f"line {self.rng.randbytes(8).hex()}"}
        if self._feels_like("react", condition=True):
            return {"kind": "react", "reaction": self.rng.choice(self.view["table"]["reactions"])}
        if self._feels_like("mute", bool(others)):
            other = self.rng.choice(others)
            return {"kind": "mute", "person": other, "is_muted": other not in you["muted"]}
        return None

    def _feels_like(self, deed: str, condition: bool) -> bool:
        is_done = condition and (not self.did[deed] or self.rng.random() < ODDS[deed])
        self.did[deed] += is_done
        return is_done

    async def _come_back(self) -> None:
        """Vanish, and ask for what has happened since, or for more, or for nothing."""
        await self.drop()
        self.seq = self.rng.choice((0, max(0, self.seq - self.rng.randrange(40)), self.seq))
        await self.reopen()


@dataclass
class Reader:
    """Somebody who looks up a table over HTTP, again and again, in the name of each person in turn and of nobody.

    Args:
        server: where.
        store: of the server.
        people: in whose names.
        code: the table's.
        game: the id under which the game in play will be found when it is over.
        read: the path, how far the table was at most, and head and body of each answer.
    """

    server: Server
    store: Store
    people: Sequence[Person]
    code: str
    game: str = ""
    read: list[tuple[str, int, str]] = field(default_factory=list)

    async def look(self) -> None:
        """Look things up until the game is over."""
        table = await self.store.find(self.code)
        assert table is not None
        entries = entries_of(await self.store.read(table))
        started = max(entry.seq for entry in entries if isinstance(entry.event, Started))
        digest = sha256(f"upriver game 1\n{table} {started}".encode()).digest()
        self.game = urlsafe_b64encode(digest[:12]).decode()
        names, game = itertools.cycle([None, *self.people]), f"/api/games/{self.game}"
        for path in itertools.cycle(
            (f"/api/tables/{self.code}", "/api/tables", "/api/tables/mine", "/api/games", game, f"{game}/record",
             f"{game}/record?form=notation", f"/t/{self.code}", "/api/people/me", "/health", "/metrics")
        ):  # fmt: skip
            who = next(names)
            headers = {} if who is None else {"Authorization": f"Bearer {who.token}"}
            try:
                answer = await self.server.http.get(path, headers=headers)
            except httpx.TransportError:  # the server has just closed a connection that was not used for a while
                continue
            listing = await self.store.listing(table)
            assert listing is not None
            self.read.append((path, listing.seq, f"{answer.headers}\n{answer.text}"))
            if listing.phase != "playing":
                return
            await asyncio.sleep(0.005)


async def come(server: Server, person: Person, code: str, *, is_seated: bool = True) -> Listener:
    """The person at the table, connected."""
    listener = Listener(server.address, code, person.token, Random(person.name), is_seated=is_seated)
    await listener.open()
    return listener
