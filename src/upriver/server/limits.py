"""`Limits`: how much one server takes from one address, one person and all together (docs/hosting.md)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from upriver.rules import ParseError


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one server process.

    Args:
        requests_per_minute: HTTP requests and new sockets of one address.
        people_per_hour: new people of one address.
        redeems_per_hour: personal links that one address tries.
        links_per_hour: personal links that one person makes.
        tables_per_hour: new tables of one person.
        tables_per_person: tables in play at which one person has a seat.
        tables: tables open or in play on the whole database.
        pads_per_hour: pads that one address shares.
        pads_per_person: shared pads that one person keeps or has a name on.
        pad_entries: entries of one shared pad.
        pad_bytes: bytes of the entries of one shared pad, and of a request that has to do with one.
        pad_readers: open streams of one shared pad.
        hints_per_hour: hints that one person asks for.
        reviews: reviews of finished games that may wait to be made.
        sockets: open sockets of all, and streams of pads.
        sockets_per_address: open sockets of one address.
        sockets_per_person: open sockets of one person at one table.
        watchers: sockets at one table of people without a seat.
        messages: messages on one socket that may come at once.
        messages_per_second: how fast they may come for longer.
        flood: messages beyond that, after which the socket is closed.
        waiting: messages to one socket that may wait, until it is closed as too slow.
        greeting: seconds until a new socket must have said hello.
        away: seconds without a socket after which somebody in a seat counts as away.
        lease: seconds after which another process takes over the bots' turns of one that was killed.
        body: bytes of any other request's body.
        frame: bytes of a message on a socket.
    """

    requests_per_minute: int = 600
    people_per_hour: int = 30
    redeems_per_hour: int = 30
    links_per_hour: int = 20
    tables_per_hour: int = 30
    tables_per_person: int = 20
    tables: int = 5_000
    pads_per_hour: int = 30
    pads_per_person: int = 300
    pad_entries: int = 3_000
    pad_bytes: int = 1_000_000
    pad_readers: int = 50
    hints_per_hour: int = 600
    reviews: int = 50
    sockets: int = 5_000
    sockets_per_address: int = 100
    sockets_per_person: int = 6
    watchers: int = 50
    messages: int = 40
    messages_per_second: int = 10
    flood: int = 100
    waiting: int = 100
    greeting: int = 20
    away: int = 30
    lease: int = 10
    body: int = 65_536
    frame: int = 16_384

    @classmethod
    def parse(cls, text: str) -> Limits:
        """Read words `name=number`; what is not named keeps its usual value.

        Raises:
            ParseError: a word that is no limit, or no whole number from 1 on.
        """
        values: dict[str, int] = {}
        for word in text.split():
            name, _, number = word.partition("=")
            if name not in cls.__slots__ or name in values:
                raise ParseError(
                    f"limits: {word!r} is no limit; write name=number, each once, of {', '.join(cls.__slots__)}"
                )
            if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 9 and int(number) > 0):
                raise ParseError(f"limits: {word!r} has no whole number from 1 to 999999999, as {name}=100 has")
            values[name] = int(number)
        return cls(**values)


class Meter:
    """Counts uses by key, and says when one is too many: a bucket for each key that fills up again evenly.

    Args:
        most: uses that a full bucket holds.
        period: seconds in which an empty bucket fills.
        clock: seconds that only grow.
    """

    CAPACITY = 50_000
    """So many keys are remembered; then full buckets are forgotten, and if none is full, all."""

    def __init__(self, most: int, period: float, clock: Callable[[], float]) -> None:
        self._most, self._rate, self._clock = most, most / period, clock
        self._left: dict[Hashable, tuple[float, float]] = {}

    def use(self, key: Hashable) -> float:
        """Count one use; 0.0 where it is within the limit, else the seconds until the next one is."""
        now = self._clock()
        left = self._now_left(key, now)
        if left < 1:
            return (1 - left) / self._rate
        if key not in self._left and len(self._left) >= self.CAPACITY:
            self._forget(now)
        self._left[key] = (left - 1, now)
        return 0.0

    def _now_left(self, key: Hashable, now: float) -> float:
        left, since = self._left.get(key, (float(self._most), now))
        return min(float(self._most), left + (now - since) * self._rate)

    def _forget(self, now: float) -> None:
        kept = {key: value for key, value in self._left.items() if self._now_left(key, now) < self._most}
        self._left = kept if len(kept) < self.CAPACITY else {}


def network(address: str) -> str:
    """What counts as one address: an IPv6 network of 64 bits belongs to one household, an IPv4 address to one too."""
    if ":" not in address or address.lower().startswith("::ffff:"):
        return address
    from ipaddress import IPv6Address, ip_network

    try:
        return str(ip_network((IPv6Address(address.partition("%")[0]), 64), strict=False))
    except ValueError:
        return address
