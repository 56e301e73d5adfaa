"""People who are away or slow: stand-ins, votes, clocks, pokes, and a server that was off."""

from __future__ import annotations

import pytest

from tests.table.evening import Evening, answer, refused
from upriver.rules import BidMade, CardPlayed, Rules
from upriver.table import commands as ask_for
from upriver.table.events import CameBack, Poked, Resumed, StandInSet, Voted, WentAway
from upriver.table.fold import LEAST_CLOCK, NEXT_HAND
from upriver.table.options import Options, Pace
from upriver.table.pace import IDLE, SLOW, deadline
from upriver.table.state import TablePhase

FOUR = Rules.parse("players=4 sizes=2,1")
FIVE = Rules.parse("players=5 sizes=2,1")


def friends(rules: Rules = FOUR, **options: int) -> Evening:
    """Four people play; more seats are bots'."""
    evening = Evening(rules, Options(pace=Pace.INSTANT, **options))  # type: ignore[arg-type]  # clock and reserve
    evening.begin("ann", "ben", "cid", "dan")
    return evening


def test_away_and_back_are_told_once() -> None:
    evening = friends()
    assert evening.do(ask_for.GoAway("ben")) == [WentAway(1)]
    assert evening.do(ask_for.GoAway("ben")) == []
    assert evening.state.here == ("ann", "cid", "dan")
    assert evening.do(ask_for.ComeBack("ben")) == [CameBack(1)]
    assert evening.do(ask_for.ComeBack("ben")) == []
    assert evening.do(ask_for.GoAway("zoe")) == evening.do(ask_for.ComeBack("zoe")) == []


def test_a_game_waits_for_who_is_away_as_long_as_nobody_decides_otherwise() -> None:
    evening = friends()
    user = evening.state.seats[evening.mover].user or ""
    evening.do(ask_for.GoAway(user))
    assert evening.wait(24 * 3600) == []


def test_the_host_lets_a_bot_play_for_who_is_away() -> None:
    evening = friends()
    assert refused(evening, ask_for.LetBotPlay("ann", 1)) == "not-away"
    evening.do(ask_for.GoAway("ben"))
    assert evening.do(ask_for.LetBotPlay("ann", 1)) == [StandInSet(1, "rule")]
    assert evening.do(ask_for.LetBotPlay("ann", 1)) == []
    assert evening.state.seats[1].user == "ben", "away is a state of the seat, not its end"
    evening.play_on()
    assert evening.state.phase is TablePhase.OVER


def test_the_others_vote_and_more_than_half_of_those_here_decide() -> None:
    evening = friends()
    evening.do(ask_for.GoAway("dan"))
    assert evening.do(ask_for.LetBotPlay("ben", 3)) == [Voted("ben", 3)]
    assert evening.do(ask_for.LetBotPlay("ben", 3)) == []
    assert evening.do(ask_for.LetBotPlay("cid", 3)) == [Voted("cid", 3), StandInSet(3, "rule")]
    assert evening.state.votes == frozenset()


def test_votes_count_anew_when_somebody_else_goes() -> None:
    evening = friends()
    evening.do(ask_for.GoAway("dan"))
    evening.do(ask_for.LetBotPlay("ben", 3))
    evening.do(ask_for.GoAway("cid"))
    assert evening.state.seats[3].level is None, "one of two is not more than half"
    assert StandInSet(3, "rule") in evening.do(ask_for.GoAway("ann"))


def test_when_all_others_are_away_the_one_who_is_here_decides() -> None:
    evening = friends()
    for user in ("ann", "cid", "dan"):
        evening.do(ask_for.GoAway(user))
    assert evening.do(ask_for.LetBotPlay("ben", 2)) == [Voted("ben", 2), StandInSet(2, "rule")]


def test_votes_for_who_comes_back_are_forgotten() -> None:
    evening = friends()
    evening.do(ask_for.GoAway("dan"))
    evening.do(ask_for.LetBotPlay("ben", 3))
    evening.do(ask_for.ComeBack("dan"))
    evening.do(ask_for.GoAway("dan"))
    assert evening.do(ask_for.LetBotPlay("cid", 3)) == [Voted("cid", 3)]


def test_only_people_of_the_table_decide_and_only_about_people() -> None:
    evening = friends(FIVE)
    evening.do(ask_for.GoAway("dan"))
    assert refused(evening, ask_for.LetBotPlay("zoe", 3)) == "not-seated"
    assert refused(evening, ask_for.LetBotPlay("ann", 4)) == "no-such-person"
    assert refused(evening, ask_for.LetBotPlay("ann", 5)) == "no-such-seat"
    assert refused(Evening(), ask_for.LetBotPlay("ann", 0)) == "no-game"


