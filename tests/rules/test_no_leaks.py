"""No view and no redacted event holds what its seat has not seen. The bytes are searched, not the fields."""

from __future__ import annotations

import gc
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from types import ModuleType

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.playing import play_out, positions, states
from tests.strategies import beginnings, examples
from upriver.rules import DECK, ENGLISH, BidSealed, Card, Dealt, Game, Hand, State, mix, redact, view
from upriver.rules.codec import encode

RANDOM = st.integers(0, 2**32).map(Random)
CARD = re.compile("(10|[2-9JQKA])[CDHS♣♦♠♥]")


def serialised(value: object) -> str:
    return json.dumps(encode(value), ensure_ascii=False)


def named_in(value: object) -> Counter[str]:
    """How often each card is named anywhere in the serialised value, inside of other words too."""
    return Counter(found.group() for found in CARD.finditer(serialised(value)))


def names_of(cards: Iterable[Card]) -> Counter[str]:
    return Counter(map(str, cards))


def played_in(hand: Hand) -> Counter[str]:
    """The cards that lie open in the hand."""
    shown = names_of(card for trick in (*hand.tricks, hand.trick) for card in trick.cards)
    return shown + names_of([hand.turned] if hand.turned else [])


def eyes(state: State) -> tuple[int | None, ...]:
    """Every seat, and a watcher."""
    return (*range(state.rules.players), None)


@given(beginnings(), RANDOM)
def test_no_view_holds_a_card_that_its_seat_has_not_seen(game: Game, rng: Random) -> None:
    for live in positions(game, rng):
        state, hand = live.state, live.state.public.hand
        # The draw and each hand before have a deck of their own: a card seen there may be hidden in this hand.
        before = names_of(card for turn in state.public.draw for _, card in turn)
        for past in state.public.past:
            before += played_in(past)
        shown = Counter[str]() if hand is None else played_in(hand)
        for seat in eyes(state):
            own = names_of(() if seat is None else state.cards[seat])
            found = named_in(view(state, seat))
            for card in map(str, DECK):
                if not shown[card] and not own[card]:
                    assert found[card] == before[card], f"seat {seat} is shown {card}"
            assert found == before + shown + own


@given(beginnings(), RANDOM)
def test_no_redacted_event_holds_a_card_that_its_seat_may_not_see(game: Game, rng: Random) -> None:
    for event, state in states(play_out(game, rng).events):
        for seat in eyes(state):
            found = named_in(redact(event, seat))
            if isinstance(event, Dealt):
                own = () if seat is None else event.cards[seat] or ()
                assert found == names_of((*own, *([event.turned] if event.turned else [])))
            else:
                assert found == named_in(event)


@given(beginnings(), RANDOM)
def test_no_view_and_no_redacted_event_holds_the_hidden_bid_of_another(game: Game, rng: Random) -> None:
    """Whatever the others have sealed, the seat gets the same bytes."""
    for event, state in states(play_out(game, rng).events):
        for seat in eyes(state):
            others = [other for other, bid in enumerate(state.sealed) if bid is not None and other != seat]
            for other in others:
                sealed = (*state.sealed[:other], state.hand.size + 1, *state.sealed[other + 1 :])
                swapped = replace(state, sealed=sealed)
                assert serialised(view(swapped, seat)) == serialised(view(state, seat))
            if isinstance(event, BidSealed) and event.seat != seat:
                swapped_event = replace(event, bid=state.hand.size + 1)
                assert serialised(redact(swapped_event, seat)) == serialised(redact(event, seat))


@given(beginnings(), RANDOM)
def test_no_view_and_no_event_holds_the_seed_before_the_game_is_over(game: Game, rng: Random) -> None:
    added = game.state.public.contributions
    long_seed = Game.start(game.state.rules, rng.randbytes(32), contributions=added)
    mixed = mix(long_seed.seed, added)
    for event, state in states(play_out(long_seed, rng).events):
        for seat in eyes(state):
            shown = serialised(view(state, seat)) + serialised(redact(event, seat))
            assert (long_seed.seed.hex() in shown) == (state.public.seed is not None)
            assert mixed == long_seed.seed or mixed.hex() not in shown


@examples(0.2)
@given(beginnings(), RANDOM)
def test_no_state_can_be_reached_from_a_view(game: Game, rng: Random) -> None:
    for live in positions(game, rng):
        for seat in eyes(live.state):
            assert not [thing for thing in reachable(view(live.state, seat)) if isinstance(thing, State)]


def reachable(thing: object) -> list[object]:
    """All that the thing refers to, itself included; types and modules are not followed."""
    met, waiting = {id(thing): thing}, [thing]
    while waiting:
        for other in gc.get_referents(waiting.pop()):
            if id(other) not in met and not isinstance(other, type | ModuleType):
                met[id(other)] = other
                waiting.append(other)
    return list(met.values())


def test_a_state_would_be_found_if_a_view_held_one() -> None:
    state = Game.start(ENGLISH, b"reach").state
    assert any(isinstance(thing, State) for thing in reachable((view(state, 0), [state])))
