"""Law 5: what people and machines read has a text form that reads back exactly."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from random import Random

from hypothesis import given
from hypothesis import strategies as st

import upriver.rules
from tests.rules.playing import play_out, states
from tests.strategies import ACTIONS, CARDS, NAMES, SCORINGS, examples, games, rules
from upriver.rules import Action, Card, Game, Rules, Scoring, parse_action, redact, view
from upriver.rules.codec import decode_event, encode
from upriver.rules.notation import format_game, parse_game
from upriver.rules.record import Entry, dump, load, replay

TIMES = st.none() | st.datetimes(
    min_value=datetime(1, 1, 2),
    max_value=datetime(9999, 12, 30),
    timezones=st.sampled_from((UTC, timezone(timedelta(hours=5, minutes=45)))),
)


def rebuilt(value: object) -> object:
    """What the value's `repr` makes, with the names of `upriver.rules`."""
    return eval(repr(value), vars(upriver.rules).copy())


@given(CARDS)
def test_cards_read_back(card: Card) -> None:
    assert Card.parse(str(card)) == Card.parse(card.symbols) == rebuilt(card) == card


@given(SCORINGS)
def test_scorings_read_back(scoring: Scoring) -> None:
    assert Scoring.parse(str(scoring)) == rebuilt(scoring) == scoring
    assert str(Scoring.parse(str(scoring))) == str(scoring)


@examples(3)
@given(rules(hands=12))
def test_rules_read_back(table: Rules) -> None:
    assert Rules.parse(str(table)) == rebuilt(table) == table
    assert str(Rules.parse(str(table))) == str(table)


@given(ACTIONS)
def test_actions_read_back(action: Action) -> None:
    assert parse_action(str(action)) == rebuilt(action) == action


@given(games(names=NAMES))
def test_states_views_and_events_are_rebuilt_from_their_repr(game: Game) -> None:
    assert rebuilt(game.state) == game.state
    assert rebuilt(game.events) == game.events
    for seat in (*range(game.state.rules.players), None):
        assert rebuilt(view(game.state, seat)) == view(game.state, seat)


@given(games(names=NAMES), st.integers(0, 2**32))
def test_every_event_and_every_redacted_event_reads_back_from_json(game: Game, seed: int) -> None:
    for event, state in states(play_out(game, Random(seed)).events):
        for seen in (event, *(redact(event, seat) for seat in (*range(state.rules.players), None))):
            assert decode_event(json.loads(json.dumps(encode(seen)))) == seen


@given(games(names=NAMES), TIMES, NAMES)
def test_every_game_reads_back_from_json_lines(game: Game, at: datetime | None, by: str) -> None:
    entries = tuple(Entry(seq, event, at, by) for seq, event in enumerate(game.events, 1))
    text = dump(entries)
    assert load(text) == entries
    assert dump(load(text)) == text
    assert replay(load(text)) == game.state


@given(games(names=NAMES))
def test_every_game_reads_back_from_the_notation(game: Game) -> None:
    text = format_game(game.events)
    assert parse_game(text) == tuple(game.events)
    assert format_game(parse_game(text)) == text


@given(games(names=NAMES))
def test_both_records_survive_a_file(game: Game) -> None:
    """Files are read with universal line ends, so no line end but our own may stand in a record."""
    for text in (dump(tuple(Entry(seq, event) for seq, event in enumerate(game.events, 1))), format_game(game.events)):
        assert text.encode().decode() == text
        assert "\r" not in text
