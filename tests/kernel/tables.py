"""Tables to play at: rules at random, and one hand of them as the kernel is given it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from upriver.bots import kernel
from upriver.rules import SCHEMES, Bidding, Limit, Rules, Scoring, Suit, Trump, max_size
from upriver.rules.rules import CYCLE

KINDS = tuple((players, trump) for players in range(3, 8) for trump in Trump)
"""Numbers of players, and where trump comes from."""


@dataclass(frozen=True)
class Table:
    """One hand: the rules, the cards dealt to each seat, who deals, and trump where no card is turned."""

    rules: Rules
    size: int
    dealer: int
    trump: Suit | None

    def packed(self) -> bytes:
        return kernel.pack_rules(self.rules, size=self.size, dealer=self.dealer, trump=self.trump)


def tables(players: int, trump: Trump, rng: Random, each: int) -> Iterator[Table]:
    """For every hand size up to the deck so many tables, everything else at random."""
    most = max_size(players, trump)
    for size in range(1, most + 1):
        for _ in range(each):
            limit = rng.choice(list(Limit))
            together = limit is Limit.FREE and rng.random() < 0.5
            rules = Rules(
                players=players,
                sizes=(size, most),
                limit=limit,
                limit_from=rng.choice((1, size, rng.randint(1, most))),
                trump=trump,
                bidding=Bidding.TOGETHER if together else Bidding.IN_TURN,
                scoring=scoring(rng),
            )
            suit = rng.choice(CYCLE) if trump is Trump.CYCLE else None
            yield Table(rules, size, rng.randrange(players), suit)


def scoring(rng: Random) -> Scoring:
    """A scheme, or dials that are mostly off."""
    if rng.random() < 0.3:
        return rng.choice(list(SCHEMES.values()))

    def dial() -> int:
        return rng.choice((0, 0, 1, 5, 10, rng.randint(-12, 12), rng.choice((-1000, 1000))))

    return Scoring(
        bonus=dial(),
        per_trick=dial(),
        per_trick_squared=dial(),
        zero=rng.choice((None, dial())),
        keep_tricks=rng.random() < 0.5,
        miss=dial(),
        per_off=dial(),
        growing_off=dial(),
    )
