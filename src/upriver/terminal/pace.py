"""How fast the bots play and how long a result stays on the table."""

from __future__ import annotations

from dataclasses import dataclass

from upriver.rules import Phase
from upriver.terminal.session import Moment, Session, Stage


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

    def seconds(self, session: Session, *, is_changing: bool) -> float | None:
        """How long the session's moment lasts; None when it waits for the player.

        Args:
            session: the game.
            is_changing: whether the player is about to change the bid.
        """
        match session.moment:
            case Moment.DRAW:
                return self.draw
            case Moment.TRICK | Moment.HAND:
                return self.trick
        match session.stage:
            case Stage.MINE:
                return None
            case Stage.CHANGE:
                return None if is_changing else self.change
            case Stage.BOT:
                return self.bid if session.view.phase is Phase.BID else self.card
        return 0.0


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
