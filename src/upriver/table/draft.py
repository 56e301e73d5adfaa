"""`Draft`: the entries that a command leads to, while they are being decided; the table itself has not changed yet."""

from __future__ import annotations

from dataclasses import dataclass

from upriver.rules import Event, Started, State, TakenBack, commit, due
from upriver.table.errors import refuse
from upriver.table.events import Entry, SeedChosen, StandInSet, TableEvent, UndoDropped
from upriver.table.fold import advance
from upriver.table.names import bot_name
from upriver.table.options import Rematch
from upriver.table.state import Seat, TablePhase, TableState


@dataclass(frozen=True, slots=True)
class Occasion:
    """What comes with a command.

    Args:
        now: when it came.
        by: who asks; nothing for the table itself.
        ask: its id.
        seed: a new seed, in case the table needs one.
        levels: the bots that there are.
    """

    now: float
    by: str
    ask: str
    seed: bytes | None
    levels: frozenset[str]


class Draft:
    """What is being decided.

    Args:
        state: where the table stands.
        occasion: when, by whom and with what.
    """

    def __init__(self, state: TableState, occasion: Occasion) -> None:
        self.state = state
        self.now = max(occasion.now, state.at)
        self.levels = occasion.levels
        self.entries: list[Entry] = []
        self._occasion = occasion

    def add(self, *events: TableEvent | Event) -> None:
        """These events happen, done by who asks."""
        for event in events:
            self._add(event, self._occasion.by)

    def _add(self, event: TableEvent | Event, by: str) -> None:
        ask = "" if self.entries else self._occasion.ask
        entry = Entry(self.state.seq + 1, self.now, by, ask, event)
        self.state = advance(self.state, entry)
        self.entries.append(entry)

    def settle(self) -> None:
        """Add what follows by itself from what has happened."""
        while event := self._consequence():
            self._add(event, "")

    def _consequence(self) -> TableEvent | Event | None:
        state = self.state
        if state.phase is TablePhase.PLAYING and state.game is not None:
            return _undo(state) or _stand_in(state) or _owed(state, state.game)
        if state.phase is TablePhase.OVER and state.game is not None:
            if state.game.public.commitment == commit(state.seed):
                seed = self._occasion.seed
                if seed is None:
                    raise ValueError("the game is over and the table needs a new seed")
                return SeedChosen(commit(seed), seed)
            is_full = not any(seat.is_empty for seat in state.seats)
            return beginning(state) if is_full and state.here and not state.waiting else None
        return None

    @property
    def game(self) -> State:
        """The game in play.

        Raises:
            RefusedError: there is none.
        """
        if self.state.phase is not TablePhase.PLAYING or self.state.game is None:
            raise refuse("no-game", "no game is being played; the host starts one")
        return self.state.game

    def seat(self, number: int) -> Seat:
        """A seat by its number.

        Raises:
            RefusedError: there is none.
        """
        if not 0 <= number < len(self.state.seats):
            last = len(self.state.seats) - 1
            raise refuse("no-such-seat", f"there is no seat {number}; seats are 0 to {last}", seat=number, last=last)
        return self.state.seats[number]

    def seat_of(self, user: str) -> int:
        """Where the person sits.

        Raises:
            RefusedError: nowhere.
        """
        number = self.state.seat_of(user)
        if number is None:
            raise refuse("not-seated", f"{user!r} has no seat here; sit down first", user=user)
        return number

    def check_host(self, user: str) -> None:
        """Only the host may.

        Raises:
            RefusedError: it is somebody else.
        """
        if user != self.state.host:
            host = self.state.host
            raise refuse("host-only", f"only the host, {host!r}, decides this, not {user!r}", user=user, host=host)

    def check_between_games(self, what: str) -> None:
        """Only before a game or after it.

        Raises:
            RefusedError: a game is being played.
        """
        if not self.state.is_between_games:
            raise refuse("game-running", f"{what}: not while a game is being played; wait for its end")


def beginning(state: TableState) -> Started:
    """The start of a game with those who sit here now."""
    names = tuple(seat.name if seat.user else bot_name(state, number) for number, seat in enumerate(state.seats))
    given = tuple(seat.contribution for seat in state.seats if seat.contribution)
    return Started(state.rules, names, _first_dealer(state), commit(state.seed), given)


def _first_dealer(state: TableState) -> int | None:
    """In a rematch the seat left of the last; the draw decides before the first game, or when seats have changed."""
    game, players = state.game, len(state.seats)
    if game is None or state.options.rematch is Rematch.DRAW or game.rules.players != players:
        return None
    totals = game.sheet.totals
    return (totals.index(min(totals)) + 1) % players


def _undo(state: TableState) -> TableEvent | Event | None:
    if state.question is None:
        return None
    asker = state.seats[state.question.seat]
    if not state.options.undo or asker.user is None or asker.level is not None:
        return UndoDropped()
    return None if state.asked else TakenBack(state.question.seat)


def _stand_in(state: TableState) -> TableEvent | None:
    """A bot plays for whom more than half of the others here voted it."""
    for number in sorted({seat for _, seat in state.votes}):
        others = [user for user in state.here if user != state.seats[number].user]
        if 2 * sum((user, number) in state.votes for user in others) > len(others):
            return StandInSet(number, state.options.stand_in)
    return None


def _owed(state: TableState, game: State) -> Event | None:
    """What the game itself owes; a hand after the first waits until all who are here are ready."""
    if state.is_between_hands and game.sheet.rows and (state.waiting or not state.here):
        return None
    return due(game, state.seed)
