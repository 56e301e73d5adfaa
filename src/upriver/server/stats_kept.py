"""Finished games as the store keeps them, read for the figures, and rewritten where somebody is forgotten."""

from __future__ import annotations

import math
from secrets import token_urlsafe

import msgspec
from msgspec.structs import replace

from upriver.rules import Row, Suit
from upriver.server.review_wire import FORM, Brief
from upriver.server.rows import KeptRow, played
from upriver.stats import Finished, Parts
from upriver.store.store import Result, Store

PAGE = 500


def finished(result: Result, brief: bytes | None = None) -> Finished:
    """The game, for the figures, with the brief of its review where there is one."""
    game = played(result)
    rows = None if game.rows is None else tuple(_row(number, row) for number, row in enumerate(game.rows, 1))
    return Finished(
        result.game,
        result.ended_at,
        game.kind,
        game.people,
        game.levels,
        game.names,
        game.totals,
        game.places,
        rows,
        None if brief is None else _parts(brief),
    )


def _parts(brief: bytes) -> tuple[tuple[Parts, ...], ...]:
    kept = msgspec.json.decode(brief, type=Brief)
    return tuple(tuple(Parts(*parts) for parts in hand) for hand in kept)


def _row(number: int, row: KeptRow) -> Row:
    trump = None if row.trump is None else Suit.parse(row.trump)
    return Row(number, row.size, row.dealer, trump, row.bids, row.taken, row.points)


async def results_of(store: Store, person: str) -> tuple[Result, ...]:
    """All finished games in which the person is found, the last first."""
    found: dict[str, Result] = {}
    before = math.inf
    while True:
        page = await store.results_of(person, before, PAGE)
        fresh = [result for result in page if result.game not in found]
        found |= {result.game: result for result in fresh}
        if len(page) < PAGE or not fresh:
            return tuple(found.values())
        # Games that ended at the very time of the page's last may be on the next page.
        before = math.nextafter(page[-1].ended_at, math.inf)


async def games_of(store: Store, person: str) -> tuple[Finished, ...]:
    """All finished games in which the person is found, the last first, with what their reviews say."""
    briefs = await store.briefs_of(person, FORM)
    return tuple(finished(result, briefs.get(result.game)) for result in await results_of(store, person))


def without(person: str, results: tuple[Result, ...]) -> tuple[Result, ...]:
    """The person's finished games with a new id that nobody has in place of theirs, and without the name.

    It is the same id in all of them, so that what they say of the others stays as it is.
    """
    stranger = f"gone-{token_urlsafe(9)}"
    return tuple(_without(person, stranger, result) for result in results)


def _without(person: str, stranger: str, result: Result) -> Result:
    game = played(result)
    pairs = tuple(zip(game.people, game.names, strict=True))
    people = tuple(stranger if user == person else user for user, _ in pairs)
    names = tuple("" if user == person else name for user, name in pairs)
    body = msgspec.json.encode(replace(game, people=people, names=names)).decode()
    members = tuple(user for user in result.members if user != person)
    return Result(result.game, result.table, result.first, result.last, result.ended_at, members, body)
