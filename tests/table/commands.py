"""Any command from anybody: every kind there is, with values that fit and values that do not."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

from hypothesis import strategies as st

from tests.strategies import ACTIONS
from tests.table.evening import LEVELS, secret
from upriver.table.commands import Command, Sit
from upriver.table.options import Options, Pace, Rematch, Watching
from upriver.table.talk import REACTIONS

PEOPLE = ("ann", "ben", "cid", "dan", "eve")
USERS = st.sampled_from((*PEOPLE, "zoe"))
SEATS = st.integers(0, 4) | st.sampled_from((-1, 7, 10**20))

OPTIONS = st.builds(
    Options,
    is_public=st.booleans(),
    watching=st.sampled_from(Watching),
    pace=st.sampled_from(Pace),
    clock=st.none() | st.integers(14, 121),
    reserve=st.integers(0, 601),
    undo=st.booleans(),
    auto_last=st.booleans(),
    hints=st.booleans(),
    rematch=st.sampled_from(Rematch),
    stand_in=st.sampled_from(("rule", "easy", "no bot")),
)
RULES = st.sampled_from(
    ("players=3 sizes=1,2", "players=4 sizes=2", "italian players=5 sizes=1", "players=2", "bidding=together", "?",
     "players=3 sizes=2,1 bidding=together limit=free", "players=3 sizes=3 trump=none rebid=no")
)  # fmt: skip

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "user": USERS,
    "other": USERS,
    "name": st.sampled_from(("Ann", "ann", "Bot 2", "", "x" * 30)) | st.text(max_size=5),
    "seat": SEATS,
    "contribution": st.sampled_from((secret("a"), secret("b"), b"", b"x" * 65)),
    "level": st.sampled_from((*sorted(LEVELS), "no bot")),
    "rules": RULES,
    "options": OPTIONS,
    "action": ACTIONS,
    "after": st.integers(0, 200),
    "is_agreed": st.booleans(),
    "is_muted": st.booleans(),
    "text": st.sampled_from(("hello", "", "x" * 201)) | st.text(max_size=5),
    "reaction": st.sampled_from((*REACTIONS, "boo")),
}


def any_command(kind: type) -> st.SearchStrategy[Command]:
    """A command of this kind with values of every sort."""
    values = {field.name: VALUES[field.name] for field in fields(kind)}
    if kind is Sit:
        values["seat"] = st.none() | SEATS
    return st.builds(kind, **values)


KINDS: tuple[type, ...] = get_args(Command)
COMMANDS: st.SearchStrategy[Command] = st.sampled_from(KINDS).flatmap(any_command)
