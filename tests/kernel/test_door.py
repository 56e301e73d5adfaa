"""The door of the kernel: wrong arguments are refused in Python and quoted; nothing crashes."""

from __future__ import annotations

import struct
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernel.situations import Situation, situations
from upriver.bots import kernel
from upriver.bots.kernel import Budget
from upriver.rules import DECK, Bid, Rules, Suit, View, legal_actions, parse_cards, view

RULES = kernel.pack_rules(Rules(), size=10, dealer=0, trump=None)
MOMENTS = tuple(situations(Rules(sizes=(7,)), Random("door")))
WILD = st.integers(-(2**70), 2**70) | st.sampled_from((0, -1, 2**31, 2**32, 2**40 + 1, 2**63, 2**64))


def small_tables() -> bytes:
    return bytes([128]) * kernel.cells()


@given(hands=WILD, seed=WILD, threads=WILD)
def test_wild_numbers_are_quoted(hands: int, seed: int, threads: int) -> None:
    fine = 1 <= hands <= 1000 and 0 <= seed < 2**64 and 1 <= threads <= kernel.MOST_THREADS
    if fine or 1000 < hands <= kernel.MOST_HANDS:
        hands = 0
    for call in (
        lambda: kernel.playouts(RULES, hands, seed=seed, threads=threads),
        lambda: kernel.lessons(RULES, 5, small_tables(), hands, explore=0, seed=seed, threads=threads),
    ):
        with pytest.raises(ValueError, match=rf"hands {hands}, seed {seed}, threads {threads}: "):
            call()


@given(count=WILD.filter(lambda n: not 1 <= n <= kernel.MOST_WORLDS))
def test_wild_counts_and_places_are_quoted(count: int) -> None:
    with pytest.raises(ValueError, match=f"count {count}, "):
        kernel.sample(MOMENTS[0].view, count)
    with pytest.raises(ValueError, match=f"seed {-1 - abs(count)}, "):
        kernel.sample(MOMENTS[0].view, 1, seed=-1 - abs(count))
    with pytest.raises(ValueError, match=f"index {-abs(count) - 1}, "):
        kernel.trace(RULES, seed=0, index=-abs(count) - 2)


@given(numbers=st.lists(st.integers(-(2**31), 2**31 - 1), min_size=16, max_size=16), places=st.sets(st.integers(0, 15)))
def test_packed_rules_of_any_content_are_played_or_refused(numbers: list[int], places: set[int]) -> None:
    """Good rules with some of their numbers replaced by wild ones."""
    good = struct.unpack("<16i", RULES)
    mixed = [number if place in places else good[place] for place, number in enumerate(numbers)]
    packed = struct.pack("<16i", *mixed)
    refused = None
    try:
        points, made = kernel.playouts(packed, 3, threads=2)
        assert len(points) == len(made) == mixed[0]
        kernel.trace(packed, seed=0, index=0)
    except ValueError as error:
        refused = str(error)
    assert refused is None or str(tuple(mixed)) in refused


@given(numbers=st.tuples(*[st.integers(-1, 18)] * 5, st.integers(-1, 2), st.integers(-1, 2)))
def test_packed_rules_that_nearly_fit_are_played_or_refused(numbers: tuple[int, ...]) -> None:
    packed = struct.pack("<16i", *numbers, *struct.unpack("<16i", RULES)[7:])
    players, size, dealer, trump, limit, turns_card, together = numbers
    fits = 3 <= players <= 7 and size >= 1 and players * size + turns_card <= 52 and 0 <= dealer < players
    if fits and 0 <= trump <= 4 and 0 <= limit <= 2 and {turns_card, together} <= {0, 1}:
        assert len(kernel.playouts(packed, 2)[0]) == players
    else:
        with pytest.raises(ValueError, match="none that pack_rules gives"):
            kernel.playouts(packed, 2)


@given(st.binary(max_size=200).filter(lambda data: len(data) != len(RULES)))
def test_packed_rules_of_another_length_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=f"rules of {len(data)} bytes"):
        kernel.playouts(data, 1)
    with pytest.raises(ValueError, match=f"rules of {len(data)} bytes"):
        kernel.trace(data, seed=0, index=0)


def test_tables_of_another_length_are_refused() -> None:
    seen = MOMENTS[0].view
    for tables in (b"", b"x" * 100, small_tables() + b"x"):
        for call in (
            lambda tables=tables: kernel.policy(seen, tables),
            lambda tables=tables: kernel.search(seen, tables, Budget(16)),
            lambda tables=tables: kernel.lessons(RULES, 5, tables, 1, explore=0, seed=0),
        ):
            with pytest.raises(ValueError, match=f"tables of {len(tables)} bytes; the kernel's have {kernel.cells()}"):
                call()


@pytest.mark.parametrize(
    ("most", "explore"), [(0, 0.5), (13, 0.5), (17, 0.5), (-1, 0.5), (5, -0.1), (5, 1.1), (5, float("nan"))]
)
def test_lessons_that_the_deck_cannot_give_are_refused(most: int, explore: float) -> None:
    with pytest.raises(ValueError, match=f"most {most} goes from 1 to 12 and explore {explore} "):
        kernel.lessons(RULES, most, small_tables(), 1, explore=explore, seed=0)


