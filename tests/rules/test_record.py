from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.playing import play_out
from tests.strategies import examples, games
from upriver.rules import BidMade, Card, CardPlayed, Event, Game, RecordError, Rules, Started, commit
from upriver.rules.record import HEADER, Entry, dump, dump_entry, load, number, replay

GAME = play_out(Game.start(Rules.parse("players=3 sizes=2,1 rebid=no"), b"seed", dealer=2), Random(5))
TEXT = dump(number(GAME.events))
LINES = TEXT.split("\n")


def with_line(place: int, line: str) -> str:
    """The record with another text in this line, counted from 1."""
    return "\n".join([*LINES[: place - 1], line, *LINES[place:]])


def refused(text: str) -> str:
    with pytest.raises(RecordError) as raised:
        replay(load(text))
    return str(raised.value)


def test_a_record_is_a_header_and_an_entry_a_line() -> None:
    assert LINES[0] == HEADER == '{"format": "upriver record", "version": 1}'
    assert LINES[-1] == ""
    assert len(LINES) == len(GAME.events) + 2
    assert load(TEXT) == number(GAME.events)
    assert replay(load(TEXT)) == GAME.state


def test_a_record_from_before_there_were_contributions_stays_as_it_is() -> None:
    assert LINES[1] == (
        '{"seq": 1, "event": {"type": "Started", "rules": "players=3 sizes=2,1 rebid=no", "names": [], '
        f'"dealer": 2, "commitment": "{commit(b"seed").hex()}"}}}}'
    )
    assert dump(load(TEXT)) == TEXT


def test_an_entry_says_its_number_time_doer_and_event() -> None:
    entry = Entry(7, BidMade(0, 2), datetime(2026, 5, 1, 20, 15, tzinfo=UTC), "Zoë")
    assert dump_entry(entry) == (
        '{"seq": 7, "at": "2026-05-01T20:15:00+00:00", "by": "Zoë", '
        '"event": {"type": "BidMade", "seat": 0, "bid": 2}}'
    )  # fmt: skip
    assert dump_entry(Entry(7, BidMade(0, 2))) == '{"seq": 7, "event": {"type": "BidMade", "seat": 0, "bid": 2}}'


def test_a_time_needs_a_zone() -> None:
    with pytest.raises(ValueError, match="entry 1: the time 2026-05-01 20:15:00 needs a time zone"):
        dump_entry(Entry(1, BidMade(0, 2), datetime(2026, 5, 1, 20, 15)))


def test_time_and_doer_do_not_change_the_game() -> None:
    entries = tuple(
        Entry(entry.seq, entry.event, datetime(2026, 5, entry.seq, tzinfo=UTC), f"user {entry.seq}")
        for entry in number(GAME.events)
    )
    assert replay(load(dump(entries))) == GAME.state


def test_a_record_of_an_unfinished_game_replays_too() -> None:
    for length in range(1, len(GAME.events)):
        half = Game(GAME.events[:length], GAME.seed)
        assert replay(load(dump(number(half.events)))) == half.state


@pytest.mark.parametrize(
    "header",
    [
        "",
        "[]",
        "upriver game 1",
        '{"format": "other", "version": 1}',
        '{"format": "upriver record", "format": "upriver record", "version": 1}',
    ],
)
def test_a_header_that_is_none_is_quoted(header: str) -> None:
    assert refused(with_line(1, header)) == f"line 1: {header!r} is no header of a record; it would be {HEADER}"


@pytest.mark.parametrize("version", ["2", "0", "true", "1.0", '"1"', "null", '1, "by": "Ann"'])
def test_another_version_of_the_format_is_quoted(version: str) -> None:
    header = f'{{"format": "upriver record", "version": {version}}}'
    assert refused(with_line(1, header)) == (
        f"line 1: {header!r} is not version 1 of the format; a newer program may have written it"
    )


def test_a_long_line_is_quoted_in_part() -> None:
    assert refused(with_line(1, "x" * 100)) == (
        f"line 1: '{'x' * 77}...' is no header of a record; it would be {HEADER}"
    )


@pytest.mark.parametrize("place", [1, 2])
def test_a_number_too_long_to_read_is_refused_with_its_line(place: int) -> None:
    line = LINES[place - 1].replace("1", "9" * 5000)
    assert refused(with_line(place, line)).startswith(f"line {place}: ")


