"""Values to put into a store."""

from __future__ import annotations

from dataclasses import replace

from upriver.store import Listing, Result, Row, Store

PLAYING = ("playing",)
UNSTORABLE = ("nul \0 inside", "half \ud83c of a pair")
"""Texts that no store can keep."""


def row(seq: int, *, body: str = "{}", by: str = "ada", at: float | None = None) -> Row:
    return Row(seq, 1000.0 + seq if at is None else at, by, body)


def rows(first: int, last: int) -> list[Row]:
    return [row(seq) for seq in range(first, last + 1)]


def listing(table: str, seq: int, **changes: object) -> Listing:
    usual = Listing(
        code=f"CODE-{table}",
        is_public=True,
        phase="playing",
        body='{"name": "Kitchen"}',
        members=("ada", "bea"),
        wake_at=None,
        seq=seq,
        updated_at=1000.0 + seq,
    )
    return replace(usual, **changes)  # type: ignore[arg-type]


def result(game: str, table: str, **changes: object) -> Result:
    usual = Result(game, table, first=1, last=2, ended_at=2000.0, members=("ada", "bea"), body='{"points": [31, 7]}')
    return replace(usual, **changes)  # type: ignore[arg-type]


async def make_table(store: Store, table: str, last: int = 1, **changes: object) -> None:
    """A table with rows up to `last`."""
    await store.create(table, rows(1, last), listing(table, last, **changes))
