"""The page of the protocol names every message, field, event, code and close code."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.docs.pages import Page
from upriver.server.asked import ClientMessage
from upriver.server.happened import KINDS
from upriver.server.limits import Limits
from upriver.server.schema import schema
from upriver.server.wire import WIRE_CODES, CloseCode, ServerMessage
from upriver.table.errors import TABLE_CODES
from upriver.table.events import TableEvent

PAGE = Page.read("docs/protocol.md")
ROWS = {cells[0]: cells for table in PAGE.tables() for cells in table}


def row(code: str) -> tuple[str, ...]:
    """The row of a table whose first cell names it, alone or beside others."""
    return next(cells for first, cells in ROWS.items() if code in first.split(", "))


@pytest.mark.parametrize("kind", [*get_args(ClientMessage), *get_args(ServerMessage)])
def test_each_message_has_a_row_with_its_fields(kind: type) -> None:
    name = str(kind.__struct_config__.tag)  # type: ignore[attr-defined]  # of every Struct
    fields = [field for field in row(name)[1].split(", ") if field]
    assert fields == list(kind.__struct_fields__)  # type: ignore[attr-defined]  # of every Struct


@pytest.mark.parametrize("kind", get_args(TableEvent))
def test_each_event_of_a_table_has_a_row_with_its_fields(kind: type) -> None:
    fields = [field for field in row(kind.__name__)[1].split(", ") if field]
    assert fields == list(KINDS[kind].__struct_fields__)


def test_every_word_on_the_wire_stands_there() -> None:
    """The values of the rules stand on their own page, the fields of the game's events on that of the record."""
    words = events = {kind.__name__ for kind in KINDS}
    for name, part in schema()["$defs"].items():
        if name not in {*events, "Limit", "Trump", "Bidding"}:
            words = words.union(part.get("properties", ()), (str(choice) for choice in part.get("enum", ())))
    assert words - PAGE.words() == set()


def test_each_code_has_a_row() -> None:
    for code in (*WIRE_CODES, *TABLE_CODES):
        assert row(code)[1]


def test_each_close_code_has_a_row_with_its_reason() -> None:
    for code in CloseCode:
        assert row(str(int(code)))[1] == code.reason


def test_the_limits_are_those_of_the_server() -> None:
    limits = Limits()
    for words in (
        f"at most {limits.frame:,} bytes",
        f"{limits.messages} messages at once and {limits.messages_per_second} a second",
        f"after {limits.flood} of those",
        f"within {limits.greeting} seconds",
    ):
        assert words in " ".join(PAGE.text.split())
