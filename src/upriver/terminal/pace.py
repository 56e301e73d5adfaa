"""How fast the bots play and how long a result stays on the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that each kind of moment lasts; any key cuts a moment short.

    Args:
        name: how it is called in the catalogues.
        bid: a bot thinks before it bids.
        card: a bot thinks before it plays.
        trick: a finished trick stays on the table; None until a key is pressed.
        change: the next bidder waits, so that a bid can be changed.
        draw: a round of the draw for first dealer stays on the table.
    """

    name: str
    bid: float
    card: float
    trick: float | None
    change: float
    draw: float


PACES: dict[str, Pace] = {
    pace.name: pace
    for pace in (
        Pace("natural", bid=0.9, card=0.8, trick=2.2, change=4.0, draw=3.0),
        Pace("brisk", bid=0.35, card=0.3, trick=1.1, change=2.5, draw=1.8),
        Pace("instant", bid=0.0, card=0.0, trick=0.0, change=1.5, draw=0.0),
        Pace("patient", bid=0.9, card=0.8, trick=None, change=6.0, draw=6.0),
    )
}
"""The paces by name; the first is the default."""
