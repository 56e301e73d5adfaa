"""Bots of OpenSpiel in our games, where its rules can say what ours say."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.bots.policy import PolicyBot
from open_spiel.python.policy import UniformRandomPolicy

from tests.kernel_built import needs_kernel
from upriver.adapters.openspiel import OpenSpielBot, game_for, state_for
from upriver.bots import Bot, kernel, make_bot
from upriver.rules import Game, Rules, RulesError, State, legal_actions, seed_from_text, view

RULES = Rules.parse("players=4 sizes=4-1-4 scoring=common")


def uniform(game: Any, player: int, seed: int) -> Any:
    return pyspiel.make_uniform_random_bot(player, seed)


def policy(game: Any, player: int, seed: int) -> Any:
    return PolicyBot(player, np.random.RandomState(seed), UniformRandomPolicy(game))


def ismcts(game: Any, player: int, seed: int) -> Any:
    return pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), 10.0, 200)


def mcts(game: Any, player: int, seed: int) -> Any:
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 10.0, 200, 10, False, seed, False)


MAKERS = {maker.__name__: maker for maker in (uniform, policy, ismcts, mcts)}


def play(rules: Rules, bots: list[Bot], seed: str) -> Game:
    game = Game.start(rules, seed_from_text(seed), dealer=0)
    chance = [Random(f"{seed} {seat}") for seat in range(rules.players)]
    while not game.is_over:
        (seat,) = game.to_act
        game.act(bots[seat].choose(game.view(seat), chance[seat]))
    return game


@needs_kernel
@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("text", ["players=3 sizes=3-1 scoring=penalty", "players=7 sizes=2 scoring=bonus:10,keep"])
def test_a_whole_game_is_played_by_their_bots(name: str, text: str) -> None:
    rules = Rules.parse(text)
    game = play(rules, [OpenSpielBot(MAKERS[name])] * rules.players, name)
    assert len(game.state.sheet.rows) == rules.hands


@needs_kernel
@pytest.mark.parametrize("name", sorted(MAKERS.keys() - {"ismcts"}))  # its seed does not fix it, in OpenSpiel itself
def test_the_same_view_and_chance_give_the_same_choice_whatever_is_hidden(name: str) -> None:
    bot = OpenSpielBot(MAKERS[name])
    game = Game.start(RULES, seed_from_text("same"), dealer=1)
    rng = Random(3)
    differs = 0
    for _ in range(12):
        (seat,) = game.to_act
        seen = game.view(seat)
        (held,) = kernel.sample(seen, 1, seed=9)
        other = view(State(game.state.public, held, game.state.sealed), seat)
        differs += held != game.state.cards
        assert bot.choose(other, Random(5)) == bot.choose(seen, Random(5))
        game.act(rng.choice(legal_actions(seen)))
    assert differs


@needs_kernel
def test_a_searching_bot_of_theirs_is_better_here_than_chance() -> None:
    bots: list[Bot] = [OpenSpielBot(ismcts), make_bot("random"), make_bot("random"), make_bot("random")]
    totals = [
        sum(column) for column in zip(*(play(RULES, bots, f"{n}").state.sheet.totals for n in range(8)), strict=True)
    ]
    assert totals[0] > max(totals[1:])


@needs_kernel
def test_a_changed_bid_is_told_as_it_stands() -> None:
    game = Game.start(RULES, seed_from_text("changed"), dealer=3)
    first = legal_actions(game.view(0))
    game.act(first[0])
    game.act(next(action for action in legal_actions(game.view(0)) if action != first[0]))
    (held,) = kernel.sample(game.view(1), 1)
    assert state_for(game.view(1), held).history()[-1] == 52 + (game.state.hand.bids[0] or 0)


@pytest.mark.parametrize(
    ("text", "size", "field", "message"),
    [
        ("limit=free scoring=common", 3, "limit", "the hook in every hand"),
        ("limit=over scoring=common", 3, "limit", "the hook in every hand"),
        ("limit_from=4 scoring=common", 3, "limit", "a hand of 3 has another limit"),
        ("trump=none scoring=common", 3, "trump", "a turned card, not trump=none"),
        ("trump=cycle scoring=common", 3, "trump", "a turned card, not trump=cycle"),
        ("scoring=standard", 3, "scoring", "not standard"),
        ("scoring=bonus:5,trick:1,keep", 3, "scoring", "not bonus:5,trick:1,keep"),
        ("scoring=bonus:10,trick:1,keep,zero:5", 3, "scoring", "zero:5"),
        ("scoring=bonus:10,trick:1,keep,miss:1", 3, "scoring", "miss:1"),
        ("scoring=bonus:10,trick:2,off:1", 3, "scoring", "off:1"),
    ],
)
def test_rules_that_their_game_cannot_express_are_refused_by_name(
    text: str, size: int, field: str, message: str
) -> None:
    with pytest.raises(RulesError, match=message) as caught:
        game_for(Rules.parse(text), size)
    assert caught.value.fields == (field,)


def test_bids_made_together_are_refused() -> None:
    rules = Rules.parse("limit=free bidding=together scoring=common")
    with pytest.raises(RulesError, match="limit"):
        game_for(rules, 3)


@pytest.mark.parametrize(
    ("text", "per_trick", "penalty"),
    [
        ("scoring=common", 1, False),
        ("scoring=penalty", 1, True),
        ("scoring=bonus:10,trick:3,keep", 3, False),
        ("scoring=bonus:10,trick:2,off:2", 2, True),
        ("limit_from=3 scoring=common", 1, False),
        ("rebid=no scoring=bonus:10", 0, False),
    ],
)
def test_rules_that_their_game_can_express_become_its_parameters(text: str, per_trick: int, penalty: bool) -> None:
    parameters = game_for(Rules.parse(text), 3).get_parameters()
    assert (parameters["points_per_trick"], parameters["off_bid_penalty"]) == (per_trick, penalty)
    assert (parameters["players"], parameters["num_tricks_fixed"]) == (4, 3)


def test_a_seat_that_is_not_asked_is_refused() -> None:
    game = Game.start(RULES, seed_from_text("turn"), dealer=0)
    for seat in (None, 0, 2, 3):
        with pytest.raises(ValueError, match="nothing to decide"):
            OpenSpielBot(uniform).choose(game.view(seat), Random(1))
