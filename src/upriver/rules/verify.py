"""Whether a game was dealt from the seed that it was committed to (docs/fair-deals.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from upriver.rules.cards import Card
from upriver.rules.deal import deal
from upriver.rules.errors import RecordError
from upriver.rules.events import Dealt, Drawn, Event, SeedRevealed, Started
from upriver.rules.fold import advance, contenders, start
from upriver.rules.rules import Trump
from upriver.rules.shuffle import DRAW, commit, mix, shuffle
from upriver.rules.state import Phase


@dataclass(frozen=True, slots=True)
class Difference:
    """A deal that is not the seed's.

    Args:
        hand: the hand's number; 0 for the draw for first dealer.
        message: the first thing that differs.
    """

    hand: int
    message: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking a game's deals found.

    Args:
        commitment_holds: whether the revealed seed is the one committed to before the first deal.
        hands: how many hands were dealt again and compared.
        has_draw: whether a draw for first dealer was compared too.
        differences: the deals that differ, in order.
        contributions: how many contributions were mixed into the seed.
    """

    commitment_holds: bool
    hands: int
    has_draw: bool
    differences: tuple[Difference, ...]
    contributions: int

    @property
    def is_fair(self) -> bool:
        """Whether every deal is that of the committed seed and the contributions."""
        return self.commitment_holds and not self.differences


def verify(events: Iterable[Event]) -> Verdict:
    """Deal every hand again from the revealed seed and the contributions, and compare.

    Bids and cards played are not looked at, so that a changed deal is found even where it made a play illegal;
    `follow` in record.py checks those.

    Raises:
        RecordError: there is nothing to check: no `Started`, no commitment, or no seed revealed.
    """
    events = tuple(events)
    if not events or not isinstance(events[0], Started):
        raise RecordError("a game begins with Started")
    started = events[0]
    if started.commitment is None:
        raise RecordError("this game began without a commitment, so its deals cannot be checked")
    seed = next((event.seed for event in events if isinstance(event, SeedRevealed)), None)
    if seed is None:
        raise RecordError("the seed is not revealed; the deals can be checked when the game is over")
    draws = [event for event in events if isinstance(event, Drawn)]
    deals = [event for event in events if isinstance(event, Dealt)]
    mixed = mix(seed, started.contributions)
    differences = _compare_draw(started, draws, mixed)
    for number, dealt in enumerate(deals, 1):
        dealer = _first_dealer(started, draws) + number - 1
        differences += _compare_deal(started, number, dealer % started.rules.players, dealt, mixed)
    return Verdict(
        commitment_holds=commit(seed) == started.commitment,
        hands=len(deals),
        has_draw=bool(draws),
        differences=tuple(differences),
        contributions=len(started.contributions),
    )


def _compare_draw(started: Started, draws: list[Drawn], seed: bytes) -> list[Difference]:
    drawn = tuple(card for event in draws for card in event.cards)
    return _first_difference(0, "card", zip(drawn, shuffle(seed, DRAW), strict=False))


def _first_dealer(started: Started, draws: list[Drawn]) -> int:
    public = start(started)
    for event in draws:
        if public.phase is not Phase.DRAW or len(event.cards) != len(contenders(public)):
            raise RecordError("the draw for first dealer does not follow the rules")
        public = advance(public, event)
    if public.dealer is None:
        raise RecordError("the draw for first dealer does not end")
    return public.dealer


def _compare_deal(started: Started, number: int, dealer: int, dealt: Dealt, seed: bytes) -> list[Difference]:
    rules = started.rules
    if number > rules.hands:
        return [Difference(number, f"the rules have {rules.hands} hands only")]
    size, deck = rules.sizes[number - 1], shuffle(seed, number)
    for seat, cards in enumerate(deal(deck, size=size, dealer=dealer, players=rules.players)):
        held = dealt.cards[seat] if seat < len(dealt.cards) else None
        if held is None or len(held) != size:
            return [Difference(number, f"seat {seat} has {len(held or ())} cards where the rules give {size}")]
        if found := _first_difference(number, f"seat {seat}, card", zip(held, cards, strict=True)):
            return found
    turned = deck[size * rules.players] if rules.trump is Trump.TURNED else None
    if dealt.turned != turned:
        return [Difference(number, f"{dealt.turned} is turned where the seed gives {turned}")]
    return []


def _first_difference(hand: int, what: str, pairs: Iterable[tuple[Card, Card]]) -> list[Difference]:
    for place, (found, right) in enumerate(pairs, 1):
        if found != right:
            return [Difference(hand, f"{what} {place} is {found} where the seed gives {right}")]
    return []
