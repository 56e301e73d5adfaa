"""Who sits where when seats come, go or change."""

from __future__ import annotations

from dataclasses import replace

from upriver.table.state import Seat


def resized(seats: tuple[Seat, ...], players: int) -> tuple[Seat, ...]:
    """The seats for so many players, of whom at most so many are people.

    Too few: empty ones are added at the end. Too many: empty ones go, the last first, then bots', the last first; who
    stays moves up, in the same order clockwise.
    """
    kept = list(seats)
    while len(kept) > players:
        free = [number for number, seat in enumerate(kept) if seat.is_empty] or [
            number for number, seat in enumerate(kept) if seat.is_bot
        ]
        del kept[free[-1]]
    return (*kept, *(Seat() for _ in range(players - len(kept))))


def changed(seats: tuple[Seat, ...], number: int, **values: object) -> tuple[Seat, ...]:
    """The seats with one of them changed."""
    return put(seats, number, replace(seats[number], **values))  # type: ignore[arg-type]  # fields of Seat


def put(seats: tuple[Seat, ...], number: int, seat: Seat) -> tuple[Seat, ...]:
    """The seats with one of them replaced."""
    return (*seats[:number], seat, *seats[number + 1 :])
