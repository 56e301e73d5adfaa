"""Events make the state: `apply` one, `fold` many, `apply_seen` for a seat that sees redacted events only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from upriver.rules.actions import Action, Bid, Play
from upriver.rules.cards import Card, Suit, sort_cards
from upriver.rules.errors import EventError
from upriver.rules.events import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsRevealed,
    CardPlayed,
    Dealt,
    Drawn,
    Event,
    SeedRevealed,
    Started,
    TakenBack,
)
from upriver.rules.legal import decide
from upriver.rules.rules import CYCLE, Rules, Trump
from upriver.rules.sheet import Row, Sheet
from upriver.rules.shuffle import CONTRIBUTION_BYTES, MOST_CONTRIBUTIONS, commit
from upriver.rules.state import Hand, Phase, Public, State, is_sealed
from upriver.rules.takeback import last_act, last_card, take_back
from upriver.rules.tricks import Trick
from upriver.rules.view import View

_T = TypeVar("_T")


def fold(events: Iterable[Event]) -> State:
    """The state after all the events, the first of which is `Started`.

    Raises:
        EventError: an event cannot follow those before it.
    """
    state = None
    for event in events:
        state = apply(state, event)
    if state is None:
        raise EventError("there are no events; a game begins with Started")
    return state


def apply(state: State | None, event: Event) -> State:
    """The state after one more event; `state` is None before the first.

    Raises:
        EventError: the event cannot follow the state.
        IllegalActionError: it is a bid or card that the rules refuse.
    """
    if isinstance(event, Started) or state is None:
        if state is not None or not isinstance(event, Started):
            raise EventError("a game begins with Started, and only once")
        _check_start(event)
        nobody: tuple[None, ...] = (None,) * event.rules.players
        return State(start(event), ((),) * event.rules.players, nobody)
    _CHECKS[type(event)](state, event)
    public = advance(state.public, event)
    match event:
        case CardPlayed(seat, card):
            held = state.cards[seat]
            place = held.index(card)
            return State(public, _put(state.cards, seat, (*held[:place], *held[place + 1 :])), state.sealed)
        case TakenBack(seat) if back := last_card(state.public):
            return State(public, _put(state.cards, seat, sort_cards((*state.cards[seat], back))), state.sealed)
        case Dealt(cards):
            return State(public, tuple(sort_cards(own or ()) for own in cards), (None,) * len(cards))
        case BidSealed(seat, bid):
            return State(public, state.cards, _put(state.sealed, seat, bid))
        case BidsRevealed(bids):
            return State(public, state.cards, (None,) * len(bids))
    return State(public, state.cards, state.sealed)


def apply_seen(seen: View | None, event: Event, seat: int | None = None) -> View:
    """The view after one more redacted event; before the first, `seen` is None and `seat` says whose eyes.

    Raises:
        EventError: `Started` is missing at the beginning, or comes again.
    """
    if isinstance(event, Started) or seen is None:
        if seen is not None or not isinstance(event, Started):
            raise EventError("a game begins with Started, and only once")
        return View(start(event), seat, (), None)
    public = advance(seen.public, event)
    match event:
        case CardPlayed(player, card) if player == seen.seat:
            return View(public, seen.seat, tuple(own for own in seen.cards if own != card), seen.sealed)
        case TakenBack(player) if player == seen.seat and (back := last_card(seen.public)):
            return View(public, seen.seat, sort_cards((*seen.cards, back)), seen.sealed)
        case Dealt(cards):
            own = None if seen.seat is None else cards[seen.seat]
            return View(public, seen.seat, sort_cards(own or ()), None)
        case BidSealed(player, bid) if player == seen.seat:
            return View(public, seen.seat, seen.cards, bid)
        case BidsRevealed():
            return View(public, seen.seat, seen.cards, None)
    return View(public, seen.seat, seen.cards, seen.sealed)


def start(event: Started) -> Public:
    """What all can see when the game begins."""
    phase = Phase.DRAW if event.dealer is None else Phase.DEAL
    sheet = Sheet((0,) * event.rules.players)
    return Public(
        event.rules,
        event.names,
        event.commitment,
        phase,
        sheet,
        dealer=event.dealer,
        contributions=event.contributions,
    )


def advance(public: Public, event: Event) -> Public:
    """The public part after an event, redacted or not, that was checked by `apply`."""
    match event:
        case CardPlayed(seat, card):
            return _play(public, seat, card)
        case BidMade(seat, bid):
            return _bid(public, seat, bid)
        case BidChanged(seat, bid):
            hand = _hand(public)
            return replace(public, hand=replace(hand, bids=_put(hand.bids, seat, bid)))
        case BidSealed(seat, _):
            hand = _hand(public)
            hand = replace(hand, has_bid=_put(hand.has_bid, seat, True))
            return replace(public, hand=hand, phase=Phase.REVEAL if all(hand.has_bid) else Phase.BID)
        case BidsRevealed(bids):
            hand = replace(_hand(public), bids=bids, turn=_hand(public).trick.leader)
            return replace(public, hand=hand, phase=Phase.PLAY)
        case Dealt(_, turned):
            return _deal(public, turned)
        case Drawn(cards):
            return _draw(public, cards)
        case TakenBack():
            return take_back(public)
        case SeedRevealed(seed):
            return replace(public, seed=seed)
        case Started():
            raise EventError("a game begins with Started, and only once")


def contenders(public: Public) -> tuple[int, ...]:
    """Who is in the next round of the draw: everyone, then those level on the highest rank."""
    if not public.draw:
        return tuple(range(public.rules.players))
    best = max(card.rank for _, card in public.draw[-1])
    return tuple(seat for seat, card in public.draw[-1] if card.rank == best)


def _hand(public: Public) -> Hand:
    if public.hand is None:
        raise EventError("no hand has been dealt yet")
    return public.hand


def _put(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _draw(public: Public, cards: tuple[Card, ...]) -> Public:
    drawn = replace(public, draw=(*public.draw, tuple(zip(contenders(public), cards, strict=True))))
    tied = contenders(drawn)
    gone = sum(len(turn) for turn in drawn.draw)
    if len(tied) == 1 or gone + len(tied) > 52:
        return replace(drawn, dealer=tied[0], phase=Phase.DEAL)
    return drawn


def trump_of(rules: Rules, number: int, turned: Card | None) -> Suit | None:
    """Trump of hand `number`, counted from 1."""
    if rules.trump is Trump.TURNED:
        return turned.suit if turned else None
    return CYCLE[(number - 1) % len(CYCLE)] if rules.trump is Trump.CYCLE else None


def _deal(public: Public, turned: Card | None) -> Public:
    rules, dealer = public.rules, public.dealer
    number = len(public.sheet.rows) + 1
    if dealer is None:
        raise EventError("the draw for first dealer comes before the deal")
    first = (dealer + 1) % rules.players
    hand = Hand(
        number=number,
        size=rules.sizes[number - 1],
        dealer=dealer,
        turned=turned,
        trump=trump_of(rules, number, turned),
        turn=None if is_sealed(rules) else first,
        bids=(None,) * rules.players,
        has_bid=(False,) * rules.players,
        taken=(0,) * rules.players,
        trick=Trick(first),
    )
    past = public.past if public.hand is None else (*public.past, public.hand)
    return replace(public, hand=hand, past=past, phase=Phase.BID)


def _bid(public: Public, seat: int, bid: int) -> Public:
    hand = _hand(public)
    is_last = seat == hand.dealer
    hand = replace(
        hand,
        bids=_put(hand.bids, seat, bid),
        has_bid=_put(hand.has_bid, seat, True),
        turn=(seat + 1) % len(hand.bids),
    )
    return replace(public, hand=hand, phase=Phase.PLAY if is_last else Phase.BID)


def _play(public: Public, seat: int, card: Card) -> Public:
    hand = _hand(public)
    players = len(hand.bids)
    trick = hand.trick.with_card(seat, card, hand.trump, players)
    if len(trick.cards) < players:
        return replace(public, hand=replace(hand, trick=trick, turn=(seat + 1) % players))
    winner = trick.winner
    assert winner is not None
    taken = _put(hand.taken, winner, hand.taken[winner] + 1)
    tricks = (*hand.tricks, trick)
    is_over = len(tricks) == hand.size
    hand = replace(hand, trick=Trick(winner), tricks=tricks, taken=taken, turn=None if is_over else winner)
    return _score(public, hand) if is_over else replace(public, hand=hand)


def _score(public: Public, hand: Hand) -> Public:
    bids = tuple(bid or 0 for bid in hand.bids)
    points = tuple(public.rules.scoring.points(bid, taken) for bid, taken in zip(bids, hand.taken, strict=True))
    sheet = public.sheet.with_row(Row(hand.number, hand.size, hand.dealer, hand.trump, bids, hand.taken, points))
    is_over = len(sheet.rows) == public.rules.hands
    dealer = (hand.dealer + 1) % public.rules.players
    return replace(public, hand=hand, sheet=sheet, dealer=dealer, phase=Phase.OVER if is_over else Phase.DEAL)


def _check_start(event: Started) -> None:
    players = event.rules.players
    if event.names and len(event.names) != players:
        raise EventError(f"Started has {len(event.names)} names for {players} players; give one for each, or none")
    if event.dealer is not None and not 0 <= event.dealer < players:
        raise EventError(f"Started names seat {event.dealer} as dealer; seats are 0 to {players - 1}")
    if event.commitment is not None and len(event.commitment) != 32:
        raise EventError(f"Started has a commitment of {len(event.commitment)} bytes; it needs 32")
    if event.contributions and event.commitment is None:
        raise EventError("Started has contributions and no commitment; people give theirs once they have seen one")
    if len(event.contributions) > MOST_CONTRIBUTIONS:
        raise EventError(f"Started has {len(event.contributions)} contributions; at most {MOST_CONTRIBUTIONS}")
    for contribution in event.contributions:
        if not 1 <= len(contribution) <= CONTRIBUTION_BYTES:
            size = len(contribution)
            raise EventError(f"Started has a contribution of {size} bytes; each has 1 to {CONTRIBUTION_BYTES}")


def _check_drawn(state: State, event: Drawn) -> None:
    _expect(state, Phase.DRAW, event)
    waiting = contenders(state.public)
    if len(event.cards) != len(waiting):
        raise EventError(
            f"Drawn has {len(event.cards)} cards; {len(waiting)} players are in the draw ({state.where()})"
        )
    _check_once(card for turn in (*state.public.draw, tuple(enumerate(event.cards))) for _, card in turn)


def _check_dealt(state: State, event: Dealt) -> None:
    _expect(state, Phase.DEAL, event)
    rules, number = state.rules, len(state.sheet.rows) + 1
    size = rules.sizes[number - 1]
    held = [cards or () for cards in event.cards]
    if [len(cards) for cards in held] != [size] * rules.players:
        raise EventError(f"Dealt must give {rules.players} seats {size} cards each ({state.where()})")
    if (event.turned is not None) != (rules.trump is Trump.TURNED):
        raise EventError(f"Dealt turns {event.turned or 'no card'}, against trump={rules.trump} ({state.where()})")
    turned = (event.turned,) if event.turned else ()
    _check_once(card for cards in (*held, turned) for card in cards)


def _check_action(state: State, event: BidMade | BidChanged | BidSealed | CardPlayed) -> None:
    action: Action
    if isinstance(event, CardPlayed):
        action = Play(event.seat, event.card)
    elif event.bid is None:
        raise EventError(f"{event} is hidden; a record needs the bid")
    else:
        action = Bid(event.seat, event.bid)
    caused = decide(state, action)
    if caused != event:
        raise EventError(f"{event} must be {caused} ({state.where()})")


def _check_revealed(state: State, event: BidsRevealed) -> None:
    _expect(state, Phase.REVEAL, event)
    if event.bids != state.sealed:
        raise EventError(f"{event} disagrees with the hidden bids {state.sealed} ({state.where()})")


def _check_taken_back(state: State, event: TakenBack) -> None:
    seat = last_act(state)
    if event.seat != seat:
        why = "nothing can be taken back" if seat is None else f"only seat {seat} can take back what it did"
        raise EventError(f"{event}: {why} ({state.where()})")


def _check_seed(state: State, event: SeedRevealed) -> None:
    _expect(state, Phase.OVER, event)
    if state.public.seed is not None:
        raise EventError("SeedRevealed: the seed is known already")
    if state.public.commitment is None:
        raise EventError("SeedRevealed: the game began without a commitment, so there is no seed to show")
    if commit(event.seed) != state.public.commitment:
        raise EventError("SeedRevealed: this seed does not fit the commitment that the game began with")


def _expect(state: State, phase: Phase, event: Event) -> None:
    if state.phase is not phase:
        raise EventError(f"{type(event).__name__} does not fit here ({state.where()})")


def _check_once(cards: Iterable[Card]) -> None:
    twice = [str(card) for card, times in Counter(cards).items() if times > 1]
    if twice:
        raise EventError(f"{', '.join(twice)} came from the deck twice")


_CHECKS: dict[type[Event], Callable[[State, Any], None]] = {
    Drawn: _check_drawn,
    Dealt: _check_dealt,
    BidMade: _check_action,
    BidChanged: _check_action,
    BidSealed: _check_action,
    BidsRevealed: _check_revealed,
    CardPlayed: _check_action,
    TakenBack: _check_taken_back,
    SeedRevealed: _check_seed,
}
