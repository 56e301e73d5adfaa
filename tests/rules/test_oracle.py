"""The rules against a second reading of rules.md, over random rules and games."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.oracle import Oracle
from tests.rules.playing import play_out
from tests.strategies import examples, rules
from upriver.rules import Event, Game, Rules, Started, State, apply, last_act, legal_actions


def compare(events: list[Event]) -> None:
    started = events[0]
    assert isinstance(started, Started)
    oracle = Oracle(started)
    state: State | None = None
    for event in events:
        oracle.see(event)
        state = apply(state, event)
        options = {action for seat in oracle.seats for action in oracle.options(seat)}
        assert {str(action) for action in legal_actions(state)} == options
        assert last_act(state) == oracle.last()
        assert state.public.dealer == oracle.dealer
        assert list(state.sheet.totals) == oracle.totals
    assert state is not None
    assert [(list(row.bids), list(row.taken), list(row.points)) for row in state.sheet.rows] == oracle.rows


@examples(2.5)
@given(rules(), st.none() | st.integers(0, 2), st.integers(0, 2**32))
def test_both_readings_agree_on_every_action_and_every_point(table: Rules, dealer: int | None, seed: int) -> None:
    rng = Random(seed)
    compare(play_out(Game.start(table, rng.randbytes(8), dealer=dealer), rng).events)
