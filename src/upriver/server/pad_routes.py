"""Shared score pads over HTTP: share, look, write, say who one is."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Annotated

from litestar import Controller, Response, Router, delete, get, patch, post, put
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream
from msgspec import Struct

from upriver.server import pad_deeds as deeds
from upriver.server.clients import Doorkeeper
from upriver.server.gate import address_of, own_address, too_many_requests
from upriver.server.host import BusyError
from upriver.server.limits import Limits, Meter, network
from upriver.server.pad_host import PadHost
from upriver.server.pad_kept import PHASES, listed, store_id
from upriver.server.pad_log import LogEvent, PadLog
from upriver.server.pad_news import news_of, share_of, stream
from upriver.server.pad_wire import PadAnswer, PadLines, PadMe, PadNews, PadShare, PadShared, PadWriters
from upriver.server.pads import Pads, no_pad
from upriver.server.people import Asked, known, person_of
from upriver.server.problems import ApiError, problems
from upriver.server.qr import qr_svg
from upriver.server.table_routes import Invitation
from upriver.store.store import Listing, Person, Store

ID = re.compile(r"[A-Za-z0-9_-]{22,64}")
RETRY_MS = 2000
"""After so long a browser looks again whose stream has ended."""
WAIT = 5
"""Seconds after which there may be room again for one more who looks."""

Pad = Annotated[str, PathParameter(max_length=64, description="a pad's id, which nobody can guess")]
Since = Annotated[int, QueryParameter(ge=0, description="the number of the last entry that is known")]
LastEvent = Annotated[str | None, HeaderParameter(name="Last-Event-ID", description="the same; a browser sends it")]
Name = Annotated[str, PathParameter(max_length=3, description="somebody on the sheet, as p1")]


class PadScore(Struct, frozen=True):
    """Somebody on a sheet."""

    name: str
    total: int
    place: int


class PadListed(Struct, frozen=True):
    """A shared pad in a list; `hand` of `hands` is being played."""

    id: str
    title: str
    people: list[PadScore]
    hand: int
    hands: int
    is_over: bool
    is_keeper: bool
    updated_at: float


class PadDoors:
    """Counts who shares how much, and who looks.

    Args:
        store: where the pads are.
        limits: the server's.
        keeper: counts all sockets and streams.
        clock: seconds that only grow.
    """

    def __init__(self, store: Store, limits: Limits, keeper: Doorkeeper, clock: Callable[[], float]) -> None:
        self._store, self._limits, self._keeper = store, limits, keeper
        self._shared = Meter(limits.pads_per_hour, 3600, clock)

    async def share(self, request: Asked, person: Person) -> None:
        """Count a pad that is shared.

        Raises:
            ApiError: the person has too many, or the address has shared too many.
        """
        await self.have(person)
        if wait := self._shared.use(network(address_of(request.scope))):
            raise too_many_requests(f"{self._limits.pads_per_hour} pads shared from one address in an hour", wait)

    async def have(self, person: Person) -> None:
        """See whether the person may have one more pad.

        Raises:
            ApiError: there are too many.
        """
        most = self._limits.pads_per_person
        if len(await self._store.tables_of(person.id, PHASES, most)) >= most:
            message = f"{most} shared pads are yours or have your name, as many as there may be; stop sharing one"
            raise ApiError(409, "too-many-pads", message, {"most": most})

    def look(self, request: Asked, pad: str) -> None:
        """See whether one more may look at the pad.

        Raises:
            ApiError: too many do.
        """
        if not self._keeper.has_room(store_id(pad), "", address_of(request.scope)):
            raise too_many_requests("so many who look at this pad, from this address or at all,", WAIT)

    async def looking(self, address: str, pad: str, seen: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Count somebody who looks for as long as they do."""
        if not self._keeper.let_in(store_id(pad), "", address):
            return
        try:
            yield b"retry: %d\n\n" % RETRY_MS
            async for message in seen:
                yield message
        finally:
            self._keeper.let_out(store_id(pad), "", address)


