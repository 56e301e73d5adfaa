"""The part of a view that is a person's own, read through the `View` of their seat: it cannot show more than that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from upriver.rules import Bid, Bidding, IllegalActionError, View, claim, last_act, legal_cards, refusal, sort_cards
from upriver.server import scene
from upriver.server.wire import details
from upriver.table.hinting import may_ask_hint
from upriver.table.redact import hands_shown, view_of
from upriver.table.state import TablePhase, TableState

Until: TypeAlias = Literal["next-bid", "opening-lead", "last-bid"]

_ABOUT_THE_NUMBER = ("bid-forbidden", "bid-same", "bid-range")
"""Refusals of a number, where another might be bid now."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody may choose from now."""

    cards: tuple[str, ...] = ()
    bids: tuple[int, ...] = ()
    forbidden: tuple[scene.Forbidden, ...] = ()


def you_part(state: TableState, user: str) -> scene.You:
    """What only the person sees, and may do now."""
    seat = state.seat_of(user)
    own = _own_view(state, user)
    bid = own.own_bid(seat) if own and seat is not None else None
    choice = _choice(own, seat) if own and seat is not None and _plays(state, seat) else Choice()
    can_change = bid is not None and bool(choice.bids)
    is_turn = seat in state.to_act
    return scene.You(
        person=user,
        seat=seat,
        is_host=state.host == user,
        is_turn=is_turn,
        cards=[str(card) for card in own.cards] if own else [],
        bid=bid,
        legal_cards=list(choice.cards),
        legal_bids=list(choice.bids),
        forbidden_bids=list(choice.forbidden),
        can_change_bid=can_change,
        change_until=_until(own, seat) if can_change and own and seat is not None else None,
        can_claim=bool(is_turn and own and seat is not None and _plays(state, seat) and claim(own, seat)),
        can_ask_undo=_can_ask_undo(state, seat),
        can_ask_hint=may_ask_hint(state, user),
        dealt=_dealt(state, user),
        muted=sorted(other for hearer, other in state.muted if hearer == user),
    )


def _own_view(state: TableState, user: str) -> View | None:
    """The person's view of the hand in play or the last one; None for who has no seat in it."""
    own = view_of(state, user)
    return own if own and own.seat is not None and own.public.hand else None


def _plays(state: TableState, seat: int) -> bool:
    """Whether the seat's person may act at all: no bot stands in."""
    return state.phase is TablePhase.PLAYING and state.seats[seat].level is None


def _can_ask_undo(state: TableState, seat: int | None) -> bool:
    if seat is None or state.game is None or not state.options.undo or not _plays(state, seat):
        return False
    return state.question is None and last_act(state.game) == seat


def _choice(own: View, seat: int) -> Choice:
    cards = tuple(str(card) for card in legal_cards(own, seat))
    why = refusal(own, Bid(seat, 0))
    if why is not None and why.code not in _ABOUT_THE_NUMBER:
        return Choice(cards)
    refusals = [(bid, refusal(own, Bid(seat, bid))) for bid in range(own.hand.size + 1)]
    forbidden = (_forbidden(bid, why) for bid, why in refusals if why is not None)
    return Choice(cards, tuple(bid for bid, why in refusals if why is None), tuple(forbidden))


def _forbidden(bid: int, why: IllegalActionError) -> scene.Forbidden:
    return scene.Forbidden(bid, why.code, str(why), details(why.details))


def _until(own: View, seat: int) -> Until:
    """What ends the time in which a bid may be changed."""
    if own.rules.bidding is Bidding.TOGETHER:
        return "last-bid"
    return "opening-lead" if seat == own.hand.dealer else "next-bid"


def _dealt(state: TableState, user: str) -> list[list[str]] | None:
    """All cards of the hand once it is over, for those who may see them."""
    hands = hands_shown(state, user)
    return None if hands is None else [[str(card) for card in sort_cards(cards)] for cards in hands]
