"""Whole games over real sockets: nobody is told what they may not know, in any byte of any frame or answer."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import httpx
import msgspec
import pytest

from tests.proof.ledger import Ledger
from tests.proof.listener import Listener, Reader, come
from tests.proof.served import LIMITS
from tests.proof.witness import Leak, Witness, forms
from tests.server.client import RefusedError
from tests.server.serving import QUICK, Server, serving
from tests.server.test_serve import running
from upriver.rules import BidSealed, Dealt, mix, view
from upriver.server import own, scene, seen, shared
from upriver.store import Store, open_store
from upriver.store.memory import MemoryStore
from upriver.table import pace, redact
from upriver.table.events import Entry, Muted, Said, SeedChosen
from upriver.table.options import Options, Pace, Watching
from upriver.table.redact import Told
from upriver.table.state import TableState

IS_LONG = bool(os.environ.get("SOAK"))
UNDO = replace(QUICK, undo=True)
HANDS = replace(QUICK, watching=Watching.HANDS, is_public=True)

pytestmark = pytest.mark.timeout(3600 if IS_LONG else 120)


@dataclass(frozen=True)
class Occasion:
    """A table: so many people in seats, bots in the others, and somebody who comes late.

    Args:
        rules: of the game.
        people: how many are there from the beginning.
        options: of the table.
        games: how many are played.
    """

    rules: str
    people: int
    options: Options
    games: int = 1


OCCASIONS = (
    Occasion("english players=3 sizes=2,3,1", 3, UNDO, games=2),
    Occasion("players=3 sizes=17 trump=none", 3, QUICK),
    Occasion("italian players=4 sizes=3-1-3", 2, HANDS),
    Occasion("players=5 sizes=3,1,2 bidding=together limit=free", 4, UNDO),
    Occasion("players=6 sizes=8,1", 4, HANDS),
    Occasion("players=7 sizes=5,2,1 trump=cycle", 5, UNDO),
)
WHOLE = tuple(
    Occasion(f"{rules} players={players}", *((players - 1, HANDS), (players, UNDO))[(players + number) % 2])
    for players in range(3, 8)
    for number, rules in enumerate(("english", "italian", "bidding=together limit=free", "trump=none", "trump=cycle"))
)


@dataclass
class Heard:
    """What everybody got."""

    witness: Witness
    listeners: list[Listener]
    readers: list[Reader]

    def leaks(self) -> list[Leak]:
        found = []
        for listener in self.listeners:
            found += self.witness.leaks(listener.you["person"], listener.heard)
        games = re.compile("|".join((*(reader.game for reader in self.readers), r'"[\w-]{12,}"')))  # and other ids
        for reader in self.readers:
            for path, seq, text in reader.read:
                self.witness.looked["answer"] += 1
                found += [Leak(kind, "", seq, f"{path}: {text}") for kind in self.witness.secrets(text, seq)]
                # Records are of games that are over, and the page has a card for its sign.
                if path.startswith("/api/") and "/record" not in path:
                    named = self.witness.cards(games.sub("*", text))
                    found += [Leak("card", "", seq, f"{card} at {path}") for card in named]
        return found


async def spend(occasion: Occasion) -> Heard:
    """Play the games at a server in this process."""
    store = MemoryStore()
    async with serving(store) as server:
        return await spend_at(server, store, occasion)


async def spend_at(server: Server, store: Store, occasion: Occasion) -> Heard:
    """Play the games; two watch, one of them until a bot's seat is free."""
    people = [await server.person(f"person {number}") for number in range(occasion.people)]
    code = await server.table(people[0], occasion.rules, occasion.options)
    seated = [await come(server, person, code) for person in people]
    for listener in seated:
        await listener.sit()
    seated[0].is_saving = True
    watching = [await server.person(name) for name in ("watcher", "late")]
    late = await come(server, watching[1], code)
    listeners = [*seated, await come(server, watching[0], code, is_seated=False), late]
    await fill(seated[0])
    await talk(seated[0], seated[1])
    readers = []
    for game in range(occasion.games):
        await begin(listeners, is_first=not game)
        readers.append(Reader(server, store, [*people, *watching], code))
        async with asyncio.TaskGroup() as group:
            for listener in listeners:
                group.create_task(listener.live())
            group.create_task(readers[-1].look())
    last = max(listener.seq for listener in listeners)
    for listener in listeners:
        await listener.until(lambda me: me.seq >= last)
        await listener.close()
    tokens = {person.id: person.token for person in (*people, *watching)}
    return Heard(Witness(await Ledger.read(store, code), tokens), listeners, readers)


