"""The sockets of one process: what waits to be sent to each, and how many there may be."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter, deque
from collections.abc import Iterator

from upriver.server import metrics
from upriver.server.limits import Limits, network
from upriver.server.wire import CloseCode
from upriver.store.store import Person

GARBAGE = 5_000
"""Sockets after whose end Python looks for what they have left: 100 objects each that hold one another, 10 kB."""


class Client:
    """One socket at a table, as the table sees it. What is told never waits for the network.

    Args:
        person: whose socket it is.
        most: how many messages may wait.
    """

    def __init__(self, person: Person, most: int) -> None:
        self.person = person
        self.closing: CloseCode | None = None
        self._most = most
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()

    def tell(self, message: bytes) -> None:
        """Send the message when its turn comes; a client that is too slow is closed, and can come back."""
        if self.closing is not None:
            return
        if len(self._waiting) >= self._most:
            self.close(CloseCode.TOO_SLOW)
            return
        self._waiting.append(message)
        self._wake.set()

    def close(self, code: CloseCode) -> None:
        """Close the socket once what waits is sent; at once if it is too slow."""
        if self.closing is not None:
            return
        if code is CloseCode.TOO_SLOW:
            self._waiting.clear()
        self.closing = code
        self._wake.set()
        metrics.CLOSED.labels(code.reason).inc()

    async def next(self) -> bytes | None:
        """The next message to be sent; None when the socket is to be closed."""
        while not self._waiting:
            if self.closing is not None:
                return None
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.popleft()


class Clients:
    """The clients of one table, in the order they came."""

    def __init__(self) -> None:
        self._by_person: dict[str, list[Client]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by_person.values()))

    def __bool__(self) -> bool:
        return bool(self._by_person)

    def __contains__(self, user: str) -> bool:
        return user in self._by_person

    def __iter__(self) -> Iterator[Client]:
        return (client for clients in list(self._by_person.values()) for client in list(clients))

    def by_person(self) -> list[tuple[str, list[Client]]]:
        """Each person with their clients."""
        return list(self._by_person.items())

    def of(self, user: str) -> list[Client]:
        """The clients of one person."""
        return list(self._by_person.get(user, ()))

    def add(self, client: Client) -> None:
        """A client that is shown the table from now on."""
        self._by_person.setdefault(client.person.id, []).append(client)

    def drop(self, client: Client) -> None:
        """A client that has gone; nothing happens if it is not there."""
        clients = self._by_person.get(client.person.id, [])
        if client in clients:
            clients.remove(client)
            if not clients:
                del self._by_person[client.person.id]


class Doorkeeper:
    """Counts the open sockets and streams of a process, so that nobody takes them all.

    Whoever looks at a pad need not be known: an empty `user` stands for all of them there.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[tuple[str, ...]] = Counter()
        self._gone = 0

    def has_room(self, code: str, user: str, address: str) -> bool:
        """Whether one more socket may come."""
        return all(self._open[place] < number for place, number in self._places(code, user, address).items())

    def let_in(self, code: str, user: str, address: str) -> bool:
        """Count a socket in; False where there are too many already."""
        has_room = self.has_room(code, user, address)
        if has_room:
            self._open.update(self._places(code, user, address).keys())
        return has_room

    def let_out(self, code: str, user: str, address: str) -> None:
        """Count a socket out."""
        for place in self._places(code, user, address):
            self._open[place] -= 1
            if not self._open[place]:
                del self._open[place]
        self._gone += 1
        if self._gone % GARBAGE == 0:
            gc.collect()

    def _places(self, code: str, user: str, address: str) -> dict[tuple[str, ...], int]:
        limits = self._limits
        return {
            (): limits.sockets,
            ("address", network(address)): limits.sockets_per_address,
            ("person", code, user): limits.sockets_per_person if user else limits.pad_readers,
        }
