"""The laws of the rules over random tables and games: the record, redacted events, equal views, one legality."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.playing import play_out, positions, states
from tests.strategies import beginnings, examples, games
from upriver.rules import (
    DECK,
    ENGLISH,
    Action,
    Bid,
    BidChanged,
    BidMade,
    BidSealed,
    CardPlayed,
    Event,
    EventError,
    Game,
    IllegalActionError,
    Phase,
    Play,
    Rules,
    State,
    TakenBack,
    View,
    apply,
    apply_seen,
    decide,
    due,
    fold,
    last_act,
    legal_actions,
    redact,
    refusal,
    sort_cards,
    view,
)

RANDOM = st.integers(0, 2**32).map(Random)


# Law 1: folding the record gives the live state.


@examples(0.5)
@given(beginnings(), RANDOM)
def test_folding_the_record_gives_the_live_state(game: Game, rng: Random) -> None:
    for live in positions(game, rng):
        assert fold(live.events) == live.state


@given(games())
def test_the_table_owes_the_same_event_again_wherever_a_record_breaks_off(game: Game) -> None:
    followed = [*game.events[1:], None]
    for (_, state), event in zip(states(game.events), followed, strict=True):
        owed = due(state, game.seed)
        assert owed == (None if event is None or isinstance(event, TakenBack) or action_of(event) else event)


@given(games(), st.data())
def test_an_interrupted_game_goes_on_from_any_of_its_events(game: Game, data: st.DataObject) -> None:
    again = Game(game.events[: data.draw(st.integers(1, len(game.events)))], game.seed)
    while len(again.events) < len(game.events):
        event = game.events[len(again.events)]
        if isinstance(event, TakenBack):
            again.take_back(event.seat)
        else:
            action = action_of(event)
            assert action is not None
            again.act(action)
    assert again.events == game.events
    assert again.state == game.state


def action_of(event: Event) -> Action | None:
    """The action that caused the event; None for what the table did."""
    match event:
        case BidMade(seat, bid) | BidChanged(seat, bid) | BidSealed(seat, int(bid)):
            return Bid(seat, bid)
        case CardPlayed(seat, card):
            return Play(seat, card)
    return None


# Law 2: folding a seat's redacted events equals viewing the folded state.


@given(beginnings(), RANDOM)
def test_redacted_events_fold_to_the_view_of_every_seat_and_of_a_watcher(game: Game, rng: Random) -> None:
    play_out(game, rng)
    for seat in (*range(game.state.rules.players), None):
        seen: View | None = None
        for event, state in states(game.events):
            seen = apply_seen(seen, redact(event, seat), seat)
            assert seen == view(state, seat)


# What is taken back leaves no trace in the state.


@examples(0.5)
@given(beginnings(), RANDOM)
def test_taking_back_leads_to_the_state_and_to_every_view_before(game: Game, rng: Random) -> None:
    before_bid: dict[int, State] = {}
    for live in positions(game, rng):
        state = live.state
        for action in legal_actions(state):
            event = decide(state, action)
            after = apply(state, event)
            if isinstance(event, BidMade):
                before_bid[action.seat] = state
            stays = isinstance(event, BidSealed) or after.phase in (Phase.DEAL, Phase.OVER)
            assert last_act(after) == (None if stays else action.seat)
            seats = [seat for seat in range(-1, state.rules.players + 1) if stays or seat != action.seat]
            for seat in seats:
                with pytest.raises(EventError):
                    apply(after, TakenBack(seat))
            if stays:
                continue
            back = before_bid[action.seat] if isinstance(event, BidChanged) else state
            assert apply(after, TakenBack(action.seat)) == back
            for seat in (*range(state.rules.players), None):
                assert apply_seen(view(after, seat), TakenBack(action.seat)) == view(back, seat)


@given(beginnings(), RANDOM)
def test_a_view_says_with_the_state_who_can_take_back(game: Game, rng: Random) -> None:
    for live in positions(game, rng):
        for seat in (*range(live.state.rules.players), None):
            assert last_act(view(live.state, seat)) == last_act(live.state)


@given(games())
def test_a_hand_can_be_taken_back_as_far_as_its_deal_or_its_hidden_bids(game: Game) -> None:
    state = game.state
    while (seat := last_act(state)) is not None:
        state = apply(state, TakenBack(seat))
    if game.state.phase in (Phase.BID, Phase.PLAY):
        bids = game.state.hand.has_bid if state.rules.bidding == "together" else (False,) * state.rules.players
        assert (state.hand.is_lead_open, state.hand.has_bid) == (True, bids)
    else:
        assert state == game.state


# Law 3: two states with equal views for a seat have equal legal actions for it.


def other_world(state: State, seat: int, rng: Random) -> State:
    """A state that the seat cannot tell from this one: all that it has not seen lies elsewhere."""
    hand = state.public.hand
    if hand is None:
        return state
    seen = {*state.cards[seat], *(card for trick in (*hand.tricks, hand.trick) for card in trick.cards), hand.turned}
    hidden = [card for card in DECK if card not in seen]
    rng.shuffle(hidden)
    cards = tuple(
        own if other == seat else sort_cards(tuple(hidden.pop() for _ in own)) for other, own in enumerate(state.cards)
    )
    sealed = tuple(
        bid if other == seat or bid is None else rng.randint(0, hand.size) for other, bid in enumerate(state.sealed)
    )
    return replace(state, cards=cards, sealed=sealed)


def of_seat(actions: tuple[Action, ...], seat: int) -> tuple[Action, ...]:
    return tuple(action for action in actions if action.seat == seat)


@given(beginnings(), RANDOM)
def test_equal_views_have_equal_legal_actions(game: Game, rng: Random) -> None:
    for live in positions(game, rng):
        state = live.state
        for seat in range(state.rules.players):
            world = other_world(state, seat, rng)
            assert view(world, seat) == view(state, seat)
            assert of_seat(legal_actions(world), seat) == of_seat(legal_actions(state), seat)
            assert legal_actions(view(state, seat)) == of_seat(legal_actions(state), seat)
        assert legal_actions(view(state, None)) == ()


@pytest.mark.parametrize("rules", [ENGLISH, Rules.parse("limit=free bidding=together")])
def test_other_worlds_do_lie_elsewhere(rules: Rules) -> None:
    """Else the law above would compare states with themselves."""
    rng = Random(3)
    game = Game.start(rules, b"other worlds")
    moments = [
        other_world(live.state, seat, rng) != live.state
        for live in positions(game, rng)
        for seat in range(4)
        if live.state.hand.size > 1 and not live.is_over
    ]
    assert sum(moments) > 0.95 * len(moments)


# One legality rule, three faces.


def conceivable(state: State) -> Iterator[Action]:
    """Everything that anyone might ask for, seats and bids out of range among it."""
    for seat in range(-1, state.rules.players + 1):
        yield from (Bid(seat, bid) for bid in range(-1, max(state.rules.sizes) + 2))
        yield from (Play(seat, card) for card in DECK)


def accepted(state: State, actions: Iterable[Action]) -> Iterator[Action]:
    """The actions that `decide` lets through; for the others it must raise what `refusal` returns."""
    for action in actions:
        error = refusal(state, action)
        if error is None:
            decide(state, action)
            yield action
        else:
            with pytest.raises(IllegalActionError) as raised:
                decide(state, action)
            assert (raised.value.code, str(raised.value)) == (error.code, str(error))


@examples(0.25)
@given(beginnings(), RANDOM)
def test_legal_actions_decide_and_refusal_are_one_rule(game: Game, rng: Random) -> None:
    for live in positions(game, rng):
        legal = legal_actions(live.state)
        assert len(legal) == len(set(legal))
        assert set(legal) == set(accepted(live.state, conceivable(live.state)))


@given(beginnings(), RANDOM)
def test_legal_actions_begin_with_those_that_the_game_waits_for(game: Game, rng: Random) -> None:
    for live in positions(game, rng):
        waited_for = [action.seat in live.to_act for action in legal_actions(live.state)]
        assert waited_for == sorted(waited_for, reverse=True)
        assert bool(waited_for) == (not live.is_over)


@examples(0.25)
@given(beginnings(), RANDOM)
def test_a_view_refuses_its_own_seat_in_the_words_of_the_state(game: Game, rng: Random) -> None:
    for live in positions(game, rng):
        seen = [view(live.state, seat) for seat in range(live.state.rules.players)]
        for action in conceivable(live.state):
            if 0 <= action.seat < len(seen):
                assert str(refusal(seen[action.seat], action)) == str(refusal(live.state, action))
