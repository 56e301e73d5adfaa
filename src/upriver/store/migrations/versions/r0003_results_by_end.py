"""Finished games in the order of their end, and the tokens of one person."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """Add two indexes."""
    op.create_index("results_by_end", "results", ["ended_at", "game"])
    op.create_index("tokens_by_person", "tokens", ["person"])
