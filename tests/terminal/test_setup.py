from __future__ import annotations

import pytest

from upriver.bots import LEVELS
from upriver.rules import ENGLISH, ITALIAN, Rules, Scoring, preset
from upriver.terminal.setup import Setup
from upriver.words import LANGUAGES, Words
from upriver.words.house import HOUSE, House, ProblemError
from upriver.words.rules_text import scoring_in_words, signed, sizes_in_words

EN = Words("en")


def test_a_stranger_gets_the_default_table() -> None:
    setup = Setup.first(EN)
    assert setup.rules(EN) == ENGLISH
    assert setup.preset() == "english"
    assert len(setup.names) == 4
    assert set(setup.levels) <= set(LEVELS)


@pytest.mark.parametrize("text", [
    "players=3", "italian players=7", "sizes=1-10-1 limit=free bidding=together rebid=no",
    "players=6 trump=cycle scoring=bonus:10,square:1,growing:5 limit_from=3", "trump=none sizes=13",
])  # fmt: skip
def test_any_rules_pass_through_the_form(text: str) -> None:
    rules = Rules.parse(text)
    assert Setup.first(EN, rules).rules(EN) == rules


def test_hand_sizes_follow_the_players_unless_chosen() -> None:
    setup = Setup.first(EN)
    assert setup.with_players(7).rules(EN).sizes == preset("english", 7).sizes
    assert setup.with_house("sizes", "3,2,1").with_players(7).rules(EN).sizes == (3, 2, 1)


def test_a_changed_preset_is_the_house_s() -> None:
    setup = Setup.first(EN).with_preset("italian")
    assert (setup.preset(), setup.rules(EN)) == ("italian", ITALIAN)
    assert setup.with_house("scoring", "standard").preset() == HOUSE


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("field", "text", "players", "quoted"),
    [
        ("sizes", "ten", 4, "ten"),
        ("sizes", "", 4, "10-1-10"),
        ("sizes", "13", 4, "12"),
        ("sizes", "8-1-8", 7, "7"),
        ("sizes", "0,1", 4, "12"),
        ("sizes", ",".join(["1"] * 101), 4, "100"),
        ("limit_from", "x", 4, "x"),
        ("limit_from", "", 4, "1, 2, 3"),
        ("limit_from", "11", 4, "10"),
        ("scoring", "bonus", 4, "bonus"),
        ("scoring", "bonus:9999", 4, "bonus:9999"),
        ("bidding", "together", 4, ""),
    ],
)
def test_a_field_that_cannot_stand_is_named_with_what_could(
    field: str, text: str, players: int, quoted: str, lang: str
) -> None:
    setup = Setup.first(EN, Rules(players)).with_house(field, text)
    with pytest.raises(ProblemError) as caught:
        setup.rules(Words(lang))
    assert caught.value.fields[0] == field
    assert quoted in str(caught.value)


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ("10-1-10", "19 hands: 10 down to 1 and back"),
        ("1-10-1", "19 hands: 1 up to 10 and back"),
        ("10-1", "10 hands: 10 down to 1"),
        ("1-3", "3 hands: 1 up to 3"),
        ("7,5,3", "3 hands: 7, 5, 3 cards"),
        ("5", "1 hand: 5 cards"),
    ],
)
def test_sizes_are_said_as_a_player_would(sizes: str, said: str) -> None:
    assert sizes_in_words(Rules.parse(f"sizes={sizes}"), EN) == said


def test_scoring_is_said_by_example() -> None:
    assert scoring_in_words(Scoring.parse("penalty"), EN) == (
        "Bid 3 and take 3: +13. Bid 0 and take 0: +10. Bid 3 and take 2: -1; take 1: -2."
    )
    assert [signed(points) for points in (5, 0, -5)] == ["+5", "0", "-5"]


def test_another_language_takes_its_own_names_and_keeps_typed_ones() -> None:
    setup = Setup.first(EN).with_bot(0, name="Nonna").in_language(EN, Words("it"))
    assert setup.name == "Tu"
    assert setup.bots[0] == "Nonna"
    assert setup.bots[1:] == Setup.first(Words("it")).bots[1:]


def test_the_form_holds_texts_alone() -> None:
    assert House.of(Rules(3, rebid=False)).rebid == "no"
