"""What a seat could do now: what each choice is worth, and which is best. It knows what the seat knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from upriver.bots.kernel import Budget
from upriver.review.judging import SURE, Option, bid_with
from upriver.review.worth import DEPTH, Worth, best_of, stands_for, weigh
from upriver.rules import Action, Card, Play, View, legal_actions


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice to a seat.

    Args:
        options: every bid or card that the rules allow, with what it is worth; none where all cards are worth the same
            because they do not differ.
        best: the best of them.
        close: others that are not clearly worse: within `SURE` standard errors of the difference.
        tricks: once the best is chosen, the chance of taking 0, 1, 2 … tricks in the hand; none without options.
        wins: once the best is chosen, the chance of each card held to take a trick from now on.
        kept: of a card that is best played now, the chance to take a trick when the next best is played and it is kept;
            None for a bid, or where nothing else could be played.
    """

    options: tuple[Option, ...]
    best: Action
    close: tuple[Action, ...]
    tricks: tuple[float, ...]
    wins: Mapping[Card, float]
    kept: float | None

    @property
    def ranked(self) -> tuple[Option, ...]:
        """The options, the best first."""
        return tuple(sorted(self.options, key=lambda option: (option.action != self.best, -option.points)))


def hint(view: View, *, seed: str, budget: Budget = DEPTH) -> Hint:
    """Advice to the view's seat, which must be in `to_act`. The same view, seed and budget give the same advice.

    Args:
        view: what the seat sees.
        seed: a text that fixes the worlds.
        budget: how many worlds.

    Raises:
        ValueError: it is not the seat's turn, or there are fewer worlds than `worth.FEWEST`.
        MissingKernelError: the package was installed without its kernel.
    """
    worths = weigh(view, budget, seed=seed)
    legal = legal_actions(view)
    if not worths:
        return Hint((), legal[0], (), (), {}, None)
    best = best_of(worths)
    rest = sorted((worth for worth in worths if worth is not best), key=lambda worth: -worth.value.mean)
    level = [worth for worth in worths if worth is best or not _is_clear(best, worth)]
    close = tuple(action for action in legal if action != best.action and stands_for(worths, action) in level)
    kept = rest[0].wins[best.action.card] if rest and isinstance(best.action, Play) else None
    options = tuple(_option(view, stands_for(worths, action), action) for action in legal)
    return Hint(options, best.action, close, best.tricks, best.wins, kept)


def _is_clear(best: Worth, other: Worth) -> bool:
    ahead = best.ahead_of(other)
    return ahead.mean > SURE * ahead.error


def _option(view: View, worth: Worth, action: Action) -> Option:
    return replace(Option.of(worth, bid_with(view, worth)), action=action)
