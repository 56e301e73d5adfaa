from __future__ import annotations

from typing import Any

import pytest

from upriver.rules import Bidding, Limit, ParseError, Rules, RulesError, Suit, Trump, max_size
from upriver.rules.fold import trump_of
from upriver.rules.rules import default_sizes, format_sizes, parse_sizes

FIELDS = "players, sizes, limit, limit_from, trump, bidding, rebid, scoring"
PRESET_OR_FIELD = f"write a preset (english, italian) first, then field=value with the fields {FIELDS}"


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("10-1-10", (*range(10, 0, -1), *range(2, 11))),
        ("1-10-1", (*range(1, 11), *range(9, 0, -1))),
        ("10-1", tuple(range(10, 0, -1))),
        ("1-10", tuple(range(1, 11))),
        ("7,5,3,1,3,5,7", (7, 5, 3, 1, 3, 5, 7)),
        ("3-1-2-1-3", (3, 2, 1, 2, 1, 2, 3)),
        ("5,5,5", (5, 5, 5)),
        ("5", (5,)),
    ],
)
def test_sizes_have_short_forms_and_lists(text: str, sizes: tuple[int, ...]) -> None:
    assert parse_sizes(text) == sizes
    assert format_sizes(sizes) == text
    assert Rules.parse(f"sizes={text}").sizes == sizes


@pytest.mark.parametrize(
    "text", ["", "-", "10-", "-10", "10-1,10", "7,5,", "a", "1.5", "١-٣", "123", "7, 5", "05-1", "5,05"]
)
def test_sizes_that_cannot_be_read_are_quoted(text: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse_sizes(text)
    assert str(raised.value) == (
        f"sizes: {text!r} is no list of hand sizes; write turning points, as in 10-1-10 or 1-10, "
        "or each size, as in 7,5,3,1,3,5,7"
    )


def test_sizes_that_stand_still_are_to_be_written_out() -> None:
    with pytest.raises(ParseError) as raised:
        parse_sizes("3-1-1-3")
    assert str(raised.value) == "sizes: '3-1-1-3' stands still at 1; write the sizes out, as in 3,2,1,1,2,3"


def test_sizes_left_out_are_the_documents_own() -> None:
    for players in range(3, 8):
        assert Rules(players=players).sizes == default_sizes(players)
        assert str(Rules(players=players)) == f"players={players}"


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("", "players=4"),
        ("english", "players=4"),
        ("italian", "players=4 limit=over scoring=common"),
        ("italian players=6 limit=hook", "players=6 scoring=common"),
        ("  players=5   trump=cycle ", "players=5 trump=cycle"),
        ("players=4 sizes=10-1-10 limit=hook limit_from=1 rebid=yes bidding=in-turn trump=turned", "players=4"),
        ("rebid=no limit_from=2 sizes=3,1", "players=4 sizes=3,1 limit_from=2 rebid=no"),
        ("bidding=together limit=free", "players=4 limit=free bidding=together"),
        ("scoring=bonus:10,square:1,growing:5", "players=4 scoring=bonus:10,square:1,growing:5"),
        ("scoring=simple", "players=4 scoring=simple"),
    ],
)
def test_rules_are_read_and_written(text: str, full: str) -> None:
    assert str(Rules.parse(text)) == full
    assert Rules.parse(full) == Rules.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hook", f"rules: 'hook' is no rule; {PRESET_OR_FIELD}"),
        ("colour=red", f"rules: 'colour=red' is no rule; {PRESET_OR_FIELD}"),
        ("players=4 italian", f"rules: 'italian' is no rule; {PRESET_OR_FIELD}"),
        ("limit=free limit=over", "rules: 'limit=over' sets limit again; give each field once"),
        ("players=four", "players: 'four' is no whole number; write one as in 10 or -5"),
        ("players=04", "players: '04' is no whole number; write one as in 10 or -5"),
        ("limit=off", "limit: 'off' is none of hook, over, free"),
        ("limit_from=", "limit_from: '' is no whole number; write one as in 10 or -5"),
        ("trump=hearts", "trump: 'hearts' is none of turned, none, cycle"),
        ("bidding=secret", "bidding: 'secret' is none of in-turn, together"),
        ("rebid=True", "rebid: 'True' is neither yes nor no"),
    ],
)
def test_rules_that_cannot_be_read_are_quoted(text: str, message: str) -> None:
    with pytest.raises(ParseError) as raised:
        Rules.parse(text)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("text", "message", "fields"),
    [
        ("players=2", "players: 2 is not possible; from 3 to 7 can play", ("players",)),
        ("players=8", "players: 8 is not possible; from 3 to 7 can play", ("players",)),
        (
            "sizes=3,0",
            "sizes: 0 is no hand size; 4 players can have hands of 1 to 12 cards",
            ("sizes", "players", "trump"),
        ),
        (
            "players=6 sizes=10-1-10",
            "sizes: 10 cards for each of 6 players and one turned for trump are more than the deck's 52; "
            "with players=6 and trump=turned a hand has at most 8 cards",
            ("sizes", "players", "trump"),
        ),
        (
            "sizes=13",
            "sizes: 13 cards for each of 4 players and one turned for trump are more than the deck's 52; "
            "with players=4 and trump=turned a hand has at most 12 cards",
            ("sizes", "players", "trump"),
        ),
        (
            "sizes=14 trump=none",
            "sizes: 14 cards for each of 4 players are more than the deck's 52; "
            "with players=4 and trump=none a hand has at most 13 cards",
            ("sizes", "players", "trump"),
        ),
        (
            "sizes=" + ",".join(["1"] * 101),
            "sizes: 101 hands are too many; at most 100",
            ("sizes",),
        ),
        (
            "sizes=5-1-5 limit_from=6",
            "limit_from: 6 is outside the hand sizes; write 1 to 5, or limit=free for no limit at all",
            ("limit_from", "sizes"),
        ),
        (
            "limit_from=0",
            "limit_from: 0 is outside the hand sizes; write 1 to 10, or limit=free for no limit at all",
            ("limit_from", "sizes"),
        ),
        (
            "bidding=together",
            "bidding=together and limit=hook clash: when all bid at once there is no last bidder to limit; "
            "choose limit=free, or bidding=in-turn",
            ("bidding", "limit"),
        ),
        (
            "italian bidding=together",
            "bidding=together and limit=over clash: when all bid at once there is no last bidder to limit; "
            "choose limit=free, or bidding=in-turn",
            ("bidding", "limit"),
        ),
    ],
)
def test_rules_that_cannot_be_played_say_which_fields_clash_and_what_would_work(
    text: str, message: str, fields: tuple[str, ...]
) -> None:
    with pytest.raises(RulesError) as raised:
        Rules.parse(text)
    assert (str(raised.value), raised.value.fields) == (message, fields)


