from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.playing import play_out
from tests.strategies import beginnings
from upriver.rules import (
    BidMade,
    Card,
    Dealt,
    Drawn,
    Event,
    Game,
    RecordError,
    Rules,
    SeedRevealed,
    Started,
    seed_from_text,
)
from upriver.rules.verify import Difference, verify

GAME = play_out(Game.start(Rules.parse("players=5 sizes=3,2,1"), seed_from_text("oxbow 19")), Random(4))
DEALS = [place for place, event in enumerate(GAME.events) if isinstance(event, Dealt)]


def forged(place: int, event: Event) -> list[Event]:
    return [*GAME.events[:place], event, *GAME.events[place + 1 :]]


def dealt(hand: int) -> Dealt:
    event = GAME.events[DEALS[hand - 1]]
    assert isinstance(event, Dealt)
    return event


def cards_of(event: Dealt, seat: int) -> tuple[Card, ...]:
    cards = event.cards[seat]
    assert cards is not None
    return cards


def exchanged(event: Dealt, one: int, other: int) -> Dealt:
    """The deal with the first cards of two seats exchanged."""
    cards = list(event.cards)
    (first, *rest), (second, *others) = cards_of(event, one), cards_of(event, other)
    cards[one], cards[other] = (second, *rest), (first, *others)
    return replace(event, cards=tuple(cards))


def test_an_honest_game_is_fair() -> None:
    verdict = verify(GAME.events)
    assert (verdict.is_fair, verdict.commitment_holds, verdict.hands, verdict.has_draw) == (True, True, 3, True)
    assert verdict.differences == ()


def test_contributions_are_mixed_in_and_counted() -> None:
    game = play_out(Game.start(GAME.state.rules, b"seed", contributions=(b"a", b"b")), Random(4))
    started = game.events[0]
    assert isinstance(started, Started)
    verdict = verify(game.events)
    assert (verdict.is_fair, verdict.contributions) == (True, 2)
    assert verify(GAME.events).contributions == 0
    for others in ((), (b"a",), (b"a", b"c"), (b"a", b"b", b"b"), (b"ab",)):
        forged_start = replace(started, contributions=others)
        events: list[Event] = [event for event in game.events if not isinstance(event, Drawn)]
        events[0] = replace(forged_start, dealer=game.state.sheet.rows[0].dealer)
        assert [difference.hand for difference in verify(events).differences] == [1, 2, 3]


@given(beginnings(), st.integers(0, 2**32))
def test_every_honest_game_is_fair(game: Game, seed: int) -> None:
    verdict = verify(play_out(game, Random(seed)).events)
    assert verdict.is_fair
    assert verdict.hands == game.state.rules.hands


@pytest.mark.parametrize("hand", [1, 2, 3])
def test_two_cards_exchanged_are_found_in_their_hand(hand: int) -> None:
    right = dealt(hand)
    verdict = verify(forged(DEALS[hand - 1], exchanged(right, 1, 3)))
    found, given_card = cards_of(right, 3)[0], cards_of(right, 1)[0]
    assert not verdict.is_fair
    assert verdict.commitment_holds
    assert verdict.differences == (
        Difference(hand, f"seat 1, card 1 is {found} where the seed gives {given_card}"),
    )  # fmt: skip


def test_cards_dealt_in_another_order_are_found() -> None:
    right = dealt(1)
    cards = tuple(tuple(reversed(cards_of(right, seat))) for seat in range(5))
    verdict = verify(forged(DEALS[0], replace(right, cards=cards)))
    assert [difference.hand for difference in verdict.differences] == [1]


def test_another_turned_card_is_found() -> None:
    right = dealt(2)
    held = {card for cards in right.cards for card in cards or ()}
    other = next(card for card in (Card.parse("2C"), Card.parse("3C")) if card not in {*held, right.turned})
    verdict = verify(forged(DEALS[1], replace(right, turned=other)))
    assert verdict.differences == (Difference(2, f"{other} is turned where the seed gives {right.turned}"),)


def test_a_deal_of_another_size_is_found() -> None:
    right = dealt(1)
    verdict = verify(forged(DEALS[0], replace(right, cards=(*right.cards[:2], (), *right.cards[3:]))))
    assert verdict.differences == (Difference(1, "seat 2 has 0 cards where the rules give 3"),)


def test_a_forged_draw_is_found() -> None:
    place = next(place for place, event in enumerate(GAME.events) if isinstance(event, Drawn))
    drawn = GAME.events[place]
    assert isinstance(drawn, Drawn)
    first, second, *rest = drawn.cards
    cards = (Card.parse("3D"), second, *rest)
    verdict = verify(forged(place, Drawn(cards)))
    assert verdict.differences[0] == Difference(0, f"card 1 is 3D where the seed gives {first}")


def test_a_draw_that_goes_another_way_cannot_be_checked() -> None:
    place = next(place for place, event in enumerate(GAME.events) if isinstance(event, Drawn))
    drawn = GAME.events[place]
    assert isinstance(drawn, Drawn)
    with pytest.raises(RecordError, match="the draw for first dealer does not follow the rules"):
        verify(forged(place, Drawn((Card.parse("AC"), *drawn.cards[1:]))))


def test_several_forged_hands_are_all_named() -> None:
    events = forged(DEALS[0], exchanged(dealt(1), 0, 1))
    events[DEALS[2]] = exchanged(dealt(3), 2, 4)
    assert [difference.hand for difference in verify(events).differences] == [1, 3]


def test_another_seed_does_not_hold_the_commitment() -> None:
    verdict = verify(forged(len(GAME.events) - 1, SeedRevealed(b"another")))
    assert not verdict.commitment_holds
    assert not verdict.is_fair


def test_a_hand_too_many_is_found() -> None:
    verdict = verify([*GAME.events, dealt(3)])
    assert verdict.differences == (Difference(4, "the rules have 3 hands only"),)


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([], "a game begins with Started"),
        ([BidMade(0, 1)], "a game begins with Started"),
        ([Started(Rules())], "this game began without a commitment, so its deals cannot be checked"),
        (GAME.events[:-1], "the seed is not revealed; the deals can be checked when the game is over"),
    ],
)
def test_a_game_that_cannot_be_checked_says_why(events: list[Event], message: str) -> None:
    with pytest.raises(RecordError) as raised:
        verify(events)
    assert str(raised.value) == message


@given(beginnings(), st.integers(0, 2**32), st.data())
def test_any_two_cards_exchanged_in_any_game_are_found(game: Game, seed: int, data: st.DataObject) -> None:
    events = list(play_out(game, Random(seed)).events)
    deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    hand = data.draw(st.integers(1, len(deals)))
    one, other = data.draw(st.lists(st.integers(0, game.state.rules.players - 1), min_size=2, max_size=2, unique=True))
    event = events[deals[hand - 1]]
    assert isinstance(event, Dealt)
    events[deals[hand - 1]] = exchanged(event, one, other)
    assert [difference.hand for difference in verify(events).differences] == [hand]
