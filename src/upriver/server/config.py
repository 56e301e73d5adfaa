"""`Config`: what the host of a server chooses."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from upriver.rules import ParseError
from upriver.server.limits import Limits

LogForm: TypeAlias = Literal["json", "console", "quiet"]


@dataclass(frozen=True, slots=True)
class Config:
    """The choices of a server.

    Args:
        db: path of a SQLite file, or `postgresql://…`.
        host: the address to listen at; `0.0.0.0` for all of this computer.
        port: the port to listen at; 0 for any that is free.
        public_url: where people find the server, when it stands behind a proxy; empty for where it listens.
        trusted_proxies: addresses and networks of proxies whose forwarded headers are believed.
        log: how the log is written.
        limits: how much is taken.

    Raises:
        ParseError: the public URL or a proxy's address is none.
    """

    db: str = "upriver.db"
    host: str = "0.0.0.0"
    port: int = 8000
    public_url: str = ""
    trusted_proxies: tuple[str, ...] = ()
    log: LogForm = "json"
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.public_url:
            object.__setattr__(self, "public_url", _checked_url(self.public_url))
        for proxy in self.trusted_proxies:
            _check_proxy(proxy)


def _checked_url(url: str) -> str:
    example = "write it as in https://cards.example.org"
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # reading it checks it
    except ValueError as error:
        raise ParseError(f"--public-url: {url!r} is no address of a server ({error}); {example}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ParseError(f"--public-url: {url!r} is no address of a server; {example}")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ParseError(f"--public-url: {url!r} has a path; the server needs a host name of its own, {example}")
    usual = {"http": 80, "https": 443}[parts.scheme]
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port not in (None, usual) else "")


def _check_proxy(proxy: str) -> None:
    try:
        ip_network(proxy)
    except ValueError:
        raise ParseError(
            f"--trusted-proxy: {proxy!r} is no address; write the proxy's, as in 127.0.0.1 or 10.0.0.0/8"
        ) from None
