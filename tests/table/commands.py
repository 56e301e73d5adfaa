"""Any command from anybody: every kind there is, with values that fit more often than not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any, get_args

from tests.table.evening import LEVELS, secret
from upriver.rules import DECK, Bid, Play
from upriver.table.commands import Close, Command, Sit
from upriver.table.options import Options, Pace, Rematch, Watching
from upriver.table.state import TableState
from upriver.table.talk import REACTIONS

PEOPLE = ("ann", "ben", "cid", "dan", "eve")
EVERYBODY = (*PEOPLE, "zoe")
RULES = (
    "players=3 sizes=2,1,2",
    "players=4 sizes=2,1",
    "players=3 sizes=2,1 bidding=together limit=free",
    "italian players=5 sizes=1",
    "players=3 sizes=3 trump=none rebid=no",
)
KINDS: tuple[type, ...] = tuple(kind for kind in get_args(Command) if kind is not Close)
"""Every kind but the one after which there is nothing to do, which is tried less often."""


def any_options(rng: Random) -> Options:
    """Options that a table can have."""
    return Options(
        is_public=rng.random() < 0.5,
        watching=rng.choice(list(Watching)),
        pace=rng.choice(list(Pace)),
        clock=rng.choice((None, 15, 40)),
        reserve=rng.choice((0, 10)),
        undo=rng.random() < 0.7,
        auto_last=rng.random() < 0.3,
        rematch=rng.choice(list(Rematch)),
        stand_in=rng.choice(("rule", "easy")),
    )


def any_command(rng: Random, state: TableState) -> Command:
    """A command of any kind from somebody who sits here, is the host, or does not belong here."""
    kind = Close if rng.random() < 0.003 else rng.choice(KINDS)
    is_odd = rng.random() < 0.15
    users = EVERYBODY if is_odd or not state.people else (*state.people, *([state.host] if state.host else []))
    user = rng.choice(users)
    values: dict[str, Any] = {name: (_ODD if is_odd else _FITTING)[name](rng) for name in _FITTING}
    seat = state.seat_of(user)
    own = seat if seat is not None else 0
    values["action"] = rng.choice((Bid(own, rng.randrange(4)), Play(own, rng.choice(DECK))))
    values["user"] = user
    values["after"] = rng.randrange(state.seq + 2) if is_odd else state.seq
    if kind is Sit and rng.random() < 0.5:
        values["seat"] = None
    command: Command = kind(**{field.name: values[field.name] for field in fields(kind)})
    return command


_FITTING: dict[str, Callable[[Random], Any]] = {
    "other": lambda rng: rng.choice(EVERYBODY),
    "name": lambda rng: rng.choice(("Ann", "ann", "Bot 2", "x" * 24)),
    "seat": lambda rng: rng.randrange(4),
    "contribution": lambda rng: secret(str(rng.random())),
    "level": lambda rng: rng.choice(sorted(LEVELS)),
    "rules": lambda rng: rng.choice(RULES),
    "options": any_options,
    "is_agreed": lambda rng: rng.random() < 0.7,
    "is_muted": lambda rng: rng.random() < 0.7,
    "text": lambda rng: rng.choice(("hello", "bye")),
    "reaction": lambda rng: rng.choice(REACTIONS),
}
_ODD: dict[str, Callable[[Random], Any]] = {
    "other": lambda rng: rng.choice(("nobody", "", "zoe")),
    "name": lambda rng: rng.choice(("", "x" * 25, "\u202e", "a\nb")),
    "seat": lambda rng: rng.choice((-1, 5, 10**20)),
    "contribution": lambda rng: rng.choice((b"", b"x" * 65)),
    "level": lambda rng: "no bot",
    "rules": lambda rng: rng.choice(("players=2", "?", "", "bidding=together")),
    "options": lambda rng: rng.choice((Options(clock=3), Options(stand_in="no bot"), Options(reserve=-1))),
    "is_agreed": lambda rng: True,
    "is_muted": lambda rng: True,
    "text": lambda rng: rng.choice(("", "x" * 201, "\x00")),
    "reaction": lambda rng: "boo",
}
