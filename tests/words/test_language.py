from __future__ import annotations

import pytest

from upriver.rules import ParseError
from upriver.words import choose_language


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "it_CH.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": ""}, "it"),
    ],
)
def test_the_locale_chooses(environ: dict[str, str], lang: str) -> None:
    assert choose_language(None, environ) == lang


@pytest.mark.parametrize(("asked", "lang"), [("it", "it"), ("IT", "it"), ("it_IT", "it"), ("en-GB", "en")])
def test_what_was_asked_for_wins(asked: str, lang: str) -> None:
    assert choose_language(asked, {"LANG": "en_US.UTF-8" if lang == "it" else "it_IT.UTF-8"}) == lang


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(ParseError, match=r"'klingon' is no language of Upriver; there are en, it"):
        choose_language("klingon", {})
