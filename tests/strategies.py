"""Hypothesis strategies for the values of the rules, and for whole games played at random."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from tests.rules.playing import positions
from upriver.rules import DECK, SCHEMES, Action, Bid, Bidding, Game, Limit, Play, Rules, Scoring, Trump, max_size


def examples(part: float) -> settings:
    """So many times the examples of the profile that was asked for: fewer for a slow test, more for a quick one."""
    return settings(max_examples=max(1, round(settings().max_examples * part)))


PLAYERS = st.integers(3, 7)
CARDS = st.sampled_from(DECK)
DIALS = st.integers(-12, 12) | st.sampled_from((-1000, 1000))
SEEDS = st.binary(min_size=1, max_size=40)

CONTRIBUTIONS: st.SearchStrategy[tuple[bytes, ...]] = st.just(()) | st.lists(
    st.binary(min_size=1, max_size=64), max_size=16
).map(tuple)

SCORINGS = st.sampled_from(tuple(SCHEMES.values())) | st.builds(
    Scoring,
    bonus=DIALS,
    per_trick=DIALS,
    per_trick_squared=DIALS,
    zero=st.none() | DIALS,
    keep_tricks=st.booleans(),
    miss=DIALS,
    per_off=DIALS,
    growing_off=DIALS,
)

ACTIONS: st.SearchStrategy[Action] = st.builds(Bid, st.integers(0, 6), st.integers(0, 17)) | st.builds(
    Play, st.integers(0, 6), CARDS
)

NAMES = st.text(max_size=12) | st.sampled_from(
    ('Ann "the hook" B.', "two\nlines", "; a comment", "seed 00", "carriage\rreturn")
)
"""Any text that a person may type as a name."""


@st.composite
def rules(draw: st.DrawFn, *, hands: int = 6) -> Rules:
    """Rules with every field at random, of at most so many hands; small hands are as likely as large ones."""
    players = draw(PLAYERS)
    trump = draw(st.sampled_from(Trump))
    most = max_size(players, trump)
    size = st.integers(1, min(3, most)) | st.integers(1, most)
    sizes = tuple(draw(st.lists(size, min_size=1, max_size=hands)))
    bidding = draw(st.sampled_from(Bidding))
    return Rules(
        players=players,
        sizes=sizes,
        limit=Limit.FREE if bidding is Bidding.TOGETHER else draw(st.sampled_from(Limit)),
        limit_from=draw(st.integers(1, max(sizes))),
        trump=trump,
        bidding=bidding,
        rebid=draw(st.booleans()),
        scoring=draw(SCORINGS),
    )


@st.composite
def beginnings(draw: st.DrawFn, *, names: st.SearchStrategy[str] | None = None) -> Game:
    """A game of up to three hands that has just begun.

    Args:
        draw: hypothesis's own.
        names: where the names of the seats come from, if they have any.
    """
    table = draw(rules(hands=3))
    dealer = draw(st.none() | st.integers(0, table.players - 1))
    seats = () if names is None else tuple(draw(st.tuples(*[names] * table.players)))
    return Game.start(table, draw(SEEDS), names=seats, dealer=dealer, contributions=draw(CONTRIBUTIONS))


@st.composite
def games(draw: st.DrawFn, *, names: st.SearchStrategy[str] | None = None) -> Game:
    """A game played at random from its beginning to any moment, its end as likely as not."""
    game = draw(beginnings(names=names))
    rng = Random(draw(st.integers(0, 2**32)))
    stop = draw(st.sampled_from((0.0, 0.0, 0.01, 0.05, 0.3)))
    for _ in positions(game, rng):
        if rng.random() < stop:
            break
    return game
