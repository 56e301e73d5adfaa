from __future__ import annotations

from tests.server.live import state_of
from upriver.server.presence import TRUSTED_FOR, Presence
from upriver.table.commands import ComeBack, GoAway
from upriver.table.events import Closed, HostChanged, WentAway

AWAY = 30.0


def nobody(user: str) -> bool:
    return False


def everybody(user: str) -> bool:
    return True


def test_whoever_has_had_no_socket_for_a_while_is_away() -> None:
    state, presence = state_of(), Presence(0.0, AWAY)
    assert list(presence.due(state, AWAY - 1, nobody)) == []
    assert list(presence.due(state, AWAY, nobody)) == [GoAway("ann"), GoAway("ben")]
    presence.leave("ben", 20.0)
    assert list(presence.due(state, AWAY, nobody)) == [GoAway("ann")]
    assert list(presence.due(state, 20 + AWAY, "ann".__eq__)) == [GoAway("ben")]


def test_a_host_without_a_seat_is_missed_too() -> None:
    state, presence = state_of(HostChanged("zoe")), Presence(0.0, AWAY)
    assert list(presence.due(state, AWAY, nobody)) == [GoAway("ann"), GoAway("ben"), GoAway("zoe")]
    assert GoAway("zoe") not in presence.due(state, AWAY, "zoe".__eq__)


def test_nobody_is_told_to_be_away_twice_or_here_without_need() -> None:
    presence = Presence(0.0, AWAY)
    assert list(presence.due(state_of(WentAway(0)), 1000.0, nobody)) == [GoAway("ben")]
    assert list(presence.due(state_of(), 1000.0, everybody)) == []


def test_whoever_is_marked_away_and_has_a_socket_is_back() -> None:
    assert list(Presence(0.0, AWAY).due(state_of(WentAway(1)), 0.0, everybody)) == [ComeBack("ben")]


def test_who_acts_through_another_process_is_not_away() -> None:
    state, presence = state_of(), Presence(0.0, AWAY)
    presence.act_elsewhere("ann", 10.0)
    assert list(presence.due(state, 9 + TRUSTED_FOR, nobody)) == [GoAway("ben")]
    assert GoAway("ann") in presence.due(state, 10 + TRUSTED_FOR, nobody)


def test_who_comes_over_from_another_process_and_goes_is_away() -> None:
    presence = Presence(0.0, AWAY)
    presence.act_elsewhere("ann", 10.0)
    presence.leave("ann", 20.0)
    assert GoAway("ann") in presence.due(state_of(), 20 + AWAY, nobody)


def test_a_closed_table_is_left_alone() -> None:
    assert list(Presence(0.0, AWAY).due(state_of(Closed()), 1000.0, nobody)) == []
