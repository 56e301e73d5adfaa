"""A review of a finished game as clients are told it (docs/http.md, docs/review.md)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

GradeName: TypeAlias = Literal["only", "best", "fine", "inaccuracy", "mistake", "blunder"]
ReviewStage: TypeAlias = Literal["waiting", "working", "done"]

FORM = 2
"""The form of what is kept: another number where an older one cannot be read any more, or its figures are no longer
ours; then reviews are made anew."""


class ReviewOption(Struct, frozen=True, forbid_unknown_fields=True):
    """A bid (a number) or a card (as in `QS`) that could be chosen; of cards that do not differ the lowest.

    `points` are the mean points of the hand, `error` their standard error, `made` the chance of taking exactly what is
    bid.
    """

    action: int | str
    points: float
    error: float
    made: float


class ReviewDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """A bid or card that somebody chose, and what it was worth.

    `step` counts the moments of the game in `Replay` before it. `loss` is what is charged, `gap` the difference as
    measured with its standard `error`; `for_game`: it cost points and served to win the game.
    """

    step: int
    seat: int
    done: int | str
    best: int | str
    grade: GradeName
    loss: float
    gap: float
    error: float
    for_game: bool
    options: list[ReviewOption]


class ReviewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """Where points came from; the parts add up to `points`."""

    par: float
    deal: float
    bid: float
    play: float
    rest: float
    points: float


class ReviewHand(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand; `bids`, `taken` and `accounts` by seat."""

    number: int
    size: int
    dealer: int
    bids: list[int]
    taken: list[int]
    accounts: list[ReviewAccount]
    decisions: list[ReviewDecision]


class ReviewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat over the whole game; `grades` says how often each was earned, `summary` the same in words."""

    name: str
    place: int
    account: ReviewAccount
    grades: dict[GradeName, int]
    too_high: float
    too_low: float
    summary: str


class ReviewTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand that turned the game: whose chance of winning moved from where to where.

    `step` leads to what cost most in it; null where nothing was charged.
    """

    hand: int
    seat: int
    before: float
    after: float
    step: int | None


class GameReview(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game, reviewed. `outlook` has each seat's chance of winning before the first hand and after each."""

    rules: str
    worlds: int
    sure: float
    thresholds: dict[GradeName, float]
    players: list[ReviewPlayer]
    hands: list[ReviewHand]
    outlook: list[list[float]]
    turns: list[ReviewTurn]


class ReviewAnswer(Struct, frozen=True):
    """How far a review is: `part` is done, up to 1; `ahead` others are made first. Ask again until it is `done`."""

    stage: ReviewStage
    part: float
    ahead: int
    review: GameReview | None


class KeptReview(Struct, frozen=True):
    """What is kept: the review, and its picture, in each language."""

    reviews: dict[str, GameReview]
    pictures: dict[str, str]


Brief: TypeAlias = tuple[tuple[tuple[float, float, float, float, float], ...], ...]
"""What figures of people need of a review: by hand and seat the parts of the points, as `ReviewAccount` has them."""


def brief_of(kept: KeptReview) -> Brief:
    """What figures of people need; it is the same in every language."""
    review = next(iter(kept.reviews.values()))
    return tuple(
        tuple((one.par, one.deal, one.bid, one.play, one.rest) for one in hand.accounts) for hand in review.hands
    )
