"""The shuffle against another program, against what is published, and against chance (docs/fair-deals.md)."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.oracle import RANKS
from tests.strategies import CONTRIBUTIONS, SEEDS
from upriver.rules import DECK, Card, Game, Rules, commit, mix, new_seed, parse_cards, seed_from_text, shuffle
from upriver.rules.deal import deal
from upriver.rules.shuffle import DRAW

FAIR_DEALS = Path(__file__).parents[2] / "docs" / "fair-deals.md"


# Another program, written from the description of the algorithm: numbers for cards, a list that shrinks for swaps.


def stream(seed: bytes, hand: int) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256()
        digest.update(b"upriver shuffle 1\n")
        digest.update(bytes((hand >> shift) & 255 for shift in (24, 16, 8, 0)))
        digest.update(bytes((block >> shift) & 255 for shift in (24, 16, 8, 0)))
        digest.update(seed)
        yield from digest.digest()
        block += 1


def another_shuffle(seed: bytes, hand: int) -> list[str]:
    numbers = stream(seed, hand)
    left, dealt_last_to_first = list(range(52)), []
    while len(left) > 1:
        byte = next(numbers)
        while byte >= 256 // len(left) * len(left):
            byte = next(numbers)
        chosen = byte % len(left)
        dealt_last_to_first.append(left[chosen])
        left[chosen] = left[-1]
        left.pop()
    order = [*left, *reversed(dealt_last_to_first)]
    return [RANKS[card % 13] + "CDSH"[card // 13] for card in order]


@given(SEEDS, st.integers(0, 100) | st.integers(0, 2**32 - 1))
def test_another_program_deals_the_same_deck(seed: bytes, hand: int) -> None:
    assert [str(card) for card in shuffle(seed, hand)] == another_shuffle(seed, hand)


# Pinned decks: whoever changes one breaks every record that there is.


@pytest.mark.parametrize(
    ("seed", "hand", "first"),
    [
        (b"a", 0, "7D 6C JS QD 4D"),
        (b"upriver", 1, "6S 2C 9S 2S 9H"),
        (b"0" * 32, 19, "5S 10D 3S 8D QH"),
        (b"a long seed " * 9, 2**32 - 1, "JC 3D QD 4S 9S"),
    ],
)
def test_decks_are_for_ever(seed: bytes, hand: int, first: str) -> None:
    assert shuffle(seed, hand)[:5] == parse_cards(first)


def test_commitments_are_for_ever() -> None:
    assert commit(b"upriver").hex() == "e71d852b2bf3815208dc25df803a3f7c5871a06824e0fecf286b1adc544c0686"
    assert commit(b"upriver") == hashlib.sha256(b"upriver commitment 1\nupriver").digest()
    assert seed_from_text("oxbow è") == hashlib.sha256("oxbow è".encode()).digest()


def published() -> Any:
    """The test vectors at the end of the page, for programs in other languages."""
    blocks = re.findall("```json\n(.*?)```", FAIR_DEALS.read_text(encoding="utf-8"), re.DOTALL)
    return json.loads(blocks[-1])


def test_published_seeds_have_their_commitments_and_decks() -> None:
    seeds = published()["seeds"]
    assert len(seeds) >= 3
    for vector in seeds:
        seed = bytes.fromhex(vector["seed"])
        assert commit(seed).hex() == vector["commitment"]
        for hand, rows in vector["decks"].items():
            assert shuffle(seed, int(hand)) == parse_cards(" ".join(rows))


def test_published_block_is_the_first_of_its_stream() -> None:
    block = published()["block"]
    assert hashlib.sha256(bytes.fromhex(block["input"])).hexdigest() == block["digest"]
    seed = bytes.fromhex(block["input"])[26:]
    assert bytes(islice(stream(seed, 1), 32)).hex() == block["digest"]
    left = list(DECK)
    for last, chosen in zip(range(51, 0, -1), block["choices"], strict=True):
        left[last], left[chosen] = left[chosen], left[last]
    assert shuffle(seed, 1) == tuple(left)


def test_published_deal_and_draw_are_what_the_table_does() -> None:
    vector = published()["deal"]
    deck = shuffle(bytes.fromhex(vector["seed"]), vector["hand"])
    size, players = vector["size"], vector["players"]
    cards = deal(deck, size=size, dealer=vector["dealer"], players=players)
    assert cards == tuple(map(parse_cards, vector["cards"]))
    assert deck[size * players] == Card.parse(vector["turned"])
    drawn = published()["draw"]
    game = Game.start(Rules(players=drawn["players"]), bytes.fromhex(drawn["seed"]))
    rounds = [" ".join(f"{seat}:{card}" for seat, card in turn) for turn in game.state.public.draw]
    assert (rounds, game.state.hand.dealer) == (drawn["rounds"], drawn["dealer"])


# What every deck is, and what is refused.


@given(SEEDS, st.integers(0, 2**32 - 1))
def test_a_deck_has_every_card_once(seed: bytes, hand: int) -> None:
    assert sorted(shuffle(seed, hand), key=lambda card: card.index) == list(DECK)


@given(SEEDS, st.lists(st.integers(0, 2**32 - 1), min_size=2, max_size=2, unique=True))
def test_different_hands_have_different_decks(seed: bytes, hands: list[int]) -> None:
    first, second = hands
    assert shuffle(seed, first) != shuffle(seed, second)
    assert shuffle(seed, first) == shuffle(seed, first)


@given(st.lists(SEEDS, min_size=2, max_size=2, unique=True), st.integers(0, 100))
def test_different_seeds_have_different_decks_and_commitments(seeds: list[bytes], hand: int) -> None:
    first, second = seeds
    assert shuffle(first, hand) != shuffle(second, hand)
    assert commit(first) != commit(second)


def test_a_hand_number_or_seed_that_cannot_be_is_refused() -> None:
    for seed, hand in ((b"seed", -1), (b"seed", 2**32), (b"", 1)):
        with pytest.raises(ValueError, match=f"^shuffle: hand {hand} must be 0 to 4294967295 and the seed at least"):
            shuffle(seed, hand)


def test_new_seeds_come_from_the_operating_system() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_the_draw_has_a_number_that_no_hand_has() -> None:
    assert DRAW == 0


# Contributions.


@given(SEEDS, CONTRIBUTIONS.filter(bool), st.randoms())
def test_the_order_of_contributions_changes_nothing(seed: bytes, added: tuple[bytes, ...], rng: Random) -> None:
    other = list(added)
    rng.shuffle(other)
    assert mix(seed, other) == mix(seed, added)


@given(st.lists(st.tuples(SEEDS, CONTRIBUTIONS.map(sorted)), min_size=2, max_size=2, unique_by=str))
def test_no_two_inputs_mix_alike(pairs: list[tuple[bytes, list[bytes]]]) -> None:
    (one, first), (other, second) = pairs
    assert mix(one, first) != mix(other, second)


def test_bytes_moved_between_parts_mix_otherwise() -> None:
    parts = [(b"ab", [b"c"]), (b"a", [b"bc"]), (b"a", [b"b", b"c"]), (b"abc", [b"\0"]), (b"ab", [b"c", b"c"])]
    assert len({mix(seed, added) for seed, added in parts}) == len(parts)


def test_mixed_seeds_are_for_ever() -> None:
    assert mix(b"upriver", ()) == b"upriver"
    written = b"upriver mix 1\n" + b"\0\0\0\x07upriver" + b"\0\0\0\x01a" + b"\0\0\0\x02ab"
    assert mix(b"upriver", (b"ab", b"a")) == hashlib.sha256(written).digest()
    assert mix(b"upriver", (b"ab", b"a")).hex().startswith("a632082fb89560de")


# Chance: chi-square tests over many seeds. The seeds are fixed, so that a test says the same on every run.

DECKS = 20_000


def spread(shuffled: Callable[[bytes, int], tuple[Card, ...]]) -> float:
    """Chi-square of card against place, 52 by 52, in standard deviations from its mean.

    Each card has one place and each place one card, so the counts move in 51 x 51 dimensions, evenly, and 51/52 of
    the usual sum has the chi-square distribution with 51 x 51 degrees of freedom.
    """
    counts = [[0] * 52 for _ in range(52)]
    for number in range(DECKS):
        for row, card in zip(counts, shuffled(b"seed %d" % number, number % 20), strict=True):
            row[card.index] += 1
    return standard(chi_square([cell for row in counts for cell in row]) * 51 / 52, freedom=51 * 51)


def chi_square(counts: list[int]) -> float:
    """The usual sum, all cells being as likely."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def standard(value: float, *, freedom: int) -> float:
    """A chi-square value in standard deviations of a normal variable (Wilson and Hilferty 1931)."""
    part = 2 / (9 * freedom)
    return float(((value / freedom) ** (1 / 3) - (1 - part)) / part**0.5)


