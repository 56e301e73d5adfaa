"""What holds for every value of the package."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil

import pytest

import upriver.rules

MODULES = [
    importlib.import_module(f"upriver.rules.{found.name}") for found in pkgutil.iter_modules(upriver.rules.__path__)
]
VALUES = [
    value
    for module in MODULES
    for value in vars(module).values()
    if isinstance(value, type) and dataclasses.is_dataclass(value) and value.__module__ == module.__name__
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_every_value_is_frozen_and_slotted(value: type) -> None:
    parameters = value.__dataclass_params__  # type: ignore[attr-defined]
    assert parameters.frozen
    assert parameters.eq
    assert "__slots__" in vars(value)


def test_all_public_names_are_exported() -> None:
    names = upriver.rules.__all__
    assert len(set(names)) == len(names)
    assert all(hasattr(upriver.rules, name) for name in names)
    public = {name for name, value in vars(upriver.rules).items() if not name.startswith("_") and not is_module(value)}
    assert public == set(names)


def is_module(value: object) -> bool:
    return type(value).__name__ == "module"


def test_errors_have_one_root_and_bad_input_is_a_value_error() -> None:
    leaves = [
        upriver.rules.ParseError,
        upriver.rules.RulesError,
        upriver.rules.IllegalActionError,
        upriver.rules.EventError,
        upriver.rules.RecordError,
    ]
    for leaf in leaves:
        assert issubclass(leaf, upriver.rules.UpriverError)
        assert issubclass(leaf, ValueError)
