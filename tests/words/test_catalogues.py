"""Both languages say the same things, and everything they can say is said somewhere."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from string import Formatter

import pytest

from upriver.bots import LEVELS
from upriver.rules.rules import MAX_PLAYERS
from upriver.words import LANGUAGES, Words
from upriver.words.words import load_catalogue

SOURCE = Path(__file__).parents[2] / "src" / "upriver"
KEY = re.compile(r"[a-z]+(\.[a-z0-9_-]+)+|no-terminal")


def _forms(lang: str) -> dict[str, str]:
    """Every message, with `key#one` and `key#other` for those that depend on a number."""
    forms: dict[str, str] = {}
    for key, message in load_catalogue(lang).items():
        if isinstance(message, str):
            forms[key] = message
        else:
            forms |= {f"{key}#{form}": text for form, text in message.items()}
    return forms


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bots_have_a_name_for_each_seat_and_the_same_in_the_browser(lang: str) -> None:
    screen = json.loads((SOURCE.parents[1] / "web" / "src" / "words" / f"{lang}.json").read_text("utf-8"))
    names = Words(lang).say("name.bots")
    assert names == screen["name.bots"]
    assert len(set(names.split())) == MAX_PLAYERS


def _placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def _patterns() -> list[re.Pattern[str]]:
    """The keys in the source: literals as they are, f-strings with anything in their gaps."""
    patterns = []
    for path in [
        *SOURCE.glob("terminal/*.py"),
        *SOURCE.glob("words/*.py"),
        *SOURCE.glob("server/*.py"),
        *SOURCE.glob("review/*.py"),
        SOURCE / "cli.py",
    ]:
        tree = ast.parse(path.read_text("utf-8"))
        inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
                patterns.append(re.compile(re.escape(node.value)))
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z_-]+" for part in node.values
                ]
                if "\\." in "".join(parts):
                    patterns.append(re.compile("".join(parts)))
    return patterns


def _said_keys() -> list[tuple[str, str]]:
    """Literal keys given to `say` and `count`, and where."""
    keys = []
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0]
            if name in ("say", "count") and isinstance(first, ast.Constant) and isinstance(first.value, str):
                keys.append((first.value, f"{path.name}:{node.lineno}"))
    return keys


def test_both_catalogues_have_the_same_keys_and_placeholders() -> None:
    english, italian = _forms("en"), _forms("it")
    assert list(english) == list(italian)
    different = {key: italian[key] for key in english if _placeholders(english[key]) != _placeholders(italian[key])}
    assert {key for key in different if not key.endswith("#one")} == set()


def test_every_language_has_a_catalogue_and_every_catalogue_a_language() -> None:
    assert {path.stem for path in (SOURCE / "words").glob("*.json")} == set(LANGUAGES)


def test_every_key_that_is_said_exists() -> None:
    catalogue = load_catalogue("en")
    said = _said_keys()
    assert len(said) > 100
    assert [(key, where) for key, where in said if "." in key and key not in catalogue] == []


def test_every_message_is_said_somewhere() -> None:
    patterns = _patterns()
    unused = [key for key in load_catalogue("en") if not any(pattern.fullmatch(key) for pattern in patterns)]
    assert unused == []


def test_keys_are_written_alike() -> None:
    assert [key for key in load_catalogue("en") if not KEY.fullmatch(key)] == []


def test_italian_is_not_english() -> None:
    english, italian = _forms("en"), _forms("it")
    same = {key for key in english if english[key] == italian[key] and re.search("[a-z]{4}", english[key])}
    assert {key for key in same if not english[key].startswith("{")} == set()


@pytest.mark.parametrize("wrong", ["e'", "perche ", "piu ", "perchè", "puo ", " gia "])
def test_italian_has_its_accents(wrong: str) -> None:
    assert [key for key, text in _forms("it").items() if wrong in text.lower()] == []


def test_a_missing_key_or_value_raises() -> None:
    words = Words("en")
    with pytest.raises(KeyError):
        words.say("no.such.key")
    with pytest.raises(KeyError):
        words.say("prompt.took")
    with pytest.raises(KeyError):
        words.say("head.cards", n=3)
    with pytest.raises(KeyError):
        words.count("prompt.lead", 3)


def test_counts_agree_with_their_number() -> None:
    assert [Words("en").count("head.cards", n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [Words("it").count("head.cards", n) for n in (0, 1, 2)] == ["0 carte", "1 carta", "2 carte"]


def test_lists_end_with_a_word() -> None:
    assert Words("en").choice([0, 1, 3]) == "0, 1 or 3"
    assert Words("it").choice([0, 1, 3]) == "0, 1 o 3"
    assert Words("en").choice([4]) == "4"
    assert Words("it").both(["Adda", "Arno"]) == "Adda e Arno"


def test_every_level_of_bot_has_its_name() -> None:
    catalogue = load_catalogue("en")
    assert {key for key in catalogue if key.startswith("level.")} == {f"level.{level}" for level in LEVELS}
