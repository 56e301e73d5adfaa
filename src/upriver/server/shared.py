"""The parts of a view that are the same for everybody at the table."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from upriver.rules import Phase, Public, commit
from upriver.rules import Row as GameRow
from upriver.rules import Rules as GameRules
from upriver.rules import Sheet as GameSheet
from upriver.rules import Suit as CardSuit
from upriver.rules import Trick as GameTrick
from upriver.server import scene
from upriver.table.pace import deadline
from upriver.table.state import Line, TableState


@dataclass(frozen=True, slots=True)
class Known:
    """What this server knows, for the clients to choose from."""

    levels: tuple[str, ...]
    reactions: tuple[str, ...]


def table_part(state: TableState, known: Known) -> scene.Table:
    """The table itself."""
    question = state.question
    return scene.Table(
        code=state.code,
        phase=state.phase.value,
        host=state.host,
        rules=rules_part(state.rules),
        options=scene.Options.of(state.options),
        seats=[_seat(state, number) for number in range(len(state.seats))],
        commitment=commitment_of(state.seed),
        ready=sorted(state.ready),
        waiting=list(state.waiting),
        undo=None if question is None else scene.Undo(question.seat, sorted(question.agreed), list(state.asked)),
        levels=list(known.levels),
        reactions=list(known.reactions),
    )


@lru_cache(maxsize=1000)
def rules_part(rules: GameRules) -> scene.Rules:
    """The rules, in text and one by one."""
    return scene.Rules(
        str(rules), rules.players, list(rules.sizes), rules.limit, rules.limit_from, rules.trump, rules.bidding,
        rules.rebid, str(rules.scoring),
    )  # fmt: skip


@lru_cache(maxsize=10_000)
def commitment_of(seed: bytes) -> str:
    """What is shown of a seed before the game is over; nothing where there is none yet."""
    return commit(seed).hex() if seed else ""


def game_part(state: TableState) -> scene.Game | None:
    """The game, as everybody sees it."""
    if state.game is None:
        return None
    public = state.game.public
    return scene.Game(
        phase=public.phase,
        hands=public.rules.hands,
        names=list(public.names),
        to_act=list(state.to_act),
        turn_since=state.since,
        turn_ends=[_turn_end(state, number) for number in range(len(state.seats))],
        dealer=public.dealer,
        draw=draw_part(public),
        hand=hand_part(public),
        commitment=None if public.commitment is None else public.commitment.hex(),
        contributions=[contribution.hex() for contribution in public.contributions],
        seed=None if public.seed is None else public.seed.hex(),
        id=None if public.seed is None else game_id(public.seed),
    )


def game_id(seed: bytes) -> str:
    """By what a finished game is found: it follows from the seed, which nobody knows before the game is over."""
    return urlsafe_b64encode(sha256(b"upriver game 2\n" + seed).digest()[:12]).decode()


def draw_part(public: Public) -> list[list[scene.Placed]]:
    """The rounds of the draw for first dealer."""
    return [[scene.Placed(seat, str(card)) for seat, card in turn] for turn in public.draw]


def hand_part(public: Public) -> scene.Hand | None:
    """The hand in play, or the last one until the next is dealt."""
    hand = public.hand
    if hand is None:
        return None
    players = range(public.rules.players)
    return scene.Hand(
        number=hand.number,
        size=hand.size,
        dealer=hand.dealer,
        turned=None if hand.turned is None else str(hand.turned),
        trump=suit_letter(hand.trump),
        turn=hand.turn,
        bids=list(hand.bids),
        has_bid=list(hand.has_bid),
        taken=list(hand.taken),
        needs=[hand.needs(seat) for seat in players],
        held=[hand.held(seat) for seat in players],
        total_bid=hand.total_bid,
        over=hand.total_bid - hand.size,
        trick=_trick(hand.trick, len(players)),
        last_trick=_trick(hand.tricks[-1], len(players)) if hand.tricks else None,
        is_over=is_hand_over(public),
    )


def is_hand_over(public: Public) -> bool:
    """Whether the last card of the hand has been played."""
    return public.hand is not None and public.phase in (Phase.DEAL, Phase.OVER)


def sheet_part(state: TableState) -> scene.Sheet:
    """The score sheet of the game in play or the last one."""
    return sheet_of(state.game.sheet if state.game else GameSheet((0,) * len(state.seats)))


def sheet_of(sheet: GameSheet) -> scene.Sheet:
    """The score sheet."""
    rows = [_row_of(row, totals) for row, totals in zip(sheet.rows, sheet.running(), strict=True)]
    return scene.Sheet(rows, list(sheet.totals), list(sheet.places()))


def _row_of(row: GameRow, totals: tuple[int, ...]) -> scene.Row:
    seats = range(len(totals))
    bids, taken, points = (list(column) for column in zip(*map(row.result, seats), strict=True))
    return scene.Row(
        row.number, row.size, row.dealer, suit_letter(row.trump), bids, taken,
        [row.is_made(seat) for seat in seats], points, list(totals),
    )  # fmt: skip


def chat_part(talk: Iterable[Line]) -> list[scene.Line]:
    """What was said last, oldest first."""
    return [scene.Line(line.seq, line.at, line.user, line.name, line.text, line.is_reaction) for line in talk]


def _seat(state: TableState, number: int) -> scene.Seat:
    seat, options = state.seats[number], state.options
    is_person = seat.user is not None
    return scene.Seat(
        seat=number,
        person=seat.user,
        name=seat.name,
        level=seat.level if seat.is_bot else None,
        is_away=seat.is_away,
        stand_in=seat.level if is_person else None,
        reserve=max(0.0, options.reserve - seat.spent) if is_person and options.clock is not None else None,
        votes=sorted(user for user, voted in state.votes if voted == number),
    )


def _turn_end(state: TableState, number: int) -> float | None:
    seat = state.seats[number]
    is_timed = number in state.to_act and seat.user is not None and seat.level is None
    return deadline(state, number) if is_timed else None


def _trick(trick: GameTrick, players: int) -> scene.Trick:
    cards = [scene.Placed(seat, str(card)) for seat, card in trick.plays(players)]
    return scene.Trick(trick.leader, cards, suit_letter(trick.led), trick.winner)


def suit_letter(suit: CardSuit | None) -> scene.Suit | None:
    """The suit on the wire."""
    return None if suit is None else _LETTERS[suit]


_LETTERS: dict[CardSuit, scene.Suit] = {
    CardSuit.CLUBS: "C",
    CardSuit.DIAMONDS: "D",
    CardSuit.SPADES: "S",
    CardSuit.HEARTS: "H",
}
