"""What the store keeps of a table: rows of its log, its listing, and the results of its games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from upriver.rules import SeedRevealed, Sheet
from upriver.server.shared import game_id, rules_part, suit_letter
from upriver.store.store import Listing, Result, Row
from upriver.table.codec import decode_body, encode_body
from upriver.table.events import Entry
from upriver.table.options import Watching
from upriver.table.state import TableState
from upriver.table.table import Table

GameKind: TypeAlias = Literal["played", "pad"]


class ListedSeat(Struct, frozen=True):
    """A seat in a list: a person's by name, a bot's by level, or empty."""

    person: str | None
    name: str
    level: str | None
    is_away: bool


class Listed(Struct, frozen=True):
    """What a list shows of a table; the body of its `Listing`."""

    rules: str
    host: str | None
    seats: tuple[ListedSeat, ...]
    hand: int
    hands: int
    can_watch: bool


class KeptRow(Struct, frozen=True, array_like=True):
    """A hand of a finished game's sheet, by seat; null for who was away."""

    size: int
    dealer: int
    trump: str | None
    bids: tuple[int | None, ...]
    taken: tuple[int | None, ...]
    points: tuple[int | None, ...]


class Played(Struct, frozen=True):
    """A finished game, by seat; the body of its `Result`. `people` are ids, `levels` the bots at the end.

    `kind` says whether it was played here, or with real cards and its score kept on a pad. `rows` are the hands; null
    in what was kept before they were.
    """

    rules: str
    people: tuple[str | None, ...]
    levels: tuple[str | None, ...]
    names: tuple[str, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    kind: GameKind = "played"
    rows: tuple[KeptRow, ...] | None = None


def kept_rows(sheet: Sheet) -> tuple[KeptRow, ...]:
    """The hands of a sheet as they are kept with its game."""
    return tuple(
        KeptRow(row.size, row.dealer, suit_letter(row.trump), row.bids, row.taken, row.points) for row in sheet.rows
    )


def rows_of(entries: Iterable[Entry]) -> tuple[Row, ...]:
    """Entries as they are stored."""
    return tuple(Row(entry.seq, entry.at, entry.by, encode_body(entry)) for entry in entries)


def entries_of(rows: Iterable[Row]) -> tuple[Entry, ...]:
    """Entries as they were stored.

    Raises:
        ParseError: one is damaged.
    """
    return tuple(decode_body(row.seq, row.at, row.by, row.body) for row in rows)


def listing_of(table: Table) -> Listing:
    """What lists know of the table."""
    state = table.state
    return Listing(
        code=state.code,
        is_public=state.options.is_public,
        phase=state.phase.value,
        body=msgspec.json.encode(_listed(state)).decode(),
        members=state.people,
        wake_at=table.wake_at(),
        seq=state.seq,
        updated_at=state.at,
    )


def _listed(state: TableState) -> Listed:
    game = state.game
    return Listed(
        rules=rules_part(state.rules).text,
        host=state.host,
        seats=tuple(ListedSeat(seat.user, seat.name, seat.level, seat.is_away) for seat in state.seats),
        hand=game.hand.number if game and game.public.hand else 0,
        hands=state.rules.hands,
        can_watch=state.options.watching is not Watching.CLOSED,
    )


def listed(listing: Listing) -> Listed:
    """What a list shows of the table."""
    return msgspec.json.decode(listing.body, type=Listed)


def result_of(table_id: str, table: Table, entries: Sequence[Entry]) -> Result | None:
    """The game that ends with one of these entries, which the table has taken; None where none does."""
    state = table.state
    end = next((entry for entry in entries if isinstance(entry.event, SeedRevealed)), None)
    if end is None or state.game is None or (seed := state.game.public.seed) is None:
        return None
    public, sheet = state.game.public, state.game.sheet
    body = Played(
        rules=str(state.game.rules),
        people=tuple(seat.user for seat in state.seats),
        levels=tuple(seat.level for seat in state.seats),
        names=public.names,
        totals=sheet.totals,
        places=sheet.places(),
        rows=kept_rows(sheet),
    )
    text = msgspec.json.encode(body).decode()
    return Result(game_id(seed), table_id, state.game_seq, end.seq, end.at, state.people, text)


def played(result: Result) -> Played:
    """The finished game."""
    return msgspec.json.decode(result.body, type=Played)
