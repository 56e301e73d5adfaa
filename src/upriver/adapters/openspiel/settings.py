"""Their parameters as our `Rules`, and our rules as their game, where the one can say what the other says.

Theirs always has the hook, a turned card, bids in turn that stand, and one hand. They score in two ways:
`off_bid_penalty=False` is our `bonus:10,trick:p,keep`, and `True` is `bonus:10,trick:p,off:p`.
"""

from __future__ import annotations

from functools import cache

import pyspiel

from upriver.rules import Bidding, Limit, Rules, RulesError, Scoring, Trump
from upriver.rules.rules import MAX_HANDS

BONUS = 10
"""What they give for a made bid; no parameter of theirs changes it."""


def rules_for(game: pyspiel.Game, size: int) -> Rules:
    """The rules that a hand of `size` cards is played by in their game.

    They play for the points of one hand. A game of ours is won by the highest total, and a bot may play its last
    hands for the win; so their hand is the first of the most hands that we allow, and points are what counts.

    Raises:
        RulesError: another game than `oh_hell`, or another deck than 52 cards.
    """
    name, parameters = game.get_type().short_name, game.get_parameters()
    suits, ranks = parameters.get("num_suits"), parameters.get("num_cards_per_suit")
    if name != "oh_hell" or (suits, ranks) != (4, 13):
        raise RulesError(f"{game}: our bots play oh_hell with num_suits=4 and num_cards_per_suit=13")
    each = parameters["points_per_trick"]
    is_penalty = parameters["off_bid_penalty"]
    scoring = Scoring(bonus=BONUS, per_trick=each, keep_tricks=not is_penalty, per_off=each if is_penalty else 0)
    return Rules(players=parameters["players"], sizes=(size,) * MAX_HANDS, rebid=False, scoring=scoring)


def game_for(rules: Rules, size: int) -> pyspiel.Game:
    """Their game for a hand of `size` cards under our rules.

    A changed bid is no hindrance: their state is built from the bids as they stand.

    Raises:
        RulesError: rules that their game cannot express; the message names the field.
    """
    if rules.limit is not Limit.HOOK or not rules.is_limited(size):
        raise _unknown("limit", f"the hook in every hand, and here a hand of {size} has another limit or none")
    if rules.trump is not Trump.TURNED:
        raise _unknown("trump", f"a turned card, not trump={rules.trump}")
    if rules.bidding is not Bidding.IN_TURN:
        raise _unknown("bidding", f"bids in turn, not bidding={rules.bidding}")
    each = rules.scoring.per_trick
    for is_penalty in (False, True):
        theirs = Scoring(bonus=BONUS, per_trick=each, keep_tricks=not is_penalty, per_off=each if is_penalty else 0)
        if _worth(theirs, size) == _worth(rules.scoring, size):
            return _load(rules.players, size, each, is_penalty)
    raise _unknown(
        "scoring",
        f"bonus:10,trick:p,keep or bonus:10,trick:p,off:p (our common and penalty with p=1), not {rules.scoring}",
    )


def _worth(scoring: Scoring, size: int) -> list[int]:
    """The points of every bid and outcome, since two sets of dials can say the same."""
    return [scoring.points(bid, taken) for bid in range(size + 1) for taken in range(size + 1)]


def _unknown(field: str, only: str) -> RulesError:
    return RulesError(f"{field}: oh_hell of OpenSpiel knows only {only}", field)


@cache
def _load(players: int, size: int, per_trick: int, is_penalty: bool) -> pyspiel.Game:  # noqa: FBT001
    return pyspiel.load_game(
        "oh_hell",
        {
            "players": players,
            "num_tricks_fixed": size,
            "points_per_trick": per_trick,
            "off_bid_penalty": is_penalty,
        },
    )
