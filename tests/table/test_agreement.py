"""Rules, options, the end of a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.table.evening import LEVELS, Evening, refused
from upriver.rules import Rules
from upriver.table import commands as ask_for
from upriver.table.agreement import check_options, read_rules
from upriver.table.errors import RefusedError
from upriver.table.events import Closed, OptionsSet, RulesSet
from upriver.table.options import Options, Pace
from upriver.table.seats import resized
from upriver.table.state import Seat, TablePhase


def test_the_host_chooses_the_rules_between_games() -> None:
    evening = Evening()
    evening.sit("ann", "ben")
    assert refused(evening, ask_for.SetRules("ben", "italian players=4")) == "host-only"
    assert evening.do(ask_for.SetRules("ann", "italian players=4")) == [RulesSet(Rules.parse("italian players=4"))]
    assert evening.do(ask_for.SetRules("ann", "italian players=4")) == []
    evening.fill()
    evening.do(ask_for.Start("ann"))
    assert refused(evening, ask_for.SetRules("ann", "players=4")) == "game-running"


@pytest.mark.parametrize(
    "text", ["players=9", "players=three", "house", "players=7 sizes=52", "=", "players=4 players=4"]
)
def test_rules_that_cannot_be_played_are_refused_with_the_reason(text: str) -> None:
    with pytest.raises(RefusedError) as caught:
        read_rules(text)
    assert caught.value.code == "bad-rules"
    assert caught.value.details == {"rules": text}


def test_nobody_is_thrown_out_by_other_rules() -> None:
    evening = Evening(Rules.parse("players=5 sizes=1"))
    evening.sit("ann", "ben", "cid", "dan")
    assert refused(evening, ask_for.SetRules("ann", "players=3")) == "too-many-people"
    evening.do(ask_for.SetRules("ann", "players=4"))
    assert evening.state.people == ("ann", "ben", "cid", "dan")


EMPTY, BOT = Seat(), Seat(level="rule")
ANN, BEN, CID = (Seat(user) for user in ("ann", "ben", "cid"))


@pytest.mark.parametrize(
    ("before", "players", "after"),
    [
        ((ANN, BEN, CID), 4, (ANN, BEN, CID, EMPTY)),
        ((ANN, EMPTY, BEN, BOT), 3, (ANN, BEN, BOT)),
        ((ANN, EMPTY, BEN, EMPTY, BOT), 4, (ANN, EMPTY, BEN, BOT)),
        ((BOT, ANN, BOT, BEN, BOT), 3, (BOT, ANN, BEN)),
        ((EMPTY, BOT, ANN, BOT, BEN, CID), 3, (ANN, BEN, CID)),
    ],
)
def test_empty_seats_go_first_then_bots_and_who_stays_moves_up(
    before: tuple[Seat, ...], players: int, after: tuple[Seat, ...]
) -> None:
    assert resized(before, players) == after


def test_the_host_chooses_the_options_at_any_time() -> None:
    evening = Evening()
    evening.begin("ann", "ben")
    options = Options(pace=Pace.BRISK, clock=30)
    assert refused(evening, ask_for.SetOptions("ben", options)) == "host-only"
    assert evening.do(ask_for.SetOptions("ann", options)) == [OptionsSet(options)]
    assert evening.do(ask_for.SetOptions("ann", options)) == []


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("clock", 14, "bad-option"),
        ("clock", 121, "bad-option"),
        ("clock", True, "bad-option"),
        ("reserve", -1, "bad-option"),
        ("reserve", 601, "bad-option"),
        ("reserve", None, "bad-option"),
        ("pace", "slow", "bad-option"),
        ("watching", None, "bad-option"),
        ("rematch", "again", "bad-option"),
        ("undo", 1, "bad-option"),
        ("is_public", "yes", "bad-option"),
        ("stand_in", "deep thought", "no-such-level"),
    ],
)
def test_an_option_out_of_range_is_refused_and_quoted(name: str, value: object, code: str) -> None:
    with pytest.raises(RefusedError, match=repr(value)) as caught:
        check_options(replace(Options(), **{name: value}), LEVELS)  # type: ignore[arg-type]  # wrong on purpose
    assert caught.value.code == code


def test_the_default_options_are_good() -> None:
    check_options(Options(), LEVELS)


def test_the_host_closes_the_table_for_good() -> None:
    evening = Evening()
    evening.begin("ann", "ben")
    assert refused(evening, ask_for.Close("ben")) == "host-only"
    assert evening.do(ask_for.Close("ann")) == [Closed()]
    assert evening.state.phase is TablePhase.CLOSED
    assert evening.table.bots_to_ask() == ()
    for command in (ask_for.Start("ann"), ask_for.Say("ann", "hello?"), ask_for.Close("ann"), ask_for.Leave("ben")):
        assert refused(evening, command) == "table-closed"
    for quiet in (ask_for.Tick(), ask_for.Resume(), ask_for.GoAway("ann"), ask_for.ComeBack("ann")):
        assert evening.do(quiet) == []
