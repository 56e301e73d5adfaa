"""Past games over HTTP: lists, records to download, and every moment to show again.

A game is found by its id alone, which nobody can guess: whoever has played gets it, and may pass it on. Until a game
is over there is nothing to find.
"""

from __future__ import annotations

import gzip
from typing import Annotated, Any, Literal

from litestar import Controller, Request, Response, get
from litestar.datastructures import CacheControlHeader, State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from upriver.pad import dump as dump_pad
from upriver.rules.notation import format_game
from upriver.rules.record import dump
from upriver.server.moments import Replay, Replays
from upriver.server.pad_kept import store_id
from upriver.server.pads import Pads
from upriver.server.people import Asked, known, person_of
from upriver.server.problems import ApiError, problems
from upriver.server.rows import GameKind, entries_of, played
from upriver.store.store import Result, Store
from upriver.table.transcript import record_of

FIRST = 1e12
"""A time after every game."""
Id = Annotated[str, PathParameter(max_length=64, description="a game's id, which nobody can guess")]
Form = Annotated[
    Literal["record", "notation"],
    QueryParameter(description="JSON Lines for programs, or the notation for people"),
]


class PlayerShown(Struct, frozen=True):
    """A seat of a past game, or somebody on a pad: a person by name, or a bot with its level."""

    name: str
    level: str | None
    total: int
    place: int
    is_you: bool


class GameShown(Struct, frozen=True):
    """A past game; players by seat, places from 1.

    `kind` is `played`, or `pad` for a game with real cards whose score was kept on a shared pad; then the id is `pad-`
    and that pad's.
    """

    id: str
    kind: GameKind
    rules: str
    ended_at: float
    players: list[PlayerShown]


class GamesPage(Struct, frozen=True):
    """Past games, the last first; `before` asks for the next page, null where there is none."""

    games: list[GameShown]
    before: float | None


class Games(Controller):
    """Past games."""

    path = "/api/games"
    tags = ("games",)

    @get("/", responses=problems(401))
    async def mine(
        self,
        request: Asked,
        state: State,
        before: Annotated[float, QueryParameter(ge=0, description="games that ended before this time")] = FIRST,
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
    ) -> GamesPage:
        """Your past games."""
        person = await known(request)
        store: Store = state.store
        results = await store.results_of(person.id, before, limit)
        games = [_shown(result, person.id) for result in results]
        return GamesPage(games, games[-1].ended_at if len(games) == limit else None)

    @get("/{game:str}", responses=problems(404))
    async def one(self, request: Asked, game: Id, state: State) -> GameShown:
        """One past game."""
        person = await person_of(request)
        return _shown(await find(state.store, game), person.id if person else None)

    @get(
        "/{game:str}/moments",
        cache_control=CacheControlHeader(private=True, max_age=3600),
        responses={
            200: ResponseSpec(Replay, generate_examples=False, description="The game"),
            **problems(404),
        },
    )
    async def moments(self, request: Asked, game: Id, state: State) -> Response[bytes]:
        """One past game moment by moment, with all hands open, for a client that knows no rules."""
        replays: Replays = state.replays
        result = await find(state.store, game)
        if played(result).kind == "pad":
            raise no_cards(game)
        return packed(request, await replays.of(result))

    @get(
        "/{game:str}/record",
        media_type="text/plain",
        responses={
            200: ResponseSpec(str, generate_examples=False, media_type="text/plain", description="The game"),
            **problems(404),
        },
    )
    async def record(
        self, request: Request[Any, Any, State], game: Id, state: State, form: Form = "record"
    ) -> Response[str]:
        """One past game to download: every bid and card, and the seed that all deals came from; or a pad's entries."""
        store: Store = state.store
        result = await find(store, game)
        if played(result).kind == "pad":
            if form == "notation":
                raise no_cards(game)
            pads: Pads = state.pads
            text = dump_pad((await pads.find(result.table.removeprefix(store_id("")))).log.ledger.entries)
        else:
            entries = record_of(entries_of(await store.read(result.table)), result.first)
            text = dump(entries) if form == "record" else format_game(entry.event for entry in entries)
        name = f"upriver-{game}." + ("jsonl" if form == "record" else "txt")
        return Response(
            text,
            media_type="text/plain",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )


async def find(store: Store, game: str) -> Result:
    """A finished game.

    Raises:
        ApiError: there is none with this id that is over.
    """
    result = await store.result(game)
    if result is None:
        raise ApiError(404, "no-game", f"{game!r} is no game that is over", {"game": game})
    return result


def packed(request: Request[Any, Any, State], zipped: bytes) -> Response[bytes]:
    """JSON under gzip, unpacked for whoever does not take it so."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(zipped, headers=headers, media_type="application/json")
    return Response(gzip.decompress(zipped), headers={"Vary": "Accept-Encoding"}, media_type="application/json")


def no_cards(game: str) -> ApiError:
    """The refusal to show the cards of a game whose score alone was kept here."""
    message = f"{game!r} was played with real cards, and a score pad kept the score; there is only its record"
    return ApiError(404, "no-game", message, {"game": game})


def _shown(result: Result, person: str | None) -> GameShown:
    game = played(result)
    seats = zip(game.people, game.names, game.levels, game.totals, game.places, strict=True)
    players = [
        PlayerShown(name, level if user is None else None, total, place, user is not None and user == person)
        for user, name, level, total, place in seats
    ]
    return GameShown(result.game, game.kind, game.rules, result.ended_at, players)
