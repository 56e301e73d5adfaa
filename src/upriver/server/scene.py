"""What a client is shown of a table: the parts of a view, ready for a client that knows no rules (docs/protocol.md).

Seats count from 0, clockwise. Cards are texts as in `QS`, suits one of C, D, S, H; lists "by seat" have one item for
each seat. Times are seconds since 1970, UTC.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from upriver.rules import Bidding, Limit, Phase, Trump
from upriver.table import options

Suit: TypeAlias = Literal["C", "D", "S", "H"]
Detail: TypeAlias = bool | int | float | str | list[int | str] | None


class Shown(Struct, frozen=True):
    """A part of a view."""


class Options(Shown, frozen=True, forbid_unknown_fields=True):
    """What the table agrees on besides the rules."""

    is_public: bool
    watching: options.Watching
    pace: options.Pace
    clock: int | None
    reserve: int
    undo: bool
    auto_last: bool
    hints: bool
    rematch: options.Rematch
    stand_in: str

    def agreed(self) -> options.Options:
        """The table's own value."""
        return options.Options(**{name: getattr(self, name) for name in self.__struct_fields__})

    @classmethod
    def of(cls, agreed: options.Options) -> Options:
        """Say the table's own value."""
        return cls(**{field.name: getattr(agreed, field.name) for field in fields(agreed)})


class Rules(Shown, frozen=True):
    """The rules of the game: `text` holds them all, the rest says them one by one."""

    text: str
    players: int
    sizes: list[int]
    limit: Limit
    limit_from: int
    trump: Trump
    bidding: Bidding
    rebid: bool
    scoring: str


class Seat(Shown, frozen=True):
    """A seat. A person's has `person`, a bot's has `level`, an empty one neither.

    `stand_in` is the level of the bot that plays for the person; `reserve` the seconds that the person may still use
    beyond the turn's clock, null without a clock; `votes` are the ids of those who want a bot to play here.
    """

    seat: int
    person: str | None
    name: str
    level: str | None
    is_away: bool
    stand_in: str | None
    reserve: float | None
    votes: list[str]


class Undo(Shown, frozen=True):
    """A seat asks to take its last act back; these people have agreed, and those have not answered yet."""

    seat: int
    agreed: list[str]
    waiting: list[str]


class Table(Shown, frozen=True):
    """The table: who sits where, and what they agreed on.

    `host` is a person's id; `ready` are those ready for the next hand or a rematch; `waiting` are those whom the table
    waits for to go on to it. `levels` and `reactions` are what this server knows.
    """

    code: str
    phase: Literal["open", "playing", "over", "closed"]
    host: str | None
    rules: Rules
    options: Options
    seats: list[Seat]
    commitment: str
    ready: list[str]
    waiting: list[str]
    undo: Undo | None
    levels: list[str]
    reactions: list[str]


class Placed(Shown, frozen=True):
    """A card on the table, and whose."""

    seat: int
    card: str


class Trick(Shown, frozen=True):
    """A trick, begun or complete: cards in the order played; `winner` is the seat that wins so far."""

    leader: int
    cards: list[Placed]
    led: Suit | None
    winner: int | None


class Hand(Shown, frozen=True):
    """The hand in play, or the last one until the next is dealt.

    By seat: `bids` that all can see, `has_bid` with hidden bids included, tricks `taken`, tricks a seat still `needs`
    (negative when it has too many, null without a visible bid), cards `held`. `over` is how much the bids add up to
    more than the tricks, negative for less.
    """

    number: int
    size: int
    dealer: int
    turned: str | None
    trump: Suit | None
    turn: int | None
    bids: list[int | None]
    has_bid: list[bool]
    taken: list[int]
    needs: list[int | None]
    held: list[int]
    total_bid: int
    over: int
    trick: Trick
    last_trick: Trick | None
    is_over: bool


class Game(Shown, frozen=True):
    """The game in play, or the last one until the next begins.

    `to_act` are the seats that it waits for; `turn_since` is when the turn began, `turn_ends` by seat when the clock
    and the reserve of a person on move run out, null for all others. `draw` has the cards of each round of the draw for
    first dealer. `commitment`, `contributions` and, once the game is over, `seed` let everybody check the deals; by its
    `id`, null until then, the game is found among the past ones.
    """

    phase: Phase
    hands: int
    names: list[str]
    to_act: list[int]
    turn_since: float
    turn_ends: list[float | None]
    dealer: int | None
    draw: list[list[Placed]]
    hand: Hand | None
    commitment: str | None
    contributions: list[str]
    seed: str | None
    id: str | None


class Row(Shown, frozen=True):
    """A finished hand on the sheet; all lists by seat. `totals` are the running totals after it."""

    number: int
    size: int
    dealer: int
    trump: Suit | None
    bids: list[int]
    taken: list[int]
    made: list[bool]
    points: list[int]
    totals: list[int]


class Sheet(Shown, frozen=True):
    """The score sheet: finished hands, totals and places by seat; level totals share a place."""

    rows: list[Row]
    totals: list[int]
    places: list[int]


class Line(Shown, frozen=True):
    """Something that somebody said, or a reaction by its name."""

    seq: int
    at: float
    person: str
    name: str
    text: str
    is_reaction: bool


class Forbidden(Shown, frozen=True):
    """A bid within the range that may not be made now, and why; the code is one of docs/errors.md."""

    bid: int
    code: str
    message: str
    details: dict[str, Detail]


class You(Shown, frozen=True):
    """What only this person sees, and may do now.

    `bid` is the own bid, hidden or not. `legal_bids` are for a first bid or a change; `can_change_bid` says that it
    would be a change, possible until `change_until`. `cards` are sorted. `dealt` are the cards of all by seat once the
    hand is over, null for watchers of a table that does not show them.
    """

    person: str
    seat: int | None
    is_host: bool
    is_turn: bool
    cards: list[str]
    bid: int | None
    legal_cards: list[str]
    legal_bids: list[int]
    forbidden_bids: list[Forbidden]
    can_change_bid: bool
    change_until: Literal["next-bid", "opening-lead", "last-bid"] | None
    can_claim: bool
    can_ask_undo: bool
    can_ask_hint: bool
    dealt: list[list[str]] | None
    muted: list[str]


class View(Shown, frozen=True):
    """All that a client shows. `game` is null before the first game."""

    table: Table
    game: Game | None
    sheet: Sheet
    chat: list[Line]
    you: You


class Changes(Shown, frozen=True):
    """The parts of the view that are not as before; a part that is left out is."""

    you: You
    table: Table | UnsetType = UNSET
    game: Game | UnsetType | None = UNSET
    sheet: Sheet | UnsetType = UNSET
    chat: list[Line] | UnsetType = UNSET
