"""The decisions that stand in a record."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.review.games import play
from upriver.review.moments import Moment, played
from upriver.rules import (
    Bid,
    BidChanged,
    BidMade,
    CardPlayed,
    Event,
    Game,
    Play,
    RecordError,
    Rules,
    TakenBack,
    fold,
    legal_actions,
    seed_from_text,
    view,
)


def moments(events: list[Event]) -> tuple[Moment, ...]:
    return tuple(moment for hand in played(events).hands for moment in hand.moments)


def start(rules: str) -> Game:
    return Game.start(Rules.parse(rules), seed_from_text("moments"), dealer=0)


def play_out(game: Game) -> None:
    while not game.is_over:
        game.act(legal_actions(game.view(game.to_act[0]))[0])


def test_every_bid_and_card_is_a_moment_with_what_its_seat_saw() -> None:
    events = play("random rule easy", "sizes=3-1-3")
    done = [place for place, event in enumerate(events) if isinstance(event, BidMade | CardPlayed)]
    found = moments(events)
    assert [moment.place for moment in found] == done
    for moment in found:
        assert moment.view == view(fold(events[: moment.place]), moment.action.seat)
        assert moment.action in legal_actions(moment.view)


def test_a_changed_bid_is_one_decision_as_it_stood_at_last() -> None:
    game = start("players=3 sizes=4")
    game.act(Bid(1, 3))
    game.act(Bid(1, 2))
    game.act(Bid(2, 0))
    game.act(Bid(0, 0))
    game.act(Bid(0, 1))
    assert sum(isinstance(event, BidChanged) for event in game.events) == 2
    play_out(game)
    bids = [moment for moment in moments(game.events) if isinstance(moment.action, Bid)]
    assert [moment.action for moment in bids] == [Bid(1, 2), Bid(2, 0), Bid(0, 1)]
    assert bids[0].view.own_bid(1) is None


def test_hidden_bids_are_one_decision_each() -> None:
    game = start("players=3 sizes=4 limit=free bidding=together")
    for seat, bid in ((2, 1), (0, 3), (2, 2), (1, 0)):
        game.act(Bid(seat, bid))
    play_out(game)
    bids = [moment.action for moment in moments(game.events) if isinstance(moment.action, Bid)]
    assert bids == [Bid(2, 2), Bid(0, 3), Bid(1, 0)]


def test_what_was_taken_back_does_not_stand() -> None:
    game = start("players=3 sizes=2")
    game.act(Bid(1, 2))
    game.take_back(1)
    game.act(Bid(1, 1))
    game.act(Bid(2, 1))
    game.act(Bid(0, 1))
    card = legal_actions(game.view(1))[0]
    game.act(card)
    game.take_back(1)
    other = legal_actions(game.view(1))[1]
    game.act(other)
    assert sum(isinstance(event, TakenBack) for event in game.events) == 2
    play_out(game)
    found = [moment.action for moment in moments(game.events)]
    assert found[:4] == [Bid(1, 1), Bid(2, 1), Bid(0, 1), other]
    assert len(found) == 3 + 6


def test_only_finished_hands_are_there() -> None:
    events = play("random random random", "sizes=2,3,1", hands=1)
    longer = play("random random random", "sizes=2,3,1", hands=2)
    assert [hand.row.size for hand in played(longer[: len(events) + 4]).hands] == [2]
    assert [hand.row.size for hand in played(longer).hands] == [2, 3]


def test_a_game_without_a_finished_hand_cannot_be_reviewed() -> None:
    game = start("players=3 sizes=2")
    for events in (game.events, game.events[:1]):
        with pytest.raises(RecordError, match="no hand of this game is finished yet"):
            played(events)


def test_moments_are_in_order() -> None:
    found = moments(play("random random random random", "sizes=4"))
    assert all(before.place < after.place for before, after in pairwise(found))
    assert sum(isinstance(moment.action, Play) for moment in found) == 16
