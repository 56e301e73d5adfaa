"""The draw for first dealer is the one of the rules, for as many as a pad takes."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from upriver.pad import draw_rounds, highest
from upriver.rules import Card, Game, Rules
from upriver.rules.shuffle import DRAW, shuffle


def cards(text: str) -> Sequence[Card]:
    return [Card.parse(each) for each in text.split()]


@given(st.integers(3, 7), st.binary(min_size=32, max_size=32))
def test_it_is_the_draw_of_the_table(people: int, seed: bytes) -> None:
    public = Game.start(Rules(players=people), seed).state.public
    rounds = draw_rounds(people, shuffle(seed, DRAW))
    assert rounds == public.draw
    assert highest(rounds[-1])[0] == public.dealer


@given(st.integers(2, 10), st.binary(min_size=32, max_size=32))
def test_everybody_draws_once_a_round_and_no_card_comes_twice(people: int, seed: bytes) -> None:
    rounds = draw_rounds(people, shuffle(seed, DRAW))
    drawn = [card for turn in rounds for _, card in turn]
    assert len(set(drawn)) == len(drawn)
    expected: Sequence[int] = range(people)
    for turn in rounds:
        assert [seat for seat, _ in turn] == list(expected)
        expected = highest(turn)
    assert len(expected) == 1


def test_suits_break_no_tie_and_only_those_who_are_level_draw_again() -> None:
    rounds = draw_rounds(4, cards("AC 3D AS 9H 4C 4D 2C 5D KH"))
    assert [[seat for seat, _ in turn] for turn in rounds] == [[0, 1, 2, 3], [0, 2], [0, 2]]
    assert highest(rounds[-1]) == (2,)


def test_where_the_deck_runs_out_the_first_of_those_who_are_level_deals() -> None:
    rounds = draw_rounds(3, cards("2C 7D 7S KH"))
    assert len(rounds) == 1
    assert highest(rounds[-1]) == (1, 2)
