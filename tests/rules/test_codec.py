from __future__ import annotations

import json

import pytest

from tests.rules.positions import after, dealt
from upriver.rules import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsRevealed,
    Card,
    CardPlayed,
    Dealt,
    Drawn,
    Event,
    ParseError,
    Phase,
    Rules,
    SeedRevealed,
    Started,
    Suit,
    TakenBack,
    parse_cards,
    view,
)
from upriver.rules.codec import decode_event, encode, parse_hex
from upriver.rules.events import EVENTS

FORMS: list[tuple[Event, dict[str, object]]] = [
    (
        Started(Rules(players=3), ("Ann", "Bea", "Cy"), 1, b"\x01\xff"),
        {
            "type": "Started",
            "rules": "players=3",
            "names": ["Ann", "Bea", "Cy"],
            "dealer": 1,
            "commitment": "01ff",
        },
    ),
    (
        Started(Rules.parse("italian players=5")),
        {
            "type": "Started",
            "rules": "players=5 limit=over scoring=common",
            "names": [],
            "dealer": None,
            "commitment": None,
        },
    ),
    (
        Started(Rules(), (), None, bytes(32), (b"\x00", b"Ann's")),
        {
            "type": "Started",
            "rules": "players=4",
            "names": [],
            "dealer": None,
            "commitment": "00" * 32,
            "contributions": ["00", "416e6e2773"],
        },
    ),
    (Drawn(parse_cards("10S 3S")), {"type": "Drawn", "cards": ["10S", "3S"]}),
    (
        Dealt((parse_cards("10S 3S"), None), Card.parse("2H")),
        {"type": "Dealt", "cards": [["10S", "3S"], None], "turned": "2H"},
    ),
    (Dealt((), None), {"type": "Dealt", "cards": [], "turned": None}),
    (BidMade(2, 0), {"type": "BidMade", "seat": 2, "bid": 0}),
    (BidChanged(2, 1), {"type": "BidChanged", "seat": 2, "bid": 1}),
    (BidSealed(2, 1), {"type": "BidSealed", "seat": 2, "bid": 1}),
    (BidSealed(2, None), {"type": "BidSealed", "seat": 2, "bid": None}),
    (BidsRevealed((0, 1, 2)), {"type": "BidsRevealed", "bids": [0, 1, 2]}),
    (CardPlayed(0, Card.parse("QS")), {"type": "CardPlayed", "seat": 0, "card": "QS"}),
    (TakenBack(3), {"type": "TakenBack", "seat": 3}),
    (SeedRevealed(b"seed"), {"type": "SeedRevealed", "seed": "73656564"}),
]


@pytest.mark.parametrize(("event", "plain"), FORMS)
def test_every_event_has_its_form(event: Event, plain: dict[str, object]) -> None:
    assert encode(event) == plain
    assert decode_event(plain) == event
    assert decode_event(dict(reversed(plain.items()))) == event


def test_every_kind_of_event_is_shown_above() -> None:
    assert {type(event).__name__ for event, _ in FORMS} == set(EVENTS)


def test_a_view_has_the_public_part_and_the_seats_own() -> None:
    state = after(dealt("sizes=1", "9S", "2S", "AS", "KS", dealer=3, turned="2H"), "0:1 1:0 2:0 3:1 0:9S")
    plain = encode(view(state, 1))
    assert isinstance(plain, dict)
    assert list(plain) == ["public", "seat", "cards", "sealed"]
    assert (plain["seat"], plain["cards"], plain["sealed"]) == (1, ["2S"], None)
    public = plain["public"]
    assert isinstance(public, dict)
    assert (public["rules"], public["phase"], public["dealer"]) == ("players=4 sizes=1", "play", 3)
    hand = public["hand"]
    assert isinstance(hand, dict)
    assert (hand["turned"], hand["trump"], hand["bids"]) == ("2H", "H", [1, 0, 0, 1])
    assert hand["trick"] == {"leader": 0, "cards": ["9S"], "winner": 0}
    assert json.loads(json.dumps(plain)) == plain


def test_parts_of_a_view_are_plain_json_types() -> None:
    assert [encode(value) for value in (Suit.SPADES, Phase.DEAL, True, None, 3, (1, (2,)))] == [
        "S",
        "deal",
        True,
        None,
        3,
        [1, [2]],
    ]
    assert type(encode(Phase.DEAL)) is str


