"""Who sits where: sitting down, standing up, bots, the host, removal."""

from __future__ import annotations

import pytest

from tests.table.evening import Evening, refused, secret
from upriver.rules import BidMade, Dealt, Rules
from upriver.table import commands as ask_for
from upriver.table.errors import RefusedError
from upriver.table.events import BotSet, Closed, HostChanged, Removed, SatDown, StoodUp
from upriver.table.names import clean_name
from upriver.table.state import Seat, TablePhase


def test_people_take_the_first_empty_seats_and_bots_the_rest() -> None:
    evening = Evening()
    evening.sit("ann", "ben")
    evening.fill("easy")
    assert [(seat.user, seat.level) for seat in evening.state.seats] == [("ann", None), ("ben", None), (None, "easy")]
    assert evening.state.people == evening.state.here == ("ann", "ben")


def test_a_seat_of_somebody_else_is_refused_and_a_bots_is_not() -> None:
    evening = Evening()
    evening.sit("ann")
    evening.fill()
    assert refused(evening, ask_for.Sit("ben", "Ben", 0, secret("ben"))) == "seat-taken"
    assert evening.do(ask_for.Sit("ben", "Ben", 2, secret("ben"))) == [SatDown("ben", "Ben", 2, secret("ben"))]
    evening.sit("cid")
    assert evening.state.seat_of("cid") == 1, "with no empty seat left the first bot's is taken"
    assert refused(evening, ask_for.Sit("dan", "Dan", None, secret("dan"))) == "table-full"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    evening = Evening()
    evening.sit("ann")
    for command in (ask_for.Sit("ben", "Ben", seat, secret("ben")), ask_for.PutBot("ann", seat, "rule")):
        assert refused(evening, command) == "no-such-seat"


@pytest.mark.parametrize("size", [0, 15, 65])
def test_a_contribution_has_16_to_64_bytes(size: int) -> None:
    evening = Evening()
    assert refused(evening, ask_for.Sit("ann", "Ann", None, b"x" * size)) == "bad-contribution"
    evening.do(ask_for.Sit("ann", "Ann", None, b"x" * 16))
    evening.do(ask_for.Sit("ben", "Ben", None, b"x" * 64))


def test_before_the_game_people_change_places_with_what_is_there() -> None:
    evening = Evening()
    evening.sit("ann")
    evening.do(ask_for.PutBot("ann", 1, "easy"))
    assert refused(evening, ask_for.Sit("ann", "Ann", 0, secret("ann"))) == "already-seated"
    assert refused(evening, ask_for.Sit("ann", "Ann", None, secret("ann"))) == "already-seated"
    evening.do(ask_for.Sit("ann", "Ann", 1, secret("again")))
    assert evening.state.seats[:2] == (Seat(level="easy"), Seat("ann", "Ann", contribution=secret("again")))
    evening.do(ask_for.Sit("ann", "Ann", 2, secret("ann")))
    assert evening.state.seats[:2] == (Seat(level="easy"), Seat())


def test_before_the_game_a_seat_that_is_left_is_empty() -> None:
    evening = Evening()
    evening.sit("ann", "ben")
    assert evening.do(ask_for.Leave("ben")) == [StoodUp(1, None)]
    assert evening.state.seats[1].is_empty
    assert refused(evening, ask_for.Leave("ben")) == "not-seated"


def test_during_the_game_a_bot_takes_the_seat_that_is_left() -> None:
    evening = Evening()
    evening.begin("ann", "ben")
    assert evening.do(ask_for.Leave("ben")) == [StoodUp(1, "rule")]
    assert evening.state.seats[1].is_bot
    evening.play_on()
    assert evening.state.phase is TablePhase.OVER


def test_who_comes_late_takes_over_a_bots_seat_between_hands_with_its_score() -> None:
    evening = Evening(Rules.parse("players=3 sizes=2,2,2"))
    evening.begin("ann")
    assert refused(evening, ask_for.Sit("ben", "Ben", 1, b"")) == "hand-running"
    play_a_hand(evening)
    game = evening.state.game
    assert game is not None
    totals = game.sheet.totals
    assert evening.do(ask_for.Sit("ben", "Ben", 1, b"")) == [SatDown("ben", "Ben", 1, b"")]
    assert evening.state.waiting == ("ann", "ben"), "the next hand waits for the newcomer too"
    assert evening.state.game is not None
    assert evening.state.game.sheet.totals == totals
    assert refused(evening, ask_for.Sit("cid", "Cid", 1, b"")) == "seat-taken"
    assert refused(evening, ask_for.Sit("ben", "Ben", 2, b"")) == "already-seated"
    evening.play_on()
    assert evening.state.phase is TablePhase.OVER


