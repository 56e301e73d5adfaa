"""A review as JSON can hold it."""

from __future__ import annotations

from dataclasses import asdict

from upriver.review.account import Account
from upriver.review.analysis import HandReview, Review
from upriver.review.judging import SURE, THRESHOLDS, Decision, Option, stake
from upriver.review.story import Turn, portrait, summary, turns
from upriver.rules import Action, Bid
from upriver.words import Words


def values(review: Review, words: Words) -> dict[str, object]:
    """Every figure, and each player's summary in the language of `words`. Seats count from 0, entries from 1."""
    state = review.state
    return {
        "rules": str(state.rules),
        "finished": state.is_over,
        "worlds": review.worlds,
        "sure": SURE,
        "thresholds": {str(grade): part * stake(state.rules) for grade, part in THRESHOLDS},
        "players": [_player(review, seat, words) for seat in range(state.rules.players)],
        "hands": [_hand(hand) for hand in review.hands],
        "outlook": [list(chances) for chances in review.outlook],
        "turns": [_turn(turn) for turn in turns(review)],
    }


def _player(review: Review, seat: int, words: Words) -> dict[str, object]:
    found = portrait(review, seat)
    return {
        "name": review.state.name(seat),
        "place": review.state.sheet.places()[seat],
        **_account(found.account),
        "grades": {str(grade): count for grade, count in found.grades.items()},
        "too_high": found.too_high,
        "too_low": found.too_low,
        "summary": summary(review, seat, words),
    }


def _hand(hand: HandReview) -> dict[str, object]:
    row = hand.row
    return {
        "number": row.number,
        "size": row.size,
        "dealer": row.dealer,
        "bids": list(row.bids),
        "taken": list(row.taken),
        "accounts": [_account(account) for account in hand.accounts],
        "decisions": [_decision(decision) for decision in hand.decisions],
    }


def _account(account: Account) -> dict[str, object]:
    return asdict(account) | {"points": account.points}


def _decision(decision: Decision) -> dict[str, object]:
    return {
        "entry": decision.place + 1,
        "seat": decision.action.seat,
        "done": _action(decision.action),
        "best": _action(decision.best),
        "grade": str(decision.grade),
        "loss": decision.loss,
        "gap": decision.gap,
        "error": decision.error,
        "for_game": decision.for_game,
        "options": [_option(option) for option in decision.options],
    }


def _option(option: Option) -> dict[str, object]:
    return asdict(option) | {"action": _action(option.action)}


def _turn(turn: Turn) -> dict[str, object]:
    entry = None if turn.decision is None else turn.decision.place + 1
    return {"hand": turn.hand, "seat": turn.seat, "before": turn.before, "after": turn.after, "entry": entry}


def _action(action: Action) -> int | str:
    return action.bid if isinstance(action, Bid) else str(action.card)
