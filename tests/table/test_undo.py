"""Taking a bid or card back by consent."""

from __future__ import annotations

import pytest

from tests.table.evening import Evening, answer, refused
from upriver.rules import BidMade, CardPlayed, Rules, TakenBack
from upriver.table import commands as ask_for
from upriver.table.events import Resumed, StoodUp, UndoAnswered, UndoAsked, UndoDropped
from upriver.table.options import Options, Pace
from upriver.table.pace import UNDO_OPEN, deadline

RULES = Rules.parse("players=4 sizes=3")
UNDO = Options(pace=Pace.INSTANT, undo=True)


def slip(*users: str, options: Options = UNDO) -> tuple[Evening, str, list[str]]:
    """Somebody has just played a card; who, and the other people."""
    evening = Evening(RULES, options)
    evening.begin(*users)
    while True:
        for event in evening.step():
            if isinstance(event, CardPlayed) and (user := evening.state.seats[event.seat].user):
                return evening, user, [other for other in users if other != user]


def test_a_table_takes_nothing_back_unless_it_says_so() -> None:
    evening, user, _ = slip("ann", "ben", options=Options(pace=Pace.INSTANT))
    assert refused(evening, ask_for.AskUndo(user)) == "undo-off"


def test_when_all_others_agree_the_card_comes_back() -> None:
    evening, user, others = slip("ann", "ben", "cid", "dan")
    seat = evening.state.seat_of(user)
    assert seat is not None
    assert evening.do(ask_for.AskUndo(user)) == [UndoAsked(seat)]
    assert evening.state.asked == tuple(other for other in evening.state.people if other != user)
    assert refused(evening, ask_for.AskUndo(others[0])) == "undo-asked"
    assert refused(evening, ask_for.AnswerUndo(user, True)) == "nothing-asked"
    assert evening.do(ask_for.AnswerUndo(others[0], True)) == [UndoAnswered(others[0], True)]
    assert refused(evening, ask_for.AnswerUndo(others[0], False)) == "nothing-asked"
    evening.do(ask_for.AnswerUndo(others[1], True))
    assert evening.do(ask_for.AnswerUndo(others[2], True)) == [UndoAnswered(others[2], True), TakenBack(seat)]
    assert evening.state.question is None
    assert evening.state.to_act == (seat,)
    assert evening.act(user)


def test_one_no_is_enough() -> None:
    evening, user, others = slip("ann", "ben", "cid", "dan")
    evening.do(ask_for.AskUndo(user))
    assert evening.do(ask_for.AnswerUndo(others[0], False)) == [UndoAnswered(others[0], False), UndoDropped()]
    assert refused(evening, ask_for.AnswerUndo(others[1], True)) == "nothing-asked"


def test_no_answer_in_20_seconds_is_a_no() -> None:
    evening, user, others = slip("ann", "ben", "cid", "dan")
    evening.do(ask_for.AskUndo(user))
    evening.do(ask_for.AnswerUndo(others[0], True))
    assert evening.wait(UNDO_OPEN - 1) == []
    assert evening.wait(1) == [UndoDropped()]


def test_among_bots_nobody_needs_to_agree() -> None:
    evening, user, _ = slip("ann")
    assert evening.do(ask_for.AskUndo(user)) == [UndoAsked(0), TakenBack(0)]


def test_who_is_away_or_has_a_stand_in_is_not_asked() -> None:
    evening, user, others = slip("ann", "ben", "cid", "dan")
    evening.do(ask_for.GoAway(others[0]))
    evening.do(ask_for.LetBotPlay(others[1], evening.state.seat_of(others[1]) or 0))
    evening.do(ask_for.AskUndo(user))
    assert evening.state.asked == (others[2],)
    assert TakenBack(evening.state.seat_of(user) or 0) in evening.do(ask_for.GoAway(others[2]))


def test_only_the_last_act_can_be_taken_back_and_only_by_whose_it_was() -> None:
    evening, user, others = slip("ann", "ben", "cid", "dan")
    for other in others:
        assert refused(evening, ask_for.AskUndo(other)) == "undo-late"
    evening.step()
    assert refused(evening, ask_for.AskUndo(user)) == "undo-late"
    assert refused(evening, ask_for.AskUndo("zoe")) == "not-seated"
    assert refused(evening, ask_for.AnswerUndo("zoe", True)) == "not-seated"


