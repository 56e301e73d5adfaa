from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.playing import play_out
from tests.rules.test_record import damage
from tests.strategies import examples, games
from upriver.rules import (
    BidChanged,
    BidMade,
    CardPlayed,
    Event,
    EventError,
    Game,
    RecordError,
    Rules,
    Started,
    commit,
    fold,
    redact,
)
from upriver.rules.notation import TITLE, format_game, parse_game, parse_lines

GAME = """\
upriver game 1
rules players=3 sizes=2,1
names "Ann" "Bea \\"B\\"" "Cy"
commitment bc7827c25f5bc8482c5e9c98af79925eb2682db06225a8f850f3a368fa88ed2c
draw 6H 8C AS

; hand 1 of 2: 2 cards, Cy deals, ♦ trump
deal 0 3C 3S
deal 1 8H 4C
deal 2 JH 5S
turn 5D
bids 0:2 1:2 1>1 2:1
trick 0 3C 4C JH
trick 1 8H 5S 3S
; bid 2 1 1 | took 0 2 0 | points 0 0 0 | total 0 0 0

; hand 2 of 2: 1 card, Ann deals, ♠ trump
deal 0 9H
deal 1 AH
deal 2 JD
turn 8S
bids 1:0 2:1 0:1
trick 1 AH JD 9H
; bid 1 0 1 | took 0 1 0 | points 0 0 0 | total 0 0 0

seed 73656564
"""
LINES = GAME.split("\n")

TOGETHER = """\
upriver game 1
rules players=3 sizes=1 limit=free trump=none bidding=together
dealer 2

; hand 1 of 1: 1 card, seat 2 deals, no trump
deal 0 9H
deal 1 AH
deal 2 JD
seal 1:1 0:1 1:0 2:0
reveal 1 0 0
trick 0 9H AH JD
; bid 1 0 0 | took 0 1 0 | points 0 0 10 | total 0 0 10
"""


def with_line(place: int, *lines: str) -> str:
    """The game with other lines in place of this one, counted from 1."""
    return "\n".join([*LINES[: place - 1], *lines, *LINES[place:]])


def refused(text: str) -> str:
    with pytest.raises(RecordError) as raised:
        parse_game(text)
    return str(raised.value)


BACK = """\
upriver game 1
rules players=3 sizes=2 limit=free
dealer 2

; hand 1 of 1: 2 cards, seat 2 deals, ♦ trump
deal 0 3C 3S
deal 1 8H 4C
deal 2 JH 5C
turn 5D
bids 0:2 1:2 1>1
back 1
bids 1:0 2:1
back 2
bids 2:0
trick 0 3C 4C
back 1
trick 1 4C 5C
back 2
back 1
trick 1 4C 5C
trick 2 JH
back 2
trick 2 JH 3S 8H
; bid 2 0 0 | took 0 0 2 | points 0 10 0 | total 0 10 0
"""


@pytest.mark.parametrize("text", [GAME, TOGETHER, BACK])
def test_a_game_on_paper_is_read_and_written(text: str) -> None:
    events = parse_game(text)
    assert format_game(events) == text
    assert fold(events).is_over


def test_contributions_have_a_line_each() -> None:
    game = Game.start(Rules(players=3), b"seed", dealer=0, contributions=(b"Ann", b"\0"))
    text = format_game(game.events)
    assert text.split("\n")[3:6] == [f"commitment {commit(b'seed').hex()}", "contribution 416e6e", "contribution 00"]
    assert parse_game(text) == tuple(game.events)
    with pytest.raises(RecordError, match="line 5: '41G' is no run of bytes in lower-case hexadecimal"):
        parse_game(text.replace("416e6e", "41G"))


def test_comments_and_empty_lines_mean_nothing() -> None:
    bare = "\n".join(line for line in LINES if line and not line.startswith(";"))
    assert parse_game(bare) == parse_game(GAME)
    noted = "\n\n; a note\n".join(LINES)
    assert parse_game(noted) == parse_game(GAME)


def test_bids_and_tricks_may_stand_on_lines_of_their_own() -> None:
    text = with_line(12, "bids 0:2", "bids 1:2 1>1", "bids 2:1")
    assert parse_game(text) == parse_game(GAME)


def test_every_event_knows_its_line() -> None:
    numbered = parse_lines(GAME)
    first_hand, second_hand = [8, *[12] * 4, *[13] * 3, *[14] * 3], [18, *[22] * 3, *[23] * 3]
    assert [line for line, _ in numbered] == [2, 5, *first_hand, *second_hand, 26]
    assert tuple(event for _, event in numbered) == parse_game(GAME)


def test_an_unfinished_game_is_written_too() -> None:
    events = parse_game(GAME)
    for length in range(1, len(events)):
        assert parse_game(format_game(events[:length])) == events[:length]


def test_hidden_events_are_no_game_on_paper() -> None:
    game = Game.start(Rules(), b"seed", dealer=0)
    with pytest.raises(EventError, match="Dealt must give 4 seats 10 cards each"):
        format_game([redact(event, 0) for event in game.events])
    with pytest.raises(EventError, match="a game begins with Started"):
        format_game([BidMade(0, 1)])


@pytest.mark.parametrize("title", ["", "upriver game 2", "upriver game 1 ", '{"format": "upriver record"}'])
def test_a_title_that_is_not_ours_is_quoted(title: str) -> None:
    assert refused(with_line(1, title)) == f"line 1: {title!r} is no title of a game; it would be {TITLE!r}"


WORDS = "rules, deal, draw, bids, seal, reveal, trick, back, seed"
CARD = "write a rank 2-10, J, Q, K or A and a suit C, D, S or H, as in QS"
NUMBER = "is no whole number; write one as in 10 or -5"


