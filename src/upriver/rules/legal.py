"""What a seat may do: one check, `refusal`, behind `decide` and `legal_actions`.

The functions take a `State`, or the `View` of the seat that acts: they read nothing that it cannot see.
"""

from __future__ import annotations

from typing import TypeAlias

from upriver.rules.actions import Action, Bid, Play
from upriver.rules.cards import Card, Suit
from upriver.rules.errors import IllegalActionError, RefusalCode
from upriver.rules.events import BidChanged, BidMade, BidSealed, CardPlayed, Event
from upriver.rules.rules import Limit, Rules
from upriver.rules.state import Hand, Phase, State, is_sealed
from upriver.rules.view import View

Position: TypeAlias = State | View

SUIT_NAMES = {Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.SPADES: "spades", Suit.HEARTS: "hearts"}


def allowed_bids(rules: Rules, size: int, others: int | None) -> tuple[int, ...]:
    """Bids within the range and the dealer's limit (rules.md, "Bidding").

    Args:
        rules: the table's rules.
        size: cards in the hand.
        others: for the dealer the sum of all other bids; None for any other seat.
    """
    is_limited = others is not None and rules.is_limited(size)
    return limited_bids(rules.limit if is_limited else Limit.FREE, size, others or 0)


def limited_bids(limit: Limit, size: int, others: int) -> tuple[int, ...]:
    """Bids of the last bidder under a limit that holds, after `others` from the rest."""
    every = tuple(range(size + 1))
    if limit is Limit.FREE:
        return every
    if limit is Limit.HOOK:
        return tuple(bid for bid in every if bid + others != size)
    return tuple(bid for bid in every if bid + others > size) or (size,)


def allowed_cards(cards: tuple[Card, ...], led: Suit | None) -> tuple[Card, ...]:
    """Cards that follow the led suit; all of them on the lead or when void (rules.md, "Play")."""
    return tuple(card for card in cards if card.suit == led) or cards


def legal_bids(position: Position, seat: int) -> tuple[int, ...]:
    """Bids that the seat may make now, for the first time or as a change; empty when it may not bid."""
    if position.public.hand is None or position.phase not in (Phase.BID, Phase.PLAY):
        return ()
    return tuple(bid for bid in range(position.hand.size + 1) if refusal(position, Bid(seat, bid)) is None)


def legal_cards(position: Position, seat: int) -> tuple[Card, ...]:
    """Cards that the seat may play now; empty when it is not its turn to play."""
    if position.phase is not Phase.PLAY or position.hand.turn != seat:
        return ()
    return allowed_cards(position.cards_of(seat), position.hand.trick.led)


def legal_actions(position: Position) -> tuple[Action, ...]:
    """All that may be done now: by every seat for a `State`, by its own seat for a `View`.

    What the game waits for comes first; changes of a bid follow.
    """
    if isinstance(position, View):
        seats: tuple[int, ...] = () if position.seat is None else (position.seat,)
    else:
        waiting = position.to_act
        seats = waiting + tuple(seat for seat in range(position.rules.players) if seat not in waiting)
    actions: list[Action] = []
    for seat in seats:
        actions += [Play(seat, card) for card in legal_cards(position, seat)]
        if _may_bid(position, seat):
            actions += [Bid(seat, bid) for bid in legal_bids(position, seat)]
    return tuple(actions)


def decide(state: State, action: Action) -> Event:
    """The event that the action causes.

    Raises:
        IllegalActionError: the rules refuse it; the message says why and what is allowed.
    """
    error = refusal(state, action)
    if error:
        raise error
    if isinstance(action, Play):
        return CardPlayed(action.seat, action.card)
    if is_sealed(state.rules):
        return BidSealed(action.seat, action.bid)
    if state.hand.has_bid[action.seat]:
        return BidChanged(action.seat, action.bid)
    return BidMade(action.seat, action.bid)


def refusal(position: Position, action: Action) -> IllegalActionError | None:
    """Why the rules refuse the action; None when they allow it."""
    error = refuse_seat(position, action.seat, action)
    if error:
        return error
    return _refuse_play(position, action) if isinstance(action, Play) else _refuse_bid(position, action)


def refuse_seat(position: Position, seat: int, what: object) -> IllegalActionError | None:
    """Why no seat, or not this one, can do anything now; `what` was asked for."""
    players = position.rules.players
    if not 0 <= seat < players:
        return _no("no-such-seat", f"{what}: there is no seat {seat}; seats are 0 to {players - 1}", seat=seat)
    if position.phase is Phase.OVER:
        return _no("game-over", f"{what}: the game is over")
    if position.public.hand is None or position.phase in (Phase.DRAW, Phase.DEAL, Phase.REVEAL):
        return _no("not-your-turn", f"{what}: nobody can act now ({position.where()})", turn=None)
    return None


