"""The messages: what goes over the wire is what the types say, on both sides."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from upriver.rules import REFUSAL_CODES, Card, CardPlayed, Dealt, Event, Limit, ParseError, Suit
from upriver.server import scene
from upriver.server.asked import Act, Hello, PutBot, Sit, command, read_action, snake
from upriver.server.happened import KINDS, happening
from upriver.server.schema import schema
from upriver.server.socket import name_of
from upriver.server.wire import WIRE_CODES, CloseCode, Reason, decode, details, encode, refuse
from upriver.store.store import Person
from upriver.table import commands, options
from upriver.table.errors import TABLE_CODES
from upriver.table.events import TableEvent

WEB = Path(__file__).parents[2] / "web"
ANN = Person("ann", "Ann", 0.0)
OPTIONS = (
    b'{"is_public":true,"watching":"closed","pace":"brisk","clock":null,"reserve":0,"undo":true,"auto_last":false,'
    b'"hints":false,"rematch":"draw","stand_in":"easy"}'
)


@pytest.mark.skipif(shutil.which("npm") is None, reason="Node.js is not installed")
def test_the_types_of_the_browser_are_up_to_date() -> None:
    assert (WEB / "node_modules").is_dir(), "run: npm --prefix web ci"
    made = subprocess.run(
        ("npm", "--prefix", str(WEB), "run", "--silent", "wire"),
        input=json.dumps(schema()),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert (WEB / "src" / "wire.ts").read_text("utf-8") == made.stdout, "run: make wire"


def test_each_command_of_people_has_its_message() -> None:
    """Those without one are the server's own."""
    asked = {kind.__name__ for kind in get_args(commands.Command)}
    own = {"BotAct", "GoAway", "ComeBack", "Tick", "Resume"}
    messages = {str(name) for name in schema()["$defs"]}
    assert asked - messages == own


@pytest.mark.parametrize(
    ("frame", "asks"),
    [
        (b'{"type":"sit","id":"1","seat":null,"contribution":"00ff"}', commands.Sit("ann", "Ann", None, b"\x00\xff")),
        (b'{"type":"leave","id":"1"}', commands.Leave("ann")),
        (b'{"type":"rename","id":"1","name":"Bea"}', commands.Rename("ann", "Bea")),
        (b'{"type":"put_bot","id":"1","seat":2,"level":"rule"}', commands.PutBot("ann", 2, "rule")),
        (b'{"type":"remove_bot","id":"1","seat":2}', commands.RemoveBot("ann", 2)),
        (b'{"type":"set_rules","id":"1","rules":"italian"}', commands.SetRules("ann", "italian")),
        (
            b'{"type":"set_options","id":"1","options":' + OPTIONS + b"}",
            commands.SetOptions(
                "ann",
                options.Options(
                    is_public=True,
                    watching=options.Watching.CLOSED,
                    pace=options.Pace.BRISK,
                    reserve=0,
                    undo=True,
                    hints=False,
                    rematch=options.Rematch.DRAW,
                    stand_in="easy",
                ),
            ),
        ),
        (b'{"type":"start","id":"1"}', commands.Start("ann")),
        (b'{"type":"claim","id":"1"}', commands.Claim("ann")),
        (b'{"type":"ask_undo","id":"1"}', commands.AskUndo("ann")),
        (b'{"type":"answer_undo","id":"1","is_agreed":true}', commands.AnswerUndo("ann", is_agreed=True)),
        (b'{"type":"next_hand","id":"1"}', commands.NextHand("ann")),
        (b'{"type":"play_again","id":"1","contribution":"00ff"}', commands.PlayAgain("ann", b"\x00\xff")),
        (b'{"type":"let_bot_play","id":"1","seat":3}', commands.LetBotPlay("ann", 3)),
        (b'{"type":"take_seat_back","id":"1"}', commands.TakeSeatBack("ann")),
        (b'{"type":"remove","id":"1","person":"ben"}', commands.Remove("ann", "ben")),
        (b'{"type":"make_host","id":"1","person":"ben"}', commands.MakeHost("ann", "ben")),
        (b'{"type":"close","id":"1"}', commands.Close("ann")),
        (b'{"type":"poke","id":"1","seat":1}', commands.Poke("ann", 1)),
        (b'{"type":"say","id":"1","text":"hi"}', commands.Say("ann", "hi", "Ann")),
        (b'{"type":"react","id":"1","reaction":"wow"}', commands.React("ann", "wow", "Ann")),
        (b'{"type":"mute","id":"1","person":"ben","is_muted":true}', commands.Mute("ann", "ben", is_muted=True)),
    ],
)
def test_a_message_asks_the_table(frame: bytes, asks: commands.Command) -> None:
    message = decode(frame)
    assert not isinstance(message, Hello)
    assert message.__struct_config__.tag == json.loads(frame)["type"]
    assert command(message, ANN, 1) == asks  # type: ignore[arg-type]  # no ping among them