def play_a_hand(evening: Evening) -> None:
    while not evening.state.is_between_hands:
        evening.step()


def test_only_the_host_puts_and_removes_bots() -> None:
    evening = Evening()
    evening.sit("ann", "ben")
    assert refused(evening, ask_for.PutBot("ben", 2, "rule")) == "host-only"
    assert evening.do(ask_for.PutBot("ann", 2, "rule")) == [BotSet(2, "rule")]
    assert evening.do(ask_for.PutBot("ann", 2, "rule")) == [], "it is there already"
    assert evening.do(ask_for.PutBot("ann", 2, "easy")) == [BotSet(2, "easy")]
    assert refused(evening, ask_for.RemoveBot("ben", 2)) == "host-only"
    assert evening.do(ask_for.RemoveBot("ann", 2)) == [BotSet(2, None)]
    assert refused(evening, ask_for.RemoveBot("ann", 2)) == "seat-empty"
    assert refused(evening, ask_for.RemoveBot("ann", 1)) == "seat-empty"
    assert refused(evening, ask_for.PutBot("ann", 1, "rule")) == "seat-taken"
    assert refused(evening, ask_for.PutBot("ann", 2, "deep thought")) == "no-such-level"


def test_during_the_game_a_bot_can_be_exchanged_and_not_removed() -> None:
    evening = Evening()
    evening.begin("ann")
    assert evening.do(ask_for.PutBot("ann", 2, "easy")) == [BotSet(2, "easy")]
    assert refused(evening, ask_for.RemoveBot("ann", 2)) == "game-running"
    evening.play_on()
    assert evening.do(ask_for.RemoveBot("ann", 2)) == [BotSet(2, None)]


def test_when_the_host_leaves_the_next_person_who_is_here_is_the_host() -> None:
    evening = Evening(Rules.parse("players=4 sizes=1"))
    evening.sit("ann", "ben", "cid", "dan")
    evening.do(ask_for.GoAway("ben"))
    assert evening.do(ask_for.Leave("ann")) == [StoodUp(0, None), HostChanged("cid")]
    assert evening.do(ask_for.MakeHost("cid", "dan")) == [HostChanged("dan")]
    assert evening.do(ask_for.Leave("dan")) == [StoodUp(3, None), HostChanged("cid")], "around the table"
    assert evening.do(ask_for.Leave("cid")) == [StoodUp(2, None), HostChanged("ben")], "ben is away, but the only one"


def test_the_table_closes_when_its_last_person_leaves() -> None:
    evening = Evening()
    evening.begin("ann", "ben")
    evening.do(ask_for.Leave("ann"))
    assert evening.do(ask_for.Leave("ben")) == [StoodUp(1, "rule"), HostChanged(None), Closed()]
    assert evening.state.phase is TablePhase.CLOSED
    assert evening.table.wake_at() is None
    assert refused(evening, ask_for.Sit("ben", "Ben", None, secret("ben"))) == "table-closed"
    assert evening.do(ask_for.Tick()) == []


def test_a_host_without_a_seat_keeps_a_table_of_bots_alive_until_they_leave() -> None:
    evening = Evening()
    evening.fill()
    evening.do(ask_for.Start("ann"))
    evening.play_on(until=Dealt)
    assert evening.state.people == ()
    assert evening.do(ask_for.Leave("ann")) == [HostChanged(None), Closed()]


def test_a_host_who_watches_keeps_the_table_when_the_others_leave() -> None:
    evening = Evening()
    evening.begin("ben")
    assert evening.do(ask_for.Leave("ben")) == [StoodUp(0, "rule")]
    evening.wait(60)
    assert evening.state.phase is TablePhase.OVER


def test_a_host_without_a_seat_who_goes_away_is_replaced() -> None:
    evening = Evening()
    assert evening.do(ask_for.GoAway("ann")) == [], "by whom?"
    evening.sit("ben")
    assert evening.do(ask_for.GoAway("ann")) == [HostChanged("ben")]