def refuse_turn(position: Position, seat: int, what: object) -> IllegalActionError | None:
    """Why it is not the seat's turn to play, during a hand."""
    if position.phase is Phase.BID:
        return _no("bidding-open", f"{what}: the bids come first ({position.where()})")
    turn = position.hand.turn
    return (
        None
        if seat == turn
        else _no("not-your-turn", f"{what}: it is seat {turn}'s turn ({position.where()})", turn=turn)
    )


def _refuse_play(position: Position, play: Play) -> IllegalActionError | None:
    error = refuse_turn(position, play.seat, play.card)
    if error:
        return error
    hand = position.hand
    cards = position.cards_of(play.seat)
    if play.card not in cards:
        return _no(
            "card-not-held", f"{play.card}: seat {play.seat} does not hold it (hand {hand.number})", card=play.card
        )
    led = hand.trick.led
    if led is not None and play.card.suit != led and play.card not in allowed_cards(cards, led):
        where = f"(hand {hand.number}, seat {play.seat})"
        return _no("must-follow", f"{play.card}: must follow {SUIT_NAMES[led]} {where}", card=play.card, suit=led)
    return None


def _refuse_bid(position: Position, bid: Bid) -> IllegalActionError | None:
    hand = position.hand
    if not _may_bid(position, bid.seat):
        return _refuse_bidder(position, bid)
    if not 0 <= bid.bid <= hand.size:
        return _no("bid-range", f"{bid.bid} is no bid here; bid 0 to {hand.size}", bid=bid.bid, size=hand.size)
    if hand.has_bid[bid.seat] and position.own_bid(bid.seat) == bid.bid:
        return _no("bid-same", f"{bid.bid} is your bid already; a change needs another number", bid=bid.bid)
    others = None
    if bid.seat == hand.dealer:
        others = hand.total_bid - (hand.bids[bid.seat] or 0)
    allowed = allowed_bids(position.rules, hand.size, others)
    return None if bid.bid in allowed else _refuse_limit(position.rules, hand, bid.bid, others or 0, allowed)


def _may_bid(position: Position, seat: int) -> bool:
    """Whether it is the seat's moment to bid, or to change its bid (rules.md, "Bidding")."""
    if position.phase not in (Phase.BID, Phase.PLAY):
        return False
    hand = position.hand
    rebid = position.rules.rebid
    if position.phase is Phase.PLAY:
        return rebid and seat == hand.dealer and hand.is_lead_open and not is_sealed(position.rules)
    if hand.turn is None:
        return rebid or not hand.has_bid[seat]
    is_last_bidder = hand.has_bid[seat] and (seat + 1) % len(hand.bids) == hand.turn
    return seat == hand.turn or (rebid and is_last_bidder)


def _refuse_bidder(position: Position, bid: Bid) -> IllegalActionError:
    hand = position.hand
    if position.phase is Phase.PLAY:
        return _no("bidding-closed", f"{bid.bid}: the bidding is over ({position.where()})", bid=bid.bid)
    if hand.has_bid[bid.seat]:
        why = "the next seat has bid since" if position.rules.rebid else "this table's bids are final"
        return _no("bid-fixed", f"{bid.bid}: seat {bid.seat}'s bid stands; {why}", bid=bid.bid)
    return _no("not-your-turn", f"{bid.bid}: it is seat {hand.turn}'s turn ({position.where()})", turn=hand.turn)


def _refuse_limit(rules: Rules, hand: Hand, bid: int, others: int, allowed: tuple[int, ...]) -> IllegalActionError:
    choice = _either(allowed)
    if rules.limit is Limit.HOOK:
        message = (
            f"{bid} would make the bids add up to {hand.size}, the number of tricks; as dealer you may bid {choice}"
        )
    else:
        message = (
            f"{bid} would make the bids add up to {others + bid}; as dealer you must bring them above "
            f"{hand.size}, the number of tricks: you may bid {choice}"
        )
        if others == 0:
            message = f"{bid}: nobody else bid a trick; as dealer you must bid {choice}, the number of tricks"
    return _no(
        "bid-forbidden", message, bid=bid, size=hand.size, total=others + bid, limit=rules.limit, allowed=allowed
    )


def _either(numbers: tuple[int, ...]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


def _no(code: RefusalCode, message: str, **details: object) -> IllegalActionError:
    return IllegalActionError(code, message, details)
