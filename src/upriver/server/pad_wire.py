"""Shared score pads on the wire: what is asked of them over HTTP, and what they answer and tell (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from upriver.server.asked import Id, Seq

Writers: TypeAlias = Literal["keeper", "everyone"]
"""Who may write on a pad: who shared it, or everybody who has the link and a name on this server."""
CellValue: TypeAlias = str | int | bool | list[str | int] | None
Cells: TypeAlias = dict[str, CellValue]
Time: TypeAlias = Annotated[str, Meta(max_length=40, description="with a time zone, as 2026-12-26T16:00:00+00:00")]
Writer: TypeAlias = Annotated[str, Meta(max_length=100, description="who wrote it, as the edit log shows it")]
PadPerson: TypeAlias = Annotated[str, Meta(pattern=r"^p[1-9][0-9]?(?!\n)$", description="somebody on the sheet, as p1")]


class PadStarted(Struct, frozen=True, tag_field="type", tag="PadStarted", forbid_unknown_fields=True):
    """The first entry, and only the first: the cells as they begin."""

    cells: Cells


class PadWritten(Struct, frozen=True, tag_field="type", tag="PadWritten", forbid_unknown_fields=True):
    """Cells got new values; `was` is what each held before, null for nothing."""

    cells: Cells
    was: Cells


class PadTakenBack(Struct, frozen=True, tag_field="type", tag="PadTakenBack", forbid_unknown_fields=True):
    """The entry of this number counts no longer."""

    entry: int


PadEvent: TypeAlias = PadStarted | PadWritten | PadTakenBack


class PadEntry(Struct, frozen=True):
    """An entry of a pad's record; `id` is what its writer called it, null for what was written before it was shared."""

    seq: int
    id: str | None
    at: str | None
    by: str
    event: PadEvent


class PadName(Struct, frozen=True):
    """A name on the sheet of which somebody has said "this is me"."""

    person: str
    is_you: bool


class PadShare(Struct, frozen=True):
    """How a pad is shared, as one person sees it."""

    writers: Writers
    is_keeper: bool
    may_write: bool
    names: list[PadName]


class PadNews(Struct, frozen=True):
    """What has been written since, and how the pad is shared now; `seq` is the number of the last entry."""

    seq: int
    entries: list[PadEntry]
    share: PadShare


class PadAnswer(Struct, frozen=True):
    """The answer to entries that were sent: all are `stored`, or others were first, it is `stale`, and none is.

    `news` has everything after what the client knew, its own entries among it once they are stored.
    """

    outcome: Literal["stored", "stale"]
    news: PadNews


class PadLine(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as its writer sends it; its place in the list is its place in the record.

    `id` is the writer's own name for it: sent again with the same one, it is not written twice.
    """

    id: Id
    at: Time | None
    by: Writer
    event: PadEvent


class PadLines(Struct, frozen=True, forbid_unknown_fields=True):
    """Entries to be appended, all or none; `after` is the number of the last entry that the writer knew."""

    after: Seq
    entries: list[PadLine]


class EarlierLine(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry that was written before its pad was shared."""

    at: Time | None
    by: Writer
    event: PadEvent


class PadShared(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole pad to be shared, from its first entry on, and who may write on it."""

    entries: list[EarlierLine]
    writers: Writers


class PadWriters(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may write from now on."""

    writers: Writers


class PadMe(Struct, frozen=True, forbid_unknown_fields=True):
    """Which name on the sheet is yours; null for none."""

    person: PadPerson | None
