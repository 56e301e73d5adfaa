"""Whatever message somebody sends, the server says what is wrong with it, and the table goes on for the others."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.proof.visitor import HELLO, Message, Party, Visitor
from upriver.table.talk import REACTIONS

IS_LONG = bool(os.environ.get("SOAK"))

pytestmark = pytest.mark.timeout(3600 if IS_LONG else 120)

# single frames

DEEP = 6000
BAD: dict[str, Sequence[str | bytes]] = {
    "no JSON": ("", " ", "\x00", "{", "}", '{"type":', "nul", "'", "\ufeff{}", "//", '{"type":"ping"}x', "NaN", "-"),
    "no text": (b"\xff", b"\x00", b"\x80\x81", b'{"type":"\xc3\x28"}', b"\xed\xa0\x80", b"\xf0\x9f", os.urandom(99)),
    "no object": ("[]", "null", "true", "0", '"hello"', "1e999", "[[[]]]", '[{"type":"ping"}]'),
    "no type": ("{}", '{"type":null}', '{"type":1}', '{"type":"dance"}', '{"type":"Sit"}', '{"TYPE":"ping"}'),
    "too deep": ("[" * DEEP, "[" * DEEP + "]" * DEEP, '{"a":' * (DEEP // 3), '{"type":"say","text":' + "[" * DEEP),
    "missing": ('{"type":"hello"}', '{"type":"start"}', '{"type":"act","id":"1","after":1}', '{"type":"say","id":"1"}'),
    "unknown": ('{"type":"ping","x":1}', '{"type":"hello","since":0,"more":[]}', '{"type":"start","id":"1","":0}'),
    "wrong type": (
        '{"type":"hello","since":"0"}', '{"type":"hello","since":0.5}', '{"type":"hello","since":null}',
        '{"type":"start","id":7}', '{"type":"start","id":["1"]}', '{"type":"say","id":"1","text":7}',
        '{"type":"act","id":"1","after":1,"action":3}', '{"type":"mute","id":"1","person":"x","is_muted":1}',
    ),
    "huge": (
        f'{{"type":"hello","since":{10**30}}}', '{"type":"hello","since":-1}', '{"type":"hello","since":1e400}',
        f'{{"type":"act","id":"1","after":{"9" * 9000},"action":"1"}}', f'{{"type":"hello","since":{"1" * 16000}}}',
        f'{{"type":"put_bot","id":"1","seat":{2**63},"level":"rule"}}',
        f'{{"type":"act","id":"1","after":1,"action":"{"9" * 5000}"}}',
    ),
    "odd text": (
        r'{"type":"start","id":"\u0000"}', r'{"type":"start","id":"1\n"}', '{"type":"start","id":"\u00e9"}',
        r'{"type":"start","id":"\ud800"}', r'{"type":"start","id":"\udc00\ud800"}', '{"type":"start","id":""}',
        f'{{"type":"start","id":"{"x" * 65}"}}', r'{"type":"say","id":"1","text":"\ud83d"}',
    ),
}  # fmt: skip
TEXTS = ("", " ", "\x00", "a\x00b", "a\nb", "\u202egnp", "\u2028", "x" * 201, "\U000e0001", "\ufdd0", "\ue000")
NAMES = ("", "\t", "x" * 25, "a\x07", "\u200b", "a\u2029b")
ACTIONS = ("01", "-1", "qs", "1X", "\u0663", "ZZ")
REFUSED: dict[str, Sequence[Message]] = {
    "bad-text": [{"type": "say", "text": text} for text in TEXTS],
    "bad-name": [{"type": "rename", "name": name} for name in NAMES],
    "bad-action": [{"type": "act", "after": 1, "action": action} for action in ACTIONS],
    "stale": [{"type": "act", "after": 0, "action": "1"}],
    "host-only": [
        {"type": "close"},
        {"type": "start"},
        {"type": "set_rules", "rules": "english"},
        {"type": "remove", "person": "nobody"},
        {"type": "put_bot", "seat": 3, "level": "easy"},
    ],
    "no-such-person": [{"type": "mute", "person": "nobody", "is_muted": True}],
    "no-such-reaction": [{"type": "react", "reaction": "\x00"}, {"type": "react", "reaction": ""}],
}


@pytest.mark.parametrize("kind", BAD)
def test_a_frame_that_is_no_message_is_refused(kind: str, party: Party) -> None:
    for frame in BAD[kind]:
        (answer,) = party.visitor.send(frame)
        assert (answer["type"], answer["code"]) == ("refused", "bad-message"), f"{frame!r} got {answer}"
        assert "docs/protocol.md" in answer["message"]
    assert party.visitor.closes == []


@pytest.mark.parametrize("code", REFUSED)
def test_a_message_that_asks_for_what_cannot_be_is_refused(code: str, party: Party) -> None:
    for number, message in enumerate(REFUSED[code]):
        (answer,) = party.visitor.send(json.dumps({**message, "id": f"{code}-{number}"}))
        assert (answer["type"], answer["code"], answer["id"]) == ("refused", code, f"{code}-{number}")


def test_a_table_is_told_of_nothing_that_was_refused(party: Party) -> None:
    visitor = party.visitor
    visitor.open()
    party.visitor.send(*(frame for kind in BAD.values() for frame in kind))
    before = visitor.seq
    visitor.send(*(json.dumps({**message, "id": "1"}) for kind in REFUSED.values() for message in kind))
    assert visitor.seq == before


def test_hello_is_answered_each_time_and_an_id_belongs_to_one_person(party: Party) -> None:
    visitor = party.visitor
    visitor.open()
    seq = visitor.seq
    assert [message["type"] for message in visitor.send(HELLO, HELLO)] == ["welcome", "welcome"]
    say = '{"type":"say","id":"once","text":"hello"}'
    first, again = visitor.send(say, say)
    assert first == again
    assert first["type"] == "ack"
    other = Visitor(party.server.address, party.code, party.ann)
    (own,) = other.send(say)
    assert own["type"] == "ack"
    assert own["seq"] > first["seq"] > seq
    other.close()


# messages changed a little, or much

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=40)
    | st.sampled_from(("QS", "10H", "0", "3", "\x00", "\ud800", "1" * 5000, "host")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip


@st.composite
def messages(draw: st.DrawFn) -> Message:
    """A message as it should be, but that it may be the wrong time or the wrong value."""
    seat, text = draw(st.integers(0, 6)), draw(st.text(max_size=210))
    person = draw(st.sampled_from(("nobody", "host", "self")))
    options = {
        "is_public": draw(st.booleans()),
        "watching": "table",
        "pace": "instant",
        "clock": draw(st.none() | st.integers()),
        "reserve": draw(st.integers(-1, 700)),
        "undo": True,
        "auto_last": False,
        "hints": True,
        "rematch": draw(st.sampled_from(("draw", "left-of-last", "x"))),
        "stand_in": draw(st.sampled_from(("rule", "x"))),
    }
    fields: dict[str, Message] = {
        "hello": {"since": draw(st.integers(0, 200))},
        "ping": {},
        "sit": {"seat": draw(st.none() | st.just(seat)), "contribution": draw(st.binary(max_size=70)).hex()},
        "rename": {"name": draw(st.text(max_size=30))},
        "put_bot": {"seat": seat, "level": draw(st.sampled_from(("rule", "easy", "x")))},
        "remove_bot": {"seat": seat},
        "set_rules": {"rules": draw(st.sampled_from(("english", "players=9", text)))},
        "set_options": {"options": options},
        "act": {"after": draw(st.integers(0, 300)), "action": draw(st.sampled_from(("0", "1", "2", "QS", "10H", "x")))},
        "answer_undo": {"is_agreed": True},
        "play_again": {"contribution": draw(st.binary(max_size=70)).hex()},
        "let_bot_play": {"seat": seat},
        "remove": {"person": person},
        "make_host": {"person": person},
        "poke": {"seat": seat},
        "say": {"text": text},
        "react": {"reaction": draw(st.sampled_from((*REACTIONS, "x")))},
        "mute": {"person": person, "is_muted": draw(st.booleans())},
        **{kind: {} for kind in ("start", "claim", "next_hand", "ask_undo", "take_seat_back", "close")},
    }
    kind = draw(st.sampled_from(sorted(fields)))
    ask = {} if kind in ("hello", "ping") else {"id": draw(st.sampled_from("abcdef") | st.text(max_size=3))}
    return {"type": kind, **ask, **fields[kind]}


@st.composite
def odd_frames(draw: st.DrawFn) -> str | bytes:
    """A message of which a field is missing, too much or another, or whose bytes are others."""
    message = draw(messages())
    for _ in range(draw(st.sampled_from((0, 0, 1, 1, 2)))):
        name = draw(st.sampled_from([*message, "more"]))
        if name in message and draw(st.booleans()):
            del message[name]
        else:
            message[name] = draw(JSON)
        if not message:
            break
    frame = json.dumps(message).encode("utf-8", "surrogatepass")
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 3)))):
        place, some = draw(st.integers(0, len(frame))), draw(st.binary(max_size=3))
        frame = frame[:place] + some + frame[place + draw(st.integers(0, 3)) :]
    is_text = draw(st.booleans())
    try:
        return frame.decode() if is_text else frame
    except UnicodeDecodeError:
        return frame


KNOWN: tuple[Message, ...] = (
    {"type": "hello", "since": 0},
    {"type": "ping"},
    {"type": "say", "id": "known-1", "text": "hello"},
    {"type": "act", "id": "known-2", "after": 0, "action": "0"},
    {"type": "close", "id": "known-3"},
    {"type": "say"},
)
"""Messages that are answered by `welcome`, `pong`, `ack` and three refusals."""


def test_each_odd_message_gets_one_answer(party: Party) -> None:
    visitor, examples = party.visitor, settings().max_examples * (100 if IS_LONG else 1)

    # What must come back is asked for by example; the rest is a matter of luck.
    @settings(max_examples=examples)
    @given(st.lists(odd_frames(), min_size=1, max_size=8))
    @example([json.dumps(asked) for asked in KNOWN])
    def send(frames: list[str | bytes]) -> None:
        visitor.send(*frames)

    send()
    assert set(visitor.closes) <= {1009}, "only a message that is too large ends the talk"
    assert {"bad-message", "host-only", "ack", "welcome", "pong", "stale"} <= set(visitor.answers)
    assert len(visitor.answers) > examples