def test_an_act_is_for_the_own_seat() -> None:
    act = decode(b'{"type":"act","id":"1","after":7,"action":"QS"}')
    assert isinstance(act, Act)
    assert command(act, ANN, 2) == commands.Act("ann", read_action("QS", 2), 7)


@pytest.mark.parametrize("text", ["", "07", "-1", "+1", "1.0", "q s", "qs", "TS", "1S", "QS ", "²", "٣"])
def test_an_action_has_one_spelling(text: str) -> None:
    with pytest.raises(ValueError, match="neither a bid nor a card"):
        read_action(text, 0)


@pytest.mark.parametrize(
    ("frame", "place"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"[]", "Expected `object`"),
        (b"{}", "missing required field `type`"),
        (b'{"type":"dance","id":"1"}', "Invalid value 'dance'"),
        (b'{"type":"hello"}', "missing required field `since`"),
        (b'{"type":"hello","since":-1}', "$.since"),
        (b'{"type":"hello","since":1e99}', "$.since"),
        (b'{"type":"hello","since":"1"}', "$.since"),
        (b'{"type":"sit","id":"1","seat":9,"contribution":"00"}', "$.seat"),
        (b'{"type":"sit","id":"1","seat":0,"contribution":"0"}', "$.contribution"),
        (rb'{"type":"sit","id":"1","seat":0,"contribution":"00\n"}', "$.contribution"),
        (rb'{"type":"start","id":"1\n"}', "$.id"),
        (rb'{"type":"remove","id":"1","person":"ben\n"}', "$.person"),
        (b'{"type":"sit","id":"","seat":0,"contribution":"00"}', "$.id"),
        (b'{"type":"start","id":"\\ud800"}', "truncated"),
        (b'{"type":"start","id":"a b"}', "$.id"),
        (b'{"type":"start","id":"1","by":"ben"}', "unknown field `by`"),
        (b'{"type":"say","id":"1","text":"' + b"x" * 2001 + b'"}', "$.text"),
        (b'{"type":"set_options","id":"1","options":{}}', "$.options"),
        (b'{"type":"say","id":"1","text":"\xff"}', "UTF-8"),
        (b'{"type":' + b"[" * 5000, "recursion"),
    ],
)  # fmt: skip
def test_a_wrong_message_is_refused_and_the_place_named(frame: bytes, place: str) -> None:
    with pytest.raises(ParseError) as caught:
        decode(frame)
    assert place in str(caught.value)


def test_each_event_has_its_form() -> None:
    kinds = (*get_args(TableEvent), *get_args(Event))
    assert set(KINDS) == set(kinds)
    for kind, struct in KINDS.items():
        assert struct.__struct_fields__ == tuple(field.name for field in fields(kind))


def test_an_event_is_plain() -> None:
    dealt = happening(Dealt((None, (Card.parse("QS"),)), Card.parse("10H")))
    assert msgspec.json.decode(msgspec.json.encode(dealt)) == {
        "type": "Dealt",
        "cards": [None, ["QS"]],
        "turned": "10H",
    }
    assert msgspec.json.encode(happening(CardPlayed(1, Card.parse("2C")))) == (
        b'{"type":"CardPlayed","seat":1,"card":"2C"}'
    )


def test_options_are_those_of_the_table() -> None:
    assert scene.Options.__struct_fields__ == tuple(field.name for field in fields(options.Options))
    agreed = options.Options(clock=30, undo=True)
    assert scene.Options.of(agreed).agreed() == agreed


def test_details_are_plain() -> None:
    values = {"card": Card.parse("QS"), "suit": Suit.HEARTS, "limit": Limit.HOOK, "allowed": (0, 2), "turn": None}
    assert details(values) == {"card": "QS", "suit": "H", "limit": "hook", "allowed": [0, 2], "turn": None}
    assert json.loads(encode(refuse("7", "busy", "wait", wait=1.5)))["details"] == {"wait": 1.5}


def test_names_are_one_form() -> None:
    assert [snake(kind.__name__) for kind in (Hello, PutBot, Sit)] == ["hello", "put_bot", "sit"]
    assert {code.reason for code in CloseCode} == set(get_args(Reason))
    assert set(WIRE_CODES) & {*TABLE_CODES, *REFUSAL_CODES} == {"too-fast"}


def test_the_id_of_a_message_that_cannot_be_read_is_found_all_the_same() -> None:
    assert name_of(b'{"id":"7","type":"dance","x":[1,{}]}') == "7"
    assert name_of(b'{"id":7}') == name_of(b"{") == name_of(b"\xff") == name_of(b'{"x":' + b"[" * 9000) == ""


def test_a_server_message_leaves_nothing_out_but_what_is_unchanged() -> None:
    """So that the types of another language need no defaults."""
    for name, part in schema()["$defs"].items():
        if part.get("type") == "object" and name != "Changes":
            required, properties = set(part.get("required", ())), set(part.get("properties", ()))
            assert required == properties, name
