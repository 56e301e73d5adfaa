"""A finished game moment by moment, for a client that shows it again and knows no rules: all hands are open."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from upriver.rules import Dealt, Drawn, Phase, SeedRevealed, Started, State, apply, record, sort_cards
from upriver.server import scene
from upriver.server.happened import Happening, happening
from upriver.server.rows import entries_of, played
from upriver.server.shared import draw_part, hand_part, rules_part, sheet_of
from upriver.store.store import Result, Store
from upriver.table.transcript import record_of


class HandChanges(Struct, frozen=True):
    """The parts of a hand that are not as a moment before; a part that is left out is."""

    turn: int | UnsetType | None = UNSET
    bids: list[int | None] | UnsetType = UNSET
    has_bid: list[bool] | UnsetType = UNSET
    taken: list[int] | UnsetType = UNSET
    needs: list[int | None] | UnsetType = UNSET
    held: list[int] | UnsetType = UNSET
    total_bid: int | UnsetType = UNSET
    over: int | UnsetType = UNSET
    trick: scene.Trick | UnsetType = UNSET
    last_trick: scene.Trick | UnsetType | None = UNSET
    is_over: bool | UnsetType = UNSET


class Moment(Struct, frozen=True):
    """What happened, and where it left the hand.

    `event` is a deal, a bid or a card as in docs/protocol.md, the cards of a deal sorted as people hold them. `changes`
    holds the parts of the hand that are not as before.
    """

    at: float
    event: Happening
    phase: Phase
    to_act: list[int]
    changes: HandChanges


class ReplayedHand(Struct, frozen=True):
    """A hand: as it was dealt, and its moments, of which the first is the deal."""

    hand: scene.Hand
    moments: list[Moment]


class ReplayedSeat(Struct, frozen=True):
    """Who sat there at the end: a person by name, or a bot with its level."""

    name: str
    level: str | None


class Replay(Struct, frozen=True):
    """A finished game; seats by number, the sheet as it was at the end."""

    id: str
    ended_at: float
    rules: scene.Rules
    seats: list[ReplayedSeat]
    draw: list[list[scene.Placed]]
    hands: list[ReplayedHand]
    sheet: scene.Sheet
    commitment: str | None
    contributions: list[str]
    seed: str | None


class Replays:
    """Replays, encoded and compressed; the last ones asked for are kept.

    Args:
        store: where the games are.
    """

    KEPT = 32

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    async def of(self, result: Result) -> bytes:
        """The `Replay` of a finished game in JSON, under gzip."""
        if (kept := self._kept.get(result.game)) is not None:
            self._kept.move_to_end(result.game)
            return kept
        entries = record_of(entries_of(await self._store.read(result.table)), result.first)
        made = gzip.compress(msgspec.json.encode(replay(result, entries)), mtime=0)
        self._kept[result.game] = made
        while len(self._kept) > self.KEPT:
            self._kept.popitem(last=False)
        return made


def replay(result: Result, entries: Iterable[record.Entry]) -> Replay:
    """The game that a record tells."""
    state: State | None = None
    hands: list[ReplayedHand] = []
    before: scene.Hand | None = None
    for entry in entries:
        event = entry.event
        state = apply(state, event)
        after = hand_part(state.public)
        if isinstance(event, Started | Drawn | SeedRevealed):
            continue
        assert after is not None
        if isinstance(event, Dealt):
            event = replace(event, cards=tuple(sort_cards(cards or ()) for cards in event.cards))
            hands.append(ReplayedHand(after, []))
            before = after
        assert before is not None
        at = entry.at.timestamp() if entry.at else 0.0
        moment = Moment(at, happening(event), state.phase, list(state.to_act), _changes(before, after))
        hands[-1].moments.append(moment)
        before = after
    assert state is not None
    public, game = state.public, played(result)
    seats = zip(game.people, game.names, game.levels, strict=True)
    return Replay(
        id=result.game,
        ended_at=result.ended_at,
        rules=rules_part(public.rules),
        seats=[ReplayedSeat(name, level if person is None else None) for person, name, level in seats],
        draw=draw_part(public),
        hands=hands,
        sheet=sheet_of(public.sheet),
        commitment=None if public.commitment is None else public.commitment.hex(),
        contributions=[contribution.hex() for contribution in public.contributions],
        seed=None if public.seed is None else public.seed.hex(),
    )


def _changes(before: scene.Hand, after: scene.Hand) -> HandChanges:
    changed: dict[str, Any] = {}
    for name in HandChanges.__struct_fields__:
        value = getattr(after, name)
        if value != getattr(before, name):
            changed[name] = value
    return HandChanges(**changed)