async def fill(host: Listener) -> None:
    """Bots in the seats that are left."""
    for seat in host.view["table"]["seats"]:
        if seat["person"] is None:
            await host.ask("put_bot", seat=seat["seat"], level=("rule", "easy", "random")[seat["seat"] % 3])


async def talk(hearer: Listener, speaker: Listener) -> None:
    """One speaks, is muted, and speaks on."""
    await speaker.ask("say", text="a line that is heard")
    await hearer.ask("mute", person=speaker.you["person"], is_muted=True)
    await speaker.ask("say", text="a line that is not")
    await speaker.ask("react", reaction="oops")


async def begin(listeners: list[Listener], *, is_first: bool) -> None:
    if is_first:
        await listeners[0].ask("start")
    else:
        for listener in listeners:
            with suppress(RefusedError):  # it does not wait for those who watch, or for whom bots play
                await listener.ask("play_again", contribution=listener.rng.randbytes(32).hex())
    for listener in listeners:
        await listener.until(lambda me: me.phase != "over" and me.view["game"] is not None)


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pace.WAITS, Pace.INSTANT, replace(pace.WAITS[Pace.INSTANT], change=0.03, undo=0.03))


@pytest.mark.parametrize("occasion", WHOLE if IS_LONG else OCCASIONS, ids=lambda occasion: occasion.rules)
async def test_nobody_is_told_what_they_may_not_know(occasion: Occasion) -> None:
    heard = await spend(occasion)
    assert heard.leaks()[:3] == []
    looked = heard.witness.looked
    assert looked["welcome"] > len(heard.listeners), "some have come back"
    assert min(looked["card"], looked["news"]) > 200
    assert looked["answer"] > 5


async def test_no_secret_no_name_and_no_word_stands_in_the_log(tmp_path: Path) -> None:
    with running(tmp_path, "--log", "json", "--limits", LIMITS) as place:
        assert place.process.stderr is not None
        written = asyncio.create_task(asyncio.to_thread(place.process.stderr.read))
        store = await open_store(str(tmp_path / "upriver.db"))
        async with httpx.AsyncClient(base_url=place.address, trust_env=False) as http:
            server = Server(place.address.removeprefix("http://"), http)
            heard = await spend_at(server, store, replace(SMALL, rules=f"{SMALL.rules} rebid=no"))
        await store.close()
        place.process.terminate()
        log = place.said + await written
    witness = heard.witness
    assert "/api/tables/{code}" in log
    assert set(witness.secrets(log, seq=1)) == set()
    assert set(witness.cards(log)) == set()
    words = {
        heard.listeners[0].code,
        *witness.tokens,
        *(reader.game for reader in heard.readers),
        "watcher",
        "person 0",
    }
    assert {word for word in words if word in log} == set()


# the same search finds what servers tell that hide less

SMALL = Occasion("players=3 sizes=3 bidding=together limit=free", 2, HANDS)
Build: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def telling(kind: type) -> Build:
    """Tells all of one kind of event to all."""

    def shown(state: TableState, entry: Entry, user: str) -> object:
        return entry.event if isinstance(entry.event, kind) else redacted(state, entry, user)

    redacted = redact._shown
    return lambda patch: patch.setattr(redact, "_shown", shown)


def showing_bids(patch: pytest.MonkeyPatch) -> None:
    """Counts something of hidden bids among those on the table."""

    def shown(state: TableState) -> scene.Game | None:
        game = game_part(state)
        if game is None or game.hand is None or state.game is None:
            return game
        total = game.hand.total_bid + sum(1 + bid for bid in state.game.sealed if bid is not None)
        return msgspec.structs.replace(game, hand=msgspec.structs.replace(game.hand, total_bid=total))

    game_part = shared.game_part
    patch.setattr(seen, "game_part", shown)


def showing_the_seed(patch: pytest.MonkeyPatch) -> None:
    """Shows the seed in the place of its commitment."""
    patch.setattr(shared, "commitment_of", bytes.hex)


