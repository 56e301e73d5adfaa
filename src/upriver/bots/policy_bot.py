"""The learned policy by itself, without search."""

from __future__ import annotations

from random import Random

from upriver.bots import kernel
from upriver.bots.policy_tables import tables_for
from upriver.rules import Action, View


class PolicyBot:
    """Bids and plays what the learned tables make worth the most points. It is what the search plays out with."""

    def choose(self, view: View, rng: Random) -> Action:
        """See `Bot.choose`."""
        return kernel.policy(view, tables_for(view.rules.players))[0].action
