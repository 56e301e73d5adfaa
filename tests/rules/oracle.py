"""A second, slow reading of rules.md, to hold the rules against.

It keeps plain strings in lists and dicts, and takes nothing from the package but the values that it is told.
"""

from __future__ import annotations

from upriver.rules import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsRevealed,
    CardPlayed,
    Dealt,
    Drawn,
    Event,
    Rules,
    Scoring,
    Started,
    TakenBack,
)

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def rank(card: str) -> int:
    """How high the card is."""
    return RANKS.index(card[:-1])


def suit(card: str) -> str:
    """The letter of the card's suit."""
    return card[-1]


def best_card(cards: list[str], trump: str | None) -> str:
    """The card that wins a trick: the highest trump, or the highest of the led suit where there is none."""
    trumps = [card for card in cards if suit(card) == trump]
    return max(trumps or [card for card in cards if suit(card) == suit(cards[0])], key=rank)


def worth(scoring: Scoring, bid: int, took: int) -> int:
    """The points that the dials give."""
    if took != bid:
        off = max(bid, took) - min(bid, took)
        lost = scoring.miss + off * scoring.per_off + scoring.growing_off * sum(range(1, off + 1))
        return (took * scoring.per_trick if scoring.keep_tricks else 0) - lost
    if took == 0 and scoring.zero is not None:
        return scoring.zero
    return scoring.bonus + took * scoring.per_trick + took**2 * scoring.per_trick_squared


def may_bid(rules: Rules, size: int, others: int, bid: int) -> bool:
    """Whether the dealer's limit lets the dealer bid so, after others who bid so much in all."""
    if rules.limit == "free" or size < rules.limit_from:
        return True
    if rules.limit == "hook":
        return others + bid != size
    return others + bid > size or (others == 0 and bid == size)


class Oracle:
    """One game, followed event by event."""

    def __init__(self, started: Started) -> None:
        self.happened: list[Event] = []
        self.first_dealer = started.dealer
        self.rules = started.rules
        self.seats = list(range(started.rules.players))
        self.begin()

    def begin(self) -> None:
        """Nothing has happened yet."""
        self.drawing = list(self.seats)
        self.dealer = self.first_dealer
        self.totals = [0 for _ in self.seats]
        self.rows: list[tuple[list[int], list[int], list[int]]] = []
        self.size = 0
        self.held: list[list[str]] = []
        self.bids: dict[int, int] = {}
        self.took: list[int] = []
        self.trick: list[str] = []
        self.turn = 0
        self.trump: str | None = None
        self.has_lead = False
        self.is_shown = False

    def see(self, event: Event) -> None:
        """Take in what happened."""
        if isinstance(event, TakenBack):
            self.take_back()
            return
        self.happened.append(event)
        match event:
            case Drawn(cards):
                drawn = dict(zip(self.drawing, map(str, cards), strict=True))
                high = max(rank(card) for card in drawn.values())
                self.drawing = [seat for seat in self.drawing if rank(drawn[seat]) == high]
                if len(self.drawing) == 1:
                    self.dealer = self.drawing[0]
            case Dealt(cards, turned):
                self.deal([[str(card) for card in own or ()] for own in cards], str(turned) if turned else None)
            case BidMade(seat, bid) | BidChanged(seat, bid):
                self.bids[seat] = bid
            case BidSealed(seat, int(bid)):
                self.bids[seat] = bid
            case BidsRevealed():
                self.is_shown = True
            case CardPlayed(seat, card):
                self.play(seat, str(card))

    def last(self) -> int | None:
        """Who may take back the last bid or card."""
        match self.happened[-1:]:
            case [BidMade(seat) | BidChanged(seat)]:
                return seat
            case [CardPlayed(seat)] if self.held:
                return seat
        return None

    def take_back(self) -> None:
        """Forget the last bid or card: all that happened before happens again."""
        while isinstance(self.happened.pop(), BidChanged):
            pass
        before, self.happened = self.happened, []
        self.begin()
        for event in before:
            self.see(event)

    def deal(self, held: list[list[str]], turned: str | None) -> None:
        """Begin a hand."""
        assert self.dealer is not None
        number = len(self.rows)
        self.size = self.rules.sizes[number]
        self.held = held
        self.bids = {}
        self.took = [0 for _ in self.seats]
        self.trick = []
        self.turn = (self.dealer + 1) % len(self.seats)
        self.has_lead = False
        self.is_shown = self.rules.bidding == "in-turn"
        self.trump = turned and suit(turned)
        if self.rules.trump == "cycle":
            self.trump = ["S", "H", "D", "C", None][number % 5]

    def play(self, seat: int, card: str) -> None:
        """Add a card to the trick; the last card of a hand makes a row and moves the deal on."""
        assert self.dealer is not None
        self.has_lead = True
        self.held[seat].remove(card)
        self.trick.append(card)
        self.turn = (seat + 1) % len(self.seats)
        if len(self.trick) < len(self.seats):
            return
        place = self.trick.index(best_card(self.trick, self.trump))
        self.turn = (self.turn + place) % len(self.seats)
        self.took[self.turn] += 1
        self.trick = []
        if sum(self.took) == self.size:
            bids = [self.bids[seat] for seat in self.seats]
            points = [worth(self.rules.scoring, *pair) for pair in zip(bids, self.took, strict=True)]
            self.rows.append((bids, self.took, points))
            self.totals = [a + b for a, b in zip(self.totals, points, strict=True)]
            self.dealer = (self.dealer + 1) % len(self.seats)
            self.held = []

    def options(self, seat: int) -> set[str]:
        """The actions of the seat that the rules allow now, in their text form."""
        if not self.held:
            return set()
        if self.may_speak(seat):
            return {f"{seat}:{bid}" for bid in self.bids_of(seat)} | self.cards_of(seat)
        return self.cards_of(seat)

    def may_speak(self, seat: int) -> bool:
        """Whether it is the seat's moment to bid, or to change its bid."""
        if self.rules.bidding == "together":
            return len(self.bids) < len(self.seats) and (self.rules.rebid or seat not in self.bids)
        if self.has_lead:
            return False
        order = [(self.turn + i) % len(self.seats) for i in self.seats]
        is_next = len(self.bids) < len(order) and seat == order[len(self.bids)]
        is_last = len(self.bids) > 0 and seat == order[len(self.bids) - 1]
        return is_next or (is_last and self.rules.rebid)

    def bids_of(self, seat: int) -> list[int]:
        """The bids of a seat whose moment it is; a change is to another number."""
        bids = [bid for bid in range(self.size + 1) if bid != self.bids.get(seat)]
        if self.rules.bidding == "together" or seat != self.dealer:
            return bids
        others = sum(bid for other, bid in self.bids.items() if other != seat)
        return [bid for bid in bids if may_bid(self.rules, self.size, others, bid)]

    def cards_of(self, seat: int) -> set[str]:
        """The cards that the seat may play."""
        if seat != self.turn or len(self.bids) < len(self.seats) or not self.is_shown:
            return set()
        following = [card for card in self.held[seat] if self.trick and suit(card) == suit(self.trick[0])]
        return {f"{seat}:{card}" for card in following or self.held[seat]}
