"""A bot of one's own, entered in the arena: `python examples/my_bot.py`."""

from __future__ import annotations

from random import Random

from upriver.arena import Duel, Match, play
from upriver.bots import LEVELS
from upriver.rules import Action, Bid, Phase, Play, View, legal_bids, legal_cards


class MyBot:
    """Bids its aces, kings and high trumps; wins while it needs tricks, ducks when it does not."""

    def choose(self, view: View, rng: Random) -> Action:
        """The action of the view's seat: a bid, or a card."""
        seat, hand = view.to_act[0], view.hand
        if view.phase is Phase.BID:
            sure = sum(card.rank >= (11 if card.suit == hand.trump else 13) for card in view.cards)
            return Bid(seat, min(legal_bids(view, seat), key=lambda bid: abs(bid - sure)))
        cards = sorted(legal_cards(view, seat), key=lambda card: (card.suit == hand.trump, card.rank))
        return Play(seat, cards[-1] if (hand.needs(seat) or 0) > 0 else cards[0])


LEVELS["mine"] = MyBot

if __name__ == "__main__":
    result = play(Match(field="rule", challenger="mine", games=10))
    assert isinstance(result, Duel)
    made, gain = result.challenger.made, result.difference
    print(f"made {made.mean:.0%} of its bids (rule: {result.alone.made.mean:.0%})")
    print(f"points a hand against rule in its seat: {gain.mean:+.2f} ± {gain.error:.2f}")
