"""Our bots in OpenSpiel's `oh_hell`: they see what an information state tells, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from tests.kernel_built import needs_kernel
from tests.openspiel.test_oh_hell import load, translate
from upriver.adapters.openspiel import UpriverBot, read_information, rules_for, state_for
from upriver.adapters.openspiel.states import action_number
from upriver.bots import LEVELS, Bot, kernel, make_bot
from upriver.rules import ParseError, RulesError, View, legal_actions, max_size
from upriver.rules.rules import Trump

KINDS = [(players, size) for players in range(3, 8) for size in (1, 2, max_size(players, Trump.TURNED) // 2)]


class FirstByText:
    """Chooses by a mix of all that its view says, so that any change of the view is likely to change the choice."""

    def choose(self, view: View, rng: Random) -> Any:
        return Random(repr(view) + str(rng.random())).choice(legal_actions(view))


BOTS: dict[str, Bot] = {"random": make_bot("random"), "rule": make_bot("rule"), "by its view": FirstByText()}


def positions(players: int, size: int, seed: str) -> Iterator[Any]:
    """The states of a random hand in which a player is to act."""
    rng = Random(seed)
    state = load(players, size, 1, seed.endswith("penalty"))
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state.clone()
        state.apply_action(rng.choice(state.legal_actions()))


def information(state: Any) -> str:
    return str(state.information_state_string(state.current_player()))


def other_deals(state: Any, count: int) -> Iterator[Any]:
    """States that differ in the hidden cards alone, those of the stock too."""
    view = read_information(state.get_game(), information(state))
    for held in kernel.sample(view, count, seed=len(state.history())):
        yield state_for(view, held)


@pytest.mark.parametrize(("players", "size"), KINDS)
def test_the_view_read_from_a_text_is_the_position(players: int, size: int) -> None:
    for number in range(5):
        for state in positions(players, size, f"{number}"):
            view = read_information(state.get_game(), information(state))
            assert view.seat == state.current_player()
            assert view.to_act == (view.seat,)
            assert set(legal_actions(view)) == {translate(state, action) for action in state.legal_actions()}
            assert sorted(map(action_number, legal_actions(view))) == state.legal_actions()


@pytest.mark.parametrize("penalty", ["", "penalty"])
def test_the_view_holds_every_bid_card_and_trick(penalty: str) -> None:
    """Checked against what OpenSpiel says in its own way: the history and the tricks won."""
    for state in positions(4, 6, f"history {penalty}"):
        view = read_information(state.get_game(), information(state))
        hand, history = view.hand, state.history()
        bids, cards = history[27:31], history[31:]
        in_turn = [(hand.dealer + 1 + i) % 4 for i in range(4)]
        assert [hand.bids[seat] for seat in in_turn] == [bid - 52 for bid in bids] + [None] * (4 - len(bids))
        played = [card for trick in (*hand.tricks, hand.trick) for card in trick.cards]
        assert [kernel.card_number(card) for card in played] == cards
        assert hand.turned == kernel.CARDS[history[26]]
        line = next(line for line in information(state).splitlines() if line.startswith("Tricks Won:"))
        assert hand.taken == tuple(map(int, line.partition(":")[2].split()))
        dealt = [kernel.CARDS[card] for card in history[2 + state.current_player() : 26 : 4]]
        assert sorted(map(str, view.cards)) == sorted(str(card) for card in dealt if card not in played)


@needs_kernel
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("players", "size"), KINDS)
def test_changing_every_hidden_card_changes_no_choice(players: int, size: int, name: str) -> None:
    changed = 0
    for state in positions(players, size, "hidden"):
        player = state.current_player()
        choice = UpriverBot(player, BOTS[name], Random(7)).step(state)
        for other in other_deals(state, 4):
            changed += other.history() != state.history()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert UpriverBot(player, BOTS[name], Random(7)).step(other) == choice
    assert changed


@needs_kernel
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("players", "size"), [(3, 3), (4, 4), (5, 2)])
def test_no_level_of_ours_peeks_there(players: int, size: int, level: str) -> None:
    for state in positions(players, size, "level"):
        player = state.current_player()
        states = [state, *other_deals(state, 2)]
        assert len({UpriverBot(player, make_bot(level), Random(7)).step(each) for each in states}) == 1


@pytest.mark.parametrize("name", BOTS)
def test_their_own_resampling_changes_no_choice(name: str) -> None:
    numbers = np.random.RandomState(5)
    for state in positions(4, 5, "resampled"):
        player = state.current_player()
        other = state.resample_from_infostate(player, numbers.rand)
        choices = {UpriverBot(player, BOTS[name], Random(7)).step(each) for each in (state, other)}
        assert len(choices) == 1


def test_a_bot_asks_a_state_for_its_own_information_and_its_game_only() -> None:
    class Door:
        """A state with two doors, and one key for the second."""

        __slots__ = ("_state",)

        def __init__(self, state: Any) -> None:
            self._state = state

        def get_game(self) -> Any:
            return self._state.get_game()

        def information_state_string(self, player: int) -> Any:
            assert player == self._state.current_player()
            return self._state.information_state_string(player)

    for state in positions(4, 5, "door"):
        assert (
            UpriverBot(state.current_player(), make_bot("rule"), Random(1)).step(Door(state)) in state.legal_actions()
        )


@pytest.mark.parametrize("size", [3, None])
def test_our_bots_play_whole_hands_there_and_beat_chance(size: int | None) -> None:
    parameters = {"players": 4} | ({"num_tricks_fixed": size} if size else {})
    game = pyspiel.load_game("oh_hell", parameters)
    ours, theirs = 0.0, 0.0
    for seed in range(60):
        bots: list[Any] = [pyspiel.make_uniform_random_bot(player, seed) for player in range(4)]
        bots[seed % 4] = UpriverBot(seed % 4, make_bot("rule"), Random(seed))
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        ours += returns[seed % 4]
        theirs += (sum(returns) - returns[seed % 4]) / 3
    assert ours > theirs + 60


@pytest.mark.parametrize("per_trick", range(4))
@pytest.mark.parametrize("has_penalty", [False, True])
def test_their_scoring_is_told_to_the_bot(per_trick: int, has_penalty: bool) -> None:
    rng = Random(f"{per_trick} {has_penalty}")
    for _ in range(20):
        state = load(4, 3, per_trick, has_penalty)
        while not state.is_terminal():
            if not state.is_chance_node():
                view = read_information(state.get_game(), information(state))
            state.apply_action(rng.choice(state.legal_actions()))
        taken = [int(n) for n in str(state).partition("Tricks Won:")[2].splitlines()[0].split()]
        bids = [bid or 0 for bid in view.hand.bids]
        assert [view.rules.scoring.points(*each) for each in zip(bids, taken, strict=True)] == state.returns()


def test_their_hand_is_one_of_many_so_that_points_count() -> None:
    rules = rules_for(pyspiel.load_game("oh_hell", {"players": 3}), 4)
    assert (rules.players, rules.sizes, rules.rebid) == (3, (4,) * 100, False)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("kuhn_poker", {}),
        ("oh_hell", {"num_suits": 3}),
        ("oh_hell", {"num_cards_per_suit": 8}),
    ],
)
def test_another_game_or_deck_is_refused(name: str, parameters: dict[str, int]) -> None:
    with pytest.raises(RulesError, match="num_suits=4 and num_cards_per_suit=13"):
        rules_for(pyspiel.load_game(name, parameters), 2)


def test_a_text_of_no_hand_in_play_is_refused() -> None:
    *_, last = positions(3, 1, "over")
    last.apply_action(last.legal_actions()[0])
    assert last.is_terminal()
    for text in ("", "Num Total Tricks: 2\nDealer: 1\n", last.information_state_string(0)):
        with pytest.raises(ParseError, match="no information state"):
            read_information(last.get_game(), text)
