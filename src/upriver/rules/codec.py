"""Values as plain JSON: cards, suits and rules by their text, bytes as hexadecimal, tuples as lists.

`encode` takes every event, view and part of one; `decode_event` reads an event back, exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

from upriver.rules.cards import Card, Suit
from upriver.rules.errors import ParseError
from upriver.rules.events import EVENTS, Event
from upriver.rules.rules import Rules

Plain: TypeAlias = "bool | int | str | list[Plain] | dict[str, Plain] | None"


def encode(value: object) -> Plain:
    """The value as JSON types; an event also says its `type`.

    Raises:
        TypeError: the value is none of ours.
    """
    match value:
        case Card() | Suit() | Rules():
            return str(value)
        case None | bool() | int():
            return value
        case str():
            return str(value)
        case bytes():
            return value.hex()
        case tuple():
            return [encode(item) for item in value]
    if not is_dataclass(value):
        raise TypeError(f"{value!r} has no JSON form")
    plain = {field.name: encode(getattr(value, field.name)) for field in fields(value)}
    kind = type(value).__name__
    if kind not in EVENTS:
        return plain
    return {"type": kind, **{name: plain[name] for name in plain if plain[name] or f"{kind}.{name}" not in _LATER}}


def decode_event(plain: object) -> Event:
    """Read what `encode` made of an event.

    Raises:
        ParseError: not an event, or a field missing, unknown or of the wrong kind; the message quotes it.
    """
    if not isinstance(plain, dict):
        raise ParseError(f"{plain!r} is no event; an event is an object with a type")
    kind = EVENTS.get(str(plain.get("type")))
    if kind is None:
        raise ParseError(f"type {plain.get('type')!r} is no event; there are {', '.join(EVENTS)}")
    names = [field.name for field in fields(kind)]
    if extra := [name for name in plain if name not in ("type", *names)]:
        raise ParseError(f"{kind.__name__} has no {extra[0]!r}; it has {', '.join(names)}")
    if missing := [name for name in names if name not in plain and f"{kind.__name__}.{name}" not in _LATER]:
        raise ParseError(f"{kind.__name__} lacks {missing[0]!r}; it has {', '.join(names)}")
    make: Callable[..., Event] = kind
    return make(**{name: _read(f"{kind.__name__}.{name}", plain[name]) for name in names if name in plain})


def parse_hex(text: str) -> bytes:
    """Read bytes from lower-case hexadecimal, at least one.

    Raises:
        ParseError: anything else.
    """
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if not value or value.hex() != text:
        raise ParseError(f"{text!r} is no run of bytes in lower-case hexadecimal")
    return value


def _read(where: str, plain: object) -> Any:
    try:
        return _READERS[where](plain)
    except ParseError as error:
        raise ParseError(f"{where}: {error}") from None


def _number(plain: object) -> int:
    if not isinstance(plain, int) or isinstance(plain, bool):
        raise ParseError(f"{plain!r} is no whole number")
    return plain


def parse_text(plain: object) -> str:
    """Take a text that UTF-8 can hold, as every record must.

    Raises:
        ParseError: anything else, half of a surrogate pair among it.
    """
    if not isinstance(plain, str) or any("\ud800" <= letter <= "\udfff" for letter in plain):
        raise ParseError(f"{plain!r} is no text")
    return plain


def _bytes(plain: object) -> bytes:
    return parse_hex(parse_text(plain))


def _card(plain: object) -> Card:
    card = Card.parse(parse_text(plain))
    if str(card) != plain:
        raise ParseError(f"{plain!r} must be written {card}")
    return card


def _rules(plain: object) -> Rules:
    rules = Rules.parse(parse_text(plain))
    if str(rules) != plain:
        raise ParseError(f"{plain!r} must be written {str(rules)!r}")
    return rules


def _many(read: Callable[[object], Any]) -> Callable[[object], Any]:
    def read_all(plain: object) -> tuple[Any, ...]:
        if not isinstance(plain, list):
            raise ParseError(f"{plain!r} is no list")
        return tuple(read(item) for item in plain)

    return read_all


def _some(read: Callable[[object], Any]) -> Callable[[object], Any]:
    def read_some(plain: object) -> tuple[Any, ...]:
        values: tuple[Any, ...] = _many(read)(plain)
        if not values:
            raise ParseError("[] must be left out")
        return values

    return read_some


def _maybe(read: Callable[[object], Any]) -> Callable[[object], Any]:
    return lambda plain: None if plain is None else read(plain)


_LATER = frozenset({"Started.contributions"})
"""Lists that records once did not have: left out when empty, so that an old record reads and writes as it stands."""

_READERS: dict[str, Callable[[object], Any]] = {
    "Started.rules": _rules,
    "Started.names": _many(parse_text),
    "Started.dealer": _maybe(_number),
    "Started.commitment": _maybe(_bytes),
    "Started.contributions": _some(_bytes),
    "Drawn.cards": _many(_card),
    "Dealt.cards": _many(_maybe(_many(_card))),
    "Dealt.turned": _maybe(_card),
    "BidMade.seat": _number,
    "BidMade.bid": _number,
    "BidChanged.seat": _number,
    "BidChanged.bid": _number,
    "BidSealed.seat": _number,
    "BidSealed.bid": _maybe(_number),
    "BidsRevealed.bids": _many(_number),
    "CardPlayed.seat": _number,
    "CardPlayed.card": _card,
    "TakenBack.seat": _number,
    "SeedRevealed.seed": _bytes,
}