@pytest.mark.parametrize("trump", Trump)
@pytest.mark.parametrize("players", range(3, 8))
def test_the_largest_hand_is_what_the_deck_can_give(players: int, trump: Trump) -> None:
    most = max_size(players, trump)
    left = 52 - players * most
    assert (1 if trump is Trump.TURNED else 0) <= left < players + (trump is Trump.TURNED)
    assert Rules(players=players, sizes=(most,), trump=trump)
    with pytest.raises(RulesError, match=f"a hand has at most {most} cards"):
        Rules(players=players, sizes=(most + 1,), trump=trump)


@pytest.mark.parametrize("limit", Limit)
def test_the_limit_holds_from_a_hand_size_on(limit: Limit) -> None:
    rules = Rules(limit=limit, limit_from=3)
    assert [rules.is_limited(size) for size in (1, 2, 3, 10)] == [False, False, *[limit is not Limit.FREE] * 2]


def test_trump_cycles_from_spades_to_no_trump_and_again() -> None:
    rules = Rules.parse("trump=cycle")
    order = [Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, None]
    assert [trump_of(rules, number, None) for number in range(1, 12)] == [*order, *order, Suit.SPADES]
    assert {trump_of(Rules.parse("trump=none"), number, None) for number in range(1, 12)} == {None}


def test_rules_are_equal_by_value_and_can_be_keys() -> None:
    assert len({Rules(), Rules.parse("english"), Rules(sizes=default_sizes(4))}) == 1
    assert Rules(bidding=Bidding.TOGETHER, limit=Limit.FREE) != Rules(limit=Limit.FREE)


def test_rules_take_texts_for_choices_and_any_sequence_for_sizes() -> None:
    loose = Rules(sizes=[3, 2], limit="over", trump="none", bidding="in-turn")  # type: ignore[arg-type]
    assert loose == Rules(sizes=(3, 2), limit=Limit.OVER, trump=Trump.NONE)
    assert (type(loose.sizes), type(loose.limit), type(loose.trump)) == (tuple, Limit, Trump)
    assert hash(loose)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("limit", "off", "limit: 'off' is none of hook, over, free"),
        ("trump", None, "trump: None is none of turned, none, cycle"),
        ("bidding", 1, "bidding: 1 is none of in-turn, together"),
        ("scoring", "common", "scoring: 'common' is no Scoring; write Scoring.parse('common')"),
        ("players", "4", "players: '4' is no whole number"),
        ("players", True, "players: True is no whole number"),
        ("limit_from", 1.0, "limit_from: 1.0 is no whole number"),
        ("sizes", (3, 2.0), "sizes: 2.0 is no whole number"),
    ],
)
def test_rules_of_the_wrong_kind_are_refused(field: str, value: object, message: str) -> None:
    values: dict[str, Any] = {field: value}
    with pytest.raises(RulesError) as raised:
        Rules(**values)
    assert (str(raised.value), raised.value.fields) == (message, (field,))
