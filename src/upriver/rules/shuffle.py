"""Deals that anyone can check: seed and hand number give the deck (docs/fair-deals.md describes every byte)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from secrets import token_bytes

from upriver.rules.cards import DECK, Card

SEED_BYTES = 32
CONTRIBUTION_BYTES = 64
"""The most bytes that one person may add to the seed."""
MOST_CONTRIBUTIONS = 16
DRAW = 0
"""The hand number whose deck serves the draw for first dealer."""


def new_seed() -> bytes:
    """A secret seed of 32 bytes from the operating system."""
    return token_bytes(SEED_BYTES)


def seed_from_text(text: str) -> bytes:
    """The seed that a typed text stands for: SHA-256 of its UTF-8 bytes. As easy to guess as the text."""
    return sha256(text.encode()).digest()


def commit(seed: bytes) -> bytes:
    """The commitment to a seed, 32 bytes: it binds, and tells nothing of a seed that cannot be guessed."""
    return sha256(b"upriver commitment 1\n" + seed).digest()


def mix(seed: bytes, contributions: Iterable[bytes]) -> bytes:
    """The seed that the decks come from: the system's own, mixed with what people added; without any, itself.

    The contributions are taken in ascending order, so that whoever writes them down cannot choose among their
    orders; the lengths before each make sure that different contributions are different input.
    """
    added = sorted(contributions)
    if not added:
        return seed
    parts = (len(part).to_bytes(4, "big") + part for part in (seed, *added))
    return sha256(b"upriver mix 1\n" + b"".join(parts)).digest()


def shuffle(seed: bytes, hand: int) -> tuple[Card, ...]:
    """The deck of hand `hand` (1, 2, 3 …; 0 for the draw), first card dealt first.

    Raises:
        ValueError: `hand` is below 0 or above 2**32 - 1, or the seed is empty.
    """
    if not 0 <= hand < 2**32 or not seed:
        raise ValueError(f"shuffle: hand {hand} must be 0 to 4294967295 and the seed at least one byte")
    numbers = _bytes(seed, hand)
    deck = list(DECK)
    for last in range(len(deck) - 1, 0, -1):
        other = _below(last + 1, numbers)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def _bytes(seed: bytes, hand: int) -> Iterator[int]:
    prefix = b"upriver shuffle 1\n" + hand.to_bytes(4, "big")
    counter = 0
    while True:
        yield from sha256(prefix + counter.to_bytes(4, "big") + seed).digest()
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each as likely: bytes past the last full multiple are thrown away."""
    full = 256 - 256 % bound
    return next(number for number in numbers if number < full) % bound
