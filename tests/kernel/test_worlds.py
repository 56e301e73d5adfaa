"""Law 4: sampled worlds are deals that the seat cannot tell from the true one, and each is exactly as likely."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from tests.kernel.situations import Situation, World, situations, sort_world
from tests.kernel.test_hands import deviation
from upriver.bots import kernel
from upriver.rules import (
    DECK,
    Bid,
    Card,
    Dealt,
    Limit,
    Rules,
    Started,
    Suit,
    Trick,
    Trump,
    View,
    apply,
    decide,
    fold,
    max_size,
    parse_cards,
    sort_cards,
    view,
)

TABLES = (
    "players=3 sizes=16",
    "players=3 sizes=17 trump=none",
    "players=4 sizes=12",
    "players=4 sizes=12 trump=none limit=free bidding=together",
    "players=5 sizes=10",
    "players=6 sizes=8",
    "players=7 sizes=7",
)
"""Big hands, of which little is left in the stock: late in them all deals can be counted."""

MOST_DEALS, DRAWS_OF_EACH = 500, 20


@cache
def countable(text: str) -> tuple[tuple[Situation, tuple[World, ...]], ...]:
    """Moments of random hands with at least 6 deals and not too many, of each hand the one that voids narrow most."""
    rng = Random(f"uniform {text}")
    found = []
    for mixing in (1, 1, 1, 1, 2, 2, 2, 9, 9, 9):
        fitting = []
        for situation in situations(Rules.parse(text), rng, mixing=mixing):
            if len(situation.unseen) <= 18:
                deals = tuple(islice(situation.deals(), MOST_DEALS + 1))
                if 6 <= len(deals) <= MOST_DEALS:
                    fitting.append((situation, deals))
        if fitting:
            situation, deals = max(fitting, key=lambda pair: pair[0].blind_deals / len(pair[1]))
            found.append((situation, tuple(map(sort_world, deals))))
    return tuple(found)


@pytest.mark.parametrize("text", TABLES)
def test_every_deal_that_fits_is_as_likely(text: str) -> None:
    found = countable(text)
    assert len(found) >= 6
    chi_square, freedom = 0.0, 0
    for situation, deals in found:
        draws = DRAWS_OF_EACH * len(deals)
        worlds = Counter(map(sort_world, kernel.sample(situation.view, draws, seed=7)))
        assert set(worlds) <= set(deals)
        part = sum((worlds[deal] - DRAWS_OF_EACH) ** 2 / DRAWS_OF_EACH for deal in deals)
        assert abs(deviation(part, len(deals) - 1)) < 4.5
        chi_square, freedom = chi_square + part, freedom + len(deals) - 1
    assert abs(deviation(chi_square, freedom)) < 3.5


def test_the_situations_are_hard_enough() -> None:
    """Several seats with voids, so tight that dealing blindly and rejecting would find one deal in hundreds."""
    found = [situation for text in TABLES for situation in countable(text)]
    tight = [pair for pair in found if pair[0].blind_deals > 300 * len(pair[1])]
    assert len(tight) >= 10
    assert sum(sum(map(bool, situation.voids)) >= 3 for situation, _ in tight) >= 5
    with_stock = [s for s, _ in found if len(s.unseen) > sum(s.view.hand.held(seat) for seat in s.others)]
    assert len(with_stock) >= 10


def test_the_true_deal_is_not_favoured() -> None:
    hits = expected = variance = 0.0
    for text in TABLES:
        for situation, deals in countable(text):
            truth = tuple(map(sort_cards, situation.state.cards))
            assert truth in deals
            draws, chance = 1000, 1 / len(deals)
            hits += sum(sort_world(world) == truth for world in kernel.sample(situation.view, draws, seed=3))
            expected += draws * chance
            variance += draws * chance * (1 - chance)
    assert abs(hits - expected) < 3.5 * variance**0.5


def test_the_truth_behind_a_view_does_not_matter() -> None:
    """Two games that the seat cannot tell apart give the same worlds."""
    for situation, deals in countable(TABLES[0]):
        other = view(situation.replay(deals[0]), situation.seat)
        assert other == situation.view
        assert kernel.sample(other, 20) == kernel.sample(situation.view, 20)


def test_before_the_first_card_each_card_is_anywhere_by_its_share() -> None:
    (situation, *_) = situations(Rules(players=5, sizes=(6,)), Random("shares"))
    draws, players = 6000, 5
    places = {card: [0] * players for card in situation.unseen}
    for world in kernel.sample(situation.view, draws, seed=5):
        for seat, held in enumerate(world):
            for card in held if seat != situation.seat else ():
                places[card][seat] += 1
    mean = draws * 6 / len(situation.unseen)
    counts = [row[seat] for row in places.values() for seat in situation.others]
    assert abs(deviation(sum((count - mean) ** 2 / mean for count in counts), len(counts))) < 4


@pytest.mark.parametrize("players", range(3, 8))
def test_every_world_is_one_that_the_seat_sees_as_it_sees_the_game(players: int) -> None:
    """At any moment of hands of any size: the same cards dealt otherwise and played alike give the same view."""
    rng = Random(f"law 4, {players}")
    for trump in Trump:
        for size in range(1, max_size(players, trump) + 1):
            rules = Rules(players=players, sizes=(size,), trump=trump)
            if rng.random() < 0.3:
                rules = Rules.parse(f"{rules} limit=free bidding=together")
            moments = list(situations(rules, rng))
            for situation in rng.sample(moments, min(3, len(moments))):
                for world in kernel.sample(situation.view, 4, seed=rng.getrandbits(64)):
                    _check(situation, world)


def _check(situation: Situation, world: World) -> None:
    hand = situation.view.hand
    assert [len(held) for held in world] == [hand.held(seat) for seat in range(len(world))]
    assert sort_cards(world[situation.seat]) == situation.view.cards
    cards = [card for seat in situation.others for card in world[seat]]
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(situation.unseen)
    assert not any(card.suit in situation.voids[seat] for seat in situation.others for card in world[seat])
    assert view(situation.replay(world), situation.seat) == situation.view


def test_seed_and_count_fix_the_worlds_on_every_copy() -> None:
    rng = Random("fixed")
    for situation in situations(Rules(), rng):
        worlds = kernel.sample(situation.view, 30, seed=11, copy="generic")
        assert len(worlds) == 30
        assert worlds[:7] == kernel.sample(situation.view, 7, seed=11, copy="generic")
        assert all(kernel.sample(situation.view, 30, seed=11, copy=copy) == worlds for copy in kernel.copies())
    (first, *_) = situations(Rules(), rng)
    assert kernel.sample(first.view, 30, seed=1) != kernel.sample(first.view, 30, seed=2)


def test_a_view_that_no_deal_fits_is_refused() -> None:
    """Put together by hand: neither of the others follows clubs, and there is room for one club in the stock."""
    rules = Rules(players=3, sizes=(17,), trump=Trump.NONE, limit=Limit.FREE)
    held = parse_cards("2C"), parse_cards("2D"), parse_cards("3D")
    own = tuple(card for card in DECK if card.suit in (Suit.SPADES, Suit.HEARTS))[:16]
    state = fold((Started(rules, dealer=2), Dealt((held[0] + own, *_any_deal(held[1:], own)), None)))
    for seat in range(3):
        state = apply(state, decide(state, Bid(seat, 5)))
    trick = Trick(0, tuple(cards[0] for cards in held), 0)
    hand = replace(state.hand, tricks=(trick,), taken=(1, 0, 0), turn=0)
    forged = View(replace(state.public, hand=hand), 0, own, None)
    with pytest.raises(ValueError, match="no deal"):
        kernel.sample(forged, 1)


def _any_deal(first: tuple[tuple[Card, ...], ...], own: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """16 more cards for each of two seats, the clubs among them."""
    gone = {*parse_cards("2C 2D 3D"), *own}
    left = [card for card in DECK if card not in gone]
    return first[0] + tuple(left[:16]), first[1] + tuple(left[16:32])
