"""What the kernel chooses among, and that it knows the bot by rule."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tests.kernel.situations import situations
from upriver.bots import kernel
from upriver.bots.reading import read
from upriver.bots.rule_bot import RuleBot
from upriver.rules import Card, Phase, Play, Rules, View, legal_cards

HOUSES = (
    "players=3 sizes=12-1",
    "players=4",
    "players=5 scoring=penalty",
    "players=7 limit=over",
    "players=4 trump=none",
    "players=6 limit=free bidding=together",
)


@cache
def seen() -> tuple[View, ...]:
    """Every moment of a hand of each house, as the seat to act sees it."""
    return tuple(moment.view for house in HOUSES for moment in situations(Rules.parse(house), Random(house)))


def do_not_differ(view: View, one: Card, other: Card) -> bool:
    """Whether no card between the two can tell them apart: nobody else holds one, and none wins the trick so far."""
    if one.suit != other.suit:
        return False
    hand = view.hand
    gone = {card for trick in (*hand.tricks, hand.trick) for card in trick.cards} | {hand.turned} | set(view.cards)
    if hand.trick.winner is not None:
        gone.discard(hand.trick.cards[(hand.trick.winner - hand.trick.leader) % view.rules.players])
    low, high = sorted((one.rank, other.rank))
    return all(Card(type(low)(rank), one.suit) in gone for rank in range(low + 1, high))


def test_each_card_that_differs_is_a_choice() -> None:
    together = apart = 0
    for view in seen():
        if view.phase is not Phase.PLAY or view.seat is None:
            continue
        choices = kernel.search(view, bytes([128]) * kernel.cells(), kernel.Budget(16))
        cards = [choice.action.card for choice in choices if isinstance(choice.action, Play)]
        for card in legal_cards(view, view.seat):
            alike = [other for other in cards if do_not_differ(view, card, other)]
            assert len(alike) == 1, f"{card} of {view.cards}, {cards}, {view.hand.trick.cards}"
            assert alike[0].rank <= card.rank
            together += alike[0] != card
            apart += alike[0] == card
    assert together > 20
    assert apart > 200


def test_the_kernel_thinks_as_the_bot_by_rule_does() -> None:
    asked = 0
    for view in seen():
        if len(view.cards) == 1:
            with pytest.raises(ValueError, match="holds one card"):
                kernel.by_rule(view)
            continue
        chosen = RuleBot().choose(view, Random(0))
        if view.phase is Phase.PLAY and read(view).needs_all():
            continue  # from the top, whatever it thinks of each card
        choices = kernel.by_rule(view)
        value = next(choice.value for choice in choices if choice.action == chosen)
        assert value == pytest.approx(choices[0].value, abs=3e-4), f"{view.where()}: {chosen}, {choices[:3]}"
        asked += len(choices) > 1
    assert asked > 300
