"""The notation: a game on paper, for people to read and write (docs/records.md).

A line a thing: `deal 0 AS 7H …`, `bids 1:2 2:0 0:1`, `trick 1 9S AS 2H KS`. Lines that begin with `;` are
comments. The notation keeps the events; times and doers are in the JSON Lines record only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from upriver.rules.cards import Card, parse_cards
from upriver.rules.codec import parse_hex, parse_text
from upriver.rules.errors import ParseError, RecordError, RulesError
from upriver.rules.events import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsRevealed,
    CardPlayed,
    Dealt,
    Drawn,
    Event,
    SeedRevealed,
    Started,
    TakenBack,
)
from upriver.rules.fold import apply
from upriver.rules.record import follow
from upriver.rules.rules import Rules
from upriver.rules.scoring import parse_number
from upriver.rules.state import State

_T = TypeVar("_T")

TITLE = "upriver game 1"
"""The first line: the format and its version."""


def format_game(events: Iterable[Event]) -> str:
    """Write the game, with comments on each hand; `parse_game` reads the same events back.

    Raises:
        EventError: the events do not follow each other, or some are hidden.
        IllegalActionError: a bid or card among them breaks the rules.
    """
    lines = [TITLE]
    state: State | None = None
    for event in events:
        before, state = state, apply(state, event)
        if isinstance(event, Dealt):
            lines += ["", f"; {_describe_deal(state)}"]
        if not (before and _continue_line(lines, event, before)):
            lines += _lines(event)
        if before and len(state.sheet.rows) > len(before.sheet.rows):
            lines.append(f"; {_describe_result(state)}")
    return "\n".join(lines) + "\n"


def parse_game(text: str) -> tuple[Event, ...]:
    """Read a game and check that it follows the rules.

    Raises:
        RecordError: with the line; for an event that cannot follow also the state it met, and why.
    """
    numbered = parse_lines(text)
    follow(numbered)
    return tuple(event for _, event in numbered)


def parse_lines(text: str) -> tuple[tuple[int, Event], ...]:
    """Read the events with the number of the line that holds each; whether they follow is not checked.

    Raises:
        RecordError: a line is not of the notation.
    """
    lines = text.split("\n")
    if lines[0] != TITLE:
        raise RecordError(f"{lines[0]!r} is no title of a game; it would be {TITLE!r}", line=1)
    return tuple(_Reader(lines).events())


def _lines(event: Event) -> list[str]:
    match event:
        case Started(rules, names, dealer, commitment, contributions):
            return [
                f"rules {rules}",
                *(["names " + " ".join(json.dumps(name, ensure_ascii=False) for name in names)] if names else []),
                *([f"dealer {dealer}"] if dealer is not None else []),
                *([f"commitment {commitment.hex()}"] if commitment is not None else []),
                *(f"contribution {contribution.hex()}" for contribution in contributions),
            ]
        case Drawn(cards):
            return [f"draw {_join(cards)}"]
        case Dealt(cards, turned):
            deals = [f"deal {seat} {_join(own or ())}" for seat, own in enumerate(cards)]
            return [*deals, *([f"turn {turned}"] if turned else [])]
        case BidMade(seat, bid):
            return [f"bids {seat}:{bid}"]
        case BidChanged(seat, bid):
            return [f"bids {seat}>{bid}"]
        case BidSealed(seat, bid):
            return [f"seal {seat}:{bid}"]
        case BidsRevealed(bids):
            return [f"reveal {_join(bids)}"]
        case CardPlayed(seat, card):
            return [f"trick {seat} {card}"]
        case TakenBack(seat):
            return [f"back {seat}"]
        case SeedRevealed(seed):
            return ["", f"seed {seed.hex()}"]


def _continue_line(lines: list[str], event: Event, before: State) -> bool:
    """Write the event at the end of the last line, if it belongs there."""
    word = lines[-1].partition(" ")[0]
    match event:
        case BidMade() | BidChanged() if word == "bids":
            pass
        case BidSealed() if word == "seal":
            pass
        case CardPlayed() if word == "trick" and before.hand.trick.cards:
            pass
        case _:
            return False
    lines[-1] += " " + _lines(event)[0].split(" ")[-1]
    return True


def _describe_deal(state: State) -> str:
    hand = state.hand
    trump = f"{hand.trump.symbol} trump" if hand.trump is not None else "no trump"
    cards = "1 card" if hand.size == 1 else f"{hand.size} cards"
    name = state.name(hand.dealer)
    dealer = name if name.isprintable() else repr(name)
    return f"hand {hand.number} of {state.rules.hands}: {cards}, {dealer} deals, {trump}"


def _describe_result(state: State) -> str:
    row = state.sheet.rows[-1]
    parts = (("bid", row.bids), ("took", row.taken), ("points", row.points), ("total", state.sheet.totals))
    return " | ".join(f"{word} {_join(values)}" for word, values in parts)


def _join(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


class _Reader:
    """Lines in, numbered events out; a hand's `deal` and `turn` lines and the head make one event each.

    `at` is the next line to read; an error is in the line before it.
    """

    def __init__(self, lines: list[str]) -> None:
        self.lines = [(i, line) for i, line in enumerate(lines, 1) if i > 1 and line and not line.startswith(";")]
        self.at = 0
        self.players = 0

    def events(self) -> Iterator[tuple[int, Event]]:
        while self.at < len(self.lines):
            line = self.lines[self.at][0]
            try:
                events = self._next()
            except (ParseError, RulesError) as error:
                raise RecordError(str(error), line=self.lines[self.at - 1][0]) from error
            yield from ((line, event) for event in events)

    def _next(self) -> list[Event]:
        line = self.lines[self.at][1]
        word, _, rest = line.partition(" ")
        self.at += 1
        if word == "rules":
            return [self._started(rest)]
        if not self.players:
            raise ParseError(f"{word!r} cannot come before the rules")
        if word == "deal":
            self.at -= 1
            return [self._dealt()]
        read = _WORDS.get(word)
        if read is None:
            words = ", ".join(("rules", "deal", *_WORDS))
            raise ParseError(f"{line!r} begins with no word of the notation; there are {words}")
        return read(rest, self.players)

    def _take(self, word: str, read: Callable[[str], _T]) -> _T | None:
        """What the next line says, if it begins with the word."""
        if self.at < len(self.lines) and self.lines[self.at][1].partition(" ")[0] == word:
            self.at += 1
            return read(self.lines[self.at - 1][1].partition(" ")[2])
        return None

    def _take_all(self, word: str, read: Callable[[str], _T]) -> Iterator[_T]:
        """What each of the next lines says that begin with the word."""
        while (value := self._take(word, read)) is not None:
            yield value

    def _started(self, rules: str) -> Event:
        started = Started(
            Rules.parse(rules),
            self._take("names", _parse_names) or (),
            self._take("dealer", lambda text: parse_number(text, "dealer")),
            self._take("commitment", parse_hex),
            tuple(self._take_all("contribution", parse_hex)),
        )
        self.players = started.rules.players
        return started

    def _dealt(self) -> Event:
        cards: list[tuple[Card, ...]] = []
        while (own := self._take("deal", lambda text: _parse_deal(text, len(cards)))) is not None:
            cards.append(own)
        return Dealt(tuple(cards), self._take("turn", Card.parse))


def _parse_deal(text: str, seat: int) -> tuple[Card, ...]:
    found, _, cards = text.partition(" ")
    if found != str(seat):
        raise ParseError(f"deal {found}: the cards of seat {seat} come next")
    return parse_cards(cards)


def _parse_names(text: str) -> tuple[str, ...]:
    names: list[str] = []
    at = -1
    try:
        while at < len(text):
            name, at = json.JSONDecoder().raw_decode(text, at + 1)
            if parse_text(name) != name or text[at : at + 1] not in ("", " "):
                raise ValueError
            names.append(name)
    except ValueError:
        raise ParseError(f'names: {text!r} must be names in double quotes, as in "Ann" "Bob"') from None
    return tuple(names)


def _parse_bids(text: str, players: int) -> list[Event]:
    events: list[Event] = []
    for word in text.split(" "):
        mark = ">" if ">" in word else ":"
        seat, bid = _parse_pair(word, mark, players)
        events.append(BidChanged(seat, bid) if mark == ">" else BidMade(seat, bid))
    return events


def _parse_seals(text: str, players: int) -> list[Event]:
    return [BidSealed(*_parse_pair(word, ":", players)) for word in text.split(" ")]


def _parse_pair(word: str, mark: str, players: int) -> tuple[int, int]:
    seat, found, bid = word.partition(mark)
    if not found:
        raise ParseError(f"{word!r} is no bid; write seat:bid, or seat>bid for a change, as in 2:0 and 2>1")
    return _parse_seat(seat, players), parse_number(bid, "bid")


def _parse_seat(text: str, players: int) -> int:
    seat = parse_number(text, "seat")
    if not 0 <= seat < players:
        raise ParseError(f"seat {seat} is none of 0 to {players - 1}")
    return seat


def _parse_trick(text: str, players: int) -> list[Event]:
    leader, _, cards = text.partition(" ")
    seat = _parse_seat(leader, players)
    if not cards:
        raise ParseError(f"trick {text}: the cards are missing; write them after the leader, as in trick {seat} AS 2S")
    return [CardPlayed((seat + i) % players, card) for i, card in enumerate(parse_cards(cards))]


_WORDS: dict[str, Callable[[str, int], list[Event]]] = {
    "draw": lambda text, _: [Drawn(parse_cards(text))],
    "bids": _parse_bids,
    "seal": _parse_seals,
    "reveal": lambda text, _: [BidsRevealed(tuple(parse_number(word, "bid") for word in text.split(" ")))],
    "trick": _parse_trick,
    "back": lambda text, players: [TakenBack(_parse_seat(text, players))],
    "seed": lambda text, _: [SeedRevealed(parse_hex(text))],
}
