"""Without its extra a bridge says which one to install; the rest of the package does not need it."""

from __future__ import annotations

import importlib
import sys

import pytest


@pytest.mark.parametrize(
    ("bridge", "package", "extra"), [("openspiel", "pyspiel", "openspiel"), ("pettingzoo", "pettingzoo", "pettingzoo")]
)
def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, bridge: str, package: str, extra: str) -> None:
    for name in [name for name in sys.modules if name.startswith("upriver.adapters")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    importlib.import_module("upriver.adapters")
    with pytest.raises(ImportError, match=rf"pip install 'upriver\[{extra}\]'"):
        importlib.import_module(f"upriver.adapters.{bridge}")
