"""`Table`: decides what a command leads to, and stands where its log has brought it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from upriver.rules import View, commit
from upriver.table import agreement, play, presence, seating, talk, undo
from upriver.table import commands as ask_for
from upriver.table.asking import AskBot, bots_to_ask
from upriver.table.commands import Command
from upriver.table.draft import Draft, Occasion
from upriver.table.errors import refuse
from upriver.table.events import CameBack, Entry, Opened, SeedChosen
from upriver.table.fold import advance, stand
from upriver.table.pace import tick_at
from upriver.table.redact import Told, tell, view_of
from upriver.table.state import TablePhase, TableState


def opening(opened: Opened, seed: bytes, now: float) -> tuple[Entry, ...]:
    """The first entries of a new table; its host still has to sit down.

    Args:
        opened: code, host, rules and options; `check_options` and `read_rules` in agreement.py check what people typed.
        seed: from the operating system.
        now: seconds since 1970, UTC.
    """
    return (Entry(1, now, opened.host, "", opened), Entry(2, now, "", "", SeedChosen(commit(seed), seed)))


class Table:
    """One table. It changes only in `take`, so that nothing is told that is not stored.

    Args:
        entries: its log from the beginning.
        levels: the names of the bots that there are.

    Raises:
        EventError: the entries do not make a table.
    """

    def __init__(self, entries: Iterable[Entry], *, levels: frozenset[str]) -> None:
        self.levels = levels
        self._state = stand(entries)

    @property
    def state(self) -> TableState:
        """Where the table stands."""
        return self._state

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self._state.seq

    def handle(self, command: Command, now: float, *, ask: str = "", seed: bytes | None = None) -> tuple[Entry, ...]:
        """The entries that the command leads to, to be stored before `take`; nothing has changed yet.

        Args:
            command: what is asked.
            now: seconds since 1970, UTC.
            ask: the asker's own id for this command; one that is known already gives no entries (see `seq_of`).
            seed: a new seed from the operating system; used when this command ends a game.

        Raises:
            RefusedError: the table refuses it.
            IllegalActionError: the rules of the game refuse it.
            ValueError: the table needs a seed and was given none.
        """
        user = getattr(command, "user", "")
        if ask and self.seq_of(user, ask) is not None:
            return ()
        if self._state.phase is TablePhase.CLOSED:
            if isinstance(command, _QUIET):
                return ()
            raise refuse("table-closed", "this table is closed; open another", table=self._state.code)
        if user in self._state.removed and not isinstance(command, _QUIET):
            raise refuse("removed", f"the host has removed {user!r} from this table; play at another", user=user)
        by = f"bot {command.level}" if isinstance(command, ask_for.BotAct) else user
        by = "" if isinstance(command, _QUIET) else by
        draft = Draft(self._state, Occasion(now, by, ask, seed, self.levels))
        number = self._state.seat_of(user)
        if number is not None and self._state.seats[number].is_away and not isinstance(command, _ABSENT):
            draft.add(CameBack(number))
        _HANDLERS[type(command)](draft, command)
        draft.settle()
        return tuple(draft.entries)

    def take(self, entries: Sequence[Entry]) -> None:
        """Stand where these entries lead: ours after they were stored, or what others have stored.

        Raises:
            EventError: they do not follow; the table stands where it stood.
        """
        state = self._state
        for entry in entries:
            state = advance(state, entry)
        self._state = state

    def seq_of(self, user: str, ask: str) -> int | None:
        """The first entry that the person's command with this id led to; None where the id is not known, or no more."""
        return next((seq for known, seq in self._state.asks.get(user, ()) if known == ask), None)

    def tell(self, entry: Entry, user: str) -> Told:
        """An entry that was taken, as the person may know it."""
        return tell(self._state, entry, user)

    def view(self, user: str) -> View | None:
        """The game as the person may see it; None before the first."""
        return view_of(self._state, user)

    def bots_to_ask(self) -> tuple[AskBot, ...]:
        """Bots whose turn it is or will be when a clock runs out."""
        return bots_to_ask(self._state)

    def tick_at(self) -> float | None:
        """When `Tick` has something to do."""
        return tick_at(self._state)

    def wake_at(self) -> float | None:
        """The first moment at which the table has something to do by itself; None for never."""
        times = [ask.at for ask in self.bots_to_ask()]
        tick = self.tick_at()
        return min(times if tick is None else (*times, tick), default=None)


_ABSENT = (ask_for.GoAway, ask_for.ComeBack, ask_for.Leave)
"""What does not show that a person is here."""
_QUIET = (ask_for.GoAway, ask_for.ComeBack, ask_for.Tick, ask_for.Resume)
"""What the server asks of itself."""

_HANDLERS: dict[type, Callable[[Draft, Any], None]] = {
    ask_for.Sit: seating.sit,
    ask_for.Leave: seating.leave,
    ask_for.Rename: seating.rename,
    ask_for.PutBot: seating.put_bot,
    ask_for.RemoveBot: seating.remove_bot,
    ask_for.Remove: seating.remove,
    ask_for.MakeHost: seating.make_host,
    ask_for.SetRules: agreement.set_rules,
    ask_for.SetOptions: agreement.set_options,
    ask_for.Start: agreement.start,
    ask_for.Close: agreement.close,
    ask_for.Act: play.act,
    ask_for.BotAct: play.bot_act,
    ask_for.Claim: play.claim_rest,
    ask_for.NextHand: play.next_hand,
    ask_for.PlayAgain: play.play_again,
    ask_for.AskUndo: undo.ask_undo,
    ask_for.AnswerUndo: undo.answer_undo,
    ask_for.GoAway: presence.go_away,
    ask_for.ComeBack: presence.come_back,
    ask_for.LetBotPlay: presence.let_bot_play,
    ask_for.TakeSeatBack: presence.take_seat_back,
    ask_for.Poke: presence.poke,
    ask_for.Tick: presence.tick,
    ask_for.Resume: presence.resume,
    ask_for.Say: talk.say,
    ask_for.React: talk.react,
    ask_for.Mute: talk.mute,
}
