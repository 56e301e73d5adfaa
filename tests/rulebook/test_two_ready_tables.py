"""The paragraph "Two ready tables" of the rules."""

from __future__ import annotations

import pytest

from upriver.rules import ENGLISH, ITALIAN, PRESETS, SCHEMES, Limit, ParseError, Rules, RulesError, preset


def test_two_ready_tables_are_all() -> None:
    assert PRESETS == {"english": ENGLISH, "italian": ITALIAN}


def test_two_ready_tables_english_has_the_hook_and_standard_scoring_and_is_the_default() -> None:
    assert (ENGLISH.limit, ENGLISH.scoring) == (Limit.HOOK, SCHEMES["standard"])
    assert Rules() == Rules.parse("") == Rules.parse("english") == ENGLISH


def test_two_ready_tables_italian_has_over_and_common_scoring() -> None:
    assert (ITALIAN.limit, ITALIAN.scoring) == (Limit.OVER, SCHEMES["common"])
    assert Rules.parse("italian") == ITALIAN
    assert str(ITALIAN) == "players=4 limit=over scoring=common"


def test_two_ready_tables_differ_in_nothing_else() -> None:
    assert Rules.parse("italian limit=hook scoring=standard") == ENGLISH


@pytest.mark.parametrize("players", range(3, 8))
def test_two_ready_tables_have_the_hand_sizes_of_their_players(players: int) -> None:
    for name in PRESETS:
        table = preset(name, players)
        assert (table.players, table.sizes) == (players, Rules(players=players).sizes)
        assert Rules.parse(f"{name} players={players}") == table


def test_two_ready_tables_are_named_when_another_is_asked_for() -> None:
    with pytest.raises(ParseError, match=r"^'french' is no ready table; there are english, italian$"):
        preset("french")
    with pytest.raises(RulesError, match=r"^players: 9 is not possible"):
        preset("english", 9)
