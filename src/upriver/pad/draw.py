"""The draw for a pad's first dealer, where no cards are at hand for it (rules.md, "The table")."""

from __future__ import annotations

from collections.abc import Sequence

from upriver.rules import Card

Turn = tuple[tuple[int, Card], ...]
"""A round of the draw: who drew which card, in the order in which they drew."""


def draw_rounds(people: int, deck: Sequence[Card]) -> tuple[Turn, ...]:
    """The rounds until one person has the highest rank: those who are level draw again, from the rest of the deck."""
    rounds: list[Turn] = []
    seats: Sequence[int] = range(people)
    while True:
        rounds.append(tuple(zip(seats, deck, strict=False)))
        deck, seats = deck[len(seats) :], highest(rounds[-1])
        if len(seats) == 1 or len(seats) > len(deck):
            return tuple(rounds)


def highest(turn: Turn) -> tuple[int, ...]:
    """Who drew the highest rank; the first of them deals when there is no other round."""
    best = max(card.rank for _, card in turn)
    return tuple(seat for seat, card in turn if card.rank == best)