def test_coming_back_does_not_end_the_stand_in_and_taking_the_seat_back_does_at_once() -> None:
    evening = friends()
    evening.do(ask_for.GoAway("ben"))
    evening.do(ask_for.LetBotPlay("ann", 1))
    evening.do(ask_for.ComeBack("ben"))
    while evening.state.to_act != (1,):
        evening.step()
    (ask,) = evening.table.bots_to_ask()
    assert refused(evening, ask_for.Act("ben", evening.choice("ben"), evening.state.seq)) == "bot-plays"
    assert evening.do(ask_for.TakeSeatBack("ben")) == [StandInSet(1, None)]
    assert evening.do(ask_for.TakeSeatBack("ben")) == []
    assert refused(evening, answer(ask)) == "stale"
    assert evening.act("ben"), "cards and all"
    assert refused(evening, ask_for.TakeSeatBack("zoe")) == "not-seated"


def test_one_may_let_a_bot_play_for_oneself() -> None:
    evening = friends()
    assert evening.do(ask_for.LetBotPlay("ben", 1)) == [StandInSet(1, "rule")]


def test_who_has_been_on_move_for_a_minute_counts_as_away() -> None:
    evening = friends()
    mover = evening.mover
    evening.wait(IDLE - 1)
    other = "ann" if mover else "ben"
    assert refused(evening, ask_for.LetBotPlay(other, mover)) == "not-away"
    evening.wait(1)
    assert isinstance(evening.do(ask_for.LetBotPlay("ann", mover))[0], StandInSet)
    evening.wait(0)
    assert evening.mover != mover


def test_votes_for_the_slow_end_with_their_turn() -> None:
    evening = friends()
    while evening.mover in (0, 1):
        evening.step()
    mover, user = evening.mover, evening.state.seats[evening.mover].user or ""
    evening.wait(IDLE)
    evening.do(ask_for.LetBotPlay("ben", mover))
    assert evening.state.votes == {("ben", mover)}
    evening.act(user)
    assert evening.state.votes == frozenset()


def test_bots_go_on_alone_only_when_it_was_decided_for_everybody() -> None:
    evening = friends()
    for user in ("ann", "ben", "cid", "dan"):
        evening.do(ask_for.LetBotPlay(user, evening.state.seat_of(user) or 0))
        evening.do(ask_for.GoAway(user))
    evening.wait(600)
    assert evening.state.phase is TablePhase.OVER


def test_a_poke_is_for_who_is_slow_once_a_turn() -> None:
    evening = friends(FIVE)
    mover = evening.mover
    if evening.state.seats[mover].user is None:
        evening.step()
        mover = evening.mover
    pokers = [user for user in ("ann", "ben", "cid") if evening.state.seat_of(user) != mover]
    evening.wait(SLOW - 1)
    assert refused(evening, ask_for.Poke(pokers[0], mover)) == "not-slow"
    evening.wait(1)
    assert evening.do(ask_for.Poke(pokers[0], mover)) == [Poked(pokers[0], mover)]
    assert refused(evening, ask_for.Poke(pokers[0], mover)) == "poked"
    assert evening.do(ask_for.Poke(pokers[1], mover)) == [Poked(pokers[1], mover)]
    assert refused(evening, ask_for.Poke(pokers[0], (mover + 1) % 4)) == "not-slow", "not on move"
    assert refused(evening, ask_for.Poke(evening.state.seats[mover].user or "", mover)) == "not-slow", "oneself"
    assert refused(evening, ask_for.Poke("zoe", mover)) == "not-seated"
    evening.act(evening.state.seats[mover].user or "")
    assert evening.state.pokers == frozenset(), "the next turn is another"


def test_without_a_clock_nobody_is_hurried() -> None:
    evening = friends()
    assert evening.table.bots_to_ask() == ()
    assert deadline(evening.state, evening.mover) is None


def test_when_the_clock_and_the_reserve_have_run_out_a_bot_plays_that_one_turn() -> None:
    evening = friends(clock=15, reserve=30)
    mover = evening.mover
    (ask,) = evening.table.bots_to_ask()
    assert (ask.seat, ask.level, ask.at) == (mover, "rule", evening.now + 45)
    assert refused(evening, answer(ask)) == "too-early"
    events = evening.wait(45)
    assert [type(event) for event in events] == [BidMade]
    assert evening.log[-1].by == "bot rule"
    assert evening.state.seats[mover].level is None, "that one turn only"
    assert evening.state.seats[mover].spent == 30
    assert deadline(evening.state, evening.mover) == evening.now + 45, "the next has a reserve of their own"


def test_thinking_beyond_the_clock_eats_the_reserve() -> None:
    evening = friends(clock=15, reserve=30)
    mover, user = evening.mover, evening.state.seats[evening.mover].user or ""
    evening.wait(25)
    evening.act(user)
    assert evening.state.seats[mover].spent == 10
    while evening.state.to_act != (mover,):
        evening.step()
    assert deadline(evening.state, mover) == evening.now + 15 + 20
    evening.wait(14)
    evening.act(user)
    assert evening.state.seats[mover].spent == 10, "within the clock nothing is spent"


