"""Entries as texts to be stored, and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import examples, games, rules
from tests.table.evening import Evening
from upriver.rules import EventError, ParseError, Rules, Started
from upriver.table.codec import KINDS, decode_body, encode_body
from upriver.table.events import (
    Entry,
    Opened,
    Removed,
    Said,
    SeedChosen,
    TableEvent,
    UndoAnswered,
    WantsAgain,
    WentAway,
)
from upriver.table.fold import stand
from upriver.table.options import Options

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a field's type."""
    if NoneType in get_args(hint):
        (inner,) = (part for part in get_args(hint) if part is not NoneType)
        return st.none() | values(inner)
    if hint is str:
        return TEXTS
    if hint is Rules:
        return rules()
    if hint is Options:
        return anything(Options)
    return st.from_type(hint)


def anything(kind: type) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    return st.builds(kind, **{field.name: values(hints[field.name]) for field in fields(kind)})


EVENTS: st.SearchStrategy[TableEvent] = st.sampled_from(sorted(KINDS.values(), key=lambda kind: kind.__name__)).flatmap(
    anything
)


@given(EVENTS, TEXTS)
def test_every_event_of_a_table_comes_back_as_it_was(event: TableEvent, ask: str) -> None:
    entry = Entry(7, 1.5, "ann", ask, event)
    body = encode_body(entry)
    assert decode_body(7, 1.5, "ann", body) == entry
    assert encode_body(decode_body(7, 1.5, "ann", body)) == body


@examples(0.3)
@given(games(names=TEXTS))
def test_every_event_of_a_game_comes_back_as_it_was(game: Any) -> None:
    for event in game.events:
        entry = Entry(3, 2.0, "", "", event)
        assert decode_body(3, 2.0, "", encode_body(entry)) == entry


def broken(change: Callable[[dict[str, Any]], object]) -> str:
    body = json.loads(encode_body(Entry(1, 0.0, "ann", "a1", Opened("KQJ42", "ann", Rules(), Options(clock=30)))))
    change(body)
    return json.dumps(body)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("", "no JSON"),
        ("nonsense", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "no object"),
        ('{"ask": "a1"}', "no object"),
        ('{"event": 3}', "no event"),
        ('{"event": {"type": "Exploded"}}', "'Exploded' is no event"),
        ('{"event": {"type": ["Said"]}}', "no event"),
        ('{"event": {"type": "WentAway"}}', "lacks 'seat'"),
        ('{"event": {"type": "WentAway", "seat": true}}', "WentAway.seat: True is no int"),
        ('{"event": {"type": "WentAway", "seat": 1, "why": 2}}', "no 'why'"),
        ('{"event": {"type": "Removed", "user": "\\ud800"}}', "no text"),
        ('{"ask": 3, "event": {"type": "WentAway", "seat": 1}}', "3 is no text"),
        ('{"event": {"type": "SeedChosen", "commitment": "0G", "seed": null}}', "hexadecimal"),
        ('{"event": {"type": "SeedChosen", "commitment": "AB", "seed": null}}', "hexadecimal"),
        (broken(lambda body: body["event"].update(rules="players=9")), "players"),
        (broken(lambda body: body["event"].update(options=3)), "Opened.options: 3 is no Options"),
        (broken(lambda body: body["event"]["options"].update(pace="slow")), "none of instant, brisk, natural"),
        (broken(lambda body: body["event"]["options"].update(clock=1.5)), "1.5 is no int"),
    ],
)
def test_a_damaged_body_is_named_and_quoted(body: str, words: str) -> None:
    with pytest.raises(ParseError, match="entry 41: ") as caught:
        decode_body(41, 0.0, "", body)
    assert words in str(caught.value)


def test_a_log_older_than_an_option_can_be_read() -> None:
    body = broken(lambda body: body["event"]["options"].pop("auto_last"))
    assert decode_body(1, 0.0, "ann", body).event == Opened("KQJ42", "ann", Rules(), Options(clock=30))


def test_a_log_that_makes_no_table_is_refused() -> None:
    log = Evening().log
    said = Entry(3, 0.0, "ann", "", Said("ann", "Ann", "hello"))
    for entries, words in (
        ([], "begins with Opened"),
        (log[1:], "entry 2 cannot follow; the next is 1"),
        ([Entry(1, 0.0, "", "", said.event)], "begins with Opened"),
        ([*log, Entry(3, 0.0, "", "", log[0].event)], "only once"),
        ([*log, said, said], "the next is 4"),
        ([*log, Entry(3, 0.0, "", "", WentAway(9))], "names seat 9"),
        ([*log, Entry(9, 0.0, "", "", Removed("zoe"))], "next is 3"),
        ([*log, Entry(3, 0.0, "ann", "", SeedChosen(bytes(32), b"another"))], "not the one committed to"),
        ([*log, Entry(3, 0.0, "ann", "", SeedChosen(bytes(32), None))], "hidden"),
        ([*log, Entry(3, 0.0, "ann", "", UndoAnswered("ann", is_agreed=True))], "answers no question"),
        ([*log, Entry(3, 0.0, "ann", "", WantsAgain("ann", b"more"))], "'ann' has no seat"),
        ([*log, Entry(3, 0.0, "ann", "", Started(Rules(players=5)))], "5 players for 3 seats"),
    ):
        with pytest.raises(EventError, match=words):
            stand(entries)