@pytest.mark.parametrize("value", [1.5, {"a": 1}, [1], object])
def test_what_is_none_of_ours_has_no_form(value: object) -> None:
    with pytest.raises(TypeError, match="has no JSON form"):
        encode(value)


STARTED: dict[str, object] = {
    "type": "Started",
    "rules": "players=4",
    "names": [],
    "dealer": None,
    "commitment": "00" * 32,
}
PLAYED = {"type": "CardPlayed", "seat": 0, "card": "QS"}


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        (None, "None is no event; an event is an object with a type"),
        ([PLAYED], f"{[PLAYED]!r} is no event; an event is an object with a type"),
        ({}, f"type None is no event; there are {', '.join(EVENTS)}"),
        ({"type": "Passed"}, f"type 'Passed' is no event; there are {', '.join(EVENTS)}"),
        ({"type": ["Drawn"]}, f"type ['Drawn'] is no event; there are {', '.join(EVENTS)}"),
        ({"type": "CardPlayed", "seat": 0}, "CardPlayed lacks 'card'; it has seat, card"),
        ({**PLAYED, "by": "Ann"}, "CardPlayed has no 'by'; it has seat, card"),
        ({**PLAYED, "seat": "0"}, "CardPlayed.seat: '0' is no whole number"),
        ({**PLAYED, "seat": True}, "CardPlayed.seat: True is no whole number"),
        ({**PLAYED, "seat": 0.0}, "CardPlayed.seat: 0.0 is no whole number"),
        ({**PLAYED, "seat": None}, "CardPlayed.seat: None is no whole number"),
        ({**PLAYED, "card": "q♠"}, "CardPlayed.card: 'q♠' must be written QS"),
        ({**PLAYED, "card": 12}, "CardPlayed.card: 12 is no text"),
        (
            {**PLAYED, "card": "QX"},
            "CardPlayed.card: 'QX' is no card: write a rank 2-10, J, Q, K or A and a suit C, D, S or H, as in QS",
        ),
        ({"type": "Drawn", "cards": "QS"}, "Drawn.cards: 'QS' is no list"),
        ({"type": "Drawn", "cards": [None]}, "Drawn.cards: None is no text"),
        ({"type": "Dealt", "cards": ["QS"], "turned": None}, "Dealt.cards: 'QS' is no list"),
        ({"type": "BidsRevealed", "bids": [None]}, "BidsRevealed.bids: None is no whole number"),
        (
            {"type": "SeedRevealed", "seed": "7365656"},
            "SeedRevealed.seed: '7365656' is no run of bytes in lower-case hexadecimal",
        ),
        (
            {"type": "Started", "rules": "italian", "names": [], "dealer": None, "commitment": None},
            "Started.rules: 'italian' must be written 'players=4 limit=over scoring=common'",
        ),
        (
            {"type": "Started", "rules": "players=4", "names": [1], "dealer": None, "commitment": None},
            "Started.names: 1 is no text",
        ),
        (
            {"type": "Started", "rules": "players=4", "names": ["\ud800"], "dealer": None, "commitment": None},
            r"Started.names: '\ud800' is no text",
        ),
        ({**STARTED, "contributions": []}, "Started.contributions: [] must be left out"),
        ({**STARTED, "contributions": None}, "Started.contributions: None is no list"),
        ({**STARTED, "contributions": "00"}, "Started.contributions: '00' is no list"),
        (
            {**STARTED, "contributions": [""]},
            "Started.contributions: '' is no run of bytes in lower-case hexadecimal",
        ),
        (
            {**STARTED, "contribution": ["00"]},
            "Started has no 'contribution'; it has rules, names, dealer, commitment, contributions",
        ),
    ],
)
def test_what_is_no_event_is_quoted(plain: object, message: str) -> None:
    with pytest.raises(ParseError) as raised:
        decode_event(plain)
    assert str(raised.value) == message


@pytest.mark.parametrize("text", ["", "0", "0g", "AB", "ab ", "a b", "0x01"])
def test_bytes_are_lower_case_hexadecimal(text: str) -> None:
    with pytest.raises(ParseError, match="is no run of bytes in lower-case hexadecimal"):
        parse_hex(text)
    assert parse_hex("00ff") == b"\x00\xff"
