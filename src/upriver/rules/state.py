"""Where a game stands: what all can see (`Public`), and with every hidden card (`State`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from upriver.rules.cards import Card, Suit
from upriver.rules.rules import Bidding, Rules
from upriver.rules.sheet import Sheet
from upriver.rules.tricks import Trick


class Phase(StrEnum):
    """What the game waits for: in BID and PLAY for players, else for the table itself (`due` in deal.py)."""

    DRAW = "draw"
    DEAL = "deal"
    BID = "bid"
    REVEAL = "reveal"
    PLAY = "play"
    OVER = "over"

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


@dataclass(frozen=True, slots=True)
class Hand:
    """One round of dealing, bidding and play, without the hidden cards. Tuples are by seat.

    Args:
        number: 1 for the first hand.
        size: cards dealt to each seat, and so tricks.
        dealer: the seat that dealt.
        turned: the card turned for trump, where the rules turn one.
        trump: the trump suit; None in a hand without trump.
        turn: the seat to bid or play; None when all bid together and when the hand is over.
        bids: bids that all can see; None where there is none yet.
        has_bid: who has bid, hidden bids included.
        taken: tricks taken.
        trick: the trick being played.
        tricks: the finished tricks, in order.
    """

    number: int
    size: int
    dealer: int
    turned: Card | None
    trump: Suit | None
    turn: int | None
    bids: tuple[int | None, ...]
    has_bid: tuple[bool, ...]
    taken: tuple[int, ...]
    trick: Trick
    tricks: tuple[Trick, ...] = ()

    @property
    def total_bid(self) -> int:
        """The sum of the bids that all can see."""
        return sum(bid for bid in self.bids if bid is not None)

    @property
    def is_lead_open(self) -> bool:
        """Whether the opening lead is still to come."""
        return not self.trick.cards and not self.tricks

    def held(self, seat: int) -> int:
        """How many cards the seat holds."""
        players = len(self.bids)
        behind = (seat - self.trick.leader) % players
        return self.size - len(self.tricks) - (behind < len(self.trick.cards))

    def needs(self, seat: int) -> int | None:
        """Tricks the seat still needs; negative when it has too many; None without a visible bid."""
        bid = self.bids[seat]
        return None if bid is None else bid - self.taken[seat]


@dataclass(frozen=True, slots=True)
class Public:
    """All that everybody at the table and every watcher can see.

    Args:
        rules: what the table agreed on.
        names: a name for each seat, or none at all.
        commitment: the commitment to the seed, if there is one.
        phase: what the game waits for.
        sheet: the finished hands.
        draw: the rounds of the draw for first dealer, each as (seat, card).
        dealer: who deals this hand, or the next when none is in play; None before the draw is decided.
        hand: the hand in play, or the last one until the next is dealt; None before the first.
        seed: the seed, once revealed.
        contributions: what people added to the seed before the first deal.
        past: the hands before `hand`, in order.
    """

    rules: Rules
    names: tuple[str, ...]
    commitment: bytes | None
    phase: Phase
    sheet: Sheet
    draw: tuple[tuple[tuple[int, Card], ...], ...] = ()
    dealer: int | None = None
    hand: Hand | None = None
    seed: bytes | None = None
    contributions: tuple[bytes, ...] = ()
    past: tuple[Hand, ...] = ()


class Seen:
    """What `State` and `View` share: short names for the public part."""

    __slots__ = ()
    public: Public

    @property
    def rules(self) -> Rules:
        """What the table agreed on."""
        return self.public.rules

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return self.public.phase

    @property
    def sheet(self) -> Sheet:
        """The finished hands and the totals."""
        return self.public.sheet

    @property
    def hand(self) -> Hand:
        """The hand in play, or the last one until the next is dealt.

        Raises:
            LookupError: nothing has been dealt yet.
        """
        if self.public.hand is None:
            raise LookupError("no hand has been dealt yet")
        return self.public.hand

    @property
    def is_over(self) -> bool:
        """Whether the last hand is finished."""
        return self.public.phase is Phase.OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the game waits for: one, or while all bid together all that have not bid."""
        hand = self.public.hand
        if hand is None or self.public.phase not in (Phase.BID, Phase.PLAY):
            return ()
        if hand.turn is not None:
            return (hand.turn,)
        return tuple(seat for seat, has in enumerate(hand.has_bid) if not has)

    def name(self, seat: int) -> str:
        """The seat's name, or `seat 2` for one without."""
        return self.public.names[seat] if self.public.names else f"seat {seat}"

    def where(self) -> str:
        """Where the game stands, in a few words for a message: `hand 4 of 19, trick 2, seat 1 to play`."""
        public, phase = self.public, self.public.phase
        if phase is Phase.OVER:
            return "the game is over"
        if phase is Phase.DRAW:
            return f"the draw for first dealer, round {len(public.draw) + 1}"
        if phase is Phase.DEAL:
            return f"before the deal of hand {len(public.sheet.rows) + 1} of {public.rules.hands}"
        hand = self.hand
        place = f"hand {hand.number} of {public.rules.hands}"
        if phase is Phase.REVEAL:
            return f"{place}, before the bids are revealed"
        who = "all" if hand.turn is None else f"seat {hand.turn}"
        if phase is Phase.BID:
            return f"{place}, {who} to bid"
        return f"{place}, trick {len(hand.tricks) + 1}, {who} to play"


@dataclass(frozen=True, slots=True)
class State(Seen):
    """The whole truth of a game at one moment.

    Args:
        public: what all can see.
        cards: the cards each seat holds, sorted.
        sealed: hidden bids by seat, while all bid together.
    """

    public: Public
    cards: tuple[tuple[Card, ...], ...]
    sealed: tuple[int | None, ...]

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        """The cards that the seat holds."""
        return self.cards[seat]

    def own_bid(self, seat: int) -> int | None:
        """The seat's bid, hidden or not."""
        bid = self.hand.bids[seat]
        return self.sealed[seat] if bid is None else bid


def is_sealed(rules: Rules) -> bool:
    """Whether bids stay hidden until the last is in."""
    return rules.bidding is Bidding.TOGETHER
