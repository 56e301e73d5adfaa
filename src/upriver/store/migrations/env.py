"""Alembic runs this around each migration; `upriver.store.migration` hands over the connection."""

from __future__ import annotations

from alembic import context

from upriver.store import schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=schema.metadata,
    version_table=schema.VERSION_TABLE,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
