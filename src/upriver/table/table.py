"""`Table`: decides what a command leads to, and stands where its log has brought it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from upriver.rules import View
from upriver.table.commands import Command
from upriver.table.events import Entry


@dataclass(frozen=True, slots=True)
class AskBot:
    """A bot is to choose for a seat; its answer comes back as `BotAct` with the same `after`.

    Args:
        seat: for whom.
        level: which bot.
        view: what the seat has rightly seen.
        after: the table's seq.
        at: not to act before; for a person whose clock runs this is when it runs out.
    """

    seat: int
    level: str
    view: View
    after: int
    at: float


class Table:
    """One table. It changes only in `take`, so that nothing is told that is not stored.

    Raises:
        EventError: the entries do not make a table.
    """

    def __init__(self, entries: Iterable[Entry], *, levels: frozenset[str]) -> None: ...

    def handle(self, command: Command, now: float, *, ask: str = "", seed: bytes | None = None) -> tuple[Entry, ...]:
        """The entries that the command leads to, to be stored before `take`; nothing has changed yet.

        Args:
            command: what is asked.
            now: seconds since 1970, UTC.
            ask: the asker's own id for this command; one that is known already gives no entries.
            seed: a new seed from the operating system, in case the table needs one.

        Raises:
            RefusedError: the table refuses it.
            IllegalActionError: the rules of the game refuse it.
        """
        ...

    def take(self, entries: Sequence[Entry]) -> None:
        """Stand where these entries lead: ours after they were stored, or what others have stored."""
        ...

    def bots_to_ask(self) -> tuple[AskBot, ...]:
        """Bots whose turn it is or will be when a clock runs out."""
        ...

    def tick_at(self) -> float | None:
        """When `Tick` has something to do."""
        ...

    def wake_at(self) -> float | None:
        """The first moment at which the table has something to do by itself; None for never."""
        ...
