"""Players that cross the bridge: `UpriverBot` plays in their game, `OpenSpielBot` in ours."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pyspiel

from upriver.adapters.openspiel.information import read_information
from upriver.adapters.openspiel.states import action_from, action_number, state_for
from upriver.bots import Bot, kernel
from upriver.rules import Action, View


class UpriverBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """A bot of ours as a player of `oh_hell`.

    It asks a state for its game and its own `information_state_string`, and keeps nothing between moves.

    Args:
        player: which player it is.
        bot: any bot of ours.
        rng: its only source of chance.
    """

    def __init__(self, player: int, bot: Bot, rng: Random) -> None:
        super().__init__()
        self.player = player
        self.bot = bot
        self.rng = rng

    def step(self, state: pyspiel.State) -> int:
        """Their number of the bot's choice.

        Raises:
            RulesError: our rules cannot express the game.
        """
        view = read_information(state.get_game(), state.information_state_string(self.player))
        return action_number(self.bot.choose(view, self.rng))

    def restart(self) -> None:
        """Nothing to forget."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Nothing to catch up with."""

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        """Nothing to note: the information state tells all."""


class OpenSpielBot:
    """A bot of theirs as a `Bot` of ours, where their game can express the rules.

    It is made anew for each decision, so that the same view and the same `rng` give the same choice if its seed fixes
    it (the seed of `pyspiel.ISMCTSBot` does not). The state that it is shown holds cards drawn evenly from all deals
    that the seat cannot tell apart: a bot that peeks sees a guess.

    Args:
        make: makes their bot from the game, the player's number and a seed of 31 bits.
    """

    def __init__(self, make: Callable[[pyspiel.Game, int, int], pyspiel.Bot]) -> None:
        self.make = make

    def choose(self, view: View, rng: Random) -> Action:
        """See `Bot.choose`.

        Raises:
            RulesError: their game cannot express the rules; the message names the field.
            MissingKernelError: the kernel, which draws the hidden cards, was not compiled.
        """
        seat = view.seat
        if seat is None or seat not in view.to_act:
            raise ValueError(f"seat {seat} has nothing to decide ({view.where()})")
        (held,) = kernel.sample(view, 1, seed=rng.getrandbits(64))
        state = state_for(view, held)
        bot = self.make(state.get_game(), seat, rng.getrandbits(31))
        return action_from(bot.step(state), seat)
