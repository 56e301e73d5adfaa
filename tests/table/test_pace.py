"""How long bots wait, and what that must not tell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.evening import Evening, answer, refused
from upriver.rules import Bid, BidChanged, BidMade, CardPlayed, Phase, Rules
from upriver.table import commands as ask_for
from upriver.table.options import Options, Pace
from upriver.table.pace import FORGOTTEN, LONGEST_WAIT, WAITS, bot_at
from upriver.table.state import TablePhase

TOGETHER = Rules.parse("players=5 sizes=3 bidding=together limit=free")


def bots_only(pace: Pace, rules: Rules = Rules.parse("players=3 sizes=3,2")) -> Evening:  # noqa: B008
    evening = Evening(rules, Options(pace=pace))
    evening.fill()
    evening.do(ask_for.Start("ann"))
    return evening


def test_a_bot_answers_when_its_time_has_come_and_not_before() -> None:
    evening = bots_only(Pace.NATURAL)
    (ask,) = evening.table.bots_to_ask()
    assert ask.at > evening.now
    assert refused(evening, answer(ask)) == "too-early"
    evening.now = ask.at
    assert isinstance(evening.do(answer(ask))[0], BidMade)
    assert evening.log[-1].by == "bot random"


def test_an_answer_to_yesterdays_question_is_stale() -> None:
    evening = bots_only(Pace.INSTANT)
    (ask,) = evening.table.bots_to_ask()
    evening.do(answer(ask))
    assert refused(evening, answer(ask)) == "stale"
    (ask,) = evening.table.bots_to_ask()
    assert refused(evening, ask_for.BotAct(answer(ask).action, "rule", ask.after)) == "stale", "another bot's"
    evening.do(ask_for.PutBot("ann", ask.seat, "easy"))
    assert refused(evening, answer(ask)) == "stale", "the seat has another bot now"


def test_talk_and_presence_leave_a_bots_question_as_it_is() -> None:
    evening = Evening(options=Options(pace=Pace.NATURAL))
    evening.begin("ann")
    while not evening.table.bots_to_ask():
        evening.step()
    before = evening.table.bots_to_ask()
    evening.do(ask_for.Say("ann", "think!"))
    evening.do(ask_for.GoAway("ann"))
    evening.do(ask_for.ComeBack("ann"))
    assert evening.table.bots_to_ask() == before


@pytest.mark.parametrize("pace", Pace)
def test_bots_take_their_time_by_the_tables_pace(pace: Pace) -> None:
    evening, wait = bots_only(pace), WAITS[pace]
    times: dict[str, list[float]] = {}
    while evening.state.phase is TablePhase.PLAYING:
        game = evening.state.game
        assert game is not None
        kind = "deal"
        if evening.state.to_act:
            is_first = game.phase is Phase.BID and not any(game.hand.has_bid) and game.hand.number == 1
            kind = "draw" if is_first else "act"
            if game.phase is Phase.PLAY and game.hand.tricks and not game.hand.trick.cards:
                kind = "trick"
        before = evening.now
        evening.step()
        times.setdefault(kind, []).append(evening.now - before)
    low, high = 0.7 * wait.act - 1e-6, 1.3 * wait.act + 1e-6
    assert all(low <= took <= high for took in times["act"])
    assert all(low <= took - wait.trick <= high for took in times["trick"])
    assert all(low <= took - wait.draw <= high for took in times["draw"])
    assert times["deal"] == [pytest.approx(wait.hand)]
    if pace is not Pace.INSTANT:
        assert len({round(took, 6) for took in times["act"]}) > 5, "not like a clockwork"


@given(st.sampled_from((Pace.BRISK, Pace.NATURAL)))
def test_while_all_bid_together_all_bots_wait_alike(pace: Pace) -> None:
    evening = Evening(TOGETHER, Options(pace=pace))
    evening.begin("ann")
    asks = evening.table.bots_to_ask()
    assert [ask.seat for ask in asks] == [1, 2, 3, 4]
    assert len({ask.at for ask in asks}) == 1
    evening.act("ann")
    assert evening.table.bots_to_ask() == tuple(
        type(ask)(ask.seat, ask.level, later.view, ask.after, ask.at)
        for ask, later in zip(asks, evening.table.bots_to_ask(), strict=True)
    ), "neither the time nor the question depends on who has bid"


def person_before_bot(pace: Pace, rules: str = "players=3 sizes=3") -> Evening:
    """A person at seat 0 has just bid and the bot at seat 1 is next."""
    evening = Evening(Rules.parse(rules), Options(pace=pace))
    evening.begin("ann")
    evening.play_until_bid(0)
    return evening


@pytest.mark.parametrize("pace", Pace)
def test_after_a_persons_bid_the_bot_waits_so_that_it_can_be_changed(pace: Pace) -> None:
    evening = person_before_bot(pace)
    game = evening.state.game
    assert game is not None
    if game.hand.turn is None or not (game.phase is Phase.BID or game.hand.dealer == 0):
        pytest.fail("a bot should be next")
    (ask,) = evening.table.bots_to_ask()
    assert ask.at == evening.now + WAITS[pace].change
    evening.now += 1.0
    old = game.hand.bids[0]
    bids = [bid for bid in range(4) if bid != old]
    events = evening.do(ask_for.Act("ann", Bid(0, bids[0]), evening.state.seq))
    assert events == [BidChanged(0, bids[0])]
    (ask,) = evening.table.bots_to_ask()
    assert ask.at == evening.now + WAITS[pace].change, "a moment more after the change"


def test_a_bot_does_not_wait_for_ever_for_somebody_who_changes_their_mind() -> None:
    evening = person_before_bot(Pace.BRISK)
    since = evening.now
    for times in range(12):
        evening.now += 1.4
        game = evening.state.game
        assert game is not None
        old = game.hand.bids[0]
        evening.do(ask_for.Act("ann", Bid(0, next(bid for bid in (0, 1) if bid != old)), evening.state.seq))
        (ask,) = evening.table.bots_to_ask()
        assert ask.at <= since + LONGEST_WAIT, times


def test_where_bids_are_final_the_bot_does_not_wait_for_a_change() -> None:
    evening = person_before_bot(Pace.INSTANT, "players=3 sizes=3 rebid=no")
    (ask,) = evening.table.bots_to_ask()
    assert ask.at == evening.now


def test_nobody_waits_for_a_bots_change_of_mind() -> None:
    evening = bots_only(Pace.INSTANT)
    evening.do(answer(evening.table.bots_to_ask()[0]))
    assert evening.table.bots_to_ask()[0].at == evening.now


def test_before_the_opening_lead_the_bot_waits_for_the_dealer() -> None:
    for attempt in range(10):
        evening = Evening(Rules.parse("players=3 sizes=3"), Options(pace=Pace.INSTANT), salt=attempt)
        evening.begin("ann")
        game = evening.state.game
        assert game is not None
        if game.public.dealer != 0:
            continue
        evening.play_until_bid(0)
        assert evening.state.game is not None
        assert evening.state.game.phase is Phase.PLAY
        (ask,) = evening.table.bots_to_ask()
        assert ask.at == evening.now + 1.5
        return
    raise AssertionError("ann never dealt")


def test_with_undo_the_bot_gives_a_person_time_to_ask() -> None:
    evening = Evening(Rules.parse("players=3 sizes=3"), Options(pace=Pace.INSTANT, undo=True))
    evening.begin("ann")
    events = evening.step()
    while not any(isinstance(event, CardPlayed) and event.seat == 0 for event in events):
        events = evening.step()
    if evening.table.bots_to_ask():
        assert evening.table.bots_to_ask()[0].at >= evening.now + WAITS[Pace.INSTANT].undo


def test_the_time_that_a_bot_takes_tells_nothing_of_cards() -> None:
    """Two tables that differ in the seed alone: as long as the same is seen, bots wait the same."""
    evenings = [Evening(TOGETHER, Options(pace=Pace.NATURAL), salt=salt) for salt in range(4)]
    for evening in evenings:
        evening.begin("ann")
    assert len({evening.state.game.cards for evening in evenings if evening.state.game is not None}) == 4
    by_length = {
        len(evening.log): {bot_at(each.state) for each in evenings if each.log[-1].seq == len(evening.log)}
        for evening in evenings
    }
    assert len(by_length) < 4, "at least two whose draws took the same number of rounds"
    assert all(len(times) == 1 for times in by_length.values())


@pytest.mark.parametrize("phase", [TablePhase.OPEN, TablePhase.PLAYING, TablePhase.OVER])
def test_a_forgotten_table_closes(phase: TablePhase) -> None:
    evening = Evening()
    evening.sit("ann", "ben", "cid")
    if phase is not TablePhase.OPEN:
        evening.do(ask_for.Start("ann"))
    if phase is TablePhase.OVER:
        evening.play_on()
    assert evening.state.phase is phase
    evening.wait(FORGOTTEN[phase] - 1)
    evening.do(ask_for.Say("ann", "still there?"))
    evening.wait(FORGOTTEN[phase] - 1)
    assert evening.state.phase is phase
    evening.wait(1)
    assert not evening.table.state.to_act
    assert evening.table.wake_at() is None
