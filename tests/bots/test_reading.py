"""What a bot works out from its view is true of what lies behind."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.playing import positions
from tests.strategies import beginnings
from upriver.bots.reading import read
from upriver.rules import DECK, ENGLISH, Card, Game, Phase, seed_from_text


@given(game=beginnings(), seed=st.integers())
def test_a_reading_tells_the_truth(game: Game, seed: int) -> None:
    chance = Random(seed)
    for moment in positions(game, chance):
        state, hand = moment.state, moment.state.hand
        if state.phase is not Phase.PLAY:
            continue
        seat = chance.randrange(state.rules.players)
        reading = read(moment.view(seat))
        gone = {card for trick in (*hand.tricks, hand.trick) for card in trick.cards}
        unseen = set(DECK) - set(state.cards[seat]) - gone - {hand.turned}
        assert cards_in(reading.own) == set(state.cards[seat])
        assert cards_in(reading.unseen) == unseen
        assert reading.hidden == sum(reading.counts) == len(unseen)
        assert reading.held == tuple(len(cards) for cards in state.cards)
        assert reading.needs == tuple(hand.needs(other) for other in range(state.rules.players))
        assert reading.demand == sum(
            max(0, hand.needs(other) or 0) for other in range(state.rules.players) if other != seat
        )
        for other, void in enumerate(reading.voids):
            assert not any(void >> card.suit & 1 for card in state.cards[other])
        for card in state.cards[seat]:
            assert reading.higher(card) == sum(each.suit == card.suit and each.rank > card.rank for each in unseen)
            assert reading.is_top(card) == (reading.higher(card) == 0)


@given(game=beginnings(), seed=st.integers())
def test_a_seat_that_did_not_follow_is_known_to_be_void(game: Game, seed: int) -> None:
    chance = Random(seed)
    for moment in positions(game, chance):
        if moment.state.phase is Phase.PLAY:
            reading = read(moment.view(0))
            for trick in (*moment.state.hand.tricks, moment.state.hand.trick):
                for seat, card in trick.plays(moment.state.rules.players):
                    assert trick.led is not None
                    assert card.suit == trick.led or reading.voids[seat] >> trick.led & 1


def test_a_watcher_has_nothing_to_read() -> None:
    game = Game.start(ENGLISH, seed_from_text("watched"), dealer=0)
    with pytest.raises(LookupError, match="give the view of a seat"):
        read(game.view(None))


def cards_in(suits: tuple[int, ...]) -> set[Card]:
    """The cards of a bit set for each suit."""
    return {card for card in DECK if suits[card.suit] >> card.rank & 1}
