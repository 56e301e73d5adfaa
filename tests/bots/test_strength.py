"""How well the bot by rule plays. A bound holds when it is more than three standard errors away."""

from __future__ import annotations

import pytest

from upriver.arena import Duel, Estimate, Field, Match, play
from upriver.rules import ENGLISH, Rules

TABLES = (
    "players=3",
    "players=5",
    "players=6",
    "players=7",
    "italian",
    "scoring=penalty",
    "scoring=bonus:10,square:1,growing:5",
    "trump=none",
    "trump=cycle",
    "limit=free",
    "limit=free bidding=together",
)


def test_it_makes_more_than_55_of_100_bids_in_a_field_of_itself() -> None:
    field = play(Match("rule", rules=ENGLISH, games=30))
    assert isinstance(field, Field)
    assert field.alone.made_by_size[0][0] == 1
    assert at_least(field.alone.made) > 0.55


def test_it_beats_random_bots_by_more_than_4_points_a_hand() -> None:
    duel = play(Match("random", "rule", rules=ENGLISH, games=20))
    assert isinstance(duel, Duel)
    assert at_least(duel.difference) > 4


@pytest.mark.parametrize("text", TABLES)
def test_it_beats_random_bots_at_every_kind_of_table(text: str) -> None:
    duel = play(Match("random", "rule", rules=Rules.parse(text), games=6))
    assert isinstance(duel, Duel)
    assert at_least(duel.difference) > 2
    assert duel.challenger.won.mean > 0.8


def at_least(estimate: Estimate) -> float:
    assert estimate.error is not None
    return estimate.mean - 3 * estimate.error
