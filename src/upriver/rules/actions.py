"""What a player may ask for: a bid, or a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from upriver.rules.cards import Card
from upriver.rules.errors import ParseError
from upriver.rules.scoring import parse_number


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid so many tricks; a seat that has bid already changes its bid."""

    seat: int
    bid: int

    def __str__(self) -> str:
        return f"{self.seat}:{self.bid}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card, as the lead or to the trick."""

    seat: int
    card: Card

    def __str__(self) -> str:
        return f"{self.seat}:{self.card}"


Action: TypeAlias = Bid | Play


def parse_action(text: str) -> Action:
    """Read `seat:bid` or `seat:card`, as in `2:0` and `2:QS`.

    Raises:
        ParseError: the text is neither.
    """
    seat, colon, rest = text.partition(":")
    if not colon:
        raise ParseError(f"{text!r} is no action; write seat:bid or seat:card, as in 2:0 or 2:QS")
    number = parse_number(seat, "seat")
    if rest.lstrip("-").isdigit():
        return Bid(number, parse_number(rest, "bid"))
    return Play(number, Card.parse(rest))