class PadRoutes(Controller):
    """Shared score pads."""

    path = "/api/pads"
    tags = ("pads",)

    @get("/", responses=problems(401))
    async def mine(
        self, request: Asked, state: State, limit: Annotated[int, QueryParameter(ge=1, le=300)] = 50
    ) -> list[PadListed]:
        """Shared pads that you keep or have a name on, the last changed first."""
        person = await known(request)
        store: Store = state.store
        return [_listed(listing, person.id) for listing in await store.tables_of(person.id, PHASES, limit)]

    @put("/{pad:str}", responses=problems(401, 403, 409, 413, 415))
    async def share(self, request: Asked, state: State, pad: Pad, data: JSONBody[PadShared]) -> PadNews:
        """Share a pad under an id of your own, 22 to 64 random letters, digits, - and _. Doing it twice does nothing.

        The answer has the whole record. Where it is not what was sent, others have written; rebase on it.
        """
        if not ID.fullmatch(pad):
            raise ApiError(422, "bad-fields", f"{pad!r} is no id for a pad; take 22 to 64 random of A-Z a-z 0-9 - _")
        person = await known(request)
        pads: Pads = state.pads
        host = await pads.place(pad)
        if not host.log.is_shared:
            await state.pad_doors.share(request, person)
        return news_of(await _do(host, person.id, lambda log: deeds.share(log, person.id, data)), 0, person.id)

    @get("/{pad:str}", responses=problems(404))
    async def look(self, request: Asked, state: State, pad: Pad, since: Since = 0) -> PadNews:
        """What a pad holds; whoever has its id may look."""
        pads: Pads = state.pads
        host = await pads.find(pad)
        return news_of(host.log, since, await _id_of(request))

    @get(
        "/{pad:str}/news",
        responses={
            200: ResponseSpec(
                PadNews, generate_examples=False, media_type="text/event-stream", description="Events `news`, then more"
            ),
            **problems(404),
        },
    )
    async def news(
        self, request: Asked, state: State, pad: Pad, since: Since = 0, last_event: LastEvent = None
    ) -> Stream:
        """What a pad holds, and from then on whatever is written, as server-sent events."""
        pads: Pads = state.pads
        doors: PadDoors = state.pad_doors
        doors.look(request, pad)
        host = await pads.find(pad)
        if last_event and last_event.isascii() and last_event.isdigit():
            since = int(last_event[:9])
        seen = stream(pads, host, since, await _id_of(request))
        return Stream(
            doors.looking(address_of(request.scope), pad, seen),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    @post("/{pad:str}/entries", status_code=200, responses=problems(401, 403, 404, 409, 413, 415))
    async def write(self, request: Asked, state: State, pad: Pad, data: JSONBody[PadLines]) -> PadAnswer:
        """Write entries, all or none. Where others were first none is, and the answer has what they wrote."""
        log, person = await _done(request, state, pad, lambda log, person: deeds.write(log, person, data))
        is_stored = all(line.id in log.numbers for line in data.entries)
        return PadAnswer("stored" if is_stored else "stale", news_of(log, data.after, person))

    @patch("/{pad:str}", responses=problems(401, 403, 404, 409, 413, 415))
    async def set_writers(self, request: Asked, state: State, pad: Pad, data: JSONBody[PadWriters]) -> PadShare:
        """Say who may write; only its keeper can."""
        return share_of(
            *await _done(request, state, pad, lambda log, person: deeds.set_writers(log, person, data.writers))
        )

    @put("/{pad:str}/me", responses=problems(401, 403, 404, 409, 413, 415))
    async def take_name(self, request: Asked, state: State, pad: Pad, data: JSONBody[PadMe]) -> PadShare:
        """Say which name on the sheet is yours, so that the game will stand among your past ones."""
        person = await known(request)
        if data.person is not None:
            await state.pad_doors.have(person)
        return share_of(
            *await _done(request, state, pad, lambda log, person: deeds.take_name(log, person, data.person))
        )

    @delete("/{pad:str}/names/{name:str}", status_code=200, responses=problems(401, 403, 404, 409))
    async def free_name(self, request: Asked, state: State, pad: Pad, name: Name) -> PadShare:
        """Take a name from whoever has said to be that; only the pad's keeper can."""
        return share_of(*await _done(request, state, pad, lambda log, person: deeds.free_name(log, person, name)))

    @delete("/{pad:str}", responses={204: ResponseSpec(None, description="Done"), **problems(401, 403, 404, 409)})
    async def unshare(self, request: Asked, state: State, pad: Pad) -> Response[None]:
        """Share a pad no longer; only its keeper can, and may share it again later."""
        await _done(request, state, pad, deeds.unshare)
        return Response(None, status_code=204)

    @get("/{pad:str}/invitation", responses=problems(404))
    async def invitation(self, request: Asked, state: State, pad: Pad) -> Invitation:
        """What brings others to a pad."""
        pads: Pads = state.pads
        await pads.find(pad)
        address = f"{own_address(request, state.config)}/score/{pad}"
        return Invitation(address, qr_svg(address))


def pad_router(limits: Limits) -> Router:
    """The routes, which take in more at once than others: a whole pad."""
    return Router("/", route_handlers=[PadRoutes], request_max_body_size=limits.pad_bytes)


async def _id_of(request: Asked) -> str | None:
    person = await person_of(request)
    return person.id if person else None


async def _done(
    request: Asked, state: State, pad: str, decide: Callable[[PadLog, str], Sequence[LogEvent]]
) -> tuple[PadLog, str]:
    """Have a known person do something with a pad that is shared; the pad after it, and the person's id."""
    pads: Pads = state.pads
    host, person = await pads.find(pad), await known(request)

    def decide_on_shared(log: PadLog) -> Sequence[LogEvent]:
        if not log.is_shared:
            raise no_pad(pad)
        return decide(log, person.id)

    return await _do(host, person.id, decide_on_shared), person.id


async def _do(host: PadHost, person: str, decide: Callable[[PadLog], Sequence[LogEvent]]) -> PadLog:
    try:
        return await host.do(person, decide)
    except BusyError as error:
        raise ApiError(503, "unavailable", str(error), retry_after=1) from None


def _listed(listing: Listing, person: str) -> PadListed:
    pad = listed(listing)
    return PadListed(
        id=listing.code.removeprefix(store_id("")),
        title=pad.title,
        people=[PadScore(*values) for values in zip(pad.names, pad.totals, pad.places, strict=True)],
        hand=pad.hand,
        hands=pad.hands,
        is_over=listing.phase == "pad-over",
        is_keeper=pad.keeper == person,
        updated_at=listing.updated_at,
    )
