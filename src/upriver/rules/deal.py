"""What the table itself does: the draw, the deals, turning bids over, showing the seed."""

from __future__ import annotations

from upriver.rules.cards import Card
from upriver.rules.events import BidsRevealed, Dealt, Drawn, Event, SeedRevealed
from upriver.rules.fold import contenders
from upriver.rules.rules import Trump
from upriver.rules.shuffle import DRAW, mix, shuffle
from upriver.rules.state import Phase, State


def due(state: State, seed: bytes) -> Event | None:
    """The event that the table owes now; None while it waits for players or when the game is over.

    Args:
        state: where the game stands.
        seed: the system's seed, as it was committed to; the contributions to it are in the state.
    """
    mixed = mix(seed, state.public.contributions)
    match state.phase:
        case Phase.DRAW:
            gone = sum(len(turn) for turn in state.public.draw)
            return Drawn(shuffle(mixed, DRAW)[gone : gone + len(contenders(state.public))])
        case Phase.DEAL:
            return next_deal(state, mixed)
        case Phase.REVEAL:
            return BidsRevealed(tuple(bid for bid in state.sealed if bid is not None))
        case Phase.OVER if state.public.commitment is not None and state.public.seed is None:
            return SeedRevealed(seed)
    return None


def next_deal(state: State, mixed: bytes) -> Dealt:
    """The deal of the next hand, from its own deck: `shuffle(mixed, hand number)`, contributions mixed in."""
    rules, number, dealer = state.rules, len(state.sheet.rows) + 1, state.public.dealer
    if dealer is None:
        raise LookupError("the first dealer has not been drawn yet")
    size, deck = rules.sizes[number - 1], shuffle(mixed, number)
    cards = deal(deck, size=size, dealer=dealer, players=rules.players)
    return Dealt(cards, deck[size * rules.players] if rules.trump is Trump.TURNED else None)


def deal(deck: tuple[Card, ...], *, size: int, dealer: int, players: int) -> tuple[tuple[Card, ...], ...]:
    """Cards by seat, dealt one at a time, clockwise from the dealer's left (rules.md, "The table")."""
    return tuple(deck[(seat - dealer - 1) % players : size * players : players] for seat in range(players))
