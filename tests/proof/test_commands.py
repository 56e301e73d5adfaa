"""Random requests from random people over real sockets: all see what is stored, and every game can be finished."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, TypeVar, get_args

import msgspec
import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.proof.ledger import KNOWN, Ledger
from tests.proof.listener import Listener, come
from tests.proof.visitor import CLOSE_CODES, CODES
from tests.proof.witness import Witness
from tests.server.client import Message, Player, RefusedError
from tests.server.serving import Person, Server, serving
from tests.strategies import examples
from tests.table.commands import EVERYBODY, RULES, any_command, any_options
from upriver.bots import LEVELS
from upriver.rules import record
from upriver.rules.verify import verify
from upriver.server.asked import Asked
from upriver.server.happened import plain
from upriver.server.rows import entries_of
from upriver.server.seen import Seen
from upriver.server.wire import encode
from upriver.store.memory import MemoryStore
from upriver.table import pace
from upriver.table.commands import Command
from upriver.table.events import Entry
from upriver.table.options import Options, Pace
from upriver.table.state import TablePhase, TableState
from upriver.table.table import Table
from upriver.table.transcript import record_of

IS_LONG = bool(os.environ.get("SOAK"))
NUMBERS = st.integers(0, 2**32)
MESSAGES = {kind.__name__: kind for kind in get_args(Asked)}
Result = TypeVar("Result")

pytestmark = pytest.mark.timeout(7200 if IS_LONG else 120)


class Room:
    """One table, its people, and its log as it is stored."""

    def __init__(self, server: Server, store: MemoryStore) -> None:
        self._server, self._store = server, store
        self.people: dict[str, Person] = {}
        self.players: dict[str, Listener] = {}
        self.entries: list[Entry] = []
        self.states: list[TableState] = []

    @property
    def state(self) -> TableState:
        return self.states[-1]

    async def open(self, rules: str, options: Options) -> None:
        """A table of Ann's where everybody is, and nobody sits."""
        for name in EVERYBODY:
            self.people[name] = await self._server.person(name)
        self.code = await self._server.table(self.people["ann"], rules, options)
        for name, person in self.people.items():
            self.players[name] = await come(self._server, person, self.code)
        await self.read()

    async def read(self) -> None:
        """Read on in what is stored."""
        table_id = await self._store.find(self.code)
        assert table_id is not None
        rows = await self._store.read(table_id, len(self.entries))
        assert [row.seq for row in rows] == list(range(len(self.entries) + 1, len(self.entries) + 1 + len(rows)))
        for entry in entries_of(rows):
            self.entries.append(entry)
            if len(self.entries) == 1:
                self._table = Table([entry], levels=frozenset(LEVELS))
            else:
                self._table.take([entry])
            self.states.append(self._table.state)

    async def try_to(self, who: str, kind: str, /, **values: object) -> str:
        """What comes of it: nothing, or the code with which it is refused, or `closed`."""
        player = self.players[who]
        try:
            if not player.is_open:
                await player.open()
            await player.ask(kind, **values)
        except RefusedError as error:
            return error.code
        except ConnectionResetError:
            return "closed"
        return ""

    async def come_back(self, name: str, missed: int, *, is_rude: bool) -> None:
        """Leave, and connect again as somebody who has not seen the last so many entries."""
        player = self.players[name]
        await (player.drop() if is_rude else player.close())
        player.seq = max(0, player.seq - missed)
        with suppress(ConnectionResetError):
            await player.open()

    async def check(self) -> None:
        """What each sees is what the log says, as far as they have heard."""
        await self.read()
        for player in self.players.values():
            player._check()
            if player.is_open:
                shown = encode(Seen(self.states[player.seq - 1], KNOWN).welcome(player.you["person"], (), 0.0))
                assert player.view == msgspec.json.decode(shown)["view"]
                assert player.seq >= max((seq for _, seq in player.acks.values()), default=0)
            else:
                assert player.close_code in CLOSE_CODES
            assert {refused["code"] for refused in player.refusals} <= CODES

    async def finish(self) -> None:
        """Play the game to its end, if there is one; nobody was told what they may not know."""
        if self.state.phase == "playing":
            seated = [player for player in self.players.values() if player.you["person"] in self.state.people]
            async with asyncio.timeout(60):
                await asyncio.gather(*map(play_on, seated))
                while self.state.phase == "playing":  # where bots have all the seats
                    await asyncio.sleep(0.01)
                    await self.read()
            await self.check()
            assert self.state.phase == "over"
            played = record_of(self.entries, self.state.game_seq)
            assert record.replay(played) == self.state.game
            assert verify(entry.event for entry in played).is_fair
        tokens = {person.id: person.token for person in self.people.values()}
        witness = Witness(Ledger(tuple(self.entries), tuple(self.states)), tokens)
        for player in self.players.values():
            assert witness.leaks(player.you["person"], player.heard, player.asked) == []
            await player.close()


async def play_on(player: Player) -> None:
    """Do what the game asks for, whatever was asked before."""
    if not player.is_open:
        await player.open()
    while player.phase == "playing":
        undo = player.view["table"]["undo"]
        with suppress(RefusedError):
            if undo is not None and player.you["person"] in undo["waiting"]:
                await player.ask("answer_undo", is_agreed=False)
            await player.play(lambda me: me.phase != "playing" or me.view["table"]["undo"] is not None)
        await asyncio.sleep(0.01)


