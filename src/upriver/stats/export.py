"""Somebody's hands as comma-separated values, for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from upriver.stats.figures import position
from upriver.stats.finished import Finished

COLUMNS = (
    "game", "ended_at", "kind", "players", "place", "total", "hand", "tricks", "position", "bid", "taken", "points",
    "par", "luck_of_deal", "bid_cost", "play_cost", "rest",
)  # fmt: skip


def to_csv(person: str, games: Iterable[Finished]) -> str:
    """A line for each hand that the person played, in the order of the games; the times are UTC.

    The last columns are the parts of the points, empty where the game was not reviewed.
    Lines end with CR LF, as RFC 4180 has it. No value needs quotes: there are no names in it.
    """
    lines = [",".join(COLUMNS)]
    for game in sorted(games, key=lambda game: (game.ended_at, game.game)):
        seat = game.seat_of(person)
        if seat is None:
            continue
        at = datetime.fromtimestamp(game.ended_at, UTC).isoformat(timespec="seconds")
        head = (game.game, at, game.kind, len(game.places), game.places[seat], game.totals[seat])
        for row in game.rows or ():
            if row.was_there(seat):
                hand = (row.number, row.size, position(row, seat), *row.result(seat))
                lines.append(",".join(map(str, (*head, *hand, *_parts(game, row.number, seat)))))
    return "".join(f"{line}\r\n" for line in lines)


def _parts(game: Finished, hand: int, seat: int) -> tuple[float | str, ...]:
    if game.parts is None:
        return ("",) * 5
    parts = game.parts[hand - 1][seat]
    return (parts.par, parts.deal, parts.bid, parts.play, parts.rest)
