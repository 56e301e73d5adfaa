"""`Finished`: a game that is over, as the figures need it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from upriver.rules import Row

Kind: TypeAlias = Literal["played", "pad"]


@dataclass(frozen=True, slots=True)
class Parts:
    """Where a seat's points of a hand came from, by the review of the game; together they are the points.

    Args:
        par: what such a hand brings on average.
        deal: the luck of the deal.
        bid: what the bid cost, as 0 or less.
        play: what the cards cost, as 0 or less.
        rest: the luck of the play.
    """

    par: float
    deal: float
    bid: float
    play: float
    rest: float


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over. Tuples are by seat.

    Args:
        game: its id.
        ended_at: when, in seconds since 1970, UTC.
        kind: played here, or with real cards and its score kept on a pad.
        people: ids; None for a bot, or for somebody whom nobody has said to be.
        levels: the bots at the end; with a person, the bot that played for them then.
        names: as they were called.
        totals: points at the end.
        places: 1 for the most points; level totals share a place.
        rows: the hands; None where they were not kept.
        parts: by hand, where the points of each seat came from; None where the game was not reviewed.
    """

    game: str
    ended_at: float
    kind: Kind
    people: tuple[str | None, ...]
    levels: tuple[str | None, ...]
    names: tuple[str, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    rows: tuple[Row, ...] | None
    parts: tuple[tuple[Parts, ...], ...] | None = None

    def seat_of(self, person: str) -> int | None:
        """Where the person sat; None for who did not play, or was away for every hand."""
        if person not in self.people:
            return None
        seat = self.people.index(person)
        is_there = self.rows is None or any(row.was_there(seat) for row in self.rows)
        return seat if is_there else None
