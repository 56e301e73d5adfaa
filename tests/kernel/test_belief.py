"""What the search believes of the cards that its seat cannot see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from tests.kernel.situations import Situation, situations
from upriver.bots import kernel
from upriver.bots.kernel import Budget
from upriver.bots.policy_tables import tables_for
from upriver.rules import Action, Phase, Rules

WEIGHED = Budget(worlds=4000, proposals=16, shortlist=16, play_heat=1.0, by_rule=0.5)
CHANGED = replace(WEIGHED, proposals=2, shortlist=1, changes=64)
BLIND = replace(WEIGHED, proposals=1)


def moments(rules: str, count: int) -> tuple[Situation, ...]:
    """So many moments of random hands, with a choice of cards after others have been played."""
    chance = Random(rules)
    found: list[Situation] = []
    while len(found) < count:
        every = situations(Rules.parse(rules), chance)
        wanted = (each for each in every if each.view.phase is Phase.PLAY and len(each.plays) > each.view.rules.players)
        found += [each for each in islice(wanted, 2) if len(kernel.search(each.view, learned(each), Budget(16))) > 1]
    return tuple(found[:count])


def learned(moment: Situation) -> bytes:
    return tables_for(moment.view.rules.players)


def believed(moment: Situation, budget: Budget) -> Mapping[Action, tuple[float, ...]]:
    """By choice, how likely each number of tricks is."""
    return {each.action: each.tricks for each in kernel.search(moment.view, learned(moment), budget, seed=3)}


def apart(one: Mapping[Action, tuple[float, ...]], other: Mapping[Action, tuple[float, ...]]) -> float:
    """The largest difference between two chances of the same number of tricks by the same choice."""
    return max(abs(a - b) for action in one for a, b in zip(one[action], other[action], strict=True))


@pytest.mark.parametrize("rules", ["players=3 sizes=4", "players=4 sizes=3", "players=5 sizes=4 trump=none"])
def test_changing_worlds_leads_to_what_weighing_them_leads_to(rules: str) -> None:
    changed = blind = 0.0
    for moment in moments(rules, 4):
        weighed = believed(moment, WEIGHED)
        changed = max(changed, apart(weighed, believed(moment, CHANGED)))
        blind = max(blind, apart(weighed, believed(moment, BLIND)))
    assert changed < 0.05
    assert blind > 3 * changed
