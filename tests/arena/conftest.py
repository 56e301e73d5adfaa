"""Bots that do one thing only, for matches whose outcome is plain."""

from __future__ import annotations

from random import Random

import pytest

from upriver.bots import LEVELS
from upriver.bots.random_bot import RandomBot
from upriver.rules import Action, Bid, View, legal_actions


class Modest:
    """Bids as little as it may and plays its first card."""

    def choose(self, view: View, rng: Random) -> Action:
        return legal_actions(view)[0]


class Proud:
    """Bids as much as it may and plays its first card."""

    def choose(self, view: View, rng: Random) -> Action:
        actions = legal_actions(view)
        return actions[-1] if isinstance(actions[0], Bid) else actions[0]


@pytest.fixture(autouse=True)
def more_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels `modest` and `proud`, and `twin`, which is the random bot by another name."""
    monkeypatch.setitem(LEVELS, "modest", Modest)
    monkeypatch.setitem(LEVELS, "proud", Proud)
    monkeypatch.setitem(LEVELS, "twin", RandomBot)
