"""Events as clients get them: one Struct for each event of the table and of the game, made from its own fields."""

from __future__ import annotations

from dataclasses import fields
from functools import reduce
from operator import or_
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from upriver.rules import Card, Event, Rules
from upriver.server import scene
from upriver.table import options
from upriver.table.events import TableEvent

TEXTS: dict[object, object] = {Card: str, Rules: str, bytes: str, options.Options: scene.Options}
"""How values of ours stand on the wire: cards and rules by their text, bytes in hexadecimal."""


class Happening(Struct, frozen=True):
    """One event on the wire; `type` is the event's name, as in `CardPlayed`."""


def _on_wire(hint: object) -> Any:
    """The type on the wire of a field of an event."""
    if hint in TEXTS:
        return TEXTS[hint]
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        return list[_on_wire(parts[0])]  # type: ignore[misc]  # known at run time only
    if get_origin(hint) in (Union, UnionType):
        return reduce(or_, (_on_wire(part) for part in parts))
    return hint


def _struct(kind: type) -> type[Happening]:
    hints = get_type_hints(kind)
    made = msgspec.defstruct(
        kind.__name__,
        [(field.name, _on_wire(hints[field.name])) for field in fields(kind)],
        bases=(Happening,),
        tag_field="type",
        tag=kind.__name__,
        frozen=True,
        namespace={"__doc__": (kind.__doc__ or "").partition("\n\n")[0]},
    )
    return cast(type[Happening], made)


KINDS: dict[type, type[Happening]] = {kind: _struct(kind) for kind in (*get_args(TableEvent), *get_args(Event))}


def happening(event: TableEvent | Event) -> Happening:
    """The event on the wire. What it must not show has been taken out before."""
    kind = KINDS[type(event)]
    return kind(*(plain(getattr(event, name)) for name in kind.__struct_fields__))


def plain(value: object) -> Any:
    """The value as it stands on the wire."""
    match value:
        case Card() | Rules():
            return str(value)
        case bytes():
            return value.hex()
        case tuple():
            return [plain(item) for item in value]
        case options.Options():
            return scene.Options.of(value)
    return value
