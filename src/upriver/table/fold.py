"""Entries make the table: `advance` by one, `stand` from the first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import get_args

from upriver.rules import (
    BidChanged,
    BidMade,
    BidSealed,
    CardPlayed,
    Dealt,
    Event,
    EventError,
    SeedRevealed,
    Started,
    apply,
    commit,
)
from upriver.table.events import (
    BecameReady,
    BotSet,
    CameBack,
    Closed,
    Entry,
    HostChanged,
    Muted,
    Opened,
    OptionsSet,
    Poked,
    Reacted,
    Removed,
    Renamed,
    Resumed,
    RulesSet,
    Said,
    SatDown,
    SeedChosen,
    StandInSet,
    StoodUp,
    UndoAnswered,
    UndoAsked,
    UndoDropped,
    Voted,
    WantsAgain,
    WentAway,
)
from upriver.table.seats import changed, put, resized
from upriver.table.state import Line, Question, Seat, TablePhase, TableState

KEPT_ASKS = 64
"""Ids of commands that are remembered for each person."""
KEPT_PEOPLE = 64
"""People whose commands are remembered: those who asked for something last."""
KEPT_TALK = 50
RATE, RATE_SECONDS = 5, 10.0
"""So often in so many seconds may a person speak, and react."""
LEAST_CLOCK = 15.0
"""Seconds that remain at least when the server was off."""
NEXT_HAND = 30.0
"""Seconds after which the next hand is dealt even when not all are ready."""

_GAME_EVENTS: tuple[type, ...] = get_args(Event)


def stand(entries: Iterable[Entry]) -> TableState:
    """The table after all the entries, the first of which is `Opened`.

    Raises:
        EventError: the entries do not make a table.
    """
    state = None
    for entry in entries:
        state = advance(state, entry)
    if state is None:
        raise EventError("there are no entries; a table begins with Opened")
    return state


def advance(state: TableState | None, entry: Entry) -> TableState:
    """The table after one more entry; `state` is None before the first.

    Raises:
        EventError: the entry cannot follow.
        IllegalActionError: it is a bid or card that the rules refuse.
    """
    event, seq = entry.event, 1 if state is None else state.seq + 1
    if entry.seq != seq:
        raise EventError(f"entry {entry.seq} cannot follow; the next is {seq}")
    if state is None or isinstance(event, Opened):
        if state is not None or not isinstance(event, Opened):
            raise EventError(f"entry {seq}: a table begins with Opened, and only once")
        seats = (Seat(),) * event.rules.players
        return TableState(1, entry.at, event.code, event.host, event.rules, event.options, seats, since=entry.at)
    number = getattr(event, "seat", None)
    if number is not None and not 0 <= number < len(state.seats):
        raise EventError(f"entry {seq}: {event} names seat {number}; seats are 0 to {len(state.seats) - 1}")
    state = replace(state, seq=seq, at=entry.at, asks=_asks(state, entry))
    if isinstance(event, _GAME_EVENTS):
        return _game(state, entry, event)  # type: ignore[arg-type]  # one of the union
    return _table(state, entry)


def since_after_pause(state: TableState, now: float) -> float:
    """When the turn, or the time between two hands, counts as begun after the server was off until now."""
    whole = NEXT_HAND if state.is_between_hands else state.options.clock or NEXT_HAND
    return max(state.since, now - max(0.0, whole - LEAST_CLOCK))


def _asks(state: TableState, entry: Entry) -> Mapping[str, tuple[tuple[str, int], ...]]:
    if not entry.ask:
        return state.asks
    known = (*state.asks.get(entry.by, ()), (entry.ask, entry.seq))
    others = [(user, asks) for user, asks in state.asks.items() if user != entry.by]
    return dict((*others, (entry.by, known[-KEPT_ASKS:]))[-KEPT_PEOPLE:])


def _table(state: TableState, entry: Entry) -> TableState:
    seats = state.seats
    match entry.event:
        case SeedChosen(commitment, seed):
            if seed is None or commit(seed) != commitment:
                raise EventError(f"entry {entry.seq}: the seed is hidden, or is not the one committed to")
            return replace(state, seed=seed)
        case SatDown(user, name, number, contribution):
            old, sitting = state.seat_of(user), Seat(user, name, contribution=contribution)
            if old is not None:
                seats = put(seats, old, seats[number])
            return replace(state, seats=put(seats, number, sitting))
        case StoodUp(number, level):
            user = seats[number].user
            return replace(
                state,
                seats=put(seats, number, Seat(level=level)),
                ready=state.ready - {user or ""},
                votes=frozenset(vote for vote in state.votes if vote[0] != user and vote[1] != number),
            )
        case Removed(user):
            return replace(state, removed=state.removed | {user})
        case Renamed(user, name):
            sits = state.seat_of(user)
            return state if sits is None else replace(state, seats=changed(seats, sits, name=name))
        case BotSet(number, level):
            return replace(state, seats=put(seats, number, Seat(level=level)))
        case RulesSet(rules):
            return replace(state, rules=rules, seats=resized(seats, rules.players), ready=frozenset())
        case OptionsSet(options):
            since = entry.at if (options.clock, options.reserve) != (state.options.clock, state.options.reserve) else 0
            return replace(state, options=options, since=max(state.since, since))
        case HostChanged(user):
            return replace(state, host=user)
        case WentAway(number):
            return replace(state, seats=changed(seats, number, is_away=True))
        case CameBack(number):
            since = state.since if state.is_attended else entry.at
            return replace(_without_votes(state, number), seats=changed(seats, number, is_away=False), since=since)
        case Voted(user, number):
            return replace(state, votes=state.votes | {(user, number)})
        case StandInSet(number, level):
            return replace(_without_votes(state, number), seats=changed(seats, number, level=level))
        case Closed():
            return replace(state, phase=TablePhase.CLOSED, question=None)
        case Resumed():
            question = replace(state.question, asked_at=entry.at) if state.question else None
            return replace(state, since=since_after_pause(state, entry.at), question=question)
    return _undo(state, entry)


def _undo(state: TableState, entry: Entry) -> TableState:
    match entry.event:
        case UndoAsked(number):
            return replace(state, question=Question(number, entry.at), decided_seq=entry.seq)
        case UndoAnswered(user, is_agreed):
            question = state.question
            if question is None:
                raise EventError(f"entry {entry.seq}: {entry.event} answers no question")
            agreed = question.agreed | {user} if is_agreed else question.agreed
            return replace(state, question=replace(question, agreed=agreed))
        case UndoDropped():
            paused = entry.at - state.question.asked_at if state.question else 0.0
            return replace(state, question=None, since=state.since + paused)
    return _people(state, entry)


def _people(state: TableState, entry: Entry) -> TableState:
    match entry.event:
        case BecameReady(user):
            return replace(state, ready=state.ready | {user})
        case WantsAgain(user, contribution):
            number = state.seat_of(user)
            if number is None:
                raise EventError(f"entry {entry.seq}: {user!r} has no seat")
            return replace(
                state,
                ready=state.ready | {user},
                seats=changed(state.seats, number, contribution=contribution),
            )
        case Poked(user, number):
            return replace(state, pokers=state.pokers | {(user, number)})
        case Said(user, name, text):
            line = Line(entry.seq, entry.at, user, name, text, is_reaction=False)
            return replace(state, talk=(*state.talk, line)[-KEPT_TALK:], said_at=_times(state.said_at, user, entry.at))
        case Reacted(user, name, reaction):
            line = Line(entry.seq, entry.at, user, name, reaction, is_reaction=True)
            times = _times(state.reacted_at, user, entry.at)
            return replace(state, talk=(*state.talk, line)[-KEPT_TALK:], reacted_at=times)
        case Muted(user, other, is_muted):
            pair = {(user, other)}
            return replace(state, muted=state.muted | pair if is_muted else state.muted - pair)
    raise EventError(f"entry {entry.seq}: {entry.event!r} is no event of a table")


def _times(times: Mapping[str, tuple[float, ...]], user: str, now: float) -> Mapping[str, tuple[float, ...]]:
    """The times that still count for the limit, with one more."""
    since = now - RATE_SECONDS
    recent = {
        other: kept for other, all_times in times.items() if (kept := tuple(at for at in all_times if at > since))
    }
    return {**recent, user: (*recent.get(user, ()), now)}


def _without_votes(state: TableState, number: int) -> TableState:
    votes = frozenset(vote for vote in state.votes if vote[1] != number)
    return state if votes == state.votes else replace(state, votes=votes)


def _game(state: TableState, entry: Entry, event: Event) -> TableState:
    """One more event of the game; a new game begins with `Started`."""
    is_new = isinstance(event, Started)
    game = apply(None if is_new else state.game, event)
    if isinstance(event, BidSealed):
        is_first = not (state.game and state.game.hand.has_bid[event.seat])
        state = _charged(state, entry, event.seat) if is_first else state
        sealed = {**state.sealed_seq, event.seat: entry.seq}
        return replace(_without_votes(state, event.seat), game=game, sealed_seq=sealed)
    state = replace(state, decided_seq=entry.seq, question=None)
    match event:
        case Started(rules):
            if len(state.seats) != rules.players:
                raise EventError(f"entry {entry.seq}: {rules.players} players for {len(state.seats)} seats")
            seats = tuple(replace(seat, contribution=b"", spent=0.0) for seat in state.seats)
            state = replace(
                state,
                phase=TablePhase.PLAYING,
                game_seq=entry.seq,
                seats=seats,
                ready=frozenset(),
                dealt=(),
                dealt_seq=0,
            )
        case Dealt(cards):
            dealt = tuple(own or () for own in cards)
            state = replace(state, dealt=dealt, dealt_seq=entry.seq, ready=frozenset(), sealed_seq={})
        case SeedRevealed():
            return replace(state, game=game, phase=TablePhase.OVER)
        case BidChanged():
            return replace(state, game=game, changed_at=entry.at)
        case BidMade(seat) | CardPlayed(seat):
            state = _without_votes(_charged(state, entry, seat), seat)
    return replace(state, game=game, since=entry.at, changed_at=entry.at, pokers=frozenset())


def _charged(state: TableState, entry: Entry, number: int) -> TableState:
    """What a person's turn took beyond the clock comes off the reserve."""
    seat, clock = state.seats[number], state.options.clock
    if clock is None or seat.user is None or seat.level is not None:
        return state
    over = min(max(0.0, entry.at - state.since - clock), max(0.0, state.options.reserve - seat.spent))
    return replace(state, seats=changed(state.seats, number, spent=seat.spent + over)) if over else state
