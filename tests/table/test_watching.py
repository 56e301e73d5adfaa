"""Who is told what: seats, watchers, those who may not see the table at all."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import examples, rules
from tests.table.evening import Evening
from tests.table.eyes import CARD, check_eyes, hidden_seeds, told
from upriver.rules import Dealt, Rules, SeedRevealed
from upriver.table import commands as ask_for
from upriver.table.events import SeedChosen
from upriver.table.options import Options, Pace, Watching
from upriver.table.redact import hands_shown, may_see
from upriver.table.state import TablePhase


@examples(0.5)
@given(rules(hands=3), st.sampled_from(Watching), st.integers(0, 2**32))
def test_in_whole_games_nobody_is_told_what_is_hidden(table: Rules, watching: Watching, number: int) -> None:
    """Live, entry by entry, and again at the end of each hand from the first entry on."""
    evening = Evening(table, Options(pace=Pace.INSTANT, watching=watching), salt=number)
    evening.begin(*("ann", "ben", "cid")[: Random(number).randint(1, 3)])
    users = (*evening.state.people, "zoe")
    while evening.state.phase is TablePhase.PLAYING:
        before = len(evening.log)
        evening.step()
        is_looking_back = Random(len(evening.log)).random() < 0.1
        for user in users:
            check_eyes(evening, evening.log[0 if is_looking_back else before :], user)


def test_the_checks_would_find_a_seed_and_a_card() -> None:
    evening = Evening()
    evening.begin("ann")
    dealt = next(entry for entry in evening.log if isinstance(entry.event, Dealt))
    assert len(CARD.findall(told(evening, dealt, "ann"))) == 3, "two of ann's own and the turned one"
    assert len(CARD.findall(told(evening, dealt, "zoe"))) == 1
    (seed,) = hidden_seeds(evening)
    chosen = next(event for event in evening.events if isinstance(event, SeedChosen))
    assert chosen.seed == bytes.fromhex(seed)


@pytest.mark.parametrize("watching", [Watching.TABLE, Watching.HANDS])
def test_watchers_see_the_table_and_all_hands_once_over_where_it_says_so(watching: Watching) -> None:
    evening = Evening(options=Options(pace=Pace.INSTANT, watching=watching))
    evening.begin("ann", "ben")
    dealt = next(entry for entry in evening.log if isinstance(entry.event, Dealt))
    hidden = evening.table.tell(dealt, "zoe").event
    assert isinstance(hidden, Dealt)
    assert hidden.cards == (None, None, None)
    assert hands_shown(evening.state, "ann") is hands_shown(evening.state, "zoe") is None
    while not evening.state.is_between_hands:
        evening.step()
    is_shown = watching is Watching.HANDS
    assert (evening.table.tell(dealt, "zoe").event == dealt.event) == is_shown
    assert (hands_shown(evening.state, "zoe") is not None) == is_shown
    assert evening.table.tell(dealt, "ann").event == dealt.event, "who played may look at the hand again"
    assert hands_shown(evening.state, "ann") == evening.state.dealt


def test_a_table_that_closes_in_the_middle_of_a_hand_shows_no_cards() -> None:
    evening = Evening(options=Options(pace=Pace.INSTANT, watching=Watching.HANDS))
    evening.begin("ann", "ben")
    evening.do(ask_for.Close("ann"))
    for user in ("ann", "zoe"):
        check_eyes(evening, evening.log, user)
        assert hands_shown(evening.state, user) is None


def test_the_host_can_close_the_table_to_watchers() -> None:
    evening = Evening(options=Options(pace=Pace.INSTANT, watching=Watching.CLOSED))
    assert may_see(evening.state, "zoe"), "before the game anybody may come and sit down"
    evening.begin("ann")
    assert not may_see(evening.state, "zoe")
    assert evening.table.view("zoe") is None
    assert {evening.table.tell(entry, "zoe").event for entry in evening.log} == {None}
    assert [evening.table.tell(entry, "zoe").seq for entry in evening.log] == list(range(1, len(evening.log) + 1))
    assert may_see(evening.state, "ann")


def test_a_host_without_a_seat_sees_the_table_and_no_cards() -> None:
    evening = Evening(options=Options(pace=Pace.INSTANT, watching=Watching.CLOSED))
    evening.fill()
    evening.do(ask_for.Start("ann"))
    view = evening.table.view("ann")
    assert view is not None
    assert (view.seat, view.cards) == (None, ())


def test_who_was_removed_sees_nothing_more() -> None:
    evening = Evening()
    evening.begin("ann", "ben")
    evening.do(ask_for.Remove("ann", "ben"))
    assert not may_see(evening.state, "ben")
    assert evening.table.view("ben") is None
    assert evening.table.tell(evening.log[-1], "ben").event is None


def test_who_comes_late_does_not_see_the_cards_of_the_seat_before_they_sit_there() -> None:
    evening = Evening(Rules.parse("players=3 sizes=2,2"))
    evening.begin("ann")
    dealt = evening.log[-1] if isinstance(evening.log[-1].event, Dealt) else None
    assert dealt is not None
    assert len(CARD.findall(told(evening, dealt, "ben"))) == 1
    while not evening.state.is_between_hands:
        evening.step()
    evening.do(ask_for.Sit("ben", "Ben", 1, b""))
    evening.do(ask_for.NextHand("ann"))
    evening.do(ask_for.NextHand("ben"))
    check_eyes(evening, evening.log, "ben")
    view = evening.table.view("ben")
    assert view is not None
    assert view.cards


def test_after_the_game_a_bigger_table_still_shows_the_last_game_to_all() -> None:
    evening = Evening()
    evening.begin("ann", "ben")
    evening.play_on()
    evening.do(ask_for.SetRules("ann", "players=5"))
    evening.do(ask_for.Sit("cid", "Cid", 4, bytes(32)))
    for user in ("ann", "cid", "zoe"):
        view = evening.table.view(user)
        assert view is not None
        assert view.is_over
    assert any(isinstance(evening.table.tell(entry, "cid").event, SeedRevealed) for entry in evening.log)
