"""Which store an address means."""

from __future__ import annotations

import re

from upriver.rules.errors import ParseError
from upriver.store.memory import MemoryStore
from upriver.store.store import Store

ADDRESSES = "memory, a file such as upriver.db or sqlite:upriver.db, or postgresql://user:password@host/database"
_PASSWORDS = re.compile(r"(?<=://)([^/?#:@]*):[^/?#]*@|(?<=[?&])(password|sslpassword|passfile)=[^&]*", re.IGNORECASE)


async def open_store(address: str, *, migrate: bool = True) -> Store:
    """Open what the address names, made or brought up to date first where that is needed.

    Args:
        address: `memory`, a file or `sqlite:FILE`, or `postgresql://…`.
        migrate: whether to make or change tables; otherwise the database must be up to date.

    Raises:
        ParseError: the address names no database that there could be.
        UnavailableError: the database cannot be reached or written.
        NewerDatabaseError: a newer program wrote it.
        OlderDatabaseError: an older program wrote it, and `migrate` is False.
        ForeignDatabaseError: it holds something else.
    """
    if address == "memory":
        return MemoryStore()
    raise ParseError(f"{hide_password(address)!r} is no database: write {ADDRESSES}")


def hide_password(address: str) -> str:
    """The address as it may be shown and logged."""
    return _PASSWORDS.sub(lambda found: f"{found[1]}:***@" if found[1] is not None else f"{found[2]}=***", address)