def test_a_stand_in_spends_nothing_of_the_persons_reserve() -> None:
    evening = friends(clock=15, reserve=600)
    mover = evening.mover
    evening.wait(IDLE)
    evening.do(ask_for.LetBotPlay("ann", mover))
    evening.wait(0)
    assert evening.mover != mover
    assert evening.state.seats[mover].spent == 0


def test_the_clock_runs_for_cards_and_for_everybody_who_has_not_bid_together() -> None:
    evening = friends(Rules.parse("players=4 sizes=2 bidding=together limit=free"), clock=20, reserve=0)
    begun = evening.now
    evening.wait(5)
    evening.act("ben")
    asks = evening.table.bots_to_ask()
    assert [(ask.seat, ask.at) for ask in asks] == [(seat, begun + 20) for seat in (0, 2, 3)]
    evening.wait(15)
    assert evening.state.game is not None
    assert all(evening.state.game.hand.has_bid)
    events = evening.wait(20)
    assert [type(event) for event in events] == [CardPlayed]


def test_a_new_clock_does_not_take_the_turn_of_who_thinks_already() -> None:
    evening = friends()
    evening.wait(100)
    evening.do(ask_for.SetOptions("ann", Options(pace=Pace.INSTANT, clock=15, reserve=0)))
    assert deadline(evening.state, evening.mover) == evening.now + 15
    evening.wait(10)
    evening.do(ask_for.SetOptions("ann", Options(pace=Pace.BRISK, clock=15, reserve=0)))
    assert deadline(evening.state, evening.mover) == evening.now + 5, "another option does not help"


def test_no_clock_runs_while_everybody_is_away() -> None:
    evening = friends(clock=15, reserve=0)
    mover = evening.mover
    for user in evening.state.people:
        evening.do(ask_for.GoAway(user))
    assert evening.wait(24 * 3600) == []
    evening.do(ask_for.ComeBack("ann"))
    assert deadline(evening.state, mover) == evening.now + 15, "it begins anew"
    evening.do(ask_for.ComeBack("ben"))
    evening.wait(15)
    assert evening.mover != mover


def test_each_game_has_a_whole_reserve() -> None:
    evening = friends(clock=15, reserve=10)
    evening.wait(25)
    evening.play_on()
    assert any(seat.spent for seat in evening.state.seats)
    evening.do(ask_for.Start("ann"))
    assert not any(seat.spent for seat in evening.state.seats)


@pytest.mark.parametrize("off", [3.0, 40.0, 3600.0])
def test_nobody_loses_a_turn_because_the_server_was_off(off: float) -> None:
    evening = friends(clock=30, reserve=0)
    mover = evening.mover
    evening.wait(20)
    evening.now += off
    assert evening.do(ask_for.Resume()) == [Resumed()]
    assert deadline(evening.state, mover) == evening.now + LEAST_CLOCK
    assert evening.do(ask_for.Resume()) == [], "once"
    evening.wait(LEAST_CLOCK - 1)
    assert evening.mover == mover
    evening.wait(1)
    assert evening.mover != mover


def test_after_a_short_break_the_clock_goes_on_from_the_log() -> None:
    evening = friends(clock=30, reserve=0)
    at = deadline(evening.state, evening.mover)
    evening.now += 5
    assert evening.do(ask_for.Resume()) == []
    assert deadline(evening.state, evening.mover) == at


def test_without_a_clock_a_restart_changes_nothing() -> None:
    evening = friends()
    evening.now += 3600
    assert evening.do(ask_for.Resume()) == []


@pytest.mark.parametrize("options", [{}, {"clock": 120}, {"clock": 15}])
def test_the_next_hand_too_waits_a_while_after_the_server_was_off(options: dict[str, int]) -> None:
    evening = friends(FOUR, **options)
    while not evening.state.is_between_hands:
        evening.step()
    evening.now += 3600
    assert evening.do(ask_for.Resume()) == [Resumed()]
    assert evening.table.wake_at() == evening.now + min(LEAST_CLOCK, NEXT_HAND)


def test_the_only_card_left_is_played_by_itself_after_the_pace() -> None:
    evening = Evening(Rules.parse("players=3 sizes=2"), Options(pace=Pace.BRISK, auto_last=True))
    evening.begin("ann", "ben")
    while not evening.state.is_last_trick:
        evening.step()
    while not evening.state.game or not evening.state.game.is_over:
        mover, at = evening.mover, evening.table.wake_at()
        assert at is not None
        assert at > evening.now, "bots and people alike take the table's time"
        evening.wait(at - evening.now)
        played = next(entry for entry in reversed(evening.log) if isinstance(entry.event, CardPlayed))
        assert played.event.seat == mover  # type: ignore[union-attr]  # a card
        assert played.by == ("" if evening.state.seats[mover].user else "bot random")


def test_without_the_option_the_last_card_waits_for_its_player() -> None:
    evening = Evening(Rules.parse("players=3 sizes=2"))
    evening.begin("ann", "ben", "cid")
    while not evening.state.is_last_trick:
        evening.step()
    assert evening.wait(3600) == []
