"""Games played at random: the seats in turn act; now and then a bid is changed, or a bid or card taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from upriver.rules import Event, Game, State, apply, last_act, legal_actions


def positions(game: Game, rng: Random) -> Iterator[Game]:
    """The game itself, before each action and once more when it is over; it is played on between two steps."""
    while not game.is_over:
        yield game
        back = last_act(game.state)
        if back is not None and rng.random() < 0.03:
            game.take_back(back)
            continue
        actions = legal_actions(game.state)
        if rng.random() < 0.85:
            actions = tuple(action for action in actions if action.seat in game.to_act)
        game.act(rng.choice(actions))
    yield game


def play_out(game: Game, rng: Random) -> Game:
    """The same game, played to its end."""
    for _ in positions(game, rng):
        pass
    return game


def states(events: Iterable[Event]) -> Iterator[tuple[Event, State]]:
    """Each event with the state after it."""
    state = None
    for event in events:
        state = apply(state, event)
        yield event, state
