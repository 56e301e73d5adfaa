"""Claiming the rest: whether a seat on lead takes every trick that is left, whatever the others hold and do."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from upriver.rules.actions import Play
from upriver.rules.cards import DECK, Card, Suit
from upriver.rules.errors import IllegalActionError
from upriver.rules.legal import Position, allowed_cards, refuse_seat, refuse_turn
from upriver.rules.state import State


def claim(position: Position, seat: int) -> tuple[Card, ...] | None:
    """The seat's cards in an order that is sure to take all the tricks left; None when none is, or before its lead.

    Trumps come first, then each other suit, high cards before low ones: if any order is sure, this one is. A last
    trick alone is played, not claimed.

    Raises:
        LookupError: a `View` of another seat is given.
    """
    if _refuse_moment(position, seat):
        return None
    trump = position.hand.trump
    order = tuple(sorted(position.cards_of(seat), key=lambda card: (card.suit != trump, card.suit, -card.rank)))
    others = _Others.seen_from(position, seat)
    times = dict.fromkeys(Suit, 0)
    for card in order:
        # To keep a higher card somebody follows with one more of the suit each time that it is led.
        times[card.suit] += 1
        if others.have_higher(card) and others.may_hold(card.suit, times[card.suit]):
            return None
    # Whoever keeps a trump while trumps are drawn has fewer other cards than there are leads of side suits, and so is
    # out of one of them in time.
    if trump is not None and times[trump] < len(order) and others.may_hold(trump, times[trump] + 1):
        return None
    return order


def claim_refusal(position: Position, seat: int) -> IllegalActionError | None:
    """Why the seat cannot claim the rest now; None when it can."""
    error = _refuse_moment(position, seat)
    if error is None and claim(position, seat) is None:
        tricks = len(position.cards_of(seat))
        return _uncertain(position, tricks, f"it is not certain that seat {seat} takes the {tricks} tricks left")
    return error


def claimed_play(state: State, seat: int) -> tuple[Play, ...]:
    """All the cards left as the claim plays them, to be recorded like any others.

    The others follow with their lowest card of the led suit, or else give their lowest card, which cannot matter:
    the claim holds whatever they play, and points depend on the number of tricks alone.

    Raises:
        IllegalActionError: the seat cannot claim now.
    """
    order = claim(state, seat)
    if order is None:
        error = claim_refusal(state, seat)
        assert error is not None
        raise error
    players = state.rules.players
    held = {other: set(cards) for other, cards in enumerate(state.cards)}
    plays: list[Play] = []
    for lead in order:
        plays.append(Play(seat, lead))
        for behind in range(1, players):
            other = (seat + behind) % players
            card = min(allowed_cards(tuple(held[other]), lead.suit), key=lambda card: (card.rank, card.suit))
            held[other].remove(card)
            plays.append(Play(other, card))
    return tuple(plays)


@dataclass(frozen=True, slots=True)
class _Others:
    """What the other seats may hold, at the start of a trick.

    Args:
        unseen: the cards that the seat on lead has not seen, some of which nobody may hold.
        size: how many cards each of the others holds.
        suits: for each of them, the suits in which it has not shown out.
    """

    unseen: frozenset[Card]
    size: int
    suits: tuple[frozenset[Suit], ...]

    @classmethod
    def seen_from(cls, position: Position, seat: int) -> _Others:
        hand, players, own = position.hand, position.rules.players, position.cards_of(seat)
        suits = {other: set(Suit) for other in range(players) if other != seat}
        seen = {*own, hand.turned}
        for trick in hand.tricks:
            seen.update(trick.cards)
            for player, card in trick.plays(players):
                if player != seat and trick.led is not None and card.suit != trick.led:
                    suits[player].discard(trick.led)
        return cls(frozenset(DECK) - seen, len(own), tuple(map(frozenset, suits.values())))

    def have_higher(self, card: Card) -> bool:
        """Whether a higher card of the suit may be out."""
        return any(other.suit == card.suit and other.rank > card.rank for other in self.unseen)

    def may_hold(self, suit: Suit, many: int) -> bool:
        """Whether one of them may hold so many cards of the suit."""
        return any(self._is_enough_without(place, suit, many) for place, own in enumerate(self.suits) if suit in own)

    def _is_enough_without(self, place: int, suit: Suit, many: int) -> bool:
        """Whether the rest can be dealt to the others once one of them holds so many cards of the suit.

        It can if, for every choice of suits, those who can hold nothing else find cards enough in them (Hall's
        theorem). What else the one itself holds need not be counted: since some deal is possible at all, its cards
        can then always be filled up, if need be by exchanges among the others.
        """
        limited = [suits for other, suits in enumerate(self.suits) if other != place]
        return all(
            self.size * sum(suits.issubset(choice) for suits in limited)
            <= sum(card.suit in choice for card in self.unseen) - many * (suit in choice)
            for count in range(len(Suit) + 1)
            for choice in combinations(Suit, count)
        )


def _refuse_moment(position: Position, seat: int) -> IllegalActionError | None:
    error = refuse_seat(position, seat, "claim") or refuse_turn(position, seat, "claim")
    if error:
        return error
    if position.hand.trick.cards:
        return _uncertain(position, position.hand.held(seat), "the trick has begun; claim before you lead")
    if position.hand.held(seat) == 1:
        return _uncertain(position, 1, "one trick is left, which is played")
    return None


def _uncertain(position: Position, tricks: int, why: str) -> IllegalActionError:
    return IllegalActionError("claim-uncertain", f"claim: {why} ({position.where()})", {"tricks": tricks})
