"""What the search believes of the cards that its seat cannot see, and of those who hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from tests.kernel.situations import Situation, situations
from upriver.bots import kernel, make_bot
from upriver.bots.kernel import Budget
from upriver.bots.policy_tables import tables_for
from upriver.rules import Action, Game, Phase, Rules, seed_from_text

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


def finished(names: str, rules: str, seed: str) -> Game:
    """A game after its last hand but one, with these bots in its seats."""
    bots = [make_bot(name) for name in names.split()]
    game = Game.start(Rules.parse(rules), seed_from_text(seed), dealer=0)
    chance = Random(seed)
    while len(game.view(None).public.past) < game.view(None).rules.hands - 1:
        seat = game.to_act[0]
        game.act(bots[seat].choose(game.view(seat), chance))
    return game


def test_hands_before_tell_how_the_others_play() -> None:
    game = finished("policy rule policy rule", "players=4 sizes=7,6,5,4,3", "habits")
    found = kernel.habits(game.view(0), tables_for(4), WEIGHED)
    by_seat = [found[i : i + 4] for i in range(0, 16, 4)]
    assert by_seat[0] == (1, 1, 1, 1)
    assert [max(range(4), key=ways.__getitem__) // 2 for ways in by_seat[1:]] == [1, 0, 1]
    assert all(max(ways) == 1 and min(ways) >= 0.01 for ways in by_seat)
    assert found[16:] == kernel.NO_HABITS[16:]


def test_nothing_is_told_before_the_second_hand_or_without_belief() -> None:
    game = Game.start(Rules.parse("sizes=4,4"), seed_from_text("first"), dealer=0)
    assert kernel.habits(game.view(1), tables_for(4), WEIGHED) == kernel.NO_HABITS
    game = finished("rule rule rule rule", "sizes=4,4", "second")
    assert kernel.habits(game.view(1), tables_for(4), BLIND) == kernel.NO_HABITS
    assert kernel.habits(game.view(None), tables_for(4), WEIGHED) == kernel.NO_HABITS
    assert kernel.habits(game.view(1), tables_for(4), WEIGHED) != kernel.NO_HABITS


def test_a_hand_that_was_not_played_out_tells_nothing() -> None:
    game = finished("rule rule rule rule", "sizes=4,4", "claimed")
    view = game.view(1)
    hand = view.public.past[0]
    claimed = replace(hand, tricks=hand.tricks[:-1])
    seen = replace(view, public=replace(view.public, past=(claimed,)))
    assert kernel.habits(seen, tables_for(4), WEIGHED) == kernel.NO_HABITS