def showing_the_neighbour(patch: pytest.MonkeyPatch) -> None:
    """Shows the cards of the next seat."""

    def part(state: TableState, user: str) -> scene.You:
        you, seat = you_part(state, user), state.seat_of(user)
        if seat is None or state.game is None:
            return you
        cards = view(state.game, (seat + 1) % len(state.seats)).cards
        return msgspec.structs.replace(you, cards=list(map(str, cards)))

    you_part = own.you_part
    patch.setattr(seen, "you_part", part)


def showing_hands(patch: pytest.MonkeyPatch) -> None:
    """Shows all cards while they are played."""
    patch.setattr(own, "hands_shown", lambda state, _: state.dealt or None)


def showing_all_talk(patch: pytest.MonkeyPatch) -> None:
    """Shows what muted people say."""
    patch.setattr(seen, "talk_for", lambda state, _: state.talk)


def naming_requests(patch: pytest.MonkeyPatch) -> None:
    """Says with which request something was asked."""
    patch.setattr(seen, "tell", lambda _, entry, __: Told(entry.seq, entry.at, entry.ask, None))


@pytest.mark.parametrize(
    ("build", "kind"),
    [
        pytest.param(telling(Dealt), "card", id="deals"),
        pytest.param(telling(BidSealed), "bid", id="bids"),
        pytest.param(telling(SeedChosen), "seed", id="seeds"),
        pytest.param(telling(Said), "muted", id="talk"),
        pytest.param(telling(Muted), "muting", id="mutings"),
        (showing_bids, "bid"),
        (showing_the_seed, "seed"),
        (showing_the_neighbour, "card"),
        (showing_hands, "card"),
        (showing_all_talk, "muted"),
        (naming_requests, "id"),
    ],
)
async def test_what_a_server_tells_that_hides_less_is_found(
    build: Build, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(monkeypatch)
    heard = await spend(SMALL)
    assert kind in {leak.kind for leak in heard.leaks()}


async def test_a_secret_is_found_wherever_it_stands_and_however_it_is_written() -> None:
    heard = await spend(SMALL)
    user, other = (listener.you["person"] for listener in heard.listeners[:2])
    frame = next(frame for frame in heard.listeners[0].heard if '"CardPlayed"' in frame)
    witness, seq = heard.witness, msgspec.json.decode(frame)["seq"]
    state, entries = witness.ledger.states[seq - 1], witness.ledger.entries
    assert witness.leaks(user, [frame]) == []
    assert state.game is not None
    added = state.game.public.contributions
    secrets = [
        ("card", str(state.game.cards[1][0])),
        *(("seed", form) for form in forms(state.seed, mix(state.seed, added))),
        ("token", witness.tokens[other]),
        ("id", next(entry.ask for entry in entries if entry.by == other and entry.ask)),
        ("muted", next(entry.event.text for entry in entries if isinstance(entry.event, Said) and entry.by == other)),
    ]
    mutes = tuple(replace(state, muted=frozenset({(user, other)})) for state in witness.ledger.states)
    witness = Witness(replace(witness.ledger, states=mutes), witness.tokens)
    for kind, secret in secrets:
        for more in places(frame, secret):
            assert kind in {leak.kind for leak in witness.leaks(user, [frame, more])}, f"{secret} in {more}"
    closed = tuple(replace(state, options=replace(state.options, watching=Watching.CLOSED)) for state in mutes)
    witness = Witness(replace(witness.ledger, states=closed), witness.tokens)
    assert "watching" not in {leak.kind for leak in witness.leaks(user, [frame])}
    assert "watching" in {leak.kind for leak in witness.leaks("somebody", [frame])}


def places(frame: str, secret: str) -> Iterator[str]:
    """The frame with the secret in one place and another, and other messages with it."""
    for begin in ('"type":"news",', '"you":{', '"game":{', '"hand":{', '"events":[{'):
        assert begin in frame
        yield frame.replace(begin, f'{begin}"more":"a {secret} z",', 1)
    yield f'{{"type":"refused","id":"1","code":"stale","message":"{secret}","details":{{}}}}'
    yield f'{{"type":"ack","id":"{secret}","seq":1}}'
