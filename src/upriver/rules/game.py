"""`Game`: a game being played, the shortest way to use the rules from a program."""

from __future__ import annotations

from collections.abc import Iterable

from upriver.rules.actions import Action
from upriver.rules.deal import due
from upriver.rules.errors import EventError
from upriver.rules.events import Event, Started, TakenBack
from upriver.rules.fold import apply, fold
from upriver.rules.legal import decide
from upriver.rules.rules import Rules
from upriver.rules.shuffle import commit
from upriver.rules.state import State
from upriver.rules.view import View, view


class Game:
    """The state and the events so far; what the table owes (draw, deals, the seed) comes by itself.

    Args:
        events: the events so far, `Started` first; more than one to go on with an interrupted game.
        seed: the system's seed, as from `new_seed()`; with the contributions in `Started` it gives all deals.

    Raises:
        EventError: the events do not follow each other, or the seed is not theirs.
    """

    def __init__(self, events: Iterable[Event], seed: bytes) -> None:
        self.events = list(events)
        self.seed = seed
        self.state: State = fold(self.events)
        if self.state.public.commitment not in (None, commit(seed)):
            raise EventError("this is not the seed that the game was committed to")
        self._settle()

    @classmethod
    def start(
        cls,
        rules: Rules,
        seed: bytes,
        *,
        names: tuple[str, ...] = (),
        dealer: int | None = None,
        contributions: tuple[bytes, ...] = (),
    ) -> Game:
        """Begin a game whose deals can be checked afterwards.

        Args:
            rules: all that the table agreed on.
            seed: the system's seed.
            names: a name for each seat, or none at all.
            dealer: the first dealer; None lets the draw decide.
            contributions: what people added to the seed once they had seen `commit(seed)`.
        """
        return cls([Started(rules, names, dealer, commit(seed), contributions)], seed)

    @property
    def is_over(self) -> bool:
        """Whether the last hand is finished."""
        return self.state.is_over

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.state.to_act

    def view(self, seat: int | None) -> View:
        """What the seat, or with None a watcher, has rightly seen."""
        return view(self.state, seat)

    def act(self, action: Action) -> tuple[Event, ...]:
        """Carry the action out; returns its event and what the table did next.

        Raises:
            IllegalActionError: the rules refuse it; nothing has changed.
        """
        before = len(self.events)
        self._append(decide(self.state, action))
        self._settle()
        return tuple(self.events[before:])

    def take_back(self, seat: int) -> Event:
        """Take back the seat's bid or card, the last thing that happened (`last_act` says whose can be).

        Raises:
            EventError: it cannot be taken back; nothing has changed.
        """
        self._append(TakenBack(seat))
        return self.events[-1]

    def _settle(self) -> None:
        while event := due(self.state, self.seed):
            self._append(event)

    def _append(self, event: Event) -> None:
        self.state = apply(self.state, event)
        self.events.append(event)
