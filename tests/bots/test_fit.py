"""The weights come out of watched games, and the same games give the same weights."""

from __future__ import annotations

from random import Random

import pytest

from upriver.bots.chances import Chances
from upriver.bots.fit import PLAINEST, TERMS, Explorer, improve, main, watch
from upriver.rules import Card, Rules, seed_from_text


def test_every_card_that_took_a_trick_is_told_from_those_that_did_not() -> None:
    """With four cards and three players each trick has one taker: of the cards watched from the bids on, four do."""
    rules = Rules(players=3, sizes=(4,))
    watched = list(watch(rules, seed_from_text("watched"), Explorer(Chances()), Random(1)))
    bids = [(one.seat, one.aim, is_true) for one, is_true in watched if one.group.startswith("bid")]
    assert len({(seat, card) for seat, card, _ in bids}) == len(bids) <= 12
    assert sum(is_true for _, _, is_true in bids) <= 4
    assert all(isinstance(one.aim, Card) == (one.group != "steer") for one, _ in watched)
    assert len([one for one, _ in watched if one.group == "steer"]) == 3


def test_the_same_games_give_the_same_weights() -> None:
    once, again = (improve(PLAINEST, 3, "again") for _ in range(2))
    assert once == again
    assert {group: tuple(terms) for group, terms in once.items()} == TERMS
    assert min(once["take"].values()) >= 0.0


def test_the_command_prints_a_module_of_weights(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["fit", "--rounds", "1", "--games", "3", "--seed", "again 0"])
    main()
    module: dict[str, object] = {}
    exec(capsys.readouterr().out, module)
    assert {group: tuple(terms) for group, terms in module["WEIGHTS"].items()} == TERMS  # type: ignore[attr-defined]
    assert "--rounds 1 --games 3 --seed again 0 --write" in str(module["__doc__"])