BID = '{"type": "BidMade", "seat": 0, "bid": 0}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "'' is no JSON object"),
        ("null", "'null' is no JSON object"),
        ('{"seq": 3, "event"', """'{"seq": 3, "event"' is no JSON object"""),
        ("{}", "seq None must be 3"),
        (f'{{"seq": 4, "event": {BID}}}', "seq 4 must be 3"),
        (f'{{"seq": "3", "event": {BID}}}', "seq '3' must be 3"),
        (f'{{"seq": 3.0, "event": {BID}}}', "seq 3.0 must be 3"),
        (f'{{"seq": 3, "seq": 3, "event": {BID}}}', "'seq' stands twice in one object"),
        (f'{{"seq": 3, "note": "x", "event": {BID}}}', "an entry has no 'note'; it has seq, at, by, event"),
        ('{"seq": 3}', "the entry lacks its event"),
        (f'{{"seq": 3, "by": 5, "event": {BID}}}', "by 5 is no text"),
        (f'{{"seq": 3, "by": "\\ud800", "event": {BID}}}', r"by '\ud800' is no text"),
        (
            f'{{"seq": 3, "at": "noon", "event": {BID}}}',
            "at 'noon' is no time with a zone, as in 2026-05-01T20:15:00+00:00",
        ),
        (
            f'{{"seq": 3, "at": "2026-05-01T20:15:00", "event": {BID}}}',
            "at '2026-05-01T20:15:00' is no time with a zone, as in 2026-05-01T20:15:00+00:00",
        ),
        (f'{{"seq": 3, "at": 5, "event": {BID}}}', "at 5 is no time with a zone, as in 2026-05-01T20:15:00+00:00"),
        ('{"seq": 3, "event": {"type": "BidMade", "seat": 0}}', "BidMade lacks 'bid'; it has seat, bid"),
        (
            '{"seq": 3, "event": {"type": "BidMade", "seat": 0, "bid": "0"}}',
            "BidMade.bid: '0' is no whole number",
        ),
    ],
)
def test_a_damaged_line_is_quoted_with_its_number(line: str, message: str) -> None:
    assert refused(with_line(4, line)) == f"line 4: {message}"


def test_rules_that_cannot_be_played_are_refused_with_their_line() -> None:
    line = LINES[1].replace("players=3", "players=9")
    assert refused(with_line(2, line)) == "line 2: players: 9 is not possible; from 3 to 7 can play"


def test_a_record_that_breaks_off_in_a_line_says_where() -> None:
    text = TEXT[:-40]
    lines = text.count("\n") + 1
    assert refused(text).startswith(f"line {lines}: ")
    assert refused(text).endswith("breaks off; every line ends with a newline")


def test_an_event_that_cannot_follow_names_its_line_the_state_and_the_reason() -> None:
    events: list[Event] = [*GAME.events[:3], BidMade(2, 0)]
    assert refused(dump(number(events))) == (
        "line 5: BidMade(seat=2, bid=0) cannot follow; the state was: hand 1 of 2, seat 1 to bid; "
        "0: it is seat 1's turn (hand 1 of 2, seat 1 to bid)"
    )
    played = CardPlayed(0, Card.parse("QS"))
    assert refused(dump(number([played]))) == (
        f"line 2: {played} cannot follow; the state was: before the game; a game begins with Started, and only once"
    )
    assert refused(dump(number([Started(Rules(), dealer=9)]))) == (
        f"line 2: {Started(Rules(), dealer=9)} cannot follow; the state was: before the game; "
        "Started names seat 9 as dealer; seats are 0 to 3"
    )


def test_a_record_without_events_is_no_game() -> None:
    assert refused(f"{HEADER}\n") == "the record is empty; a game begins with Started"


@pytest.mark.parametrize("place", range(2, len(LINES)))
def test_a_line_lost_or_doubled_is_found_where_the_count_breaks(place: int) -> None:
    doubled = "\n".join([*LINES[:place], *LINES[place - 1 :]])
    assert refused(doubled).startswith(f"line {place + 1}: seq {place - 1} must be {place}")
    lost = "\n".join([*LINES[: place - 1], *LINES[place:]])
    if place < len(LINES) - 1:
        assert refused(lost).startswith(f"line {place}: seq {place} must be {place - 1}")


def damage(text: str, data: st.DataObject) -> str:
    """A letter changed, put in or left out, or two lines exchanged."""
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from('0123456789AKQJTCDSH{}[]":,;>\n \x00é') | st.characters())
    kind = data.draw(st.sampled_from(("change", "put in", "leave out", "exchange")))
    if kind == "exchange":
        lines = text.split("\n")
        one, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        lines[one], lines[other] = lines[other], lines[one]
        return "\n".join(lines)
    return text[:place] + ("" if kind == "leave out" else letter) + text[place + (kind != "put in") :]


@examples(3)
@given(games(), st.data())
def test_a_damaged_record_is_refused_or_is_another_record(game: Game, data: st.DataObject) -> None:
    """Never another kind of error, and never a quiet repair: what loads is what stands there."""
    text = damage(dump(number(game.events)), data)
    try:
        entries = load(text)
    except RecordError:
        return
    lines = [json.loads(line) for line in text.strip("\n").split("\n")]
    assert [json.loads(line) for line in dump(entries).strip("\n").split("\n")] == lines
    with suppress(RecordError):
        replay(entries)