@given(
    worlds=st.integers(-10, 200_000),
    proposals=st.integers(-2, 70),
    steps=st.tuples(st.integers(-2, 70), st.integers(-2, 70)),
    heats=st.tuples(st.floats(), st.floats()),
)
def test_a_budget_out_of_range_is_quoted(
    worlds: int, proposals: int, steps: tuple[int, int], heats: tuple[float, float]
) -> None:
    (shortlist, changes), (bid_heat, play_heat) = steps, heats
    good = 16 <= worlds <= 100_000 and 1 <= proposals <= 64 and 1 <= shortlist <= 64 and 0 <= changes <= 64
    if good and 0 < bid_heat <= 100 and 0 <= play_heat <= 100:
        Budget(worlds, proposals, shortlist, changes, bid_heat, play_heat)
    else:
        with pytest.raises(ValueError, match=f"worlds={worlds}, proposals={proposals}, shortlist={shortlist}, "):
            Budget(worlds, proposals, shortlist, changes, bid_heat, play_heat)


def test_size_and_dealer_that_the_rules_do_not_know_are_quoted() -> None:
    for size, dealer in ((11, 0), (0, 0), (5, 4), (5, -1)):
        with pytest.raises(ValueError, match=f"size {size} .* dealer {dealer} "):
            kernel.pack_rules(Rules(), size=size, dealer=dealer, trump=None)


def test_a_seat_that_is_not_to_act_is_refused() -> None:
    for moment in MOMENTS:
        for seat in (*range(4), None):
            if seat != moment.seat:
                with pytest.raises(ValueError, match=f"seat {seat} has nothing to decide"):
                    kernel.sample(view(moment.state, seat), 1)


def with_hand(moment: Situation, **changes: object) -> View:
    seen = moment.view
    return replace(seen, public=replace(seen.public, hand=replace(seen.hand, **changes)))  # type: ignore[arg-type]


def test_views_that_contradict_themselves_are_refused() -> None:
    late = next(moment for moment in MOMENTS if len(moment.view.hand.tricks) == 3)
    seen, hand = late.view, late.view.hand
    gone = hand.tricks[0].cards[0]
    wrong = {
        "holds 5 cards": replace(seen, cards=(*seen.cards, late.unseen[0])),
        "holds 0 cards": replace(seen, cards=()),
        "two places": replace(seen, cards=(gone, *seen.cards[1:])),
        "two places at once": replace(seen, cards=(seen.cards[1], *seen.cards[1:])),
        "go from 0 to 7": with_hand(late, bids=(8, 0, 0, 0)),
        "go from 0": with_hand(late, bids=(0, -1, 0, 0)),
        "size 9 and": with_hand(late, size=9),
        "dealer 4 do": with_hand(late, dealer=4),
    }
    for message, forged in wrong.items():
        for call in (
            lambda forged=forged: kernel.sample(forged, 1),
            lambda forged=forged: kernel.policy(forged, small_tables()),
            lambda forged=forged: kernel.search(forged, small_tables(), Budget(16)),
        ):
            with pytest.raises(ValueError, match=message):
                call()


@given(st.data())
def test_no_forged_view_crashes(data: st.DataObject) -> None:
    """A seat's view with parts of it exchanged for any other: what is not refused gives choices and worlds."""
    moment = data.draw(st.sampled_from(MOMENTS))
    seen, hand = moment.view, moment.view.hand
    cards = st.sampled_from(DECK)
    forged = with_hand(
        moment,
        dealer=data.draw(st.just(hand.dealer) | st.integers(-1, 5)),
        trump=data.draw(st.just(hand.trump) | st.sampled_from(Suit)),
        turned=data.draw(st.just(hand.turned) | st.none() | cards),
        turn=data.draw(st.just(hand.turn) | st.integers(0, 3)),
        bids=data.draw(st.just(hand.bids) | st.tuples(*[st.none() | st.integers(-1, 9)] * 4)),
        tricks=data.draw(st.just(hand.tricks) | st.lists(st.sampled_from(hand.tricks or (hand.trick,))).map(tuple)),
    )
    held = data.draw(st.just(seen.cards) | st.lists(cards, max_size=9).map(tuple))
    forged = replace(forged, seat=data.draw(st.just(seen.seat) | st.integers(0, 3)), cards=held)
    try:
        worlds = kernel.sample(forged, 3)
        choices = kernel.search(forged, small_tables(), Budget(16, proposals=2))
    except ValueError:
        return
    assert len(worlds) == 3
    assert choices


def test_sets_of_cards_round_trip() -> None:
    assert kernel.unpack_cards(kernel.pack_cards(parse_cards("2C AS QH"))) == parse_cards("2C QH AS")
    assert [kernel.card_number(card) for card in kernel.CARDS] == list(range(52))
    assert set(kernel.CARDS) == set(DECK)
    assert kernel.unpack_cards(0) == ()


def test_choices_are_legal_and_the_best_comes_first() -> None:
    for moment in MOMENTS:
        choices = kernel.search(moment.view, small_tables(), Budget(32), seed=4)
        assert {choice.action for choice in choices} <= set(legal_actions(moment.view))
        assert choices[0].error == 0
        assert max(choices, key=lambda choice: choice.value).value == choices[0].value


def test_tricks_and_winning_cards_add_up() -> None:
    several = 0
    for moment in MOMENTS:
        view = moment.view
        seat, scoring, size = view.seat, view.rules.scoring, view.hand.size
        assert seat is not None
        choices = kernel.search(view, small_tables(), Budget(64, proposals=2), seed=9)
        for choice in choices if len(choices) > 1 else ():
            several += 1
            bid = choice.action.bid if isinstance(choice.action, Bid) else view.hand.bids[seat]
            assert bid is not None
            assert len(choice.tricks) == size + 1
            assert len(choice.wins) == len(view.cards)
            assert sum(choice.tricks) == pytest.approx(1)
            points = sum(part * scoring.points(bid, taken) for taken, part in enumerate(choice.tricks))
            assert points == pytest.approx(choice.value)
            mean = sum(part * taken for taken, part in enumerate(choice.tricks))
            assert sum(choice.wins) == pytest.approx(mean - view.hand.taken[seat])
    assert several > 20
