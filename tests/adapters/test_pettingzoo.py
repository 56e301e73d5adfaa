"""The PettingZoo environment: its own tests, then that it plays by the rules and shows a view and nothing else."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

from tests.kernel_built import needs_kernel
from tests.strategies import examples, games
from upriver.adapters.pettingzoo import ACTIONS, action_from, action_number, observe, parts, upriver_v0
from upriver.adapters.pettingzoo.observation import bounds
from upriver.bots import Bot, kernel, make_bot
from upriver.rules import Bid, Game, IllegalActionError, Phase, Play, Rules, State, View, legal_actions, view

ITALIAN = Rules.parse("italian players=3 sizes=1-3-1")
TOGETHER = Rules.parse("players=5 sizes=1-4-1 bidding=together limit=free trump=cycle")
RULE: Bot = make_bot("rule")
TABLES: dict[str, dict[str, Any]] = {
    "a hand": {},
    "a whole game": {"rules": ITALIAN, "game": "whole"},
    "together": {"rules": TOGETHER, "game": "whole"},
    "seven seats": {"rules": Rules.parse("players=7 scoring=bonus:10,square:1,growing:5")},
    "one agent": {"bots": dict.fromkeys((1, 2, 3), RULE)},
    "two agents": {"rules": TOGETHER, "game": "whole", "bots": dict.fromkeys((0, 2, 4), RULE)},
}
tables = pytest.mark.parametrize("table", TABLES)


def steps(env: Any, rng: Random) -> Iterator[tuple[str, Any, float, bool]]:
    """Each agent's turn, and its random action carried out."""
    for agent in env.agent_iter():
        seen, reward, is_over, _, _ = env.last()
        yield agent, seen, reward, is_over
        env.step(None if is_over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


# PettingZoo tells every environment but its own that an observation should be an array; its own have the same dicts.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably", "ignore:Observation is not a NumPy")
@tables
def test_the_environment_passes_the_tests_of_pettingzoo(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    kind = TABLES[table]
    api_test(upriver_v0.env(**kind), num_cycles=300)
    seed_test(lambda: upriver_v0.env(**kind), num_cycles=300)
    render_test(lambda render_mode: upriver_v0.env(**kind, render_mode=render_mode))
    assert "Passed API test" in capsys.readouterr().out


@tables
def test_rewards_are_the_points_of_the_hands(table: str) -> None:
    env = upriver_v0.env(**TABLES[table])
    for seed in range(5):
        env.reset(seed=seed)
        gained = dict.fromkeys(env.agents, 0.0)
        for agent, _, reward, _ in steps(env, Random(seed)):
            gained[agent] += reward
        state = env.unwrapped._state
        assert len(state.sheet.rows) == env.unwrapped._last
        assert gained == {agent: state.sheet.totals[seat] for agent, seat in env.unwrapped.seats.items()}


@tables
def test_the_mask_is_what_the_seat_is_asked_for(table: str) -> None:
    env = upriver_v0.env(**TABLES[table])
    env.reset(seed=3)
    for agent, seen, _, is_over in steps(env, Random(3)):
        state, seat = env.unwrapped._state, env.unwrapped.seats[agent]
        actions = {action_from(n, seat) for n in np.flatnonzero(seen["action_mask"]).tolist()}
        if is_over:
            assert not actions
            continue
        kind = Bid if state.phase is Phase.BID else Play
        assert actions == {each for each in legal_actions(view(state, seat)) if isinstance(each, kind)}
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()


def test_a_hand_is_any_of_the_rules_with_any_dealer() -> None:
    env = upriver_v0.env(TOGETHER)
    met = set()
    for seed in range(300):
        env.reset(seed=seed)
        hand = env.unwrapped._state.hand
        assert hand.size == TOGETHER.sizes[hand.number - 1]
        assert env.unwrapped._state.sheet.totals == (0,) * 5
        met.add((hand.number, hand.dealer))
    assert met == {(number, dealer) for number in range(1, 8) for dealer in range(5)}


def test_episodes_differ_and_a_seed_brings_them_back() -> None:
    env = upriver_v0.env(ITALIAN)

    def cards(seed: int | None) -> Any:
        env.reset(seed=seed)
        return env.unwrapped._state.cards

    first = [cards(8), cards(None), cards(None)]
    assert first[0] != first[1] != first[2]
    assert [cards(8), cards(None), cards(None)] == first


def test_bots_play_the_other_seats() -> None:
    env = upriver_v0.env(ITALIAN, game="whole", bots={0: RULE, 1: RULE})
    assert env.possible_agents == ["seat_2"]
    env.reset(seed=1)
    assert {agent for agent, *_ in steps(env, Random(1))} == {"seat_2"}


def test_an_illegal_action_is_refused_or_ends_the_episode() -> None:
    raw, wrapped = upriver_v0.raw_env(ITALIAN), upriver_v0.env(ITALIAN)
    raw.reset(seed=1)
    with pytest.raises(IllegalActionError, match="the bids come first"):
        raw.step(0)
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.step(0)
    assert wrapped.rewards[agent] == upriver_v0.ILLEGAL
    assert all(wrapped.terminations.values())


def test_the_environment_pickles() -> None:
    env = upriver_v0.raw_env(ITALIAN, bots={1: RULE})
    env.reset(seed=4)
    copy = pickle.loads(pickle.dumps(env))
    assert copy._state == env._state


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "round"}, "'round' is none of 'hand', 'whole'"),
        ({"render_mode": "rgb_array"}, "'rgb_array' is none of 'ansi', 'human', None"),
        ({"bots": {4: RULE}}, r"bots in seats \[4\]: seats are 0 to 3"),
        ({"bots": dict.fromkeys(range(4), RULE)}, "one must be an agent's"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        upriver_v0.env(**arguments)


def test_a_rendered_table_shows_every_seat() -> None:
    env = upriver_v0.env(ITALIAN, render_mode="ansi")
    env.reset(seed=2)
    text = env.render()
    assert [line.partition(":")[0] for line in text.splitlines()[2:]] == ["seat 0", "seat 1", "seat 2"]
    for cards in env.unwrapped._state.cards:
        assert all(card.symbols in text for card in cards)


def part(seen: Any, name: str, players: int) -> list[float]:
    return list(seen[parts(players)[name]])


@given(games())
@examples(2)
def test_an_observation_says_what_the_view_says(game: Game) -> None:
    if game.state.public.hand is None:
        return
    players = game.state.rules.players
    low, high = bounds(players)
    for seat in range(players):
        seen = game.view(seat)
        hand, told = seen.hand, observe(seen)
        turned = [(seat + i) % players for i in range(players)]
        assert told.dtype == np.float32
        assert told.shape == low.shape
        assert part(told, "is_bid", players) == [seen.phase is Phase.BID]
        assert set(np.flatnonzero(part(told, "cards", players))) == {card.index for card in seen.cards}
        assert set(np.flatnonzero(part(told, "turned", players))) == {card.index for card in (hand.turned,) if card}
        assert np.argmax(part(told, "trump", players)) == (4 if hand.trump is None else hand.trump)
        assert np.argmax(part(told, "led", players)) == (4 if hand.trick.led is None else hand.trick.led)
        plays = {(turned.index(who), card.index) for who, card in hand.trick.plays(players)}
        assert {divmod(int(n), 52) for n in np.flatnonzero(part(told, "trick", players))} == plays
        gone = {(turned.index(who), card.index) for trick in hand.tricks for who, card in trick.plays(players)}
        assert {divmod(int(n), 52) for n in np.flatnonzero(part(told, "gone", players))} == gone
        assert turned[int(np.argmax(part(told, "leader", players)))] == hand.trick.leader
        assert turned[int(np.argmax(part(told, "dealer", players)))] == hand.dealer
        bids = [seen.own_bid(seat), *(hand.bids[other] for other in turned[1:])]
        assert part(told, "bids", players) == [-1 if bid is None else bid for bid in bids]
        assert part(told, "taken", players) == [hand.taken[other] for other in turned]
        assert part(told, "totals", players) == [seen.sheet.totals[other] for other in turned]
        assert part(told, "size", players) == [hand.size]
        assert part(told, "to_come", players) == [seen.rules.hands - hand.number]
        assert (low <= told).all()
        assert (told <= high).all()


@needs_kernel
@given(games(), st.integers(0, 2**32))
def test_changing_every_hidden_card_changes_no_observation(game: Game, seed: int) -> None:
    for seat in game.to_act:
        seen = game.view(seat)
        (held,) = kernel.sample(seen, 1, seed=seed)
        other = view(State(game.state.public, held, game.state.sealed), seat)
        assert (observe(other) == observe(seen)).all()


@pytest.mark.parametrize("number", range(ACTIONS))
def test_every_number_is_an_action_and_back(number: int) -> None:
    assert action_number(action_from(number, 3)) == number
    assert action_from(number, 3).seat == 3


def test_a_watcher_has_no_observation() -> None:
    game = Game.start(ITALIAN, b"watch", dealer=0)
    with pytest.raises(LookupError, match="a watcher has no observation"):
        observe(View(game.state.public, None, (), None))
