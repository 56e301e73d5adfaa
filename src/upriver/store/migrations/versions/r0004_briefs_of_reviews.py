"""What the figures of people need of a review, beside it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    """Add a column."""
    op.add_column("reviews", sa.Column("brief", sa.LargeBinary))
