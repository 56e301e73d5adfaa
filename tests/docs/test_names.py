"""The docs name everything that a person can write, meet or call."""

from __future__ import annotations

import importlib
import pkgutil
import re
from dataclasses import fields
from enum import Enum
from typing import Any

import pytest
from cyclopts import App

import upriver
from tests.docs.pages import DOCS, Page
from upriver import cli, rules
from upriver.bots import LEVELS
from upriver.rules import PRESETS, REFUSAL_CODES, SCHEMES, Rules, Scoring, UpriverError
from upriver.rules.events import EVENTS

GUIDES = ("docs/rules.md", "docs/regole.md")
ENUMS: dict[str, type[Enum]] = {
    name: kind for name, kind in vars(rules).items() if isinstance(kind, type) and issubclass(kind, Enum)
}
WORDS_IN_DOCS = frozenset().union(*(Page.read(name).words() for name in DOCS))


def dial_words() -> set[str]:
    """The words of a scoring in which every dial is set."""
    numbers = (field.name for field in fields(Scoring) if field.name not in ("keep_tricks", "name"))
    dials: dict[str, Any] = dict.fromkeys(numbers, 7)
    return set(re.findall("[a-z]+", str(Scoring(keep_tricks=True, **dials))))


def error_classes(kind: type[UpriverError] = UpriverError) -> set[type[UpriverError]]:
    """The tree of errors below `kind`, in every module of the package."""
    for module in pkgutil.walk_packages(upriver.__path__, "upriver."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return {kind}.union(*(error_classes(leaf) for leaf in kind.__subclasses__()))


def command_names() -> list[str]:
    """The commands of every application in the command's module."""
    apps = [value for value in vars(cli).values() if isinstance(value, App)]
    return [name for app in apps for name in app if not name.startswith("-")]


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_every_field_of_the_rules_and_every_preset(guide: str) -> None:
    assert {field.name for field in fields(Rules)} | set(PRESETS) <= Page.read(guide).words()


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_every_choice_of_a_field(guide: str) -> None:
    usual = (getattr(Rules(), field.name) for field in fields(Rules))
    choices = [type(value) for value in usual if isinstance(value, Enum)]
    assert len(choices) == 3
    assert {str(value) for kind in choices for value in kind} | {"yes", "no"} <= Page.read(guide).words()


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_every_scheme_and_every_dial_of_the_scoring(guide: str) -> None:
    words = dial_words()
    assert len(words) == len(fields(Scoring)) - 1
    assert words | set(SCHEMES) <= Page.read(guide).words()


@pytest.mark.parametrize("name", ENUMS)
def test_the_docs_name_every_value_of_an_enum(name: str) -> None:
    assert {str(value) for value in ENUMS[name]} - WORDS_IN_DOCS == set()


def test_the_docs_name_every_event_with_its_fields() -> None:
    assert set(EVENTS) | {field.name for kind in EVENTS.values() for field in fields(kind)} <= WORDS_IN_DOCS


def test_the_errors_page_has_a_row_and_a_message_for_every_refusal_code() -> None:
    page = Page.read("docs/errors.md")
    rows = [row[0] for table in page.tables() if table[0] == ("code", "meaning", "details") for row in table[1:]]
    assert sorted(rows) == sorted(REFUSAL_CODES)
    examples = re.findall("^([a-z-]+) - ", "\n".join(block.text for block in page.blocks("pycon")), re.MULTILINE)
    assert set(REFUSAL_CODES) <= set(examples)


def test_the_errors_page_has_a_row_for_every_class_and_no_other() -> None:
    page = Page.read("docs/errors.md")
    rows = [row[0] for table in page.tables() if table[0][0] == "error" for row in table[1:]]
    assert sorted(rows) == sorted(kind.__name__ for kind in error_classes())
    tree = page.blocks("text")[0].text
    assert set(rows) <= set(re.findall(r"\w+", tree))


def test_the_docs_name_every_command() -> None:
    code = "\n".join(text for name in DOCS for text in Page.read(name).code())
    names = command_names()
    assert names
    assert [name for name in names if not re.search(rf"\bupriver {name}\b", code)] == []


def test_the_docs_name_every_level_of_bot() -> None:
    assert set(LEVELS) <= WORDS_IN_DOCS
