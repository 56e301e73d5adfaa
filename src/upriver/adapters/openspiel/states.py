"""A hand of ours as a state of theirs, and actions both ways.

They number cards as the kernel does, clubs, diamonds, spades, hearts within a rank, and bid `n` is action `52 + n`.
"""

from __future__ import annotations

import pyspiel

from upriver.adapters.openspiel.settings import game_for
from upriver.bots.kernel import CARDS, card_number
from upriver.rules import Action, Bid, Card, Phase, Play, View

FIRST_BID = len(CARDS)


def state_for(view: View, held: tuple[tuple[Card, ...], ...]) -> pyspiel.State:
    """Their state in which the hand has gone as the view has seen it, and each seat holds the given cards.

    Args:
        view: a hand being bid or played.
        held: by seat, the cards in hand now, as `upriver.bots.kernel.sample` draws them.

    Raises:
        RulesError: their game cannot express the rules.
        ValueError: the hand is not one being bid or played.
    """
    hand, players = view.hand, view.rules.players
    if view.phase not in (Phase.BID, Phase.PLAY):
        raise ValueError(f"a state of theirs needs a hand being bid or played ({view.where()})")
    state = game_for(view.rules, hand.size).new_initial_state()
    turned = hand.turned
    assert turned is not None, "game_for refuses rules that turn no card"
    plays = [play for trick in (*hand.tricks, hand.trick) for play in trick.plays(players)]
    dealt = [[*held[seat], *(card for other, card in plays if other == seat)] for seat in range(players)]
    in_turn = [(hand.dealer + 1 + i) % players for i in range(players)]
    actions = [
        hand.size,
        hand.dealer,
        # They deal from seat 0, whoever is the dealer.
        *(card_number(dealt[seat][i]) for i in range(hand.size) for seat in range(players)),
        card_number(turned),
        *(FIRST_BID + bid for seat in in_turn if (bid := hand.bids[seat]) is not None),
        *(card_number(card) for _, card in plays),
    ]
    for action in actions:
        state.apply_action(action)
    return state


def action_from(number: int, seat: int) -> Action:
    """Their action as ours."""
    return Play(seat, CARDS[number]) if number < FIRST_BID else Bid(seat, number - FIRST_BID)


def action_number(action: Action) -> int:
    """Our action as theirs."""
    return card_number(action.card) if isinstance(action, Play) else FIRST_BID + action.bid
