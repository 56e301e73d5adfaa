"""Tables over HTTP: open, list, look up, join."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from upriver.server.gate import own_address
from upriver.server.house_rules import RulesText
from upriver.server.lobby import LIVE, Lobby
from upriver.server.people import Asked, known, person_of
from upriver.server.problems import problems
from upriver.server.qr import qr_svg
from upriver.server.rows import listed
from upriver.store.store import Listing, Store
from upriver.table.options import Options

Code = Annotated[str, PathParameter(max_length=40, description="a table's code; case, blanks and dashes do not matter")]
Contribution = Annotated[
    str,
    Meta(
        pattern=r"^([0-9a-f]{2}){16,64}(?!\n)$",
        description="16 to 64 random bytes of the client's own for the seed of the deals, in lower-case hexadecimal",
    ),
]
Limit = Annotated[int, QueryParameter(ge=1, le=100)]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened. With a contribution the host sits down at seat 0, otherwise later."""

    rules: RulesText = "english"
    options: Options = msgspec.field(default_factory=Options)
    contribution: Contribution | None = None


class SeatAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to be taken; null for the first that is empty, else the first bot's."""

    contribution: Contribution
    seat: Annotated[int, Meta(ge=0, le=6)] | None = None


class TableOpened(Struct, frozen=True):
    """A new table: its code, and the path of an invitation to it."""

    code: str
    path: str


class Invitation(Struct, frozen=True):
    """The address of a table as other devices find it, and the same as a QR code, an SVG element."""

    address: str
    qr: str


class SeatTaken(Struct, frozen=True):
    """Where you sit."""

    code: str
    seat: int


class SeatShown(Struct, frozen=True):
    """A seat: a person by name, a bot by its level, or neither."""

    name: str
    level: str | None
    is_taken: bool
    is_away: bool
    is_you: bool


class TableShown(Struct, frozen=True):
    """A table in a list.

    `phase` is open, playing, over (a rematch may come) or closed. `hand` is 0 before the first deal. `can_sit` says
    whether a seat is empty or a bot's; a bot's seat can be taken between hands.
    """

    code: str
    phase: str
    rules: str
    seats: list[SeatShown]
    hand: int
    hands: int
    is_public: bool
    is_yours: bool
    can_sit: bool
    can_watch: bool
    updated_at: float


class TableRoutes(Controller):
    """Tables."""

    path = "/api/tables"
    tags = ("tables",)

    @post("/", responses=problems(401, 403, 409, 413, 415))
    async def open(self, request: Asked, state: State, data: JSONBody[NewTable]) -> TableOpened:
        """Open a table; you are its host."""
        lobby: Lobby = state.lobby
        given = None if data.contribution is None else bytes.fromhex(data.contribution)
        code = await lobby.open(await known(request), data.rules, data.options, given)
        return TableOpened(code, f"/t/{code}")

    @get("/", responses=problems())
    async def public(self, request: Asked, state: State, limit: Limit = 50) -> list[TableShown]:
        """Public tables, those that wait for players first, then the last changed."""
        person = await person_of(request)
        return await public_tables(state.store, limit, person.id if person else None)

    @get("/mine", responses=problems(401))
    async def mine(self, request: Asked, state: State, limit: Limit = 50) -> list[TableShown]:
        """Tables where you have a seat, the last changed first."""
        person = await known(request)
        store: Store = state.store
        return [table_shown(listing, person.id) for listing in await store.tables_of(person.id, LIVE, limit)]

    @get("/{code:str}", responses=problems(404))
    async def one(self, request: Asked, state: State, code: Code) -> TableShown:
        """A table by its code."""
        lobby: Lobby = state.lobby
        listing = await lobby.listing(code)
        person = await person_of(request)
        return table_shown(listing, person.id if person else None)

    @get("/{code:str}/invitation", responses=problems(404))
    async def invitation(self, request: Asked, state: State, code: Code) -> Invitation:
        """What brings others to a table."""
        lobby: Lobby = state.lobby
        listing = await lobby.listing(code)
        address = f"{own_address(request, state.config)}/t/{listing.code}"
        return Invitation(address, qr_svg(address))

    @post("/{code:str}/join", status_code=200, responses=problems(401, 403, 404, 409, 413, 415))
    async def join(self, request: Asked, state: State, code: Code, data: JSONBody[SeatAsked]) -> SeatTaken:
        """Sit down at a table."""
        lobby: Lobby = state.lobby
        person = await known(request)
        listing = await lobby.listing(code)
        seat = await lobby.join(person, code, data.seat, bytes.fromhex(data.contribution))
        return SeatTaken(listing.code, seat)


async def public_tables(store: Store, limit: int, person: str | None = None) -> list[TableShown]:
    """The public list, as the person sees it."""
    waiting = await store.public_tables(("open", "over"), limit)
    playing = await store.public_tables(("playing",), limit)
    return [table_shown(listing, person) for listing in (*waiting, *playing)][:limit]


def table_shown(listing: Listing, person: str | None) -> TableShown:
    """A table in a list, as the person sees it."""
    table = listed(listing)
    seats = [
        SeatShown(
            name=seat.name,
            level=seat.level if seat.person is None else None,
            is_taken=seat.person is not None,
            is_away=seat.is_away,
            is_you=person is not None and seat.person == person,
        )
        for seat in table.seats
    ]
    is_closed = listing.phase == "closed"
    return TableShown(
        code=listing.code,
        phase=listing.phase,
        rules=table.rules,
        seats=seats,
        hand=table.hand,
        hands=table.hands,
        is_public=listing.is_public,
        is_yours=person is not None and person in listing.members,
        can_sit=not is_closed and not all(seat.is_taken for seat in seats),
        can_watch=not is_closed and table.can_watch,
        updated_at=listing.updated_at,
    )