def message_of(command: Command, people: Mapping[str, Person]) -> tuple[str, Message] | None:
    """Who asks for the command, by name, and with which message; None where nobody can ask for it."""
    message = MESSAGES.get(type(command).__name__)
    if message is None:
        return None
    values: Message = {"kind": message.__struct_config__.tag}
    for name in message.__struct_fields__[1:]:
        value = getattr(command, "other" if name == "person" else name)
        if name == "person" and value in people:
            value = people[value].id
        values[name] = str(getattr(value, "bid", getattr(value, "card", ""))) if name == "action" else plain(value)
    user: str = command.user  # type: ignore[union-attr]  # of all that people ask for
    return next((name for name, person in people.items() if person.id == user), user), values


def line(text: str, name: str) -> str:
    """What nobody else says, to be looked for with those who have muted this person."""
    return f"{text}, says {name}"


class Evenings(RuleBasedStateMachine):
    """People do what they like, one table after the other."""

    world: ClassVar[tuple[asyncio.Runner, Server, MemoryStore]]
    refusals: ClassVar[Counter[str]] = Counter()
    room: Room

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.world[0].run(work)

    def try_to(self, who: str, kind: str, /, **values: object) -> None:
        self.refusals[self.run(self.room.try_to(who, kind, **values))] += 1

    @initialize(number=NUMBERS, people=st.integers(0, 4), is_begun=st.booleans())
    def begin_evening(self, number: int, people: int, is_begun: bool) -> None:
        rng = Random(number)
        options = replace(any_options(rng), pace=Pace.INSTANT)
        self.room = Room(self.world[1], self.world[2])
        self.run(self.room.open(rng.choice(RULES), options))
        if is_begun:
            self.begin(people)

    @rule(number=NUMBERS, times=st.integers(1, 12))
    def do_anything(self, number: int, times: int) -> None:
        rng = Random(number)
        for _ in range(times):
            self.run(self.room.read())
            asked = message_of(any_command(rng, self.room.state), self.room.people)
            if asked is not None:
                name, values = asked
                if "options" in values:
                    values["options"] = msgspec.structs.replace(values["options"], pace=Pace.INSTANT)
                if values.get("text") in ("hello", "bye"):
                    values["text"] = line(values["text"], name)
                self.try_to(name, values.pop("kind"), **values)

    @rule(people=st.integers(1, 5))
    def begin(self, people: int) -> None:
        for name in EVERYBODY[:people]:
            self.try_to(name, "sit", seat=None, contribution=name.encode().hex() * 8)
        for seat in range(self.room.state.rules.players):
            self.try_to("ann", "put_bot", seat=seat, level="random")
        self.try_to("ann", "start")

    @rule(number=NUMBERS, times=st.integers(1, 20))
    def play(self, number: int, times: int) -> None:
        rng = Random(number)
        for _ in range(times):
            name = rng.choice(EVERYBODY)
            deed = self.room.players[name].choose()
            if deed is not None:
                self.try_to(name, deed.pop("kind"), **deed)

    @rule(name=st.sampled_from(EVERYBODY), text=st.sampled_from(("hello", "bye")), ask=st.sampled_from(("a", "b")))
    def ask_twice(self, name: str, text: str, ask: str) -> None:
        seqs, ask = [], f"{self.room.players[name]._prefix}-{ask}"
        for _ in range(2):
            self.try_to(name, "say", id=ask, text=line(text, name))
            seqs.append(self.room.players[name].acks.get(ask, (None, 0))[1])
        assert seqs[0] == seqs[1]

    @rule(name=st.sampled_from(EVERYBODY), is_rude=st.booleans(), missed=st.sampled_from((0, 3, 1000)))
    def come_back(self, name: str, is_rude: bool, missed: int) -> None:
        self.run(self.room.come_back(name, missed, is_rude=is_rude))

    @rule(number=NUMBERS)
    def open_another(self, number: int) -> None:
        if self.room.state.phase is TablePhase.CLOSED:
            self.run(self.room.finish())
            self.begin_evening(number, number % 5, is_begun=True)

    @invariant()
    def all_see_what_is_stored(self) -> None:
        if hasattr(self, "room"):
            self.run(self.room.check())

    def teardown(self) -> None:
        if hasattr(self, "room"):
            self.run(self.room.finish())


@pytest.fixture
def _world(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One server for all evenings."""
    monkeypatch.setitem(pace.WAITS, Pace.INSTANT, replace(pace.WAITS[Pace.INSTANT], change=0.02, undo=0.02))
    with asyncio.Runner() as runner:
        store = MemoryStore()
        serving_it = serving(store)
        Evenings.world = runner, runner.run(serving_it.__aenter__()), store
        yield
        runner.run(serving_it.__aexit__(None, None, None))


@pytest.mark.usefixtures("_world")
def test_whatever_people_ask_for_all_see_what_is_stored_and_every_game_can_be_finished() -> None:
    # Tables move by themselves, so nothing can be shrunk; and to explain what fails every line would be traced.
    evenings = settings(examples(10 if IS_LONG else 0.4), stateful_step_count=20, phases=[Phase.generate])
    run_state_machine_as_test(Evenings, settings=evenings)
    assert {"", "closed", "bad-message", "host-only", "not-seated"} <= set(Evenings.refusals)
