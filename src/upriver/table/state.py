"""Where a table stands: `TableState`, made from its log by `advance` in fold.py and by nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from upriver.rules import Card, Phase, Rules, State
from upriver.table.options import Options


class TablePhase(StrEnum):
    """What the table is about: waiting for players, a game, a rematch, nothing more."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: a person's, a bot's or empty.

    Args:
        user: the person's id.
        name: the person's name.
        level: the bot that plays here: its own seat's, or for the person as a stand-in.
        is_away: whether the person is away.
        contribution: what the person gives to the next game's seed; empty for nothing.
        spent: seconds of the clock's reserve used in this game.
    """

    user: str | None = None
    name: str = ""
    level: str | None = None
    is_away: bool = False
    contribution: bytes = b""
    spent: float = 0.0

    @property
    def is_empty(self) -> bool:
        """Whether neither a person nor a bot has the seat."""
        return self.user is None and self.level is None

    @property
    def is_bot(self) -> bool:
        """Whether the seat is a bot's own."""
        return self.user is None and self.level is not None

    @property
    def is_here(self) -> bool:
        """Whether a person has the seat, plays for themselves and is not away."""
        return self.user is not None and not self.is_away and self.level is None


@dataclass(frozen=True, slots=True)
class Question:
    """A seat asks to take its last act back.

    Args:
        seat: which seat.
        asked_at: when.
        agreed: people who have agreed.
    """

    seat: int
    asked_at: float
    agreed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Line:
    """Something that somebody said, or a reaction by its name."""

    seq: int
    at: float
    user: str
    name: str
    text: str
    is_reaction: bool


@dataclass(frozen=True, slots=True)
class TableState:
    """A table at one moment.

    Args:
        seq: the number of its last entry.
        at: the time of its last entry.
        code: by which people find it.
        host: who decides about rules, bots and the start; None where nobody is left.
        rules: the rules of the next game, and of the one in play.
        options: what else the table agrees on.
        seats: by number, clockwise.
        phase: what the table is about.
        seed: the seed of the next game or of the one in play.
        game: the game in play, or the last one.
        game_seq: the number of that game's `Started`; 0 before the first.
        dealt: the cards of that game's last hand as they were dealt, by seat.
        dealt_seq: the number of that hand's `Dealt`.
        since: when the turn began, or the hand ended.
        changed_at: when the last bid was made or changed.
        decided_seq: the last entry that one has to know to decide; another's hidden bid is none.
        sealed_seq: the last hidden bid of each seat.
        question: the open question for an undo.
        votes: who wants a bot to play for which seat.
        ready: who is ready for the next hand, or after a game for the next one.
        pokers: who has nudged whom in this turn.
        removed: who may not come back.
        muted: who does not hear whom.
        talk: the last things said, oldest first.
        said_at: when each person spoke of late, for the limit.
        reacted_at: when each person reacted of late.
        asks: the last ids of each person's commands, with the entry each led to.
    """

    seq: int
    at: float
    code: str
    host: str | None
    rules: Rules
    options: Options
    seats: tuple[Seat, ...]
    phase: TablePhase = TablePhase.OPEN
    seed: bytes = b""
    game: State | None = None
    game_seq: int = 0
    dealt: tuple[tuple[Card, ...], ...] = ()
    dealt_seq: int = 0
    since: float = 0.0
    changed_at: float = 0.0
    decided_seq: int = 0
    sealed_seq: Mapping[int, int] = field(default_factory=dict)
    question: Question | None = None
    votes: frozenset[tuple[str, int]] = frozenset()
    ready: frozenset[str] = frozenset()
    pokers: frozenset[tuple[str, int]] = frozenset()
    removed: frozenset[str] = frozenset()
    muted: frozenset[tuple[str, str]] = frozenset()
    talk: tuple[Line, ...] = ()
    said_at: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    reacted_at: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    asks: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)

    def seat_of(self, user: str) -> int | None:
        """Where the person sits."""
        return next((number for number, seat in enumerate(self.seats) if seat.user == user), None)

    @property
    def people(self) -> tuple[str, ...]:
        """The people in the seats, clockwise."""
        return tuple(seat.user for seat in self.seats if seat.user is not None)

    @property
    def here(self) -> tuple[str, ...]:
        """The people who are not away and play for themselves."""
        return tuple(seat.user for seat in self.seats if seat.user is not None and seat.is_here)

    @property
    def is_attended(self) -> bool:
        """Whether any person in a seat is not away; else there is nobody for whom a clock could run."""
        return any(seat.user is not None and not seat.is_away for seat in self.seats)

    @property
    def gives_hints(self) -> bool:
        """Whether people may ask for hints: by agreement, or because one plays alone against bots."""
        return self.options.hints or len(self.people) == 1

    @property
    def is_between_games(self) -> bool:
        """Whether seats and rules can be chosen."""
        return self.phase in (TablePhase.OPEN, TablePhase.OVER)

    @property
    def is_between_hands(self) -> bool:
        """Whether a game waits for its next deal."""
        return self.phase is TablePhase.PLAYING and self.game is not None and self.game.phase is Phase.DEAL

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.game.to_act if self.game is not None and self.phase is TablePhase.PLAYING else ()

    @property
    def is_last_trick(self) -> bool:
        """Whether each seat has at most one card left to play."""
        game = self.game
        return game is not None and game.phase is Phase.PLAY and len(game.hand.tricks) == game.hand.size - 1

    @property
    def waiting(self) -> tuple[str, ...]:
        """The people whom the next hand or a rematch waits for."""
        if self.is_between_hands or self.phase is TablePhase.OVER:
            return tuple(user for user in self.here if user not in self.ready)
        return ()

    @property
    def asked(self) -> tuple[str, ...]:
        """The people who have not answered the question for an undo."""
        question = self.question
        if question is None:
            return ()
        asker = self.seats[question.seat].user
        return tuple(user for user in self.here if user != asker and user not in question.agreed)

    def known_seq(self, seat: int) -> int:
        """The last entry that the seat has to know to decide."""
        return max(self.decided_seq, self.sealed_seq.get(seat, 0))
