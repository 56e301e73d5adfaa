"""Hands that the kernel played, followed card by card with the pure rules."""

from __future__ import annotations

from dataclasses import dataclass

from tests.kernel.tables import Table
from upriver.bots import kernel
from upriver.bots.kernel import CARDS, pack_cards, unpack_cards
from upriver.rules import (
    Bid,
    BidsRevealed,
    Card,
    Dealt,
    Phase,
    Play,
    Started,
    Suit,
    Trick,
    Trump,
    allowed_bids,
    allowed_cards,
    apply,
    decide,
    fold,
    legal_bids,
    legal_cards,
)


@dataclass(frozen=True)
class Trace:
    """What `kernel.trace` tells of one hand; cards are the kernel's numbers, sets are bits."""

    dealt: list[int]
    turned: int
    seats: list[int]
    legal: list[int]
    actions: list[int]
    taken: list[int]
    points: list[int]

    @classmethod
    def of(cls, packed: bytes, seed: int, index: int, copy: kernel.CopyName | None = None) -> Trace:
        return cls(*kernel.trace(packed, seed=seed, index=index, copy=copy))  # type: ignore[arg-type]

    def made(self) -> list[int]:
        """By seat, whether it made its bid."""
        bids = dict(zip(self.seats, self.actions[: len(self.dealt)], strict=False))
        return [int(bids[seat] == taken) for seat, taken in enumerate(self.taken)]


def follow(table: Table, trace: Trace) -> None:
    """Hold every step against the small functions of the rules."""
    rules, players = table.rules, table.rules.players
    held = _deal(table, trace)
    trump = CARDS[trace.turned].suit if rules.trump is Trump.TURNED else table.trump
    steps = zip(trace.seats, trace.legal, trace.actions, strict=True)
    bids = [0] * players
    first = (table.dealer + 1) % players
    for i in range(players):
        seat, legal, bid = next(steps)
        assert seat == (first + i) % players
        allowed = allowed_bids(rules, table.size, sum(bids) if seat == table.dealer else None)
        assert legal == sum(1 << number for number in allowed)
        assert bid in allowed
        bids[seat] = bid
    assert trace.taken == _play(list(steps), held, Trick(first), trump)
    assert trace.points == [rules.scoring.points(bid, taken) for bid, taken in zip(bids, trace.taken, strict=True)]


def _deal(table: Table, trace: Trace) -> list[tuple[Card, ...]]:
    """The cards that each seat was dealt: so many as it should be, no card twice, the turned one nobody's."""
    assert (trace.turned >= 0) == (table.rules.trump is Trump.TURNED)
    bits = [*trace.dealt, *([1 << trace.turned] if trace.turned >= 0 else [])]
    assert [own.bit_count() for own in trace.dealt] == [table.size] * table.rules.players
    assert sum(bits).bit_count() == sum(own.bit_count() for own in bits)
    return [unpack_cards(own) for own in trace.dealt]


def _play(
    steps: list[tuple[int, int, int]], held: list[tuple[Card, ...]], trick: Trick, trump: Suit | None
) -> list[int]:
    """Tricks taken by seat."""
    players = len(held)
    taken = [0] * players
    turn = trick.leader
    for seat, legal, number in steps:
        assert seat == turn
        card = CARDS[number]
        allowed = allowed_cards(held[seat], trick.led)
        assert legal == pack_cards(allowed)
        assert legal >> number & 1
        held[seat] = tuple(own for own in held[seat] if own is not card)
        trick, turn = trick.with_card(seat, card, trump, players), (turn + 1) % players
        if len(trick.cards) == players:
            assert trick.winner is not None
            taken[trick.winner] += 1
            turn = trick.winner
            trick = Trick(turn)
    assert not any(held)
    return taken


def follow_with_states(table: Table, trace: Trace) -> None:
    """Hold every step against the state of a game, which must have the table's size and trump in its first hand."""
    rules = table.rules
    held = tuple(unpack_cards(own) for own in trace.dealt)
    turned = CARDS[trace.turned] if rules.trump is Trump.TURNED else None
    state = fold((Started(rules, dealer=table.dealer), Dealt(held, turned)))
    assert state.hand.trump == (turned.suit if turned else table.trump)
    for seat, legal, number in zip(trace.seats, trace.legal, trace.actions, strict=True):
        assert seat in state.to_act
        if state.phase is Phase.BID:
            assert legal == sum(1 << bid for bid in legal_bids(state, seat))
            state = apply(state, decide(state, Bid(seat, number)))
        else:
            assert legal == pack_cards(legal_cards(state, seat))
            state = apply(state, decide(state, Play(seat, CARDS[number])))
        if state.phase is Phase.REVEAL:
            state = apply(state, BidsRevealed(tuple(bid or 0 for bid in state.sealed)))
    row = state.sheet.rows[0]
    assert (list(row.taken), list(row.points)) == (trace.taken, trace.points)
