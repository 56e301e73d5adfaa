"""What a database holds of a table, against what its people were told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

import msgspec

from tests.proof.company import Company
from tests.server.client import Message, Player
from tests.server.serving import Server
from upriver.bots import LEVELS
from upriver.rules import BidChanged, BidMade, BidSealed, CardPlayed, SeedRevealed, record
from upriver.rules.verify import verify
from upriver.server.happened import happening
from upriver.server.rows import entries_of
from upriver.server.seen import Seen
from upriver.server.shared import Known
from upriver.server.wire import Numbered, encode
from upriver.store import Store, open_store
from upriver.table.events import BecameReady, BotSet, CameBack, Entry, Said, SatDown, StandInSet, WantsAgain
from upriver.table.redact import tell
from upriver.table.state import TableState
from upriver.table.table import Table
from upriver.table.talk import REACTIONS

KNOWN = Known(tuple(LEVELS), REACTIONS)
DEEDS: dict[str, type | tuple[type, ...]] = {
    "sit": SatDown,
    "put_bot": BotSet,
    "act": (BidMade, BidChanged, BidSealed, CardPlayed),
    "next_hand": BecameReady,
    "play_again": WantsAgain,
    "say": Said,
    "let_bot_play": StandInSet,
    "take_seat_back": StandInSet,
}
"""What each request leads to."""


@dataclass(frozen=True)
class Ledger:
    """The log of a table as it is stored, and where it stood after each entry."""

    entries: tuple[Entry, ...]
    states: tuple[TableState, ...]

    @classmethod
    async def read(cls, store: Store, code: str) -> Ledger:
        table_id = await store.find(code)
        assert table_id is not None
        entries = entries_of(await store.read(table_id))
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        table = Table(entries[:1], levels=frozenset(LEVELS))
        states = [table.state]
        for entry in entries[1:]:
            table.take([entry])
            states.append(table.state)
        listing = await store.listing(table_id)
        assert listing is not None
        assert (listing.seq, listing.phase) == (len(entries), table.state.phase)
        return cls(entries, tuple(states))

    def check(self, player: Player) -> None:
        """What the player was told is what is stored: every answer, every entry, and the view."""
        self._check_answers(player)
        self._check_news(player)
        self._check_view(player)

    def _check_answers(self, player: Player) -> None:
        """Each request that was acknowledged is there, once; and nothing else that the person would have done."""
        user = player.you["person"]
        own = [entry for entry in self.entries if entry.by == user]
        asked = {entry.ask: entry for entry in own if entry.ask}
        assert len(asked) == sum(bool(entry.ask) for entry in own), "something was done twice"
        assert {ask: entry.seq for ask, entry in asked.items()} == {ask: seq for ask, (_, seq) in player.acks.items()}
        for request, seq in player.acks.values():
            self._check_deed(user, request, seq)
        for deed in set(DEEDS.values()):
            done = sum(isinstance(entry.event, deed) for entry in own)
            requests = sum(DEEDS.get(request["type"]) == deed for request, _ in player.acks.values())
            assert done == requests, f"{player.you['person']}: {done} of {deed} for {requests} requests"
        said = Counter(entry.event.text for entry in own if isinstance(entry.event, Said))
        assert all(count == 1 for count in said.values())

    def _check_deed(self, user: str, request: Message, seq: int) -> None:
        """The entries that the request led to are what it asked for."""
        kind = request["type"]
        place = seq - 1
        if isinstance(self.entries[place].event, CameBack):
            place += 1
        entry = self.entries[place]
        assert entry.by == user
        assert isinstance(entry.event, DEEDS.get(kind, object)), f"{request} led to {entry}"
        match entry.event:
            case BidMade(_, bid) | BidChanged(_, bid) | BidSealed(_, bid):
                assert request["action"] == str(bid)
            case CardPlayed(_, card):
                assert request["action"] == str(card)
            case Said(_, _, text):
                assert request["text"] == text

    def _check_news(self, player: Player) -> None:
        """Every entry since the player came was told, without a gap, as it is stored."""
        seqs = sorted(player.events)
        assert seqs == list(range(seqs[0], player.seq + 1))
        assert player.seq == len(self.entries)
        user = player.you["person"]
        for seq, told in player.events.items():
            # Who comes back after a hand is told of its deal as of one that is over.
            known = {self._told(seq, state, user) for state in (self.states[seq - 1], self.states[-1])}
            assert msgspec.json.encode(told) in known, f"{told} was told, not {known}"

    def _told(self, seq: int, state: TableState, user: str) -> bytes:
        told = tell(state, self.entries[seq - 1], user)
        numbered = Numbered(told.seq, told.at, told.by, None if told.event is None else happening(told.event))
        return msgspec.json.encode(msgspec.json.decode(msgspec.json.encode(numbered)))

    def _check_view(self, player: Player) -> None:
        """The player's view, made from news, is that of the state that the log folds to."""
        shown = encode(Seen(self.states[-1], KNOWN).welcome(player.you["person"], (), 0.0))
        assert player.view == msgspec.json.decode(shown)["view"]


@dataclass(frozen=True)
class Count:
    """What was checked.

    Args:
        entries: in the logs.
        acknowledged: requests.
        resent: requests that were asked again after a reconnect.
        stored: those of them that had been done before, and only the answer was lost.
        games: that were played to the end.
    """

    entries: int = 0
    acknowledged: int = 0
    resent: int = 0
    stored: int = 0
    games: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(*(one + two for one, two in zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.entries} entries, {self.acknowledged} requests acknowledged, none lost, none "
            f"done twice; {self.resent} asked again, {self.stored} of them had been done"
        )


async def check_all(db: str, tables: Sequence[Company]) -> Count:
    """The people of the tables know what is stored."""
    store = await open_store(db)
    try:
        return sum([await _check(store, table) for table in tables], Count())
    finally:
        await store.close()


async def _check(store: Store, table: Company) -> Count:
    ledger = await Ledger.read(store, table.code)
    for guest in table.guests:
        ledger.check(guest)
    resent = [
        (guest.acks[ask][1], seq) for guest in table.guests for ask, seq in guest.resent.items() if ask in guest.acks
    ]
    games = sum(isinstance(entry.event, SeedRevealed) for entry in ledger.entries)
    assert games == table.games
    return Count(len(ledger.entries), table.acknowledged, len(resent), sum(done <= seq for done, seq in resent), games)


async def check_records(server: Server, player: Player) -> list[str]:
    """All games of the player can be downloaded, replay, and verify; the records, the last first."""
    headers = {"Authorization": f"Bearer {player.token}"}
    games: list[dict[str, Any]] = []
    path = "/api/games?limit=100"
    while path:
        page = (await server.http.get(path, headers=headers)).json()
        games += page["games"]
        path = f"/api/games?limit=100&before={page['before']}" if page["before"] else ""
    records = [(await server.http.get(f"/api/games/{game['id']}/record")).text for game in games]
    for game, text in zip(games, records, strict=True):
        entries = record.load(text)
        verdict = verify(entry.event for entry in entries)
        assert verdict.is_fair
        assert verdict.contributions == sum(seat["level"] is None for seat in game["players"])
        assert list(record.replay(entries).sheet.totals) == [seat["total"] for seat in game["players"]]
    return records
