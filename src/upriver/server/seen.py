"""What each client is shown of a table: parts that are the same for all, encoded once, and one that is a person's own.

A game is read through the person's `View`, so that nothing is shown that the seat has not rightly seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

import msgspec
from msgspec import UNSET, Raw

from upriver.rules import Sheet
from upriver.server import scene
from upriver.server.happened import happening
from upriver.server.own import you_part
from upriver.server.shared import Known, chat_part, game_part, sheet_part, table_part
from upriver.server.wire import News, Numbered, Welcome
from upriver.table.events import Entry
from upriver.table.redact import Told, talk_for, tell
from upriver.table.state import TableState

_Part = TypeVar("_Part")
_ENCODER = msgspec.json.Encoder()


class Seen:
    """A table at one moment, as its clients are shown it.

    Args:
        state: the table.
        known: what this server knows.
        before: the table as it was shown last; parts that have not changed since are taken from there.
    """

    def __init__(self, state: TableState, known: Known, before: Seen | None = None) -> None:
        self.state = state
        self._before = before
        self.table = _encode(table_part(state, known))
        self.game = _encode(game_part(state))
        is_same_sheet = state.game is not None and before is not None and _sheet(before.state) is state.game.sheet
        self.sheet: bytes = before.sheet if before and is_same_sheet else _encode(sheet_part(state))
        self.chat: bytes = before.chat if before and before.state.talk is state.talk else _encode(chat_part(state.talk))
        self._open: dict[int, Numbered] = {}
        """Entries that hide nothing from anybody, by number."""

    def welcome(self, user: str, entries: Sequence[Entry] | None, now: float) -> Welcome:
        """The whole view, and what has happened since the person was here; None: too much to say."""
        events = None if entries is None else self._events(entries, user)
        view = scene.View(
            _raw(scene.Table, self.table),
            _raw(scene.Game, self.game),
            _raw(scene.Sheet, self.sheet),
            self._chat(user),
            you_part(self.state, user),
        )
        return Welcome(self.state.seq, now, events, view)

    def news(self, user: str, entries: Sequence[Entry], now: float) -> News:
        """What has happened since the table was shown last, and what is different now."""
        before = self._before
        assert before is not None
        is_same_chat = self.chat is before.chat and self.state.muted is before.state.muted
        changes = scene.Changes(
            you_part(self.state, user),
            UNSET if self.table == before.table else _raw(scene.Table, self.table),
            UNSET if self.game == before.game else _raw(scene.Game, self.game),
            UNSET if self.sheet == before.sheet else _raw(scene.Sheet, self.sheet),
            UNSET if is_same_chat else self._chat(user),
        )
        return News(self.state.seq, now, self._events(entries, user), changes)

    def forget(self) -> None:
        """Let go of what was shown before, once all have been told."""
        self._before = None

    def _chat(self, user: str) -> list[scene.Line]:
        if any(hearer == user for hearer, _ in self.state.muted):
            return chat_part(talk_for(self.state, user))
        return cast(list[scene.Line], Raw(self.chat))

    def _events(self, entries: Sequence[Entry], user: str) -> list[Numbered]:
        return [self._numbered(entry, user) for entry in entries]

    def _numbered(self, entry: Entry, user: str) -> Numbered:
        told = tell(self.state, entry, user)
        if told.event is not entry.event:
            return _number(told)
        if entry.seq not in self._open:
            self._open[entry.seq] = _number(told)
        return self._open[entry.seq]


def _number(told: Told) -> Numbered:
    return Numbered(told.seq, told.at, told.by, None if told.event is None else happening(told.event))


def _sheet(state: TableState) -> Sheet | None:
    return None if state.game is None else state.game.sheet


def _encode(part: object) -> bytes:
    return _ENCODER.encode(part)


def _raw(kind: type[_Part], part: bytes) -> _Part:
    """A part that is encoded already: msgspec writes a `Raw` as it stands, whatever the field declares."""
    return cast(_Part, Raw(part))
