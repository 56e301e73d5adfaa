"""Who may still beat a card that is about to be played, and how likely that is."""

from __future__ import annotations

from math import log

from upriver.bots.reading import Reading
from upriver.rules import Card, Suit, Trick, beats

THREATS = ("short over", "eager over", "eager ruff", "full over", "full ruff", "lost over", "lost ruff")
"""Each kind of seat to come, and how it beats the card: it goes over in the suit, or it ruffs.

A seat may be short of its bid (eager: the same, weighed by how much of the rest it needs), full, or have lost its bid.
A full seat goes over only where it must.
"""

_ALMOST = 0.9999


def threats(reading: Reading, trick: Trick, card: Card) -> dict[str, float] | None:
    """The threats to a card that the reading's seat plays now, by kind; None if it is beaten already.

    A threat is `-log(1 - chance)`, summed over the seats, so that the chance to survive them all is a product.
    """
    trump, players = reading.trump, reading.players
    if trick.winner is not None and not beats(card, trick.cards[(trick.winner - trick.leader) % players], trump):
        return None
    led = card.suit if trick.led is None else trick.led
    higher = reading.higher(card) if card.suit == led else 0
    ruffs = 0
    if trump is not None and trump != led:
        ruffs = reading.higher(card) if card.suit == trump else reading.counts[trump]
    found = dict.fromkeys(THREATS, 0.0)
    if not higher and not ruffs:
        return found
    for behind in range(1, players - len(trick.cards)):
        seat = (reading.seat + behind) % players
        need = reading.needs[seat]
        may, must = _over(reading, seat, led, higher)
        ruff = _threat(_void(reading, seat, led) * _ruff(reading, seat, led, ruffs))
        if need == 0:
            found["full over"] += _threat(must)
            found["full ruff"] += ruff
        elif 0 < need <= reading.left:
            eager = need / reading.left
            found["short over"] += _threat(may)
            found["eager over"] += _threat(may) * eager
            found["eager ruff"] += ruff * eager
        else:
            found["lost over"] += _threat(may)
            found["lost ruff"] += ruff
    return found


def _over(reading: Reading, seat: int, led: Suit, higher: int) -> tuple[float, float]:
    """The chances that the seat holds one of the higher cards of the led suit, and that it holds no other of it."""
    if reading.voids[seat] >> led & 1:
        return 0.0, 0.0
    held, count, hidden = reading.held[seat], reading.counts[led], reading.hidden
    may = 1.0 - (1.0 - higher / hidden) ** held
    must = (1.0 - (count - higher) / hidden) ** held - (1.0 - count / hidden) ** held
    return may, max(0.0, must)


def _void(reading: Reading, seat: int, led: Suit) -> float:
    """The chance that the seat is out of the led suit."""
    if reading.voids[seat] >> led & 1:
        return 1.0
    return float((1.0 - reading.counts[led] / reading.hidden) ** reading.held[seat])


def _ruff(reading: Reading, seat: int, led: Suit, ruffs: int) -> float:
    """The chance that a seat which is out of the led suit holds one of the trumps that win."""
    rest = reading.hidden - reading.counts[led]
    if not ruffs or not rest or (reading.trump is not None and reading.voids[seat] >> reading.trump & 1):
        return 0.0
    return float(1.0 - (1.0 - ruffs / rest) ** reading.held[seat])


def _threat(chance: float) -> float:
    return -log(1.0 - min(chance, _ALMOST))
