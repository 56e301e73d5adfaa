"""The tables of the database, as the newest revision in `migrations` leaves them.

Only migrations use this; the stores speak plain SQL. Times are seconds since 1970, lists of people JSON.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Index, Integer, LargeBinary, MetaData, Table, Text, text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("phase", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("members", Text, nullable=False),
    Column("wake_at", Double),
    Column("seq", Integer, nullable=False),
    Column("updated_at", Double, nullable=False),
    Index("tables_by_code", "code", unique=True),
    Index("tables_by_phase", "phase", "updated_at"),
    Index(
        "tables_by_wake_at",
        "wake_at",
        sqlite_where=text("wake_at IS NOT NULL"),
        postgresql_where=text("wake_at IS NOT NULL"),
    ),
)

rows = Table(
    "rows",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("by", Text, nullable=False),
    Column("body", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Index("seats_by_person", "person"),
)

leases = Table(
    "leases",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("worker", Text, nullable=False),
    Column("until", Double, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("game", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("ended_at", Double, nullable=False),
    Column("members", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index("results_by_end", "ended_at", "game"),
)

players = Table(
    "players",
    metadata,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("ended_at", Double, nullable=False),
    Index("players_by_end", "person", "ended_at"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game", Text, primary_key=True),
    Column("form", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("brief", LargeBinary),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("since", Double, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("token", LargeBinary, primary_key=True),
    Column("person", Text, nullable=False),
    Index("tokens_by_person", "person"),
)
