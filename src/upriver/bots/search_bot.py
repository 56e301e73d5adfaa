"""Bots that play each choice out in many worlds before they make it."""

from __future__ import annotations

from random import Random

from upriver.bots import kernel
from upriver.bots.policy_tables import tables_for
from upriver.bots.reading import read
from upriver.bots.rule_bot import from_the_top
from upriver.rules import Action, Phase, Play, View, legal_actions, legal_cards


class SearchBot:
    """Takes the choice that does best over worlds that fit what its seat has seen.

    Args:
        budget: how many worlds, and how the others' bids and cards are believed.
        closing: in so many last hands of a game the chance of winning it counts too, each per cent as a point.
    """

    def __init__(self, budget: kernel.Budget, *, closing: int = 0) -> None:
        self.budget = budget
        self.closing = closing

    def choose(self, view: View, rng: Random) -> Action:
        """See `Bot.choose`. The seed of the worlds is drawn from `rng` even where there is no choice."""
        seed = rng.getrandbits(64)
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        reading = read(view)
        if view.phase is Phase.PLAY and reading.needs_all():
            top = from_the_top(view, reading, legal_cards(view, reading.seat))
            if top is not None:
                return Play(reading.seat, top)
        hands = view.rules.hands
        for_game = hands > 1 and hands - view.hand.number < self.closing
        tables = tables_for(view.rules.players)
        return kernel.search(view, tables, self.budget, seed=seed, for_game=for_game)[0].action
