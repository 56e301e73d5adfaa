"""What each choice of a seat is worth, over blocks of worlds, so that the errors are honest.

A search of `BLOCK` worlds plays every choice out in all of them: it is over before a choice could drop out of the race.
Blocks with seeds of their own are independent, whatever a search believes and however often it takes one world, so the
spread between them is the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev

from upriver.bots import kernel
from upriver.bots.levels import EXPERT
from upriver.bots.policy_tables import tables_for
from upriver.rules import Action, Bid, Card, Limit, Phase, Play, View, legal_bids

BLOCK = 32
"""Worlds in a block."""
FEWEST = 8 * BLOCK
"""Worlds below which the spread between blocks says too little."""
DEPTH = replace(EXPERT, worlds=1024)
"""What hints and analysis spend on a decision unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, samples: Sequence[float]) -> Estimate:
        """From independent samples, two or more."""
        return cls(fmean(samples), stdev(samples) / sqrt(len(samples)))


@dataclass(frozen=True, slots=True)
class Worth:
    """What came of one choice.

    Args:
        action: the bid or card; of cards that do not differ the lowest stands for all.
        blocks: by block, the mean points of the hand; where the game counts, with the chance of winning it in per cent.
        tricks: in which part of the worlds the seat takes 0, 1, 2 … tricks in the hand.
        wins: in which part of the worlds each card that the seat holds takes a trick from now on.
    """

    action: Action
    blocks: tuple[float, ...]
    tricks: tuple[float, ...]
    wins: dict[Card, float]

    @property
    def value(self) -> Estimate:
        """The mean over the blocks."""
        return Estimate.of(self.blocks)

    def ahead_of(self, other: Worth) -> Estimate:
        """How much more it is worth than another choice, which met the same worlds."""
        return Estimate.of([mine - theirs for mine, theirs in zip(self.blocks, other.blocks, strict=True)])


def check_depth(budget: kernel.Budget) -> None:
    """Refuse a budget with which `weigh` cannot say how sure it is.

    Raises:
        ValueError: fewer worlds than `FEWEST`.
    """
    if budget.worlds < FEWEST:
        raise ValueError(f"{budget.worlds} worlds are too few to say how sure a figure is; take {FEWEST} or more")


def weigh(view: View, budget: kernel.Budget, *, seed: str, for_game: bool = False) -> tuple[Worth, ...]:
    """What each choice is worth, low bids and cards first; a single bid has its worth too, a single card none.

    Args:
        view: what the seat sees; it must be in `to_act`.
        budget: how many worlds, taken as whole blocks, and how others are believed.
        seed: a text that fixes the worlds.
        for_game: whether the chance of winning the game counts too, each per cent as a point of the hand.

    Raises:
        ValueError: fewer worlds than `FEWEST`.
        MissingKernelError: the package was installed without its kernel.
    """
    check_depth(budget)
    return weigh_blocks(view, budget, budget.worlds // BLOCK, seed=seed, for_game=for_game)


def weigh_blocks(
    view: View, budget: kernel.Budget, blocks: int, *, seed: str, for_game: bool = False
) -> tuple[Worth, ...]:
    """The same over so many blocks, two or more, whatever worlds the budget has."""
    single = legal_bids(view, view.seat) if view.seat is not None and view.phase is Phase.BID else ()
    if len(single) == 1:
        # The limit binds the last bidder alone: without it the search meets the same worlds and gives every bid.
        free = replace(view, public=replace(view.public, rules=replace(view.rules, limit=Limit.FREE)))
        every = weigh_blocks(free, budget, blocks, seed=seed, for_game=for_game)
        return tuple(worth for worth in every if isinstance(worth.action, Bid) and worth.action.bid == single[0])
    chance, small, tables = Random(seed), replace(budget, worlds=BLOCK), tables_for(view.rules.players)
    found: dict[Action, list[kernel.Choice]] = {}
    for _ in range(blocks):
        choices = kernel.search(view, tables, small, seed=chance.getrandbits(64), for_game=for_game)
        if len(choices) == 1:
            return ()
        for choice in choices:
            found.setdefault(choice.action, []).append(choice)
    held = sorted(view.cards, key=kernel.card_number)
    return tuple(
        Worth(
            action,
            tuple(choice.value for choice in found[action]),
            _means([choice.tricks for choice in found[action]]),
            dict(zip(held, _means([choice.wins for choice in found[action]]), strict=True)),
        )
        for action in sorted(found, key=_order)
    )


def best_of(worths: Sequence[Worth]) -> Worth:
    """The choice with the highest mean, the lowest of those that are level."""
    return max(worths, key=lambda worth: worth.value.mean)


def stands_for(worths: Sequence[Worth], action: Action) -> Worth:
    """The worth of an action: its own, or that of the lower card of its suit that does not differ from it.

    Raises:
        LookupError: the action is none of the choices.
    """
    for worth in reversed(worths):
        if worth.action == action or (
            isinstance(action, Play)
            and isinstance(worth.action, Play)
            and worth.action.card.suit == action.card.suit
            and worth.action.card.rank < action.card.rank
        ):
            return worth
    raise LookupError(f"{action} is none of {', '.join(str(worth.action) for worth in worths)}")


def _order(action: Action) -> tuple[int, int]:
    return (0, action.bid) if isinstance(action, Bid) else (action.card.suit, action.card.rank)


def _means(columns: Sequence[Sequence[float]]) -> tuple[float, ...]:
    return tuple(fmean(column) for column in zip(*columns, strict=True))
