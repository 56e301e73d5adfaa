"""Alembic runs this around each migration; `upriver.store.migration` hands over the connection."""

from __future__ import annotations

from alembic import context

from upriver.store.revision import VERSION_TABLE
from upriver.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
