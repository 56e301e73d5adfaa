"""The chance of one card to take a trick: this one, a later one, or any when the bid is due.

Facts about the card are weighed and summed into the chance. `upriver.bots.fit` finds the weights by watching many
games; what it found stands in `weights.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from upriver.bots.facts import BID_FACTS, CARD_FACTS, bid_facts, kept_facts, steering_facts
from upriver.bots.reading import Reading
from upriver.bots.threats import threats
from upriver.bots.weights import WEIGHTS
from upriver.rules import Card, Hand, Trick


class Formula:
    """A chance whose log odds are a sum of weighed terms, each a fact or the product of two.

    Args:
        weights: weight by term, as `{"one": 0.5, "higher*demand": -1.2}`.
        facts: the names of the facts, in their order.
    """

    def __init__(self, weights: Mapping[str, float], facts: Sequence[str]) -> None:
        self.terms = tuple((weight, *term_places(term, facts)) for term, weight in weights.items())

    def chance(self, facts: Sequence[float]) -> float:
        """The chance, from the facts in their order."""
        total = sum([weight * facts[i] * facts[j] for weight, i, j in self.terms])
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))


class Chances:
    """The chances that a table of weights gives.

    Args:
        weights: the weight of each term, by group: `take`, `kept trump short` and the others in `weights.py`.
    """

    def __init__(self, weights: Mapping[str, Mapping[str, float]] = WEIGHTS) -> None:
        self._threats = dict(weights["take"])
        self._steering = Formula(weights["steer"], BID_FACTS)
        self._cards = {
            group: Formula(terms, CARD_FACTS) for group, terms in weights.items() if group not in ("take", "steer")
        }

    def take(self, reading: Reading, trick: Trick, card: Card) -> float:
        """The chance that the card, played now, takes the trick."""
        found = threats(reading, trick, card)
        if found is None:
            return 0.0
        return exp(-sum([self._threats[kind] * threat for kind, threat in found.items()]))

    def later(self, reading: Reading, card: Card, *, has_won: bool) -> float:
        """The chance that a card kept in this trick takes a later one, if the seat has won this one or has not."""
        if is_sure(reading, card):
            return 1.0
        need = reading.needs[reading.seat] - has_won
        facts = kept_facts(reading, card, need=need, left=reading.left - 1, leads=has_won)
        return self._cards[kept_group(reading, card, need)].chance(facts)

    def bid(self, reading: Reading, hand: Hand, card: Card) -> float:
        """The chance that the card takes a trick of the hand, as its seat bids."""
        if is_sure(reading, card):
            return 1.0
        return self._cards[bid_group(reading, card)].chance(bid_facts(reading, hand, card))

    def made(self, chances: Sequence[float], counts: Sequence[float], bid: int) -> float:
        """The chance that a seat which plays for a bid makes it; the arguments are those of `steering_facts`."""
        return self._steering.chance(steering_facts(chances, counts, bid))


def term_places(term: str, facts: Sequence[str]) -> tuple[int, int]:
    """The places of the two facts whose product the term is; a single fact goes with the first, which is always 1."""
    one, _, other = term.partition("*")
    return facts.index(one), facts.index(other or facts[0])


def is_sure(reading: Reading, card: Card) -> bool:
    """Whether the card wins whenever it is played: no higher trump is unseen."""
    return card.suit == reading.trump and reading.is_top(card)


def kept_group(reading: Reading, card: Card, need: int) -> str:
    """The group of weights for a card that is kept: trump or side suit, of a seat short of its bid or full."""
    return f"kept {_kind(reading, card)} {'short' if need > 0 else 'full'}"


def bid_group(reading: Reading, card: Card) -> str:
    """The group of weights for a card when the bid is due: trump or side suit."""
    return f"bid {_kind(reading, card)}"


def _kind(reading: Reading, card: Card) -> str:
    return "trump" if card.suit == reading.trump else "side"
