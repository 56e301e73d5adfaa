"""What has happened: the entries of a record, in the past tense. They hold decisions and chance only.

Who won a trick, whose turn it is and the points follow from them. A hidden value is None: `redact` in `view.py`
hides, and `apply` of a `State` takes full events only. Seats count from 0, clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from upriver.rules.cards import Card
from upriver.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Started:
    """A game began under `rules`.

    Args:
        rules: all that the table agreed on.
        names: a name for each seat, or none at all.
        dealer: the seat that deals first where the table chose it; None where the draw decides.
        commitment: `commit(seed)`, 32 bytes, when the deals can be checked afterwards; else None.
        contributions: random bytes that people gave once they had seen the commitment; with the seed they give the
            deals (`mix` in shuffle.py).
    """

    rules: Rules
    names: tuple[str, ...] = ()
    dealer: int | None = None
    commitment: bytes | None = None
    contributions: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """Those in the draw for first dealer drew one card each, in order of seat (rules.md, "The table")."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand was dealt.

    Args:
        cards: the cards of each seat in the order dealt; None for a seat whose cards are hidden.
        turned: the card turned for trump, or None where the rules turn none.
    """

    cards: tuple[tuple[Card, ...] | None, ...]
    turned: Card | None


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat bid in turn."""

    seat: int
    bid: int


@dataclass(frozen=True, slots=True)
class BidChanged:
    """A seat changed its bid before the next seat bid (the dealer: before the opening lead)."""

    seat: int
    bid: int


@dataclass(frozen=True, slots=True)
class BidSealed:
    """A seat set its hidden bid, for the first time or anew, where all bid together."""

    seat: int
    bid: int | None


@dataclass(frozen=True, slots=True)
class BidsRevealed:
    """The hidden bids were turned over, in order of seat.

    The one event that says again what others said, so that those who could not see them can follow; `apply`
    refuses it when it disagrees with the hidden bids.
    """

    bids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat took back its bid or card, the last thing that had happened in the hand (takeback.py)."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """After the last hand the seed of all deals was shown (docs/fair-deals.md)."""

    seed: bytes


Event: TypeAlias = (
    Started | Drawn | Dealt | BidMade | BidChanged | BidSealed | BidsRevealed | CardPlayed | TakenBack | SeedRevealed
)
EVENTS: dict[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        Started,
        Drawn,
        Dealt,
        BidMade,
        BidChanged,
        BidSealed,
        BidsRevealed,
        CardPlayed,
        TakenBack,
        SeedRevealed,
    )
}
"""Every kind of event by its name."""
