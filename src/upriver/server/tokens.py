"""Secrets that prove who somebody is: tokens that a device keeps, and links that hand a person to another device.

Both are random and 256 bits long, so what the store keeps is a plain SHA-256: a slow hash protects passwords that can
be guessed, and nobody can guess these. The two are hashed apart, so that a link is never good as a token.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

LINK_SECONDS = 600
"""For so long a personal link can be used."""
_BYTES = 32
_LONGEST = 128


def new_token() -> str:
    """A token for a device."""
    return secrets.token_urlsafe(_BYTES)


def token_hash(token: str) -> bytes:
    """What the store keeps of a token."""
    return sha256(b"upriver token\n" + token.encode()).digest()


def new_link(now: float) -> str:
    """The secret of a personal link; it says itself when it expires, and its hash covers that."""
    return f"{int(now) + LINK_SECONDS}.{secrets.token_urlsafe(_BYTES)}"


def link_expiry(link: str) -> float | None:
    """When the link's secret expires; None for a text that is no such secret."""
    until, dot, rest = link.partition(".")
    if len(link) > _LONGEST or not dot or not rest or not (until.isascii() and until.isdigit()):
        return None
    return float(until)


def link_hash(link: str) -> bytes:
    """What the store keeps of a link that waits to be used."""
    return sha256(b"upriver link\n" + link.encode()).digest()


def redeeming_hash(link: str) -> bytes:
    """What the store holds while a link is being used, so that of two who use it at once only one can."""
    return sha256(b"upriver redeeming\n" + link.encode()).digest()
