"""Where others in the same network find this computer."""

from __future__ import annotations

import socket
from ipaddress import ip_address

EVERYWHERE = ("0.0.0.0", "::", "")
"""Hosts that stand for all of this computer's addresses."""


def network_address() -> str | None:
    """This computer's address in its network; None without one. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for examples, so it leads out of every network
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def is_loopback(host: str) -> bool:
    """Whether only this computer finds itself by the name."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