def test_bots_wait_while_the_question_is_open_and_the_clock_stands() -> None:
    evening, _, _ = slip("ann", "ben", options=Options(pace=Pace.INSTANT, undo=True, clock=15, reserve=0))
    while evening.state.seats[evening.mover].user is not None or not evening.ends_with_card():
        evening.step()
    last = evening.log[-1].event
    assert isinstance(last, CardPlayed)
    user = evening.state.seats[last.seat].user or ""
    if not user:
        pytest.fail("a person's card should be the last")
    (ask,) = evening.table.bots_to_ask()
    evening.do(ask_for.AskUndo(user))
    assert evening.table.bots_to_ask() == ()
    assert refused(evening, answer(ask)) == "stale"
    evening.wait(5)
    other = next(each for each in ("ann", "ben") if each != user)
    evening.do(ask_for.AnswerUndo(other, False))
    assert evening.table.bots_to_ask() != ()


def test_the_clock_of_the_next_person_stands_while_the_question_is_open() -> None:
    evening, user, others = slip(
        "ann", "ben", "cid", "dan", options=Options(pace=Pace.INSTANT, undo=True, clock=15, reserve=0)
    )
    mover = evening.mover
    evening.wait(5)
    before = deadline(evening.state, mover)
    assert before is not None
    evening.do(ask_for.AskUndo(user))
    evening.wait(12)
    assert evening.mover == mover
    evening.do(ask_for.AnswerUndo(others[0], False))
    assert deadline(evening.state, mover) == before + 12


def test_who_acts_although_they_saw_the_question_says_no() -> None:
    evening, user, _ = slip("ann", "ben", "cid", "dan")
    seen, mover = evening.state.seq, evening.state.seats[evening.mover].user or ""
    evening.do(ask_for.AskUndo(user))
    late = ask_for.Act(mover, evening.choice(mover), seen)
    assert refused(evening, late) == "stale", "they may not have seen it"
    events = evening.act(mover)
    assert [type(event) for event in events] == [UndoAnswered, UndoDropped, CardPlayed]
    assert events[0] == UndoAnswered(mover, False)


def test_who_asks_and_leaves_has_taken_nothing_back() -> None:
    evening, user, _ = slip("ann", "ben", "cid", "dan")
    seat = evening.state.seat_of(user) or 0
    evening.do(ask_for.AskUndo(user))
    events = evening.do(ask_for.Leave(user))
    assert StoodUp(seat, "rule") in events
    assert events[-1] == UndoDropped()


def test_who_asks_and_lets_a_bot_play_has_taken_nothing_back() -> None:
    evening, user, _ = slip("ann", "ben", "cid", "dan")
    evening.do(ask_for.AskUndo(user))
    assert evening.do(ask_for.LetBotPlay(user, evening.state.seat_of(user) or 0))[-1] == UndoDropped()
    assert refused(evening, ask_for.AskUndo(user)) == "bot-plays"


def test_a_table_that_takes_nothing_back_any_more_closes_the_question() -> None:
    evening, user, _ = slip("ann", "ben", "cid", "dan")
    evening.do(ask_for.AskUndo(user))
    assert evening.do(ask_for.SetOptions("ann", Options(pace=Pace.INSTANT)))[-1] == UndoDropped()


def test_a_bid_can_be_taken_back_too() -> None:
    evening = Evening(RULES, UNDO)
    evening.begin("ann", "ben", "cid", "dan")
    user = evening.state.seats[evening.mover].user or ""
    (made,) = evening.act(user)
    assert isinstance(made, BidMade)
    evening.do(ask_for.AskUndo(user))
    for other in evening.state.asked:
        events = evening.do(ask_for.AnswerUndo(other, True))
    assert events[-1] == TakenBack(made.seat)
    assert evening.mover == made.seat


def test_a_restart_gives_the_question_its_time_again() -> None:
    evening, user, _ = slip("ann", "ben", "cid", "dan")
    evening.do(ask_for.AskUndo(user))
    evening.now += 100
    assert evening.do(ask_for.Resume()) == [Resumed()]
    assert evening.table.wake_at() == evening.now + UNDO_OPEN


def test_a_game_with_something_taken_back_ends_and_its_record_is_fair() -> None:
    evening, user, _ = slip("ann")
    evening.do(ask_for.AskUndo(user))
    evening.play_on()
    evening.check_record()
