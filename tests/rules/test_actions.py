from __future__ import annotations

import pytest

from upriver.rules import Action, Bid, Card, ParseError, Play, parse_action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("2:0", Bid(2, 0)),
        ("0:10", Bid(0, 10)),
        ("2:QS", Play(2, Card.parse("QS"))),
        ("6:10H", Play(6, Card.parse("10H"))),
        ("-1:-2", Bid(-1, -2)),
    ],
)
def test_actions_are_read_and_written(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert str(action) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no action; write seat:bid or seat:card, as in 2:0 or 2:QS"),
        ("QS", "'QS' is no action; write seat:bid or seat:card, as in 2:0 or 2:QS"),
        ("two:QS", "seat: 'two' is no whole number; write one as in 10 or -5"),
        (":QS", "seat: '' is no whole number; write one as in 10 or -5"),
        ("2:", "'' is no card: write a rank 2-10, J, Q, K or A and a suit C, D, S or H, as in QS"),
        ("2:SQ", "'SQ' is no card: write a rank 2-10, J, Q, K or A and a suit C, D, S or H, as in QS"),
        ("2:--5", "bid: '--5' is no whole number; write one as in 10 or -5"),
        ("2:05", "bid: '05' is no whole number; write one as in 10 or -5"),
        ("2:²", "bid: '²' is no whole number; write one as in 10 or -5"),
    ],
)
def test_a_text_that_is_no_action_is_quoted(text: str, message: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse_action(text)
    assert str(raised.value) == message
