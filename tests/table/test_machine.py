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

from tests.strategies import examples
from tests.table.commands import EVERYBODY, PEOPLE, RULES, any_command, any_options
from tests.table.evening import Evening, answer, secret
from tests.table.eyes import check_eyes
from upriver.rules import REFUSAL_CODES, IllegalActionError, Rules
from upriver.table import commands as ask_for
from upriver.table.errors import TABLE_CODES, RefusedError
from upriver.table.fold import stand
from upriver.table.pace import deadline
from upriver.table.state import TablePhase

NUMBERS = st.integers(0, 2**32)


class AnyEvening(RuleBasedStateMachine):
    """People do what they like, the others too."""

    evening: Evening

    @initialize(number=NUMBERS, people=st.integers(0, 4), is_begun=st.booleans())
    def begin_evening(self, number: int, people: int, is_begun: bool) -> None:
        self.open(number, people, is_begun)

    def open(self, number: int, people: int, is_begun: bool) -> None:
        rng = Random(number)
        self.evening = Evening(Rules.parse(rng.choice(RULES)), any_options(rng), salt=number)
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
        for user in EVERYBODY:
            check_eyes(self.evening, self.evening.log[length:], user)

    def code(self, command: ask_for.Command, ask: str) -> str | None:
        """Why the command is refused; None where it is not. Any other error would be a fault."""
        try:
            self.evening.do(command, ask=ask)
        except (RefusedError, IllegalActionError) as error:
            return error.code
        return None

    @rule(number=NUMBERS, times=st.integers(1, 12))
    def do_anything(self, number: int, times: int) -> None:
        rng = Random(number)
        for _ in range(times):
            self.try_to(any_command(rng, self.evening.state))

    @precondition(lambda self: self.evening.state.phase is TablePhase.CLOSED)
    @rule(number=NUMBERS)
    def open_another(self, number: int) -> None:
        self.finish()
        self.open(number, people=number % 5, is_begun=True)

    @rule(user=st.sampled_from(EVERYBODY), ask=st.sampled_from(("a", "b")), text=st.sampled_from(("hello", "bye")))
    def ask_twice(self, user: str, ask: str, text: str) -> None:
        self.try_to(ask_for.Say(user, text, "Zoe"), ask)
        if self.evening.table.seq_of(user, ask) is not None:
            assert self.evening.do(ask_for.Say(user, text, "Zoe"), ask=ask) == []

    @precondition(lambda self: self.evening.state.is_between_games)
    @rule(people=st.integers(0, 5))
    def begin(self, people: int) -> None:
        for user in PEOPLE[:people]:
            self.try_to(ask_for.Sit(user, user.capitalize(), None, secret(user)))
        if self.evening.state.host is not None:
            self.evening.fill()
            self.try_to(ask_for.Start(self.evening.state.host))

    @precondition(lambda self: self.evening.state.phase is TablePhase.PLAYING)
    @rule(number=NUMBERS, times=st.integers(1, 20))
    def play(self, number: int, times: int) -> None:
        """Those on move do something legal, now and then a change of a bid among it."""
        rng = Random(number)
        for _ in range(times):
            state = self.evening.state
            user = rng.choice(state.people or ("zoe",))
            seat = state.seat_of(user)
            if state.to_act and seat is not None and (choices := self.evening.choices(user)):
                self.try_to(ask_for.Act(user, rng.choice(choices), state.seq))
            elif state.phase is TablePhase.PLAYING and self.evening.can_step():
                self.evening.step()

    @precondition(lambda self: self.evening.state.phase is TablePhase.PLAYING)
    @rule(number=NUMBERS)
    def ask_to_take_back(self, number: int) -> None:
        rng, last = Random(number), self.evening.last_person()
        if last is not None:
            self.try_to(ask_for.AskUndo(last))
        for user in self.evening.state.asked:
            self.try_to(ask_for.AnswerUndo(user, rng.random() < 0.8))

    @precondition(lambda self: self.evening.state.phase is TablePhase.PLAYING)
    @rule(number=NUMBERS)
    def go_and_be_replaced(self, number: int) -> None:
        rng, people = Random(number), self.evening.state.people
        for user in people:
            if rng.random() < 0.5:
                self.try_to(ask_for.GoAway(user))
        for user in people:
            seat = self.evening.state.seat_of(rng.choice(people))
            self.try_to(ask_for.LetBotPlay(user, 0 if seat is None else seat))

    @precondition(lambda self: self.evening.state.phase is TablePhase.OVER)
    @rule(number=NUMBERS)
    def play_again(self, number: int) -> None:
        for user in self.evening.state.people:
            self.try_to(ask_for.PlayAgain(user, secret(f"{user} {number}")))

    @rule()
    def be_early(self) -> None:
        for ask in self.evening.table.bots_to_ask():
            self.try_to(answer(ask))

    @rule(seconds=st.sampled_from((0.1, 3.0, 21.0, 61.0, 700.0)))
    def wait(self, seconds: float) -> None:
        self.evening.wait(seconds)

    @rule(seconds=st.sampled_from((1.0, 60.0, 9_000.0)))
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
        assert {user for user, _ in state.votes} <= set(people)
        assert {seat for _, seat in state.votes} <= {state.seat_of(user) for user in people}
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
            elif deadline(state, seat) is not None and not (state.options.auto_last and state.is_last_trick):
                assert wake <= asked[seat].at

    def teardown(self) -> None:
        if hasattr(self, "evening"):
            self.finish()

    def finish(self) -> None:
        evening = self.evening
        assert stand(evening.log) == evening.state, "folding the log gives the live table"
        for user in EVERYBODY:
            check_eyes(evening, evening.log, user)
        if evening.state.phase is TablePhase.PLAYING:
            for user in evening.state.people:
                evening.do(ask_for.ComeBack(user))
            evening.play_on()
            evening.check_record()


def test_whatever_people_do_the_table_stands_and_every_game_can_be_finished() -> None:
    run_state_machine_as_test(AnyEvening, settings=settings(examples(0.7), stateful_step_count=30))