def test_every_card_comes_to_every_place_equally_often() -> None:
    assert abs(spread(shuffle)) < 4


@pytest.mark.parametrize("places", [(0, 1), (0, 51), (25, 26), (50, 51)])
def test_every_two_cards_come_to_two_places_equally_often(places: tuple[int, int]) -> None:
    first, second = places
    counts = Counter({(one, other): 0 for one in DECK for other in DECK if one != other})
    for number in range(DECKS):
        deck = shuffle(b"pair %d" % number, number % 20)
        counts[deck[first], deck[second]] += 1
    assert len(counts) == 52 * 51
    assert abs(standard(chi_square(list(counts.values())), freedom=52 * 51 - 1)) < 4


def test_the_decks_of_two_hands_of_a_game_have_nothing_to_do_with_each_other() -> None:
    counts = Counter({(one, other): 0 for one in DECK for other in DECK})
    for number in range(DECKS):
        seed = b"hands %d" % number
        counts[shuffle(seed, 1)[0], shuffle(seed, 2)[0]] += 1
    assert len(counts) == 52 * 52
    assert abs(standard(chi_square(list(counts.values())), freedom=52 * 52 - 1)) < 4


# The mistakes that a shuffle can have, to see that the test above would find them.


def without_throwing_away(seed: bytes, hand: int) -> tuple[Card, ...]:
    """The remainder of every byte: low numbers come too often."""
    deck, numbers = list(DECK), stream(seed, hand)
    for last in range(51, 0, -1):
        other = next(numbers) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def exchanging_with_any_place(seed: bytes, hand: int) -> tuple[Card, ...]:
    """52 to the 52nd ways for 52! decks."""
    deck, numbers = list(DECK), (number for number in stream(seed, hand) if number < 208)
    for last in range(51, -1, -1):
        other = next(numbers) % 52
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def never_in_its_place(seed: bytes, hand: int) -> tuple[Card, ...]:
    """An exchange with a lower place only."""
    deck, rng = list(DECK), Random(seed + bytes([hand]))
    for last in range(51, 0, -1):
        other = rng.randrange(last)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


@pytest.mark.parametrize("mistaken", [without_throwing_away, exchanging_with_any_place, never_in_its_place])
def test_the_chi_square_test_finds_a_mistaken_shuffle(mistaken: Callable[[bytes, int], tuple[Card, ...]]) -> None:
    assert spread(mistaken) > 8
