"""A game on paper with what each seat saw and might have done: the notation, and comments between its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from upriver.rules import (
    Bid,
    BidChanged,
    BidMade,
    BidSealed,
    CardPlayed,
    Event,
    State,
    View,
    apply,
    fold,
    legal_actions,
    legal_cards,
    view,
)
from upriver.rules.fold import contenders
from upriver.rules.notation import format_game, parse_lines

FOLDER = Path(__file__).parent


def rebuild(text: str) -> str:
    """The playthrough again from its heading and its events; all other comments are made anew."""
    heading = text.partition("\nrules ")[0]
    numbered = parse_lines(text)
    return heading + "\n" + "\n".join(commented(tuple(event for _, event in numbered))) + "\n"


def commented(events: tuple[Event, ...]) -> Iterator[str]:
    """The lines below the heading, bids one by one, with a comment wherever a seat chose or something was decided."""
    text = format_game(events)
    events_of: dict[int, list[Event]] = {}
    for number, event in parse_lines(text):
        events_of.setdefault(number, []).append(event)
    state: State | None = None
    for number, line in enumerate(text.splitlines()[1:], 2):
        here = events_of.get(number, [])
        if not here or state is None:
            state = fold(here) if here else state
            yield line
            continue
        word, *words = line.split(" ")
        if word in ("bids", "seal"):
            for event, bid in zip(here, words, strict=True):
                yield f"; {choice(state, seat_of(event))}"
                state = apply(state, event)
                yield f"{word} {bid}"
            continue
        if word == "trick" and state.hand.is_lead_open:
            yield f"; {choice(state, seat_of(here[0]))}"
        yield line
        if word == "trick":
            yield f"; {course(state, here)}"
        for event in here:
            state = apply(state, event)
        if word == "draw":
            yield f"; {tied(state)}"
    if state is not None and state.is_over:
        yield f"; places {spaced(state.sheet.places())}: {winners(state)}"


def seat_of(event: Event) -> int:
    """Who acted."""
    match event:
        case BidMade(seat) | BidChanged(seat) | BidSealed(seat) | CardPlayed(seat):
            return seat
    raise TypeError(f"{event} is no seat's doing")


def tied(state: State) -> str:
    """How a round of the draw ended."""
    if state.public.dealer is not None:
        return f"seat {state.public.dealer} deals first"
    return f"seats {spaced(contenders(state.public))} are level and draw again"


def winners(state: State) -> str:
    """Who won, alone or together."""
    seats = state.sheet.leaders()
    return f"seat {seats[0]} wins" if len(seats) == 1 else f"seats {spaced(seats)} win together"


def choice(state: State, seat: int) -> str:
    """What the seat sees and may do, and what the others may do meanwhile."""
    seen = [view(state, other) for other in range(state.rules.players) if other != seat]
    meanwhile = "; ".join(f"{other.seat} {may(other)}" for other in seen if legal_actions(other))
    return f"{sees(view(state, seat))}: {may(view(state, seat))}" + (f" ({meanwhile})" if meanwhile else "")


def sees(seen: View) -> str:
    """The cards and bids in the seat's sight."""
    sealed = f", its own sealed {seen.sealed}" if seen.sealed is not None else ""
    bids = spaced("-" if bid is None else bid for bid in seen.hand.bids)
    return f"{seen.seat} holds {spaced(seen.cards)}, sees bids {bids}{sealed}"


def may(seen: View) -> str:
    """What the seat may do, in a few words."""
    actions = legal_actions(seen)
    verb = "may lead"
    if seen.seat is not None and isinstance(actions[0], Bid):
        verb = "may change to" if seen.hand.has_bid[seen.seat] else "may bid"
    return f"{verb} {spaced(str(action).partition(':')[2] for action in actions)}"


def course(state: State, played: list[Event]) -> str:
    """From which cards each seat chose, and who took the trick."""
    parts = []
    for event in played:
        seat = seat_of(event)
        parts.append(f"{seat} of {spaced(legal_cards(view(state, seat), seat))}")
        state = apply(state, event)
    wins = "" if state.hand.trick.cards else f": {state.hand.tricks[-1].winner} wins"
    return ", ".join(parts) + wins


def spaced(values: Iterable[object]) -> str:
    return " ".join(map(str, values))
