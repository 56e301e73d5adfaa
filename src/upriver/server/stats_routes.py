"""Statistics, ratings and leagues over HTTP, and being forgotten."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Controller, Response, delete, get, post, put
from litestar.datastructures import Cookie, State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from upriver.server.gate import own_address
from upriver.server.pad_deeds import take_name
from upriver.server.pad_kept import PHASES, store_id
from upriver.server.pads import Pads
from upriver.server.people import COOKIE, Asked, known, person_of
from upriver.server.problems import ApiError, problems
from upriver.server.stats_kept import games_of, results_of, without
from upriver.server.stats_league import League, Leagues
from upriver.server.stats_ratings import RatingBook
from upriver.server.stats_wire import (
    LeagueListed,
    LeagueShown,
    NewLeague,
    StandingShown,
    StatsShown,
    rating_of,
    stats_of,
)
from upriver.stats import Finished, figures, seasons, standings, to_csv
from upriver.store.store import Person, Store
from upriver.table.names import clean_name

Id = Annotated[str, PathParameter(max_length=64, description="a league's id, which nobody can guess")]
Season = Annotated[
    int | None, QueryParameter(ge=1970, le=9999, description="a year, UTC; without it all games, in every year")
]

MANY = 10_000
"""More shared pads than anybody has."""


class StatsRoutes(Controller):
    """What your finished games tell."""

    path = "/api/stats"
    tags = ("games",)

    @get("/", responses=problems(401))
    async def mine(self, request: Asked, state: State) -> StatsShown:
        """Your figures over all your finished games, and your rating."""
        person = await known(request)
        book: RatingBook = state.ratings
        games = await games_of(state.store, person.id)
        return stats_of(await asyncio.to_thread(figures, person.id, games), await book.of(person.id))

    @get(
        "/hands",
        media_type="text/csv",
        responses={
            200: ResponseSpec(str, generate_examples=False, media_type="text/csv", description="The hands"),
            **problems(401),
        },
    )
    async def hands(self, request: Asked, state: State) -> Response[str]:
        """Every hand of your finished games, a line each, to download."""
        person = await known(request)
        games = await games_of(state.store, person.id)
        return Response(
            await asyncio.to_thread(to_csv, person.id, games),
            media_type="text/csv",
            headers={"Content-Disposition": 'attachment; filename="upriver-hands.csv"'},
        )


class ForgetRoutes(Controller):
    """Being forgotten."""

    path = "/api/people/me/data"
    tags = ("people",)

    @delete("/", responses={204: ResponseSpec(None, description="Forgotten"), **problems(401, 403, 409)})
    async def forget(self, request: Asked, state: State) -> Response[None]:
        """Be forgotten for good: name, devices, figures, rating, leagues, and your name in the lists of past games.

        The games stay, without your name, for those who played with you, and so do the logs of the tables.
        """
        person = await known(request)
        store: Store = state.store
        if playing := await store.tables_of(person.id, ("playing",), 1):
            message = f"you sit at table {playing[0].code}, where a game is on; leave it, or play it to its end"
            raise ApiError(409, "still-playing", message, {"code": playing[0].code})
        leagues: Leagues = state.leagues
        for league in await leagues.of(person):
            await leagues.leave(person, league.id)
        pads: Pads = state.pads
        for listing in await store.tables_of(person.id, PHASES, MANY):
            host = await pads.place(listing.code.removeprefix(store_id("")))
            await host.do(person.id, lambda log: take_name(log, person.id, None))
        await store.forget(person.id, without(person.id, await results_of(store, person.id)))
        gone = Cookie(key=COOKIE, value="", path="/", max_age=0, httponly=True, samesite="lax")
        return Response(None, status_code=204, cookies=[gone])


class LeagueRoutes(Controller):
    """Leagues."""

    path = "/api/leagues"
    tags = ("games",)

    @get("/", responses=problems(401))
    async def mine(self, request: Asked, state: State) -> list[LeagueListed]:
        """Your leagues, the last changed first."""
        leagues: Leagues = state.leagues
        found = await leagues.of(await known(request))
        return [LeagueListed(league.id, league.name, league.members) for league in found]

    @post("/", responses=problems(401, 403, 409, 413, 415))
    async def found(self, request: Asked, state: State, data: JSONBody[NewLeague]) -> LeagueShown:
        """A new league, with you as its first member."""
        leagues: Leagues = state.leagues
        person = await known(request)
        return await _shown(request, state, await leagues.found(person, clean_name(data.name)), person, None)

    @get("/{league:str}", responses=problems(404))
    async def one(self, request: Asked, state: State, league: Id, season: Season = None) -> LeagueShown:
        """A league and its standings; whoever has its id may look."""
        leagues: Leagues = state.leagues
        return await _shown(request, state, await leagues.find(league), await person_of(request), season)

    @put("/{league:str}/me", responses=problems(401, 403, 404, 409))
    async def join(self, request: Asked, state: State, league: Id) -> LeagueShown:
        """Be a member."""
        leagues: Leagues = state.leagues
        person = await known(request)
        return await _shown(request, state, await leagues.join(person, league), person, None)

    @delete("/{league:str}/me", responses={204: ResponseSpec(None, description="Left"), **problems(401, 403, 404)})
    async def leave(self, request: Asked, state: State, league: Id) -> None:
        """Be a member no longer. A league that everybody has left is gone."""
        leagues: Leagues = state.leagues
        await leagues.leave(await known(request), league)


stats_routes = (StatsRoutes, ForgetRoutes, LeagueRoutes)


async def _shown(
    request: Asked, state: State, league: League, person: Person | None, season: int | None
) -> LeagueShown:
    store: Store = state.store
    games: dict[str, Finished] = {}
    names: dict[str, str] = {}
    for member in league.members:
        games |= {game.game: game for game in await games_of(store, member)}
        found = await store.person(member)
        names[member] = "" if found is None else found.name
    own = None if person is None else person.id
    table = await asyncio.to_thread(standings, league.members, games.values(), season)
    return LeagueShown(
        id=league.id,
        name=league.name,
        address=f"{own_address(request, state.config)}/league/{league.id}",
        season=season,
        seasons=list(seasons(league.members, games.values())),
        is_member=own in league.members,
        standings=[
            StandingShown(names[one.person], one.person == own, one.games, one.wins, one.points, rating_of(one.rating))
            for one in table
        ],
    )
