"""Positions set up by hand: who holds what, who bid what, what was played."""

from __future__ import annotations

from upriver.rules import (
    BidsRevealed,
    Card,
    Dealt,
    Phase,
    Rules,
    Started,
    State,
    apply,
    decide,
    fold,
    parse_action,
    parse_cards,
    shuffle,
)
from upriver.rules.deal import deal


def dealt(rules: str, *cards: str, dealer: int, turned: str = "") -> State:
    """After the first deal.

    Args:
        rules: the rules, in their text form.
        cards: the cards of each seat.
        dealer: the seat that deals.
        turned: the card turned for trump, where the rules turn one.
    """
    started = Started(Rules.parse(rules), dealer=dealer)
    return fold((started, Dealt(tuple(map(parse_cards, cards)), Card.parse(turned) if turned else None)))


def any_deal(rules: str, *, dealer: int) -> State:
    """After the first deal, where the cards do not matter."""
    table = Rules.parse(rules)
    deck, size = shuffle(b"any deal", 1), table.sizes[0]
    held = deal(deck, size=size, dealer=dealer, players=table.players)
    turned = deck[size * table.players] if table.trump == "turned" else None
    return fold((Started(table, dealer=dealer), Dealt(held, turned)))


def after(state: State, actions: str) -> State:
    """The state after the actions, as in `1:2 2:0 1:QS`; hidden bids are revealed when the last is in."""
    for word in actions.split():
        state = apply(state, decide(state, parse_action(word)))
        if state.phase is Phase.REVEAL:
            state = apply(state, BidsRevealed(tuple(bid for bid in state.sealed if bid is not None)))
    return state
