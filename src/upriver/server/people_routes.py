"""People over HTTP: come, be called otherwise, bring another device, leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from litestar import Controller, Response, delete, get, patch, post
from litestar.datastructures import Cookie, State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta, Struct

from upriver.server.config import Config
from upriver.server.gate import address_of, own_address, too_many_requests
from upriver.server.limits import Limits, Meter, network
from upriver.server.people import COOKIE, COOKIE_SECONDS, Asked, People, known, token_of
from upriver.server.problems import problems
from upriver.server.qr import qr_svg
from upriver.store.store import Person
from upriver.table.names import LONGEST_NAME

Name = Annotated[str, Meta(max_length=200, description=f"1 to {LONGEST_NAME} characters that can be seen")]
WantsToken = Annotated[bool, Meta(description="for programs: the token is in the answer, and no cookie is set")]


class NewPerson(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who comes."""

    name: Name
    wants_token: WantsToken = False


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody is called from now on."""

    name: Name


class Redemption(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a personal link, which stands after the `#`."""

    secret: Annotated[str, Meta(max_length=200)]
    wants_token: WantsToken = False


class PersonShown(Struct, frozen=True):
    """Somebody: `id` is public, `since` when they came first, in seconds since 1970, UTC."""

    id: str
    name: str
    since: float


class Arrival(Struct, frozen=True):
    """Somebody on a device; `token` is null where the device keeps it as a cookie."""

    id: str
    name: str
    since: float
    token: str | None


class Link(Struct, frozen=True):
    """A personal link: add `path` to the server's address. It works once, until `expires_at`.

    `address` is the whole link, and `qr` the same as a QR code, an SVG element.
    """

    path: str
    secret: str
    expires_at: float
    address: str
    qr: str


class Doors:
    """Counts who comes how often.

    Args:
        limits: the server's.
        clock: seconds that only grow.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._people = Meter(limits.people_per_hour, 3600, clock)
        self._redeems = Meter(limits.redeems_per_hour, 3600, clock)
        self._links = Meter(limits.links_per_hour, 3600, clock)

    def come(self, request: Asked) -> None:
        """Count somebody new.

        Raises:
            ApiError: too many came from this address.
        """
        if wait := self._people.use(network(address_of(request.scope))):
            raise too_many_requests(f"{self._limits.people_per_hour} new people from one address in an hour", wait)

    def redeem(self, request: Asked) -> None:
        """Count a link that is tried.

        Raises:
            ApiError: too many were tried from this address.
        """
        if wait := self._redeems.use(network(address_of(request.scope))):
            raise too_many_requests(f"{self._limits.redeems_per_hour} links tried from one address in an hour", wait)

    def link(self, person: Person) -> None:
        """Count a link that is made.

        Raises:
            ApiError: the person made too many.
        """
        if wait := self._links.use(person.id):
            raise too_many_requests(f"{self._limits.links_per_hour} personal links in an hour", wait)


class PeopleRoutes(Controller):
    """People."""

    path = "/api/people"
    tags = ("people",)

    @post("/", responses=problems(403, 413, 415))
    async def come(self, request: Asked, state: State, data: JSONBody[NewPerson]) -> Response[Arrival]:
        """Come as somebody new. The token that is given proves from now on who this is."""
        state.doors.come(request)
        people: People = state.people
        person, token = await people.come(data.name)
        return _arrive(request, state, person, token, wants_token=data.wants_token)

    @get("/me", responses=problems(401))
    async def me(self, request: Asked, state: State) -> Response[PersonShown]:
        """Who the server takes you for. It makes the cookie last anew."""
        person = await known(request)
        token = request.cookies.get(COOKIE)
        has_cookie = token is not None and token_of(request) == token
        cookies = [_cookie(request, state, token)] if token is not None and has_cookie else []
        return Response(_shown(person), cookies=cookies)

    @patch("/me", responses=problems(401, 403, 413, 415))
    async def rename(self, request: Asked, state: State, data: JSONBody[NewName]) -> PersonShown:
        """Be called otherwise, at the tables where you sit too."""
        people: People = state.people
        person = await people.rename(await known(request), data.name)
        await state.lobby.rename(person)
        return _shown(person)

    @post("/link", responses=problems(401, 403))
    async def link(self, request: Asked, state: State) -> Link:
        """A link that makes one other device yours too."""
        person = await known(request)
        state.doors.link(person)
        people: People = state.people
        secret, expiry = await people.link(person)
        path = f"/me#{secret}"
        address = own_address(request, state.config) + path
        return Link(path, secret, expiry, address, qr_svg(address))

    @post("/link/redeem", responses=problems(403, 404, 410, 413, 415))
    async def redeem(self, request: Asked, state: State, data: JSONBody[Redemption]) -> Response[Arrival]:
        """Become the person who made the link, on this device too."""
        state.doors.redeem(request)
        people: People = state.people
        person, token = await people.redeem(data.secret)
        return _arrive(request, state, person, token, wants_token=data.wants_token)

    @delete("/me/token", responses={204: ResponseSpec(None, description="Forgotten"), **problems(401, 403)})
    async def leave(self, request: Asked, state: State) -> Response[None]:
        """Be forgotten on this device; without another device or a link nobody can be this person again."""
        await known(request)
        token = token_of(request)
        assert token is not None
        people: People = state.people
        await people.forget(token)
        gone = Cookie(key=COOKIE, value="", path="/", max_age=0, httponly=True, samesite="lax")
        return Response(None, status_code=204, cookies=[gone])


def _arrive(request: Asked, state: State, person: Person, token: str, *, wants_token: bool) -> Response[Arrival]:
    arrival = Arrival(person.id, person.name, person.since, token if wants_token else None)
    return Response(arrival, status_code=201, cookies=[] if wants_token else [_cookie(request, state, token)])


def _cookie(request: Asked, state: State, token: str) -> Cookie:
    config: Config = state.config
    is_secure = request.url.scheme == "https" or config.public_url.startswith("https:")
    return Cookie(
        key=COOKIE,
        value=token,
        path="/",
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=is_secure,
    )


def _shown(person: Person) -> PersonShown:
    return PersonShown(person.id, person.name, person.since)
