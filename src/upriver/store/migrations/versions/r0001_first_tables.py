"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Make the tables in an empty database."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("members", sa.Text, nullable=False),
        sa.Column("wake_at", sa.Double),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
    )
    op.create_index("tables_by_code", "tables", ["code"], unique=True)
    op.create_index("tables_by_phase", "tables", ["phase", "updated_at"])
    has_wake_at = sa.text("wake_at IS NOT NULL")
    op.create_index("tables_by_wake_at", "tables", ["wake_at"], sqlite_where=has_wake_at, postgresql_where=has_wake_at)
    op.create_table(
        "rows",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
    )
    op.create_index("seats_by_person", "seats", ["person"])
    op.create_table(
        "leases",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.Column("members", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "players",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("ended_at", sa.Double, nullable=False),
    )
    op.create_index("players_by_end", "players", ["person", "ended_at"])
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("token", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
    )
