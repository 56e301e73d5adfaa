"""What survives a restart: the logs of the tables, people, finished games; in memory, SQLite or PostgreSQL.

Start with `open_store`; every store keeps the promises of `Store`.
"""

from upriver.store.opening import hide_password, migrate_database, open_store
from upriver.store.store import (
    ConflictError,
    ForeignDatabaseError,
    Listing,
    MissingDriverError,
    NewerDatabaseError,
    OlderDatabaseError,
    Person,
    Result,
    Row,
    Store,
    UnavailableError,
)

__all__ = [
    "ConflictError",
    "ForeignDatabaseError",
    "Listing",
    "MissingDriverError",
    "NewerDatabaseError",
    "OlderDatabaseError",
    "Person",
    "Result",
    "Row",
    "Store",
    "UnavailableError",
    "hide_password",
    "migrate_database",
    "open_store",
]
