"""An evening at one table, told step by step: people, a clock, bots that answer when their time has come."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from upriver.rules import Action, CardPlayed, Event, Rules, SeedRevealed, last_act, legal_actions, record, view
from upriver.rules.verify import verify
from upriver.table import commands as ask_for
from upriver.table.asking import AskBot
from upriver.table.codec import decode_body, encode_body
from upriver.table.errors import RefusedError
from upriver.table.events import Entry, Opened, TableEvent
from upriver.table.options import Options, Pace
from upriver.table.state import TablePhase, TableState
from upriver.table.table import Table, opening
from upriver.table.transcript import record_of

LEVELS = frozenset({"random", "easy", "rule"})
NOON = 1_800_000_000.0
QUICK = Rules.parse("players=3 sizes=2,1")


def secret(text: str) -> bytes:
    """32 bytes that stand for chance."""
    return sha256(text.encode()).digest()


class Evening:
    """A table, its log, and the time of the day; whatever happens goes through the codec as through a store.

    Args:
        rules: of the table.
        options: of the table; the default of the tests is a table whose bots wait for nothing.
        host: who opens it.
        salt: another number gives other cards.
    """

    def __init__(
        self, rules: Rules = QUICK, options: Options | None = None, *, host: str = "ann", salt: int = 0
    ) -> None:
        options = Options(pace=Pace.INSTANT) if options is None else options
        self.now = NOON
        self.log: list[Entry] = []
        self._seeds = 0
        self._salt = salt
        first = opening(Opened("KQJ42", host, rules, options), self.seed(), self.now)
        self._keep(first)
        self.table = Table(self.log, levels=LEVELS)

    def seed(self) -> bytes:
        self._seeds += 1
        return secret(f"seed {self._salt} {self._seeds}")

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def events(self) -> list[TableEvent | Event]:
        return [entry.event for entry in self.log]

    def _keep(self, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            self.log.append(decode_body(entry.seq, entry.at, entry.by, encode_body(entry)))

    def do(self, command: ask_for.Command, *, ask: str = "") -> list[TableEvent | Event]:
        """What the command leads to, stored and taken."""
        stood = self.state
        entries = self.table.handle(command, self.now, ask=ask, seed=self.seed())
        assert self.state is stood, "nothing changes before it is stored"
        before = len(self.log)
        self._keep(entries)
        self.table.take(self.log[before:])
        return self.events[before:]

    def sit(self, *users: str) -> None:
        """Each takes the first free seat."""
        for user in users:
            self.do(ask_for.Sit(user, user.capitalize(), None, secret(user)))

    def fill(self, level: str = "random") -> None:
        """Bots in all empty seats."""
        host = self.state.host
        assert host is not None
        for number, seat in enumerate(self.state.seats):
            if seat.is_empty:
                self.do(ask_for.PutBot(host, number, level))

    def begin(self, *users: str) -> None:
        """These people sit down, bots take the other seats, and the host starts."""
        self.sit(*users)
        self.fill()
        self.do(ask_for.Start(self.state.host or ""))

    def wait(self, seconds: float) -> list[TableEvent | Event]:
        """Time passes; what is due happens at its time, in order."""
        before, end = len(self.log), self.now + seconds
        while (at := self.table.wake_at()) is not None and at <= end:
            self.now = max(self.now, at)
            self.wake()
        self.now = end
        return self.events[before:]

    def wake(self) -> None:
        """Do what is due now."""
        tick = self.table.tick_at()
        if tick is not None and tick <= self.now:
            assert self.do(ask_for.Tick()), "a tick that was due did nothing"
            return
        ask = next(ask for ask in self.table.bots_to_ask() if ask.at <= self.now)
        self.do(answer(ask))

    def act(self, user: str, action: Action | None = None) -> list[TableEvent | Event]:
        """The person does this, or else the first legal thing, having seen everything."""
        return self.do(ask_for.Act(user, action or self.choice(user), self.state.seq))

    def choice(self, user: str) -> Action:
        """The first legal thing that the person can do."""
        return self.choices(user)[0]

    def choices(self, user: str) -> tuple[Action, ...]:
        """All that the person can do."""
        seat = self.state.seat_of(user)
        assert seat is not None
        assert self.state.game is not None
        return legal_actions(view(self.state.game, seat))

    def last_person(self) -> str | None:
        """The person whose bid or card was the last."""
        seat = last_act(self.state.game) if self.state.game is not None else None
        return None if seat is None or seat >= len(self.state.seats) else self.state.seats[seat].user

    def step(self) -> list[TableEvent | Event]:
        """One thing happens: a person who is here acts or is ready, or else time passes until something is due."""
        before = len(self.log)
        mover = next((self.state.seats[seat].user for seat in self.state.to_act), None)
        if self.state.is_between_hands and self.state.waiting:
            self.do(ask_for.NextHand(self.state.waiting[0]))
        elif mover is not None and mover in self.state.here:
            self.act(mover)
        else:
            at = self.table.wake_at()
            assert at is not None, "the game stands still"
            self.now = max(self.now, at)
            self.wake()
        return self.events[before:]

    def can_step(self) -> bool:
        """Whether somebody here can do something, or something is due in the time that people play."""
        at = self.table.wake_at()
        is_waiting = any(self.state.seats[seat].is_here for seat in self.state.to_act) or bool(self.state.waiting)
        return is_waiting or (at is not None and at < self.now + 600)

    def play_on(self, *, until: type | None = None, limit: int = 2000) -> list[TableEvent | Event]:
        """Step by step until something of the kind has happened, or the game is over; the last step's events."""
        for _ in range(limit):
            if self.state.phase is not TablePhase.PLAYING:
                return []
            events = self.step()
            if until is not None and any(isinstance(event, until) for event in events):
                return events
        raise AssertionError("the game does not end")

    def play_until_bid(self, seat: int) -> None:
        """Step by step until the seat has bid."""
        while not (self.state.game is not None and self.state.game.hand.has_bid[seat]):
            self.step()

    def ends_with_card(self) -> bool:
        """Whether a person's card was the last thing to happen."""
        last = self.log[-1].event
        return isinstance(last, CardPlayed) and self.state.seats[last.seat].user is not None

    def check_record(self) -> None:
        """The record of the last game is numbered, follows the rules, and is fair."""
        entries = record_of(self.log, self.state.game_seq)
        assert record.load(record.dump(entries)) == entries
        assert record.replay(entries) == self.state.game
        assert verify(entry.event for entry in entries).is_fair
        assert isinstance(entries[-1].event, SeedRevealed)

    @property
    def mover(self) -> int:
        """The one seat on move."""
        (seat,) = self.state.to_act
        return seat


def answer(ask: AskBot) -> ask_for.BotAct:
    """What a bot that plays at random answers."""
    action = Random(f"{ask.seat} {ask.after}").choice(legal_actions(ask.view))
    return ask_for.BotAct(action, ask.level, ask.after)


def refused(evening: Evening, command: ask_for.Command) -> str:
    """The code with which the table refuses; its words quote what was asked."""
    before = evening.state
    with pytest.raises(RefusedError) as caught:
        evening.do(command)
    assert evening.state == before
    assert len(str(caught.value)) > 20
    return caught.value.code
