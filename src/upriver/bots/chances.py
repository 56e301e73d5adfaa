"""The chance of one card to take a trick: now, later, or at all when the bid is due.

Facts about a card in its position are weighed and summed into the chance. `upriver.bots.fit` finds the weights by
watching many games; what was found stands in `weights.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt

from upriver.bots.reading import Reading
from upriver.bots.weights import WEIGHTS
from upriver.rules import Card, Hand, Trick, beats

FACTS = (
    "one",  # always 1
    "higher",  # log(1 + how many higher cards of its suit the others can be expected to hold)
    "lower",  # the same of lower cards of its suit
    "trumps",  # the same of trumps; 0 for a trump
    "unbeaten",  # log of the chance that no other seat's card beats it, were each to hold a single one
    "share",  # which part of the unseen cards of its suit is higher
    "top",  # 1 if none is
    "above",  # own cards of its suit that are higher
    "below",  # own cards of its suit that are lower
    "others",  # own cards of other suits
    "allies",  # own trumps, the card itself not counted
    "suits",  # suits that the seat holds
    "leads",  # 1 if the seat leads the next trick
    "need",  # tricks that the seat needs, per trick left
    "demand",  # tricks that the other seats need, per trick left, up to a limit
    "left",  # tricks left
    "pace",  # 1 / tricks left
    "players",  # seats at the table
    "voids",  # other seats known to be out of its suit
    "ruffers",  # those of them that may hold trumps
    "par",  # bids so far above an even share of the tricks, per trick of the hand, within a limit
)
"""What is known of a card, in the order of the rows that `kept_facts` and `bid_facts` give."""

STEERING = (
    "one",  # always 1
    "odds",  # log odds of exactly so many tricks if nobody cared how many
    "spare",  # how many tricks the mean is above the bid
    "size",  # tricks in the hand
    "spread",  # standard deviation of the number of tricks
)
"""What is known of a bid, in the order of the row that `steering_facts` gives."""

THREATS = ("short over", "eager over", "full over", "lost over", "eager ruff", "full ruff", "lost ruff")
"""Who may beat a card: a seat short of its bid (eager: by how much it needs), one that has it, or one that lost it."""

_CEILING = 0.97
_MOST_DEMAND = 1.25
_MOST_PAR = 0.4
"""Good players seldom ask for more between them: beyond, wild bids are not taken at their word."""

_NEVER = 1e-4
_SURE = 1e-6


class Formula:
    """A chance as a logistic sum of weighed terms, each a fact or the product of two.

    Args:
        weights: weight by term, as `{"one": 0.5, "higher*demand": -1.2}`.
        names: the names of the facts, in their order.
    """

    def __init__(self, weights: Mapping[str, float], names: Sequence[str] = FACTS) -> None:
        self.terms = tuple((weight, *term_places(term, names)) for term, weight in weights.items())

    def chance(self, facts: Sequence[float]) -> float:
        """The chance, from the facts in the order of the names."""
        total = sum([weight * facts[i] * facts[j] for weight, i, j in self.terms])
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))


class Chances:
    """The chances that the weights give.

    Args:
        weights: by group, the weight of each term: `take`, `kept trump short` and the like, as in `weights.py`.
    """

    def __init__(self, weights: Mapping[str, Mapping[str, float]] = WEIGHTS) -> None:
        self.threats = tuple(weights["take"][threat] for threat in THREATS)
        self.steering = Formula(weights["steer"], STEERING)
        self.formulas = {group: Formula(terms) for group, terms in weights.items() if group not in ("take", "steer")}

    def take(self, reading: Reading, trick: Trick, card: Card) -> float:
        """The chance that the card, played now, takes the trick."""
        danger = threats(reading, trick, card)
        if danger is None:
            return 0.0
        return exp(-sum([weight * threat for weight, threat in zip(self.threats, danger, strict=True)]))

    def later(self, reading: Reading, card: Card, *, has_won: bool) -> float:
        """The chance that a card kept in this trick takes a later one, if the seat has won this one or has not."""
        if card.suit == reading.trump and reading.is_top(card):
            return 1.0
        need = reading.needs[reading.seat] - has_won
        facts = kept_facts(reading, card, need=need, left=reading.left - 1, leads=has_won)
        return self.formulas[kept_group(reading, card, need)].chance(facts)

    def bid(self, reading: Reading, hand: Hand, card: Card) -> float:
        """The chance that the card takes a trick of the hand, as its seat bids."""
        if card.suit == reading.trump and reading.is_top(card):
            return 1.0
        return self.formulas[bid_group(reading, card)].chance(bid_facts(reading, hand, card))

    def made(self, chances: Sequence[float], counts: Sequence[float], bid: int) -> float:
        """The chance that a seat which plays for a bid makes it; the arguments are those of `steering_facts`."""
        return self.steering.chance(steering_facts(chances, counts, bid))


def term_places(term: str, names: Sequence[str]) -> tuple[int, int]:
    """The places of the two facts whose product the term is; the first fact, always 1, stands in for a missing one."""
    first, _, second = term.partition("*")
    return names.index(first), names.index(second or names[0])


def kept_group(reading: Reading, card: Card, need: int) -> str:
    """The group of weights for a card that is kept: trump or side suit, short of the bid or full."""
    return f"kept {'trump' if card.suit == reading.trump else 'side'} {'short' if need > 0 else 'full'}"


def bid_group(reading: Reading, card: Card) -> str:
    """The group of weights for a card when the bid is due: trump or side suit."""
    return f"bid {'trump' if card.suit == reading.trump else 'side'}"


def bid_facts(reading: Reading, hand: Hand, card: Card) -> list[float]:
    """The facts about a card when the bid is due, in the order of `FACTS`."""
    bids = [bid for bid in hand.bids if bid is not None]
    facts = kept_facts(reading, card, need=0, left=hand.size, leads=hand.trick.leader == reading.seat)
    par = sum(bids) / hand.size - len(bids) / reading.players
    facts[-1] = max(-_MOST_PAR, min(_MOST_PAR, par))
    return facts


def kept_facts(reading: Reading, card: Card, *, need: int, left: int, leads: bool) -> list[float]:
    """The facts about a card that is held with `left` tricks to come, in the order of `FACTS`."""
    suit, trump, rivals = card.suit, reading.trump, reading.players - 1
    own, count, hidden = reading.own[suit], reading.counts[suit], reading.hidden
    higher = reading.higher(card)
    dealt = min(1.0, left * rivals / hidden)
    trumps = 0 if trump is None or suit == trump else reading.counts[trump]
    above = (own >> (card.rank + 1)).bit_count()
    length = own.bit_count()
    allies = 0 if trump is None else reading.own[trump].bit_count() - (suit == trump)
    voids = ruffers = 0
    for seat, known in enumerate(reading.voids):
        if known >> suit & 1 and seat != reading.seat:
            voids += 1
            ruffers += trump is not None and suit != trump and not known >> trump & 1
    return [
        1.0,
        log(1.0 + higher * dealt),
        log(1.0 + (count - higher) * dealt),
        log(1.0 + trumps * dealt),
        rivals * log(1.0 - min((higher + trumps) / hidden, _CEILING)),
        higher / count if count else 0.0,
        float(not higher),
        above,
        length - above - 1,
        left - length,
        allies,
        sum([1 for cards in reading.own if cards]),
        float(leads),
        need / left,
        min(_MOST_DEMAND, reading.demand / left),
        left,
        1.0 / left,
        reading.players,
        voids,
        ruffers,
        0.0,
    ]


def steering_facts(chances: Sequence[float], counts: Sequence[float], bid: int) -> tuple[float, ...]:
    """The facts about a bid, in the order of `STEERING`.

    Args:
        chances: the chance of each card to take a trick.
        counts: the chances of 0, 1, 2 … tricks that follow from them.
        bid: the bid.
    """
    sure = max(counts[bid], _SURE) / max(1.0 - counts[bid], _SURE)
    spread = sqrt(sum([chance * (1.0 - chance) for chance in chances]))
    return 1.0, log(sure), sum(chances) - bid, len(chances), spread


def threats(reading: Reading, trick: Trick, card: Card) -> list[float] | None:
    """How much each kind of seat to come threatens a card, in the order of `THREATS`; None if it is beaten already.

    A threat is `-log(1 - chance)`, summed over the seats, so that the chance of surviving them all is a product.
    """
    trump, players = reading.trump, reading.players
    if trick.winner is not None and not beats(card, trick.cards[(trick.winner - trick.leader) % players], trump):
        return None
    led = card.suit if trick.led is None else trick.led
    higher = reading.higher(card) if card.suit == led else 0
    ruffs = 0
    if trump is not None and trump != led:
        ruffs = reading.higher(card) if card.suit == trump else reading.counts[trump]
    danger = [0.0] * len(THREATS)
    if not higher and not ruffs:
        return danger
    for behind in range(1, players - len(trick.cards)):
        seat = (reading.seat + behind) % players
        need = reading.needs[seat]
        over, must, ruff = _can_beat(reading, seat, led=int(led), higher=higher, ruffs=ruffs)
        if need == 0:
            danger[2] += _threat(must)
            danger[5] += _threat(ruff)
        elif 0 < need <= reading.left:
            eager = need / reading.left
            danger[0] += _threat(over)
            danger[1] += _threat(over) * eager
            danger[4] += _threat(ruff) * eager
        else:
            danger[3] += _threat(over)
            danger[6] += _threat(ruff)
    return danger


def _can_beat(reading: Reading, seat: int, *, led: int, higher: int, ruffs: int) -> tuple[float, float, float]:
    """The chances that a seat can go over in the led suit, that it must, and that it is void and can ruff."""
    held, known = reading.held[seat], reading.voids[seat]
    count, hidden = reading.counts[led], reading.hidden
    over = must = 0.0
    void = 1.0
    if not known >> led & 1:
        void = (1.0 - count / hidden) ** held
        over = 1.0 - (1.0 - higher / hidden) ** held
        must = (1.0 - (count - higher) / hidden) ** held - void
    rest = hidden - count
    if not ruffs or not rest or reading.trump is None or known >> reading.trump & 1:
        return over, must, 0.0
    return over, must, void * (1.0 - (1.0 - ruffs / rest) ** held)


def _threat(chance: float) -> float:
    return -log(max(1.0 - chance, _NEVER))
