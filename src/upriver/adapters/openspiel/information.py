"""What a player of theirs knows, read from their text as one of our views."""

from __future__ import annotations

import re

import pyspiel

from upriver.adapters.openspiel.settings import rules_for
from upriver.rules import BidMade, Card, CardPlayed, Dealt, ParseError, Started, View, apply_seen, sort_cards

_CARD = re.compile(r"([CDSH])([2-9TJQKA])")
_HELD = re.compile(r"^    ([CDSH]): ([2-9TJQKA]*)$", re.MULTILINE)
_PLAYED = re.compile(r"^Tricks:\n[^\n]*\n(.*?)\n\n", re.MULTILINE | re.DOTALL)


def read_information(game: pyspiel.Game, text: str) -> View:
    """The view of the player whose `information_state_string` the text is.

    Raises:
        ParseError: the text is none of a hand being bid or played.
        RulesError: our rules cannot express the game.
    """
    size, dealer, player = (_number(text, label) for label in ("Num Total Tricks", "Dealer", "Player"))
    rules = rules_for(game, size)
    bids = [int(bid) for bid in _line(text, "Bids").split()]
    turned = _cards(_line(text, "Trump"))[0]
    tricks = _PLAYED.search(text)
    seen = apply_seen(None, Started(rules, dealer=dealer))
    seen = apply_seen(seen, Dealt((None,) * rules.players, turned))
    while seen.hand.turn is not None and bids[seen.hand.turn] >= 0 and not all(seen.hand.has_bid):
        seen = apply_seen(seen, BidMade(seen.hand.turn, bids[seen.hand.turn]))
    for card in _cards(tricks[1]) if tricks else ():
        if seen.hand.turn is None:
            raise ParseError(f"{text!r} has more cards than {size} tricks")
        seen = apply_seen(seen, CardPlayed(seen.hand.turn, card))
    held = tuple(Card.parse(rank + suit) for suit, ranks in _HELD.findall(text) for rank in ranks)
    return View(seen.public, player, sort_cards(held), None)


def _cards(text: str) -> tuple[Card, ...]:
    """Their `ST` is our `10S`."""
    return tuple(Card.parse(rank + suit) for suit, rank in _CARD.findall(text))


def _number(text: str, label: str) -> int:
    return int(_line(text, label))


def _line(text: str, label: str) -> str:
    found = re.search(rf"^{label}: *(.+)$", text, re.MULTILINE)
    if found is None or text.startswith("Phase"):
        raise ParseError(f"{text!r} is no information state of a hand being bid or played: it has no line {label!r}")
    return found[1]
