from __future__ import annotations

import pytest

from upriver.rules import SCHEMES, ParseError, RulesError, Scoring

DIALS = "bonus:10,trick:1,square:1,zero:5,keep,miss:2,off:1,growing:5"


def points(scoring: Scoring, *pairs: tuple[int, int]) -> list[int]:
    """Points for (bid, taken)."""
    return [scoring.points(bid, taken) for bid, taken in pairs]


# Each dial by itself.


def test_bonus_is_for_made_bids_only() -> None:
    assert points(Scoring(bonus=7), (0, 0), (3, 3), (3, 2), (0, 1)) == [7, 7, 0, 0]


def test_per_trick_counts_tricks_of_made_bids() -> None:
    assert points(Scoring(per_trick=3), (0, 0), (4, 4), (4, 5)) == [0, 12, 0]


def test_per_trick_squared_counts_the_square_of_tricks_of_made_bids() -> None:
    assert points(Scoring(per_trick_squared=2), (0, 0), (3, 3), (3, 4)) == [0, 18, 0]


def test_zero_replaces_all_else_for_a_made_zero() -> None:
    scoring = Scoring(bonus=10, per_trick=1, zero=5)
    assert points(scoring, (0, 0), (1, 1), (0, 1)) == [5, 11, 0]
    assert points(Scoring(bonus=10, zero=0), (0, 0), (1, 1)) == [0, 10]


def test_keep_tricks_leaves_missed_bids_their_points_per_trick() -> None:
    assert points(Scoring(per_trick=2, keep_tricks=True), (3, 2), (0, 4), (1, 0)) == [4, 8, 0]


def test_miss_is_a_flat_cost() -> None:
    assert points(Scoring(miss=5), (3, 2), (0, 7), (2, 2)) == [-5, -5, 0]


def test_per_off_costs_each_trick_too_many_or_too_few() -> None:
    assert points(Scoring(per_off=2), (3, 1), (1, 3), (3, 3)) == [-4, -4, 0]


def test_growing_off_costs_1_3_6_10_times_the_dial() -> None:
    assert points(Scoring(growing_off=5), (0, 0), (0, 1), (0, 2), (3, 0), (6, 2)) == [0, -5, -15, -30, -50]


# Scorings that people play.


def test_the_house_scoring_of_squares_against_growing_costs() -> None:
    house = Scoring.parse("bonus:10,square:1,growing:5")
    assert house == Scoring(bonus=10, per_trick_squared=1, growing_off=5)
    assert points(house, (0, 0), (1, 1), (4, 4), (1, 0), (1, 3), (5, 2)) == [10, 11, 26, -5, -15, -30]


@pytest.mark.parametrize("per_trick", range(4))
def test_the_scorings_of_openspiel(per_trick: int) -> None:
    kept = Scoring.parse(f"bonus:10,trick:{per_trick},keep")
    assert points(kept, (2, 2), (3, 1), (0, 0)) == [10 + 2 * per_trick, per_trick, 10]
    penalty = Scoring.parse(f"bonus:10,trick:{per_trick},off:{per_trick}")
    assert points(penalty, (2, 2), (3, 1), (0, 0)) == [10 + 2 * per_trick, -2 * per_trick, 10]


@pytest.mark.parametrize(
    ("name", "dials"),
    [
        ("standard", "bonus:10,trick:1"),
        ("simple", "bonus:10,trick:1"),
        ("common", "bonus:10,trick:1,keep"),
        ("penalty", "bonus:10,trick:1,off:1"),
    ],
)
def test_the_four_names_are_settings_of_the_dials(name: str, dials: str) -> None:
    assert SCHEMES[name] == Scoring.parse(dials) == Scoring.parse(name)
    assert str(Scoring.parse(name)) == name


# Text forms and mistakes.


@pytest.mark.parametrize(
    ("scoring", "text"),
    [
        (Scoring(), "bonus:0"),
        (Scoring(zero=0), "zero:0"),
        (Scoring(keep_tricks=True), "keep"),
        (Scoring(bonus=10, per_trick=1), "standard"),
        (Scoring(1, 2, 3, 4, True, 5, 6, 7), "bonus:1,trick:2,square:3,zero:4,keep,miss:5,off:6,growing:7"),
        (Scoring(bonus=-1, growing_off=-7), "bonus:-1,growing:-7"),
    ],
)
def test_scorings_are_written_with_the_dials_that_are_set(scoring: Scoring, text: str) -> None:
    assert str(scoring) == text
    assert Scoring.parse(text) == scoring


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", ""),
        ("Standard", "Standard"),
        ("bonus", "bonus"),
        ("bonus:10,", ""),
        ("bonus:1,bonus:2", "bonus:2"),
        ("keep:1", "keep:1"),
        ("bonus:10,tricks:1", "tricks:1"),
        ("per_trick:1", "per_trick:1"),
    ],
)
def test_a_dial_that_is_none_is_quoted(text: str, part: str) -> None:
    with pytest.raises(ParseError) as raised:
        Scoring.parse(text)
    assert str(raised.value) == (
        f"scoring: {part!r} in {text!r} is no dial; write standard, simple, common, penalty or dials such as {DIALS}, "
        "each once"
    )


@pytest.mark.parametrize("number", ["", "x", "1.5", "+5", "05", "1_000", " 5", "--5", "9" * 5000])
def test_a_dial_takes_a_whole_number_written_plainly(number: str) -> None:
    with pytest.raises(ParseError) as raised:
        Scoring.parse(f"bonus:{number}")
    assert str(raised.value) == f"scoring: bonus: {number!r} is no whole number; write one as in 10 or -5"


@pytest.mark.parametrize("value", [-1001, 1001])
@pytest.mark.parametrize("word", ["bonus", "trick", "square", "zero", "miss", "off", "growing"])
def test_a_dial_goes_to_a_thousand(word: str, value: int) -> None:
    with pytest.raises(RulesError) as raised:
        Scoring.parse(f"{word}:{value}")
    assert str(raised.value) == f"scoring: {word}:{value} is too far; a dial goes from -1000 to 1000"
    assert raised.value.fields == ("scoring",)


def test_a_name_of_other_dials_is_refused() -> None:
    with pytest.raises(RulesError) as raised:
        Scoring(bonus=11, name="standard")
    assert str(raised.value) == "scoring: 'standard' is the name of other dials; leave the name out"


def test_a_name_that_names_nothing_is_refused() -> None:
    """Its text form could not be read back."""
    with pytest.raises(RulesError, match="'house'"):
        Scoring(bonus=11, name="house")