@pytest.mark.parametrize(
    ("place", "line", "message"),
    [
        (2, "rules players=9", "players: 9 is not possible; from 3 to 7 can play"),
        (3, 'names "Ann" "Bea" Cy', """names: '"Ann" "Bea" Cy' must be names in double quotes, as in "Ann" "Bob\""""),
        (3, "names 1 2 3", """names: '1 2 3' must be names in double quotes, as in "Ann" "Bob\""""),
        (3, r'names "\ud800"', """names: '"\\\\ud800"' must be names in double quotes, as in "Ann" "Bob\""""),
        (3, "dealer Ann", f"dealer: 'Ann' {NUMBER}"),
        (4, "commitment BC", "'BC' is no run of bytes in lower-case hexadecimal"),
        (5, "draw 6H 8C XX", f"'XX' is no card: {CARD}"),
        (5, "Draw 6H 8C AS", f"'Draw 6H 8C AS' begins with no word of the notation; there are {WORDS}"),
        (5, " draw 6H 8C AS", f"' draw 6H 8C AS' begins with no word of the notation; there are {WORDS}"),
        (9, "deal 1 8H 4X", f"'4X' is no card: {CARD}"),
        (9, "deal 2 8H 4C", "deal 2: the cards of seat 1 come next"),
        (10, "deal two JH 5S", "deal two: the cards of seat 2 come next"),
        (11, "turn 1D", f"'1D' is no card: {CARD}"),
        (12, "bids 0:2 1:2 1>1 2;1", "'2;1' is no bid; write seat:bid, or seat>bid for a change, as in 2:0 and 2>1"),
        (12, "bids 0:2 3:2", "seat 3 is none of 0 to 2"),
        (12, "bids 0:2  1:2", "'' is no bid; write seat:bid, or seat>bid for a change, as in 2:0 and 2>1"),
        (12, "bids 0:two", f"bid: 'two' {NUMBER}"),
        (13, "trick 3 3C 4C JH", "seat 3 is none of 0 to 2"),
        (13, "trick x 3C 4C JH", f"seat: 'x' {NUMBER}"),
        (13, "trick 0", "trick 0: the cards are missing; write them after the leader, as in trick 0 AS 2S"),
        (13, "trick 0 3C ZZ JH", f"'ZZ' is no card: {CARD}"),
        (14, "back", f"seat: '' {NUMBER}"),
        (14, "back 3", "seat 3 is none of 0 to 2"),
        (14, "back 1 0", f"seat: '1 0' {NUMBER}"),
        (26, "seed", "'' is no run of bytes in lower-case hexadecimal"),
    ],
)
def test_a_damaged_line_is_quoted_with_its_number(place: int, line: str, message: str) -> None:
    assert refused(with_line(place, line)) == f"line {place}: {message}"


def test_the_rules_come_first() -> None:
    assert refused(with_line(2, "")) == "line 3: 'names' cannot come before the rules"


@pytest.mark.parametrize(
    ("place", "line", "message"),
    [
        (5, "draw 6H 8C", "Drawn has 2 cards; 3 players are in the draw (the draw for first dealer, round 1)"),
        (8, "deal 0 3C 8H", "8H came from the deck twice"),
        (12, "bids 0:2 2:1", "1: it is seat 1's turn (hand 1 of 2, seat 1 to bid)"),
        (13, "trick 1 3C 4C JH", "3C: it is seat 0's turn (hand 1 of 2, trick 1, seat 0 to play)"),
        (13, "trick 0 3C 8H JH", "8H: must follow clubs (hand 1, seat 1)"),
        (14, "trick 1 8H 5S 2S", "2S: seat 0 does not hold it (hand 1)"),
        (
            14,
            "back 1",
            "TakenBack(seat=1): only seat 2 can take back what it did (hand 1 of 2, trick 2, seat 1 to play)",
        ),
        (26, "seed 7365", "SeedRevealed: this seed does not fit the commitment that the game began with"),
        (26, "rules players=3", "a game begins with Started, and only once"),
    ],
)
def test_an_event_that_cannot_follow_names_its_line_the_state_and_the_reason(
    place: int, line: str, message: str
) -> None:
    said = refused(with_line(place, line))
    assert said.startswith(f"line {place}: ")
    assert " cannot follow; the state was: " in said
    assert said.endswith(f"; {message}")


def test_an_empty_game_is_refused() -> None:
    assert refused(f"{TITLE}\n") == "the record is empty; a game begins with Started"


def test_a_trick_line_breaks_where_the_lead_changes() -> None:
    """The seats of a line count on from its leader, so no card may stand on another seat's place."""
    game = play_out(Game.start(Rules.parse("players=3 sizes=6"), b"leads", dealer=0), Random(2))
    tricks = [line.split(" ") for line in format_game(game.events).split("\n") if line.startswith("trick ")]
    assert len(tricks) == 6
    assert {len(words) for words in tricks} == {5}
    played = [event for event in game.events if isinstance(event, CardPlayed)]
    assert [int(words[1]) for words in tricks] == [event.seat for event in played[::3]]


def test_changes_are_marked_apart_from_bids() -> None:
    events: list[Event] = list(parse_game(GAME))
    assert [event for event in events if isinstance(event, BidChanged)] == [BidChanged(1, 1)]
    assert "1>1" in GAME


@examples(3)
@given(games(), st.data())
def test_a_damaged_game_is_refused_or_is_another_game(game: Game, data: st.DataObject) -> None:
    """Never another kind of error, and what loads can be written and read again."""
    text = damage(format_game(game.events), data)
    with suppress(RecordError):
        events = parse_game(text)
        assert isinstance(events[0], Started)
        assert parse_game(format_game(events)) == events
