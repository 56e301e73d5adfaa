"""What every bot owes: legal moves, no memory, no mark on what it is given, no look at what its seat has not seen."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import beginnings, examples
from upriver.bots import LEVELS, Bot, kernel, make_bot
from upriver.bots.levels import PARTS
from upriver.bots.search_bot import SearchBot
from upriver.rules import (
    DECK,
    Event,
    Game,
    ParseError,
    State,
    View,
    apply_seen,
    legal_actions,
    redact,
    sort_cards,
    view,
)

every_level = pytest.mark.parametrize("level", [*LEVELS, *(PARTS if kernel.is_built() else ())])


def quick(level: str) -> Bot:
    """The bot of a level; one that searches does so in few worlds, so that it can be asked often."""
    bot = make_bot(level)
    if isinstance(bot, SearchBot):
        return SearchBot(replace(bot.budget, worlds=16, proposals=2), closing=bot.closing)
    return bot


@every_level
@given(game=beginnings(), seed=st.integers())
@examples(0.5)
def test_every_move_is_legal_and_the_game_ends(level: str, game: Game, seed: int) -> None:
    chance = Random(seed)
    bot = quick(level)
    while not game.is_over:
        for seat in game.to_act:
            seen = game.view(seat)
            action = bot.choose(seen, chance)
            assert action in legal_actions(seen)
            game.act(action)


@every_level
@given(game=beginnings(), pick=st.integers(0), seed=st.integers())
@examples(0.5)
def test_the_same_view_and_chance_give_the_same_move(level: str, game: Game, pick: int, seed: int) -> None:
    bot = quick(level)
    seen = reach(game, bot, pick).seen
    first = bot.choose(seen, Random(seed))
    reach(Game(game.events[:1], game.seed), bot, seed)
    assert bot.choose(seen, Random(seed)) == first
    assert quick(level).choose(seen, Random(seed)) == first


@every_level
@given(game=beginnings(), pick=st.integers(0), seed=st.integers())
@examples(0.5)
def test_a_bot_leaves_the_view_as_it_was(level: str, game: Game, pick: int, seed: int) -> None:
    bot = quick(level)
    seen = reach(game, bot, pick).seen
    before = pickle.dumps(seen)
    bot.choose(seen, Random(seed))
    assert pickle.dumps(seen) == before


@every_level
@given(game=beginnings(), pick=st.integers(0), seed=st.integers())
@examples(0.5)
def test_a_bot_knows_only_what_its_seat_was_told(level: str, game: Game, pick: int, seed: int) -> None:
    bot = quick(level)
    moment = reach(game, bot, pick)
    retold = retell(moment.events, moment.seen.seat)
    assert retold == moment.seen
    assert bot.choose(retold, Random(seed)) == bot.choose(moment.seen, Random(seed))


@every_level
@given(game=beginnings(), pick=st.integers(0), seed=st.integers())
@examples(0.5)
def test_other_hidden_cards_and_bids_change_nothing(level: str, game: Game, pick: int, seed: int) -> None:
    bot = quick(level)
    moment = reach(game, bot, pick)
    other = rearrange(moment.state, moment.seen, Random(seed))
    assert bot.choose(view(other, moment.seen.seat), Random(seed)) == bot.choose(moment.seen, Random(seed))


def test_an_unknown_level_is_quoted_with_those_that_exist() -> None:
    with pytest.raises(ParseError, match="'deep' is no bot; there are random, easy, rule"):
        make_bot("deep")


@dataclass(frozen=True)
class Moment:
    """A moment at which a seat is to move: what it sees, and what is hidden behind."""

    seen: View
    state: State
    events: tuple[Event, ...]


def reach(game: Game, bot: Bot, pick: int) -> Moment:
    """Let the bot play the game to its end; one of the moments at which it was asked."""
    chance, moments = Random(pick), []
    while not game.is_over:
        for seat in game.to_act:
            seen = game.view(seat)
            moments.append(Moment(seen, game.state, tuple(game.events)))
            game.act(bot.choose(seen, chance))
    return moments[pick % len(moments)]


def retell(events: Iterable[Event], seat: int | None) -> View:
    """The view that grows from the events as the seat was told them."""
    seen = None
    for event in events:
        seen = apply_seen(seen, redact(event, seat), seat)
    assert seen is not None
    return seen


def rearrange(state: State, seen: View, chance: Random) -> State:
    """Another state with the same view: hidden cards dealt anew among the others and the rest of the deck."""
    hand = state.hand
    gone = [card for trick in (*hand.tricks, hand.trick) for card in trick.cards]
    hidden = [card for card in DECK if card not in seen.cards and card not in gone and card != hand.turned]
    chance.shuffle(hidden)
    cards = []
    for seat, held in enumerate(state.cards):
        own, hidden = (held, hidden) if seat == seen.seat else (hidden[: len(held)], hidden[len(held) :])
        cards.append(sort_cards(tuple(own)))
    sealed = [
        bid if seat == seen.seat or bid is None else chance.randint(0, hand.size)
        for seat, bid in enumerate(state.sealed)
    ]
    return replace(state, cards=tuple(cards), sealed=tuple(sealed))
