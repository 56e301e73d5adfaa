"""The decisions that stand in a record, hand by hand, each with what its seat saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from upriver.rules import (
    Action,
    Bid,
    BidChanged,
    BidMade,
    BidSealed,
    CardPlayed,
    Dealt,
    Event,
    Play,
    RecordError,
    Row,
    State,
    TakenBack,
    View,
    apply,
    view,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision.

    Args:
        place: the place of its event in the record, counted from 0.
        view: what the seat saw.
        action: what it did.
    """

    place: int
    view: View
    action: Action


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that was played to its end.

    Args:
        row: its line of the score sheet.
        moments: its decisions in order. A bid that was changed is there once, as it stood at last: nothing was seen
            in between. What was taken back is not there.
    """

    row: Row
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What of a record can be reviewed.

    Args:
        state: where the game stands at the end of the record.
        hands: its finished hands.
    """

    state: State
    hands: tuple[PlayedHand, ...]


def played(events: Sequence[Event]) -> PlayedGame:
    """The finished hands of a game.

    Raises:
        EventError: the events do not follow each other.
        IllegalActionError: a bid or card among them breaks the rules.
        RecordError: no hand is finished.
    """
    state: State | None = None
    hands: list[PlayedHand] = []
    moments: list[Moment] = []
    for place, event in enumerate(events):
        before, state = state, apply(state, event)
        match event:
            case Dealt():
                moments = []
            case TakenBack():
                moments.pop()
            case BidMade(seat, bid) | BidChanged(seat, bid) | BidSealed(seat, bid) if before and bid is not None:
                _note(moments, Moment(place, view(before, seat), Bid(seat, bid)))
            case CardPlayed(seat, card) if before:
                moments.append(Moment(place, view(before, seat), Play(seat, card)))
        if len(state.sheet.rows) > len(hands):
            hands.append(PlayedHand(state.sheet.rows[-1], tuple(moments)))
    if state is None or not hands:
        raise RecordError("no hand of this game is finished yet, so there is nothing to review")
    return PlayedGame(state, tuple(hands))


def _note(moments: list[Moment], bid: Moment) -> None:
    """Add a bid, or change the one that the seat has made."""
    for number, moment in enumerate(moments):
        if moment.action.seat == bid.action.seat:
            moments[number] = replace(moment, action=bid.action)
            return
    moments.append(bid)
