"""A good player by rule."""

from __future__ import annotations

from random import Random

from upriver.bots.chances import Chances
from upriver.bots.counting import mean_points, trick_counts
from upriver.bots.one_card import win_chance
from upriver.bots.reading import Reading, read
from upriver.rules import Action, Bid, Card, Phase, Play, View, legal_bids, legal_cards

LEARNED = Chances()
_SURE = 1e-6


class RuleBot:
    """Bids from the chance of each card to win, and plays to make its bid exactly.

    Args:
        chances: where the chances of single cards come from.
    """

    def __init__(self, chances: Chances = LEARNED) -> None:
        self.chances = chances

    def choose(self, view: View, rng: Random) -> Action:
        """See `Bot.choose`."""
        reading = read(view)
        if view.phase is Phase.BID:
            return Bid(reading.seat, self._bid(view, reading))
        return Play(reading.seat, self._card(view, reading))

    def _bid(self, view: View, reading: Reading) -> int:
        """The legal bid that is worth most points on average."""
        hand, scoring = view.hand, view.rules.scoring
        if hand.size == 1:
            chance = win_chance(reading, hand, view.cards[0], scoring)
            counts = made = [1.0 - chance, chance]
        else:
            chances = [self.chances.bid(reading, hand, card) for card in view.cards]
            counts = trick_counts(chances)
            made = [self.chances.made(chances, counts, bid) for bid in range(hand.size + 1)]

        def worth(bid: int) -> float:
            misses = [chance * scoring.points(bid, took) for took, chance in enumerate(counts) if took != bid]
            scale = (1.0 - made[bid]) / max(1.0 - counts[bid], _SURE)
            return made[bid] * scoring.points(bid, bid) + scale * sum(misses)

        return max(legal_bids(view, reading.seat), key=worth)

    def _card(self, view: View, reading: Reading) -> Card:
        """The legal card that is worth most points on average, and where none is, the one that spoils most."""
        legal = legal_cards(view, reading.seat)
        if len(legal) == 1:
            return legal[0]
        if reading.needs_all() and (forced := from_the_top(view, reading, legal)):
            return forced
        hand, chances = view.hand, self.chances
        bid, taken = view.own_bid(reading.seat) or 0, hand.taken[reading.seat]
        points = [view.rules.scoring.points(bid, took) for took in range(hand.size + 1)]
        if_won = [chances.later(reading, card, has_won=True) for card in view.cards]
        if_lost = [chances.later(reading, card, has_won=False) for card in view.cards]

        def worth(card: Card) -> tuple[float, float]:
            place = view.cards.index(card)
            takes = chances.take(reading, hand.trick, card)
            value = 0.0
            if takes > 0.0:
                value += takes * mean_points(trick_counts(_without(if_won, place)), points, taken + 1)
            if takes < 1.0:
                value += (1.0 - takes) * mean_points(trick_counts(_without(if_lost, place)), points, taken)
            if not reading.is_lost():
                return value, 0.0
            # Tricks that others want are worth taking from them, and those that nobody wants worth leaving to them,
            # but only between cards of the same worth, which sums must not tell apart in their last digits.
            return round(value, 9), takes if reading.demand >= reading.left else -takes

        return max(legal, key=worth)


def from_the_top(view: View, reading: Reading, legal: tuple[Card, ...]) -> Card | None:
    """The highest trump, for a seat that needs every trick and leads the top one, or that holds only trumps."""
    trumps = [card for card in legal if card.suit == reading.trump]
    if not trumps:
        return None
    highest = max(trumps, key=lambda card: card.rank)
    leads_top = view.hand.trick.winner is None and reading.is_top(highest)
    return highest if leads_top or len(trumps) == len(view.cards) else None


def _without(chances: list[float], place: int) -> list[float]:
    return chances[:place] + chances[place + 1 :]
