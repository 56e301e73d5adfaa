"""Away and back, bots that stand in, pokes, and what the table does when its time has come."""

from __future__ import annotations

from upriver.rules import due, legal_cards
from upriver.rules.events import CardPlayed
from upriver.table.commands import ComeBack, GoAway, LetBotPlay, Poke, Resume, TakeSeatBack, Tick
from upriver.table.draft import Draft
from upriver.table.errors import refuse
from upriver.table.events import CameBack, Closed, HostChanged, Poked, Resumed, StandInSet, UndoDropped, Voted, WentAway
from upriver.table.fold import since_after_pause
from upriver.table.pace import IDLE, SLOW, forgotten_at, last_card_at, next_hand_at, undo_ends_at
from upriver.table.seating import next_host


def go_away(draft: Draft, command: GoAway) -> None:
    """Mark the person as away; a host without a seat is replaced at once, for nobody could see that they are away."""
    state, user = draft.state, command.user
    number = state.seat_of(user)
    if number is not None and not state.seats[number].is_away:
        draft.add(WentAway(number))
    elif number is None and user == state.host and state.people:
        draft.add(HostChanged(next_host(state, 0)))


def come_back(draft: Draft, command: ComeBack) -> None:
    """Mark the person as here; nothing for somebody without a seat."""
    number = draft.state.seat_of(command.user)
    if number is not None and draft.state.seats[number].is_away:
        draft.add(CameBack(number))


def let_bot_play(draft: Draft, command: LetBotPlay) -> None:
    """Decide, or vote."""
    _, state, user = draft.game, draft.state, command.user
    seat = draft.seat(command.seat)
    if user != state.host:
        draft.seat_of(user)
    if seat.user is None:
        raise refuse("no-such-person", f"nobody to play for has seat {command.seat}; it is a bot's", seat=command.seat)
    if seat.level is not None:
        return
    is_idle = command.seat in state.to_act and draft.now >= state.since + IDLE
    if not (seat.is_away or is_idle or seat.user == user):
        raise refuse(
            "not-away",
            f"{seat.name!r} is here; a bot may play for who is away or has been on move for {IDLE:.0f} seconds",
            seat=command.seat,
        )
    if user in (state.host, seat.user):
        draft.add(StandInSet(command.seat, state.options.stand_in))
    elif (user, command.seat) not in state.votes:
        draft.add(Voted(user, command.seat))


def take_seat_back(draft: Draft, command: TakeSeatBack) -> None:
    """End the stand-in."""
    number = draft.seat_of(command.user)
    if draft.state.seats[number].level is not None:
        draft.add(StandInSet(number, None))


def poke(draft: Draft, command: Poke) -> None:
    """Nudge whoever has been on move for a while."""
    _, state = draft.game, draft.state
    own, seat = draft.seat_of(command.user), draft.seat(command.seat)
    is_slow = command.seat in state.to_act and draft.now >= state.since + SLOW
    if not is_slow or seat.user is None or seat.level is not None or command.seat == own:
        raise refuse(
            "not-slow",
            f"seat {command.seat} is not to be poked; another person on move for {SLOW:.0f} seconds would be",
            seat=command.seat,
        )
    if (command.user, command.seat) in state.pokers:
        raise refuse(
            "poked", f"you have poked seat {command.seat} in this turn already; once is enough", seat=command.seat
        )
    draft.add(Poked(command.user, command.seat))


def tick(draft: Draft, _: Tick) -> None:
    """Do what is due."""
    if _is_due(draft, forgotten_at(draft.state)):
        draft.add(Closed())
    if _is_due(draft, undo_ends_at(draft.state)):
        draft.add(UndoDropped())
    if _is_due(draft, last_card_at(draft.state)):
        (seat,) = draft.state.to_act
        (card,) = legal_cards(draft.game, seat)
        draft.add(CardPlayed(seat, card))
    if _is_due(draft, next_hand_at(draft.state)) and (dealt := due(draft.game, draft.state.seed)):
        draft.add(dealt)


def _is_due(draft: Draft, at: float | None) -> bool:
    return at is not None and draft.now >= at


def resume(draft: Draft, _: Resume) -> None:
    """Give more time to whoever has too little left after the server was off."""
    state = draft.state
    is_running = state.is_between_hands or (state.options.clock is not None and bool(state.to_act))
    if state.question is not None or (is_running and since_after_pause(state, draft.now) > state.since):
        draft.add(Resumed())
