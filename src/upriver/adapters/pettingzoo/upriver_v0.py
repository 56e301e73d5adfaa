"""The environment: seats are agents, one acts at a time, and each sees what its view shows.

- Agents are `seat_0`, `seat_1` …; seats given to bots are no agents.
- An observation is a dict: `observation`, float32 as `parts` lays out, and `action_mask`, int8 of `ACTIONS`.
- An action is a number: a card's `Card.index`, or 52 and the bid.
- Rewards are points: what a hand brings, to each seat, when its last card is played.
- Where the rules let all bid together they are asked in order of seat, and no bid is seen before the last is in.
- A bid once made stands: the rules' `rebid` is for people, and the mask does not offer it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from upriver.adapters.pettingzoo.observation import ACTIONS, action_from, action_number, bounds, observe
from upriver.bots import Bot
from upriver.rules import (
    ENGLISH,
    Action,
    Bid,
    Event,
    Phase,
    Play,
    Row,
    Rules,
    Sheet,
    Started,
    State,
    View,
    apply,
    decide,
    due,
    legal_bids,
    legal_cards,
    view,
)

ILLEGAL = -100.0
"""The reward for an illegal action, which ends the episode for all."""

Observation = dict[str, np.ndarray]


def env(
    rules: Rules = ENGLISH,
    *,
    game: Literal["hand", "whole"] = "hand",
    bots: Mapping[int, Bot] | None = None,
    render_mode: Literal["ansi", "human"] | None = None,
) -> AECEnv[str, Observation, int]:
    """The environment in PettingZoo's usual wrappers: an illegal action costs `ILLEGAL` and ends the episode.

    Args:
        rules: the rules of the table.
        game: `hand` makes an episode of one hand, chosen evenly from the hands of the rules, with totals of 0;
            `whole` plays them all. The first dealer is chosen evenly.
        bots: who plays the seats that are no agents.
        render_mode: `ansi` for `render` to give the table as a text, `human` to print it there and after each step.

    Raises:
        ValueError: another game, another render mode, or bots in seats that are not there or in all.
    """
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(
                raw_env(rules, game=game, bots=bots, render_mode=render_mode), illegal_reward=ILLEGAL
            )
        )
    )


class raw_env(AECEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801  # PettingZoo's name, without types
    """The environment itself; an illegal action raises `IllegalActionError`. Arguments as for `env`."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human"],
        "name": "upriver_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules = ENGLISH,
        *,
        game: Literal["hand", "whole"] = "hand",
        bots: Mapping[int, Bot] | None = None,
        render_mode: Literal["ansi", "human"] | None = None,
    ) -> None:
        super().__init__()
        if game not in ("hand", "whole"):
            raise ValueError(f"game: {game!r} is none of 'hand', 'whole'")
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode: {render_mode!r} is none of 'ansi', 'human', None")
        self.rules, self.game, self.render_mode = rules, game, render_mode
        self.bots = dict(bots or {})
        seats = range(rules.players)
        if not self.bots.keys() < set(seats):
            raise ValueError(f"bots in seats {sorted(self.bots)}: seats are 0 to {seats[-1]}, one must be an agent's")
        self.seats = {f"seat_{seat}": seat for seat in seats if seat not in self.bots}
        self.possible_agents = list(self.seats)
        low, high = bounds(rules.players)
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": spaces.Box(low, high), "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.np_random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; a seed fixes the cards, the dealer and the bots' choices of this and the following episodes."""
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        chance = self.np_random
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._deals = chance.bytes(32)
        self._rng = Random(chance.bytes(32))
        dealer = int(chance.integers(self.rules.players))
        number = int(chance.integers(self.rules.hands)) + 1 if self.game == "hand" else 1
        self._state = _before_hand(self.rules, number, dealer)
        self._last = number if self.game == "hand" else self.rules.hands
        self._run()

    def observe(self, agent: str) -> Observation:
        """What the agent sees, and what it may do; nothing when it is not its turn."""
        seen = view(self._state, self.seats[agent])
        mask = np.zeros(ACTIONS, np.int8)
        if agent == self.agent_selection and seen.seat in seen.to_act:
            mask[[action_number(action) for action in _asked(seen)]] = 1
        return {"observation": observe(seen), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the action of `agent_selection`, and go on to the next agent.

        Raises:
            IllegalActionError: the rules refuse it.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is to act needs an action"
        event = decide(self._state, action_from(int(action), self.seats[agent]))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._apply(event)
        self._run()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as a text, with the cards of every seat; printed, or none at all, as `render_mode` says."""
        if self.render_mode == "human":
            print(_picture(self._state))
        return _picture(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to release."""

    def _run(self) -> None:
        """Deal and let the bots play, until an agent is to act or the episode is over."""
        while len(self._state.sheet.rows) < self._last:
            event = due(self._state, self._deals)
            if event is None:
                seat = self._state.to_act[0]
                if seat not in self.bots:
                    self.agent_selection = f"seat_{seat}"
                    return
                event = decide(self._state, self.bots[seat].choose(view(self._state, seat), self._rng))
            self._apply(event)
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _apply(self, event: Event) -> None:
        """Go on by an event, and reward the hand that it ends."""
        before = len(self._state.sheet.rows)
        self._state = apply(self._state, event)
        for row in self._state.sheet.rows[before:]:
            for agent in self.agents:
                self.rewards[agent] += row.result(self.seats[agent])[2]


def _before_hand(rules: Rules, number: int, dealer: int) -> State:
    """A game before the deal of a hand, the hands before it played for nothing."""
    nothing = (0,) * rules.players
    rows = tuple(
        Row(past, rules.sizes[past - 1], (dealer + past - number) % rules.players, None, nothing, nothing, nothing)
        for past in range(1, number)
    )
    state = apply(None, Started(rules, dealer=dealer))
    return replace(state, public=replace(state.public, sheet=Sheet(nothing, rows)))


def _asked(seen: View) -> tuple[Action, ...]:
    """What the seat is asked for: a bid or a card, and no change of a bid."""
    assert seen.seat is not None
    if seen.phase is Phase.BID:
        return tuple(Bid(seen.seat, bid) for bid in legal_bids(seen, seen.seat))
    return tuple(Play(seen.seat, card) for card in legal_cards(seen, seen.seat))


def _picture(state: State) -> str:
    hand = state.hand
    trump = "no trump" if hand.trump is None else f"trump {hand.trump.symbol}"
    trick = " ".join(f"{seat}:{card.symbols}" for seat, card in hand.trick.plays(state.rules.players))
    lines = [f"{state.where()}; size {hand.size}, {trump}", f"trick: {trick or 'still to be led'}"]
    for seat, cards in enumerate(state.cards):
        bid = state.own_bid(seat)
        lines.append(
            f"seat {seat}: {state.sheet.totals[seat]:4} points, bid {'-' if bid is None else bid}, "
            f"took {hand.taken[seat]}, holds {' '.join(card.symbols for card in cards) or 'nothing'}"
        )
    return "\n".join(lines)
