"""The weakest level, and the floor of every comparison."""

from __future__ import annotations

from random import Random

from upriver.rules import Action, View, legal_actions


class RandomBot:
    """Chooses each legal bid or card with the same chance."""

    def choose(self, view: View, rng: Random) -> Action:
        """See `Bot.choose`."""
        return rng.choice(legal_actions(view))
