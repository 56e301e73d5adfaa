"""Who is here: people whose last socket closed a while ago are away, people who open one again are back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from upriver.table.commands import ComeBack, GoAway
from upriver.table.state import TablePhase, TableState

TRUSTED_FOR = 600.0
"""Seconds for which somebody counts as here who acts or comes back through another process."""


class Presence:
    """What one process knows of the presence of a table's people.

    Args:
        now: when it began to look.
        away: seconds without a socket after which somebody is away.
    """

    def __init__(self, now: float, away: float) -> None:
        self._since, self._away = now, away
        self._gone_at: dict[str, float] = {}
        self._elsewhere: dict[str, float] = {}

    def leave(self, user: str, now: float) -> None:
        """The person has no socket here since now."""
        self._gone_at[user] = now
        self._elsewhere.pop(user, None)

    def act_elsewhere(self, user: str, now: float) -> None:
        """Another process has stored something that the person did."""
        self._elsewhere[user] = now

    def due(self, state: TableState, now: float, is_here: Callable[[str], bool]) -> Iterator[GoAway | ComeBack]:
        """What the table is to be told.

        Args:
            state: the table.
            now: the time.
            is_here: whether a person has a socket of this process at the table.
        """
        if state.phase is TablePhase.CLOSED:
            return
        for seat in state.seats:
            if seat.user is None:
                continue
            if is_here(seat.user):
                if seat.is_away:
                    yield ComeBack(seat.user)
            elif not seat.is_away and self._is_gone(seat.user, now):
                yield GoAway(seat.user)
        host = state.host
        is_seated = host in state.people
        if host is not None and state.people and not is_seated and not is_here(host) and self._is_gone(host, now):
            yield GoAway(host)

    def _is_gone(self, user: str, now: float) -> bool:
        gone_at = self._gone_at.get(user, self._since)
        elsewhere = self._elsewhere.get(user)
        return now >= gone_at + self._away and (elsewhere is None or now >= elsewhere + TRUSTED_FOR)
