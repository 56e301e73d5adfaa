from __future__ import annotations

from random import Random

import pytest

from tests.rules.playing import play_out
from upriver.rules import (
    Bid,
    BidMade,
    BidSealed,
    BidsRevealed,
    CardPlayed,
    Dealt,
    Drawn,
    EventError,
    Game,
    Rules,
    SeedRevealed,
    Started,
    TakenBack,
    commit,
    legal_actions,
    parse_action,
    seed_from_text,
)

RULES = Rules.parse("players=3 sizes=1,2")


def test_a_game_starts_with_a_commitment_the_draw_and_the_first_deal() -> None:
    game = Game.start(RULES, b"seed", names=("Ann", "Bea", "Cy"))
    assert game.events[0] == Started(RULES, ("Ann", "Bea", "Cy"), None, commit(b"seed"))
    assert [type(event) for event in game.events[1:]] == [Drawn, Dealt]
    assert game.to_act == ((game.state.hand.dealer + 1) % 3,)


def test_a_chosen_dealer_needs_no_draw() -> None:
    game = Game.start(RULES, b"seed", dealer=1)
    assert [type(event) for event in game.events] == [Started, Dealt]
    assert game.state.hand.dealer == 1


def test_the_draw_goes_on_until_one_is_highest() -> None:
    game = Game.start(Rules(players=5), seed_from_text("oxbow 19"))
    assert [type(event) for event in game.events] == [Started, Drawn, Drawn, Drawn, Dealt]


def test_an_action_returns_its_event_and_what_the_table_did_next() -> None:
    game = Game.start(RULES, b"seed", dealer=2)
    assert game.act(Bid(0, 1)) == (BidMade(0, 1),)
    game.act(Bid(1, 1))
    game.act(Bid(2, 1))
    for seat in (0, 1):
        game.act(parse_action(f"{seat}:{game.state.cards_of(seat)[0]}"))
    (last,) = game.state.cards_of(2)
    played, dealt = game.act(parse_action(f"2:{last}"))
    assert played == CardPlayed(2, last)
    assert isinstance(dealt, Dealt)


def test_hidden_bids_are_revealed_by_the_table() -> None:
    game = Game.start(Rules.parse("players=3 sizes=2 limit=free bidding=together"), b"seed", dealer=2)
    assert game.act(Bid(1, 1)) == (BidSealed(1, 1),)
    assert game.act(Bid(0, 2)) == (BidSealed(0, 2),)
    assert game.act(Bid(2, 0)) == (BidSealed(2, 0), BidsRevealed((2, 1, 0)))


def test_a_bid_or_card_can_be_taken_back_until_the_hand_ends() -> None:
    game = Game.start(RULES, b"seed", dealer=2)
    before = game.state
    game.act(Bid(0, 1))
    assert game.take_back(0) == TakenBack(0)
    assert game.state == before
    with pytest.raises(EventError, match="nothing can be taken back"):
        game.take_back(0)
    for text in ("0:1", "1:0", "2:1", *(f"{seat}:{game.state.cards_of(seat)[0]}" for seat in range(3))):
        game.act(parse_action(text))
    events = list(game.events)
    with pytest.raises(EventError, match="nothing can be taken back"):
        game.take_back(2)
    assert game.events == events


def test_the_last_card_shows_the_seed() -> None:
    game = play_out(Game.start(RULES, b"seed"), Random(1))
    assert game.events[-1] == SeedRevealed(b"seed")
    assert game.is_over
    assert game.to_act == ()


def test_contributions_make_other_deals_of_the_same_commitment_in_any_order() -> None:
    plain = Game.start(RULES, b"seed")
    mixed = [Game.start(RULES, b"seed", contributions=added) for added in ((b"a", b"b"), (b"b", b"a"), (b"ab",))]
    assert {game.state.public.commitment for game in (plain, *mixed)} == {commit(b"seed")}
    assert mixed[0].events[1:] == mixed[1].events[1:]
    assert len({str(game.events[1:]) for game in (plain, *mixed)}) == 3
    assert play_out(mixed[0], Random(1)).events[-1] == SeedRevealed(b"seed")
    assert Game(mixed[0].events, b"seed").state == mixed[0].state


def test_a_game_without_commitment_shows_no_seed() -> None:
    game = play_out(Game([Started(RULES)], b"seed"), Random(1))
    assert game.is_over
    assert isinstance(game.events[-1], CardPlayed)


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    games = [play_out(Game.start(RULES, b"seed"), Random(7)) for _ in range(2)]
    assert games[0].events == games[1].events
    assert games[0].events != play_out(Game.start(RULES, b"other"), Random(7)).events


def test_an_interrupted_game_needs_its_own_seed() -> None:
    game = Game.start(RULES, b"seed", dealer=0)
    with pytest.raises(EventError, match="seed"):
        Game(game.events, b"another")


def test_a_game_needs_its_events_in_order() -> None:
    with pytest.raises(EventError, match="a game begins with Started"):
        Game([BidMade(0, 1)], b"seed")
    with pytest.raises(EventError, match="there are no events"):
        Game([], b"seed")


def test_every_seat_and_a_watcher_can_look() -> None:
    game = Game.start(RULES, b"seed", dealer=2)
    assert [game.view(seat).cards for seat in range(3)] == list(game.state.cards)
    assert game.view(None).cards == ()
    assert legal_actions(game.view(0)) == (Bid(0, 0), Bid(0, 1))


def test_an_action_is_refused_and_nothing_has_changed() -> None:
    game = Game.start(Rules.parse("sizes=2"), b"refused", dealer=3)
    before = (game.state, list(game.events))
    with pytest.raises(ValueError, match="3 is no bid here"):
        game.act(Bid(0, 3))
    assert (game.state, game.events) == before
