"""`Session`: a game between one player at seat 0 and bots, shown one event at a time. No screen, no clock."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from hashlib import sha256
from random import Random

from upriver.bots import make_bot
from upriver.rules import (
    Action,
    CardPlayed,
    Drawn,
    Event,
    Game,
    Phase,
    View,
    apply_seen,
    legal_bids,
    redact,
)

ME = 0
"""The seat of the player at the terminal."""


class Stage(Enum):
    """What the table does next."""

    SHOW = auto()
    """Something has happened that is not shown yet."""
    CHANGE = auto()
    """A bot is next, and until it acts the player may change the bid."""
    BOT = auto()
    """A bot is next."""
    MINE = auto()
    """The player is next."""
    OVER = auto()
    """The game is over."""


class Moment(Enum):
    """What the event shown last calls for before the table goes on."""

    NONE = auto()
    DRAW = auto()
    TRICK = auto()
    HAND = auto()


class Session:
    """The game, what of it has been shown, and the bots.

    Args:
        game: the game, new or continued.
        levels: the bots' levels, from seat 1 on.
        keep: called with all events and the doer's name after each action, to save them.
    """

    def __init__(self, game: Game, levels: tuple[str, ...], keep: Callable[[list[Event], str], None]) -> None:
        self.game = game
        self.levels = levels
        self._bots = [make_bot(level) for level in levels]
        self._keep = keep
        self._shown = 0
        self._view: View | None = None
        self.moment = Moment.NONE
        self._keep(game.events, "")
        self.show_next()

    @classmethod
    def resume(cls, game: Game, levels: tuple[str, ...], keep: Callable[[list[Event], str], None]) -> Session:
        """Go on with a game at the same decision: all that has happened is shown already."""
        session = cls(game, levels, keep)
        while session.stage is Stage.SHOW:
            session.show_next()
        session.moment = Moment.NONE
        return session

    @property
    def view(self) -> View:
        """What the player has been shown so far."""
        assert self._view is not None
        return self._view

    @property
    def stage(self) -> Stage:
        """What the table does next."""
        if self._shown < len(self.game.events):
            return Stage.SHOW
        waiting = self.view.to_act
        if not waiting:
            return Stage.OVER
        if ME in waiting:
            return Stage.MINE
        return Stage.CHANGE if self.can_change else Stage.BOT

    @property
    def can_change(self) -> bool:
        """Whether the player has bid and may still change it."""
        view = self.view
        return (
            self._shown == len(self.game.events)
            and ME not in view.to_act
            and view.own_bid(ME) is not None
            and bool(legal_bids(view, ME))
        )

    def show_next(self) -> Event:
        """Show the next event; `moment` says what it calls for."""
        event = redact(self.game.events[self._shown], ME)
        self._view = apply_seen(self._view, event, ME)
        self._shown += 1
        self.moment = self._moment(event)
        return event

    def act(self, action: Action) -> None:
        """Carry out the player's action, save it and show it.

        Raises:
            IllegalActionError: the rules refuse it.
        """
        self._act(action, self.view.name(ME))

    def let_bot_act(self) -> None:
        """Let the bot that is next choose; its action is saved and shown."""
        seat = next(seat for seat in self.view.to_act if seat != ME)
        action = self._bots[seat - 1].choose(self.game.view(seat), self.chance(seat))
        self._act(action, f"{self.view.name(seat)} ({self.levels[seat - 1]})")

    def chance(self, seat: int) -> Random:
        """The bot's chance for this decision: from the seed, so that a typed seed repeats the whole game."""
        place = f"upriver bot 1\n{seat} {len(self.game.events)}\n"
        return Random(sha256(place.encode() + self.game.seed).digest())

    def _act(self, action: Action, by: str) -> None:
        self.game.act(action)
        self._keep(self.game.events, by)
        self.show_next()

    def _moment(self, event: Event) -> Moment:
        view = self.view
        match event:
            case Drawn():
                return Moment.DRAW
            case CardPlayed() if view.phase is not Phase.PLAY:
                return Moment.HAND
            case CardPlayed() if not view.hand.trick.cards:
                return Moment.TRICK
        return Moment.NONE
