"""When a table does by itself what waits for nobody: bots, clocks, the next hand, the last card, the end of it all.

Every time follows from the log alone, and from nothing that is hidden: how long a bot waits tells nothing of its
cards, and while all bid together all bots wait alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from upriver.rules import Bidding, Phase, last_act
from upriver.table.fold import NEXT_HAND
from upriver.table.options import Pace
from upriver.table.state import TablePhase, TableState

UNDO_OPEN = 20.0
"""Seconds after which a question for an undo that nobody answered is closed."""
SLOW = 20.0
"""Seconds on move after which somebody may be poked."""
IDLE = 60.0
"""Seconds on move after which a bot may play for somebody, away or not."""
LONGEST_WAIT = 15.0
"""Seconds that a bot waits at most for others who change their bid again and again."""
_DAY = 24 * 3600.0
FORGOTTEN = {TablePhase.OPEN: 7 * _DAY, TablePhase.PLAYING: 14 * _DAY, TablePhase.OVER: _DAY}
"""Seconds without any entry after which a table is closed."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Seconds that bots wait, by what they wait for.

    Args:
        act: thinking, on average.
        trick: more after a finished trick, and after hidden bids were turned over.
        hand: after a finished hand, when nobody is asked.
        draw: more after the draw for first dealer.
        change: at least, while a person may still change a bid.
        undo: at least, while a person may ask for an undo.
    """

    act: float
    trick: float
    hand: float
    draw: float
    change: float
    undo: float


WAITS: dict[Pace, Wait] = {
    Pace.INSTANT: Wait(act=0.0, trick=0.0, hand=0.0, draw=0.0, change=1.5, undo=1.5),
    Pace.BRISK: Wait(act=0.4, trick=1.0, hand=2.5, draw=1.5, change=2.0, undo=1.5),
    Pace.NATURAL: Wait(act=0.9, trick=2.0, hand=5.0, draw=3.0, change=3.5, undo=2.5),
}


def bot_at(state: TableState) -> float:
    """Before when no bot acts; the game waits for somebody to bid or play."""
    assert state.game is not None
    hand, wait = state.game.hand, WAITS[state.options.pace]
    at = state.since + wait.act * _variation(state.decided_seq)
    is_first = _is_sealed(state) or not any(hand.has_bid)
    if state.game.phase is Phase.BID and is_first and hand.number == 1 and state.game.public.draw:
        at += wait.draw
    if state.game.phase is Phase.PLAY and not hand.trick.cards and (hand.tricks or _is_sealed(state)):
        at += wait.trick
    if state.rules.rebid and _acts_for_itself(state, _last_bidder(state)):
        at = max(at, min(state.changed_at + wait.change, state.since + LONGEST_WAIT))
    if state.options.undo and _acts_for_itself(state, last_act(state.game)):
        at = max(at, state.since + wait.undo)
    return at


def deadline(state: TableState, seat: int) -> float | None:
    """When the clock and the reserve of a seat on move run out; None without a clock, and while everybody is away."""
    clock = state.options.clock
    if clock is None or not state.is_attended:
        return None
    return state.since + clock + max(0.0, state.options.reserve - state.seats[seat].spent)


def last_card_at(state: TableState) -> float | None:
    """When the table plays the last card of the person on move; None where it does not."""
    if not state.options.auto_last or state.question is not None or not state.is_last_trick:
        return None
    if not any(_acts_for_itself(state, seat) for seat in state.to_act):
        return None
    return bot_at(state)


def next_hand_at(state: TableState) -> float | None:
    """When the next hand is dealt although not all are ready; None while it waits, or none is due."""
    if not state.is_between_hands:
        return None
    if state.here:
        return state.since + NEXT_HAND
    if any(seat.user is not None and seat.level is None for seat in state.seats):
        return None
    return state.since + WAITS[state.options.pace].hand


def undo_ends_at(state: TableState) -> float | None:
    """When the open question for an undo is closed."""
    return None if state.question is None else state.question.asked_at + UNDO_OPEN


def forgotten_at(state: TableState) -> float | None:
    """When the table is closed if nothing happens; None for one that is closed."""
    return None if state.phase is TablePhase.CLOSED else state.at + FORGOTTEN[state.phase]


def tick_at(state: TableState) -> float | None:
    """When `Tick` has something to do."""
    times = (last_card_at(state), next_hand_at(state), undo_ends_at(state), forgotten_at(state))
    return min((at for at in times if at is not None), default=None)


def _variation(seq: int) -> float:
    """0.7 to 1.3, as if by chance."""
    return 0.7 + 0.6 * int.from_bytes(sha256(f"upriver pace 1\n{seq}".encode()).digest()[:4], "big") / 2**32


def _is_sealed(state: TableState) -> bool:
    return state.game is not None and state.game.rules.bidding is Bidding.TOGETHER


def _last_bidder(state: TableState) -> int | None:
    """Who may still change a bid made in turn."""
    assert state.game is not None
    hand = state.game.hand
    if hand.turn is None or _is_sealed(state) or not hand.is_lead_open:
        return None
    last = (hand.turn - 1) % len(hand.bids)
    return last if hand.has_bid[last] else None


def _acts_for_itself(state: TableState, seat: int | None) -> bool:
    return seat is not None and state.seats[seat].user is not None and state.seats[seat].level is None