def test_the_host_names_another_and_while_away_anybody_may_step_in() -> None:
    evening = Evening()
    evening.sit("ann", "ben", "cid")
    assert refused(evening, ask_for.MakeHost("ben", "cid")) == "host-only"
    assert refused(evening, ask_for.MakeHost("ben", "ben")) == "host-only"
    assert refused(evening, ask_for.MakeHost("ann", "nobody")) == "no-such-person"
    assert evening.do(ask_for.MakeHost("ann", "ann")) == []
    evening.do(ask_for.GoAway("ann"))
    assert refused(evening, ask_for.MakeHost("ben", "cid")) == "host-only", "only themselves"
    assert evening.do(ask_for.MakeHost("ben", "ben")) == [HostChanged("ben")]


def test_the_host_removes_somebody_for_good_and_a_bot_sits_in() -> None:
    evening = Evening()
    evening.begin("ann", "ben")
    assert refused(evening, ask_for.Remove("ben", "ann")) == "host-only"
    assert refused(evening, ask_for.Remove("ann", "ann")) == "no-such-person"
    assert refused(evening, ask_for.Remove("ann", "nobody")) == "no-such-person"
    assert evening.do(ask_for.Remove("ann", "ben")) == [Removed("ben"), StoodUp(1, "rule")]
    assert evening.do(ask_for.Remove("ann", "ben")) == []
    for command in (ask_for.Sit("ben", "Ben", 1, b""), ask_for.Say("ben", "hey", "Ben"), ask_for.Leave("ben")):
        assert refused(evening, command) == "removed"


def test_a_watcher_who_spoke_can_be_removed() -> None:
    evening = Evening()
    evening.sit("ann")
    evening.do(ask_for.Say("zoe", "hello", "Zoe"))
    assert evening.do(ask_for.Remove("ann", "zoe")) == [Removed("zoe")]
    assert refused(evening, ask_for.Say("zoe", "hello", "Zoe")) == "removed"


def test_two_people_called_the_same_are_told_apart() -> None:
    evening = Evening(Rules.parse("players=4 sizes=1"))
    for user, name in (("a", "Ann"), ("b", " ann "), ("c", "ANN"), ("d", "A" * 24)):
        evening.do(ask_for.Sit(user, name, None, secret(user)))
    assert [seat.name for seat in evening.state.seats] == ["Ann", "ann 2", "ANN 3", "A" * 24]
    evening.do(ask_for.Rename("a", "a" * 24))
    assert evening.state.seats[0].name == "a" * 22 + " 2"
    evening.do(ask_for.Rename("a", "Ann"))
    assert evening.state.seats[0].name == "Ann"
    assert evening.do(ask_for.Rename("a", "Ann")) == []
    assert refused(evening, ask_for.Rename("z", "Zoe")) == "not-seated"


@pytest.mark.parametrize(
    "name", ["", " ", "\t", "a\nb", "x" * 25, "\u200b", "\u202eAnn", "a\u2028b", "\ud800", "\u200d", "\x00", "\u0301"]
)
def test_a_name_is_short_and_can_be_seen(name: str) -> None:
    with pytest.raises(RefusedError) as caught:
        clean_name(name)
    assert caught.value.code == "bad-name"


@pytest.mark.parametrize("name", ["Ann", "Zoë", "李雷", "👩‍🦰", "O'Brien-Díaz", "7", "é"])
def test_people_may_be_called_as_they_are(name: str) -> None:
    assert clean_name(f"  {name}  ") == name


def test_a_bot_has_no_persons_name_in_the_record() -> None:
    evening = Evening()
    evening.do(ask_for.Sit("ann", "Bot 2", None, secret("ann")))
    evening.fill()
    evening.do(ask_for.Start("ann"))
    assert evening.state.game is not None
    assert evening.state.game.public.names == ("Bot 2", "Bot 2 2", "Bot 3")


def test_the_game_goes_on_from_a_seat_that_is_left_on_its_turn() -> None:
    evening = Evening()
    evening.begin("ann", "ben", "cid")
    user = evening.state.seats[evening.mover].user
    assert user is not None
    evening.do(ask_for.Leave(user))
    assert any(isinstance(event, BidMade) for event in evening.wait(0.0))
