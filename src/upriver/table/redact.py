"""What each person gets to know of a table. Nothing hidden passes here: the seed, others' cards and hidden bids."""

from __future__ import annotations

from dataclasses import dataclass

from upriver.rules import Card, Dealt, Event, Phase, View, redact, view
from upriver.table.events import Entry, Muted, Poked, Reacted, Said, SeedChosen, TableEvent
from upriver.table.options import Watching
from upriver.table.state import Line, TablePhase, TableState


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as one person gets to know it.

    Args:
        seq: as in the log, so that a gap is seen.
        at: as in the log.
        by: as in the log; empty where the event is hidden.
        event: what the person may know of it; None where that is nothing.
    """

    seq: int
    at: float
    by: str
    event: TableEvent | Event | None


def may_see(state: TableState, user: str) -> bool:
    """Whether the person may be shown the table: who sits here, the host, and watchers where they are let in."""
    if user in state.removed:
        return False
    is_open = state.phase is TablePhase.OPEN or state.options.watching is not Watching.CLOSED
    return is_open or user == state.host or state.seat_of(user) is not None


def tell(state: TableState, entry: Entry, user: str) -> Told:
    """The entry as the person may know it.

    Args:
        state: where the table stands after it, or later.
        entry: what happened.
        user: who is told; somebody without a seat is a watcher.
    """
    event = _shown(state, entry, user) if may_see(state, user) else None
    return Told(entry.seq, entry.at, "" if event is None else entry.by, event)


def _shown(state: TableState, entry: Entry, user: str) -> TableEvent | Event | None:
    match entry.event:
        case SeedChosen(commitment):
            return SeedChosen(commitment, None)
        case Muted(hearer):
            return entry.event if hearer == user else None
        case Said(speaker) | Reacted(speaker) | Poked(speaker):
            return None if (user, speaker) in state.muted else entry.event
        case Dealt() if _is_shown(state, entry.seq, user):
            return entry.event
    seat = state.seat_of(user)
    return _game_event(entry.event, seat)


def _game_event(event: TableEvent | Event, seat: int | None) -> TableEvent | Event:
    return redact(event, seat)  # type: ignore[arg-type]  # leaves what hides nothing as it is


def _is_shown(state: TableState, seq: int, user: str) -> bool:
    """Whether the person may see all cards of the hand that was dealt then: not before it is over."""
    is_over = state.game is not None and state.game.phase in (Phase.DEAL, Phase.OVER)
    if seq == state.dealt_seq and not is_over:
        return False
    return state.seat_of(user) is not None or (state.options.watching is Watching.HANDS and may_see(state, user))


def hands_shown(state: TableState, user: str) -> tuple[tuple[Card, ...], ...] | None:
    """All cards of the last hand as they were dealt, once it is over, for those who may see them."""
    return state.dealt if state.dealt and _is_shown(state, state.dealt_seq, user) else None


def view_of(state: TableState, user: str) -> View | None:
    """The game in play, or the last one, as the person may see it; None before the first game or for a stranger."""
    if state.game is None or not may_see(state, user):
        return None
    # Once a game is over the seats may be others', and more than it had.
    return view(state.game, None if state.game.is_over else state.seat_of(user))


def talk_for(state: TableState, user: str) -> tuple[Line, ...]:
    """The last things said, without those by whom the person has muted."""
    if not may_see(state, user):
        return ()
    return tuple(line for line in state.talk if (user, line.user) not in state.muted)
