"""People: no account, a name and a token that their device keeps."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State

from upriver.server.problems import ApiError
from upriver.server.tokens import link_expiry, link_hash, new_link, new_token, redeeming_hash, token_hash
from upriver.store.store import ConflictError, Person, Store
from upriver.table.names import clean_name

COOKIE = "upriver_token"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at most; every visit begins it anew."""

Asked: TypeAlias = Request[Any, Any, State]


class People:
    """Who plays here.

    Args:
        store: where they are kept.
        clock: seconds since 1970, UTC.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock

    async def come(self, name: str) -> tuple[Person, str]:
        """Somebody new, and the token of their device.

        Raises:
            RefusedError: the name cannot be used.
        """
        person = Person(token_urlsafe(9), clean_name(name), self._clock())
        token = new_token()
        await self._store.add_person(person, token_hash(token))
        return person, token

    async def of_token(self, token: str) -> Person | None:
        """Whose token it is."""
        return await self._store.person_of(token_hash(token))

    async def rename(self, person: Person, name: str) -> Person:
        """Another name from now on.

        Raises:
            RefusedError: the name cannot be used.
        """
        clean = clean_name(name)
        await self._store.rename(person.id, clean)
        return Person(person.id, clean, person.since)

    async def link(self, person: Person) -> tuple[str, float]:
        """A secret that makes one other device the person's too, and when it expires."""
        secret = new_link(self._clock())
        await self._store.add_token(person.id, link_hash(secret))
        expiry = link_expiry(secret)
        assert expiry is not None
        return secret, expiry

    async def redeem(self, secret: str) -> tuple[Person, str]:
        """The person of a link, and a token for the device that used it; the link is used up.

        Raises:
            ApiError: there is no such link, it was used, or it has expired.
        """
        unknown = ApiError(404, "no-link", "this link was used already, or never made; make a new one")
        expiry = link_expiry(secret)
        person = None if expiry is None else await self._store.person_of(link_hash(secret))
        if expiry is None or person is None:
            raise unknown
        if expiry < self._clock():
            await self._store.drop_token(link_hash(secret))
            raise ApiError(410, "link-expired", "this link is too old; make a new one")
        try:
            await self._store.add_token(person.id, redeeming_hash(secret))
        except ConflictError:
            raise unknown from None
        try:
            # Who came here first may have used the link up and left between the two reads.
            if await self._store.person_of(link_hash(secret)) is None:
                raise unknown
            await self._store.drop_token(link_hash(secret))
        finally:
            await self._store.drop_token(redeeming_hash(secret))
        token = new_token()
        await self._store.add_token(person.id, token_hash(token))
        return person, token

    async def forget(self, token: str) -> None:
        """The token is good no more."""
        await self._store.drop_token(token_hash(token))


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The token that came with a request or a socket: `Authorization: Bearer` before the cookie."""
    header = connection.headers.get("authorization")
    if header is not None:
        kind, _, token = header.partition(" ")
        return token.strip() if kind.lower() == "bearer" else None
    return connection.cookies.get(COOKIE)


async def person_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
    """Who asks; None for somebody who is not known.

    Raises:
        UnavailableError: the database cannot be reached.
    """
    token = token_of(connection)
    people: People = connection.app.state.people
    return await people.of_token(token) if token else None


async def known(request: Asked) -> Person:
    """Who asks.

    Raises:
        ApiError: nobody that is known.
    """
    person = await person_of(request)
    if person is None:
        raise ApiError(
            401, "no-person", "the server does not know you; POST /api/people with a name, and send the token it gives"
        )
    return person
