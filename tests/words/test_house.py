from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import rules as any_rules
from upriver.rules import ParseError, Rules, RulesError
from upriver.words import LANGUAGES, Words
from upriver.words.house import House, ProblemError, parse_rules
from upriver.words.rules_text import rules_in_words

EN, IT = Words("en"), Words("it")
WORDS = st.sampled_from([
    "english", "italian", "players=5", "players=9", "players=04", "players=", "sizes=7-1-7", "sizes=60", "sizes=07",
    "sizes=0", "limit=free", "limit=", "limit_from=3", "limit_from=03", "limit_from=99", "limit_from=²", "trump=cycle",
    "trump=x", "bidding=together", "rebid=no", "rebid=maybe", "scoring=bonus:+1", "scoring=common", "scoring=,",
    "x", "=",
])  # fmt: skip


@given(any_rules())
def test_any_rules_can_be_explained_and_pass_through_the_form(rules: Rules) -> None:
    for words in (EN, IT):
        assert all(title and text for title, text in rules_in_words(rules, words))
        assert House.of(rules).rules(rules.players, words) == rules
        assert parse_rules(str(rules), words) == rules


@given(st.lists(WORDS | st.text(max_size=12), max_size=5).map(" ".join))
def test_what_is_refused_as_text_is_refused_in_both_languages(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except (ParseError, RulesError):
        for words in (EN, IT):
            with pytest.raises(ProblemError):
                parse_rules(text, words)
    else:
        assert parse_rules(text, EN) == rules


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "fields", "quoted"),
    [
        ("sizes=13", ("sizes", "players", "trump"), "12"),
        ("bidding=together", ("bidding", "limit"), ""),
        ("limit=hard", ("limit",), "hard"),
        ("colour=red", (), "colour=red"),
        ("rebid=no rebid=no", ("rebid",), "rebid=no"),
        ("players=9", ("players",), "9"),
        ("limit_from=03", ("limit_from",), "03"),
    ],
)
def test_a_problem_names_its_fields(text: str, fields: tuple[str, ...], quoted: str, lang: str) -> None:
    with pytest.raises(ProblemError) as caught:
        parse_rules(text, Words(lang))
    assert caught.value.fields == fields
    assert quoted in str(caught.value)
