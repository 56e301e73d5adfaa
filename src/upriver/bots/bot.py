"""What a bot is."""

from __future__ import annotations

from random import Random
from typing import Protocol

from upriver.rules import Action, View


class Bot(Protocol):
    """A program that plays one seat, or several: it keeps nothing from one call to the next."""

    def choose(self, view: View, rng: Random) -> Action:
        """The action of the view's seat, one of `legal_actions(view)`; asked only when the seat is in `to_act`.

        Args:
            view: all that the seat has rightly seen.
            rng: the only source of chance; the same view and state of `rng` give the same action.
        """
        ...
