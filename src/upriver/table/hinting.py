"""Who may ask for a hint, and what it may be made from."""

from __future__ import annotations

from upriver.rules import Phase, View
from upriver.table.errors import refuse
from upriver.table.redact import view_of
from upriver.table.state import TablePhase, TableState


def may_ask_hint(state: TableState, user: str) -> bool:
    """Whether the person may ask now: hints are given here, and it is their turn to choose."""
    seat = state.seat_of(user)
    return state.gives_hints and seat is not None and state.seats[seat].level is None and seat in state.to_act


def hint_view(state: TableState, user: str, after: int) -> View:
    """What the person sees and a hint may know, and nothing else.

    Args:
        state: the table.
        user: who asks.
        after: the last entry that the person had seen.

    Raises:
        RefusedError: they may not ask, or the table has moved on.
    """
    seat = state.seat_of(user)
    if state.phase is not TablePhase.PLAYING or state.game is None:
        raise refuse("no-game", "no game is being played; a hint is for a bid or a card")
    if seat is None:
        raise refuse("not-seated", f"{user!r} has no seat here; sit down first", user=user)
    if not state.gives_hints:
        raise refuse("hints-off", "no hints are given at this table; the host may allow them in the options")
    level = state.seats[seat].level
    if level is not None:
        raise refuse("bot-plays", f"the bot {level!r} plays for seat {seat}; take the seat back first", seat=seat)
    known = state.known_seq(seat)
    view = view_of(state, user)
    if not known <= after <= state.seq or view is None:
        raise refuse(
            "stale", f"a hint after entry {after} is for an older moment; the last that matters is {known}",
            after=after, known=known,
        )  # fmt: skip
    if seat not in state.to_act or view.phase not in (Phase.BID, Phase.PLAY):
        raise refuse("hint-early", f"seat {seat} has nothing to choose now; ask when it is its turn", seat=seat)
    return view
