"""Random commands from random people: the table stands, says why not, and every game can be finished."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.table.commands import COMMANDS, OPTIONS, PEOPLE, USERS
from tests.table.evening import LEVELS, Evening, answer, secret
from tests.table.eyes import check_eyes
from upriver.rules import REFUSAL_CODES, IllegalActionError, Rules
from upriver.table import commands as ask_for
from upriver.table.agreement import check_options
from upriver.table.errors import TABLE_CODES, RefusedError
from upriver.table.fold import stand
from upriver.table.options import Options
from upriver.table.state import TablePhase

GOOD_RULES = st.sampled_from(
    ("players=3 sizes=2,1,2", "players=4 sizes=3,1", "players=3 sizes=2,2 bidding=together limit=free",
     "italian players=5 sizes=2,1", "players=3 sizes=3 trump=none rebid=no")
)  # fmt: skip


def is_good(options: Options) -> bool:
    try:
        check_options(options, LEVELS)
    except RefusedError:
        return False
    return True


class AnyEvening(RuleBasedStateMachine):
    """People do what they like, the others too."""

    evening: Evening

    @initialize(rules=GOOD_RULES, options=OPTIONS.filter(is_good), people=st.integers(0, 4), is_begun=st.booleans())
    def open(self, rules: str, options: Options, people: int, is_begun: bool) -> None:
        self.evening = Evening(Rules.parse(rules), options)
        self.evening.sit(*PEOPLE[: min(people, self.evening.state.rules.players)])
        if is_begun:
            self.evening.fill()
            self.evening.do(ask_for.Start("ann"))

    def try_to(self, command: ask_for.Command, ask: str = "") -> None:
        before, length = self.evening.state, len(self.evening.log)
        code = self.code(command, ask)
        if code is not None:
            assert code in (*TABLE_CODES, *REFUSAL_CODES)
            assert self.evening.state is before
        for user in (*PEOPLE, "zoe"):
            check_eyes(self.evening, self.evening.log[length:], user)

    def code(self, command: ask_for.Command, ask: str) -> str | None:
        """Why the command is refused; None where it is not. Any other error would be a fault."""
        try:
            self.evening.do(command, ask=ask)
        except (RefusedError, IllegalActionError) as error:
            return error.code
        return None

    @rule(command=COMMANDS, is_seen=st.booleans())
    def anything(self, command: ask_for.Command, is_seen: bool) -> None:
        if isinstance(command, ask_for.Act) and is_seen:
            command = ask_for.Act(command.user, command.action, self.evening.state.seq)
        self.try_to(command)

    @rule(user=USERS, ask=st.sampled_from(("a", "b")), text=st.sampled_from(("hello", "bye")))
    def ask_twice(self, user: str, ask: str, text: str) -> None:
        self.try_to(ask_for.Say(user, text, "Zoe"), ask)
        if self.evening.table.seq_of(user, ask) is not None:
            assert self.evening.do(ask_for.Say(user, text, "Zoe"), ask=ask) == []

    @rule(user=USERS)
    def sit(self, user: str) -> None:
        self.try_to(ask_for.Sit(user, user.capitalize(), None, secret(user)))

    @precondition(lambda self: self.evening.state.is_between_games and self.evening.state.host is not None)
    @rule()
    def begin(self) -> None:
        self.evening.fill()
        self.try_to(ask_for.Start(self.evening.state.host or ""))

    @precondition(lambda self: self.evening.state.phase is TablePhase.PLAYING)
    @rule(times=st.integers(1, 12))
    def play(self, times: int) -> None:
        for _ in range(times):
            if self.evening.state.phase is not TablePhase.PLAYING or self.evening.table.wake_at() is None:
                return
            self.evening.step()

    @precondition(lambda self: self.evening.state.phase is TablePhase.PLAYING)
    @rule(user=USERS, number=st.integers(0, 2**16))
    def act(self, user: str, number: int) -> None:
        state = self.evening.state
        seat = state.seat_of(user)
        if seat is not None and state.game is not None and seat in state.to_act:
            self.try_to(ask_for.Act(user, Random(number).choice(self.evening.choices(user)), state.seq))

    @rule(user=USERS, is_agreed=st.booleans())
    def undo(self, user: str, is_agreed: bool) -> None:
        last = self.evening.last_person()
        if last is not None:
            self.try_to(ask_for.AskUndo(last))
        self.try_to(ask_for.AnswerUndo(user, is_agreed))

    @rule()
    def be_early(self) -> None:
        for ask in self.evening.table.bots_to_ask():
            self.try_to(answer(ask))

    @rule(seconds=st.sampled_from((0.1, 3.0, 21.0, 61.0, 700.0)))
    def wait(self, seconds: float) -> None:
        self.evening.wait(seconds)

    @rule(seconds=st.sampled_from((1.0, 60.0, 90_000.0)))
    def restart(self, seconds: float) -> None:
        self.evening.now += seconds
        self.try_to(ask_for.Resume())

    @invariant()
    def stands(self) -> None:
        table = self.evening.table
        state = table.state
        people = state.people
        assert len(state.seats) == state.rules.players
        assert len(set(people)) == len(people)
        assert not state.removed & set(people)
        assert state.ready <= set(people)
        assert (state.host is None) <= (state.phase is TablePhase.CLOSED)
        assert len({seat.name.casefold() for seat in state.seats if seat.user}) == len(people)
        wake = table.wake_at()
        assert (wake is None) == (state.phase is TablePhase.CLOSED)
        if wake is None or state.question is not None:
            return
        asked = {ask.seat: ask for ask in table.bots_to_ask()}
        for seat in state.to_act:
            if state.seats[seat].level is not None:
                assert asked[seat].level == state.seats[seat].level
                assert wake <= asked[seat].at
            elif state.options.clock is not None and not (state.options.auto_last and state.is_last_trick):
                assert wake <= asked[seat].at

    def teardown(self) -> None:
        if not hasattr(self, "evening"):
            return
        evening = self.evening
        assert stand(evening.log) == evening.state, "folding the log gives the live table"
        for user in (*PEOPLE, "zoe"):
            check_eyes(evening, evening.log, user)
        if evening.state.phase is TablePhase.PLAYING:
            for user in evening.state.people:
                evening.do(ask_for.ComeBack(user))
            evening.play_on()
            evening.check_record()


def test_whatever_people_do_the_table_stands_and_every_game_can_be_finished() -> None:
    run_state_machine_as_test(
        AnyEvening, settings=settings(max_examples=settings().max_examples, stateful_step_count=40)
    )
