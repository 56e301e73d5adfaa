"""Suits, ranks, cards and the deck (rules.md, "The table")."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from upriver.rules.errors import ParseError


class Suit(IntEnum):
    """A suit, in the order in which hands are sorted so that colours alternate."""

    CLUBS = 0
    DIAMONDS = 1
    SPADES = 2
    HEARTS = 3

    @property
    def letter(self) -> str:
        """One of C, D, S, H."""
        return "CDSH"[self]

    @property
    def symbol(self) -> str:
        """One of ♣ ♦ ♠ ♥."""
        return "♣♦♠♥"[self]

    @property
    def is_red(self) -> bool:
        """Whether the suit is printed red in a two-colour deck."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit from its letter, in either case, or its symbol.

        Raises:
            ParseError: the text is neither.
        """
        suit = _SUITS.get(text)
        if suit is None:
            raise ParseError(f"{text!r} is no suit: write C, D, S, H or ♣ ♦ ♠ ♥")
        return suit

    def __str__(self) -> str:
        return self.letter

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


class Rank(IntEnum):
    """A rank, by its strength: ace high."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return _RANK_TEXT[self]

    def __repr__(self) -> str:
        return f"Rank.{self.name}"


_SUITS = {text: suit for suit in Suit for text in (suit.letter, suit.letter.lower(), suit.symbol)}
_RANK_TEXT = {rank: {10: "10", 11: "J", 12: "Q", 13: "K", 14: "A"}.get(rank, str(int(rank))) for rank in Rank}


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One of the 52 cards. Text form: rank then suit, as in `QS` or `10H`."""

    rank: Rank
    suit: Suit

    @property
    def index(self) -> int:
        """The card's place in `DECK`, 0 to 51: 13 for each suit, low to high."""
        return self.suit * 13 + self.rank - 2

    @property
    def symbols(self) -> str:
        """The card as people write it: `Q♠`, `10♥`."""
        return f"{self.rank}{self.suit.symbol}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card: `QS`, `10H`, `TH`, `q♠`.

        Raises:
            ParseError: the text names no card.
        """
        card = _CARDS.get(text)
        if card is None:
            raise ParseError(f"{text!r} is no card: write a rank 2-10, J, Q, K or A and a suit C, D, S or H, as in QS")
        return card

    def __hash__(self) -> int:
        return self.suit * 13 + self.rank

    def __str__(self) -> str:
        return f"{self.rank}{self.suit.letter}"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""All 52 cards in order of `Card.index`."""


def _spellings(card: Card) -> set[str]:
    ranks = {str(card.rank), str(card.rank).lower()} | ({"T", "t"} if card.rank is Rank.TEN else set())
    suits = {card.suit.letter, card.suit.letter.lower(), card.suit.symbol}
    return {rank + suit for rank in ranks for suit in suits}


_CARDS = {text: card for card in DECK for text in _spellings(card)}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces: `AS KS 10H`.

    Raises:
        ParseError: one of the words is no card.
    """
    return tuple(Card.parse(word) for word in text.split())


def sort_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Sort as held in hand: by suit with the colours alternating, high cards first."""
    return tuple(sorted(cards, key=lambda card: (card.suit, -card.rank)))
