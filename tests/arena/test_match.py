from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import ClassVar

import pytest

from upriver.arena import Duel, Estimate, Field, Match, Standing, play
from upriver.bots import LEVELS
from upriver.rules import Action, Card, ParseError, Rules, View, legal_actions

SHORT = Rules(players=3, sizes=(2, 1))


class Spy:
    """Plays at random and remembers what each seat was dealt in each hand, by (seat, hand, dealer)."""

    saw: ClassVar[list[tuple[tuple[int, int, int], tuple[Card, ...]]]] = []

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.cards) == view.hand.size and view.seat is not None and not view.hand.has_bid[view.seat]:
            self.saw.append(((view.seat, view.hand.number, view.hand.dealer), view.cards))
        return rng.choice(legal_actions(view))


def test_a_bot_gains_nothing_over_its_twin() -> None:
    duel = play(Match("random", "twin", SHORT, games=5))
    assert isinstance(duel, Duel)
    assert duel.difference == Estimate(0.0, 0.0)
    assert duel.challenger == duel.alone


def test_the_challenger_gets_the_cards_that_the_field_had_in_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mole(Spy):
        saw: ClassVar[list[tuple[tuple[int, int, int], tuple[Card, ...]]]] = []

    monkeypatch.setitem(LEVELS, "spy", Spy)
    monkeypatch.setitem(LEVELS, "mole", Mole)
    Spy.saw.clear()
    play(Match("spy", None, SHORT, games=4))
    alone = list(Spy.saw)
    play(Match("random", "mole", SHORT, games=4))
    assert len(alone) == 4 * 3 * 2
    assert sorted(Mole.saw, key=str) == sorted(alone, key=str)


def test_the_first_dealer_moves_on_with_each_game_of_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "spy", Spy)
    Spy.saw.clear()
    play(Match("spy", None, SHORT, games=4))
    first = [dealer for (_, number, dealer), _ in Spy.saw if number == 1]
    assert first == [0] * 3 + [1] * 3 + [2] * 3 + [0] * 3


def test_the_difference_is_the_gain_in_the_same_seat() -> None:
    """Where nobody else bids a trick, a bid of all is lost and a bid of none made by whoever takes none."""
    duel = play(Match("modest", "proud", Rules(players=3, sizes=(3,)), games=40))
    assert isinstance(duel, Duel)
    assert duel.difference.mean == pytest.approx(duel.challenger.points.mean - duel.alone.points.mean)
    assert duel.difference.mean < 0
    assert duel.challenger.made.mean < duel.opponents.made.mean


def test_everyone_wins_as_often_as_everyone() -> None:
    field = play(Match("random", None, SHORT, games=7))
    duel = play(Match("random", "proud", SHORT, games=7))
    assert isinstance(field, Field)
    assert isinstance(duel, Duel)
    assert field.alone.won.mean == pytest.approx(1 / 3)
    assert duel.challenger.won.mean + 2 * duel.opponents.won.mean == pytest.approx(1.0)


def test_hands_are_those_that_the_bot_played() -> None:
    assert play(Match("random", None, SHORT, games=7)).hands == 14
    assert play(Match("random", "modest", SHORT, games=7)).hands == 42


def test_every_figure_comes_from_the_seed() -> None:
    once, again, other = (play(Match("random", "rule", SHORT, games=6, seed=seed)) for seed in ("a", "a", "b"))
    assert once == again
    assert (once.alone, once.hands) != (other.alone, other.hands)


def test_every_game_is_told() -> None:
    told: list[Standing] = []
    play(Match("random", None, SHORT, games=3), on_game=told.append)
    assert told == [Standing(1, 3), Standing(2, 3), Standing(3, 3)]


def test_bots_that_bid_together_are_matched_too() -> None:
    rules = Rules.parse("players=4 sizes=3 limit=free bidding=together")
    assert play(Match("rule", "random", rules, games=2)).hands == 8


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ParseError, match="'nobody' is no bot"):
        Match("random", "nobody")
    with pytest.raises(ParseError, match="games: 0 is too few"):
        Match("random", games=0)
    with pytest.raises(ParseError, match="games: 29 is too few to tell a precision"):
        Match("random", games=29, until=0.5)


@pytest.mark.parametrize("until", [0.0, -0.05, float("nan"), float("inf")])
def test_what_is_no_precision_is_quoted(until: float) -> None:
    with pytest.raises(ParseError, match=f"until: {until} is no precision"):
        Match("random", games=30, until=until)


@pytest.mark.parametrize("challenger", [None, "rule"])
def test_a_match_stops_at_the_first_look_that_is_precise(challenger: str | None) -> None:
    until = 0.4
    match = Match("random", challenger, SHORT, games=1000, until=until)
    outcome = play(match)
    looks = [replace(match, games=games, until=None) for games in range(30, outcome.games + 1, 10)]
    errors = [play(look).measured.error or 0.0 for look in looks]
    assert outcome.games == looks[-1].games > 30
    assert outcome.is_precise
    assert errors[-1] <= until < min(errors[:-1])
    assert outcome.measured.error == errors[-1]


def test_a_match_that_is_precise_from_the_start_plays_enough_to_tell() -> None:
    assert play(Match("random", "twin", SHORT, games=1000, until=0.01)).games == 30


def test_a_match_stops_at_the_most_games_without_the_precision() -> None:
    outcome = play(Match("random", "rule", SHORT, games=35, until=0.01))
    assert (outcome.games, outcome.is_precise) == (35, False)
    assert play(Match("random", "rule", SHORT, games=3)).is_precise is None


def test_what_is_expected_follows_the_error() -> None:
    told: list[Standing] = []
    match = Match("random", "rule", SHORT, games=1000, until=0.4)
    outcome = play(match, on_game=told.append)
    assert [standing.games for standing in told] == list(range(1, outcome.games + 1))
    assert {standing.expected for standing in told[:29]} == {None}
    assert all(standing.games <= (standing.expected or 0) <= 1000 for standing in told[29:])
    assert told[-1] == Standing(outcome.games, outcome.games)
