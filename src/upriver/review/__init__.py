"""Hints before a move and analysis after a game: what each bid and card was worth, as its seat saw it.

Start with `hint` and `analyse`; docs/review.md says what the figures mean.
"""

from upriver.review.account import Account
from upriver.review.analysis import HandReview, Plan, Review, Work, analyse
from upriver.review.hint import Hint, hint
from upriver.review.judging import Decision, Grade, Option
from upriver.review.moments import played
from upriver.review.picture import svg
from upriver.review.story import Portrait, Turn, portrait, summary, turns
from upriver.review.values import values
from upriver.review.why import why
from upriver.review.worth import DEPTH, FEWEST, Estimate

__all__ = [
    "DEPTH",
    "FEWEST",
    "Account",
    "Decision",
    "Estimate",
    "Grade",
    "HandReview",
    "Hint",
    "Option",
    "Plan",
    "Portrait",
    "Review",
    "Turn",
    "Work",
    "analyse",
    "hint",
    "played",
    "portrait",
    "summary",
    "svg",
    "turns",
    "values",
    "why",
]
