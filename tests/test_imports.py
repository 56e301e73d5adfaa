"""Which package may import which (ARCHITECTURE.md, "The tree"), read from the source, imports in functions too."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "src" / "upriver"

MAY_IMPORT: dict[str, frozenset[str]] = {
    "": frozenset(),
    "__main__": frozenset({"cli"}),
    "rules": frozenset(),
    "pad": frozenset({"rules"}),
    "words": frozenset({"rules"}),
    "bots": frozenset({"rules"}),
    "arena": frozenset({"rules", "bots"}),
    "adapters": frozenset({"rules", "bots"}),
    "review": frozenset({"rules", "bots", "words"}),
    "table": frozenset({"rules"}),
    "stats": frozenset({"rules"}),
    "store": frozenset({"rules"}),
    "server": frozenset({"rules", "pad", "words", "table", "stats", "store", "bots", "review"}),
    "terminal": frozenset({"rules", "pad", "bots", "review", "words"}),
    "doctor": frozenset({"rules", "bots", "terminal"}),
    "cli": frozenset(
        {"rules", "pad", "words", "bots", "arena", "review", "table", "stats", "store", "server", "terminal", "doctor"}
    ),
}
"""Packages of ours that each package may import besides itself; `""` is `upriver/__init__.py`."""

EARLY_IN_CLI = frozenset({"", "cli", "rules"})
"""What the command may import before it knows which command was asked for."""

WORLD = frozenset({
    "asyncio", "concurrent", "ctypes", "http", "io", "logging", "multiprocessing", "os", "pathlib", "random",
    "selectors", "shelve", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading",
    "time", "urllib"
})  # fmt: skip
"""Doors of the standard library to files, the clock, threads and a global generator, all closed to the rules."""


@dataclass(frozen=True)
class Import:
    """An import: of what, on which line, and whether it runs as soon as the module is imported."""

    module: str
    line: int
    is_early: bool


def imports(path: Path, root: Path) -> Iterator[Import]:
    """Everything that the file imports, with relative names made absolute and `TYPE_CHECKING` blocks included."""
    here = ("upriver", *path.relative_to(root).with_suffix("").parts)
    package = here[:-1]
    waiting: list[tuple[ast.AST, bool]] = [(ast.parse(path.read_text(encoding="utf-8")), True)]
    while waiting:
        node, is_early = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            is_early = False
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            waiting += [(child, False) for child in node.body] + [(child, is_early) for child in node.orelse]
            continue
        match node:
            case ast.Import(names):
                yield from (Import(alias.name, node.lineno, is_early) for alias in names)
            case ast.ImportFrom(module, names, level):
                start = ".".join(package[: len(package) - (level or 0) + 1]) if level else ""
                source = ".".join(part for part in (start, module) if part)
                yield from (Import(f"{source}.{alias.name}", node.lineno, is_early) for alias in names)
            case ast.Call(ast.Name("__import__" | "import_module") | ast.Attribute(attr="import_module"), args):
                name = args[0].value if args and isinstance(args[0], ast.Constant) else None
                yield Import(str(name or "a name computed at run time"), node.lineno, is_early)
        waiting += [(child, is_early) for child in ast.iter_child_nodes(node)]


def part(module: str, root: Path) -> str | None:
    """The package of ours that holds the module; None for a module of somebody else."""
    first, _, rest = module.partition(".")
    if first != "upriver":
        return None
    name = rest.partition(".")[0]
    return name if (root / name).is_dir() or (root / f"{name}.py").is_file() else ""


def offences(root: Path) -> Iterator[str]:
    """Imports that the table forbids, as `file:line: what`."""
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root)
        own = inside.parts[0].removesuffix(".py").replace("__init__", "")
        if own not in MAY_IMPORT:
            yield f"{inside}:1: {own!r} has no row in the table of imports; give it one"
            continue
        for found in imports(path, root):
            place, other = f"{inside}:{found.line}", part(found.module, root)
            top = found.module.partition(".")[0]
            if other is None and own == "rules":
                if top not in sys.stdlib_module_names:
                    yield f"{place}: rules imports {found.module}, which is not of the standard library"
                elif top in WORLD:
                    yield f"{place}: rules imports {found.module}, which is not pure"
            elif other is not None and other != own:
                if not (other in MAY_IMPORT[own] or (other == "" and own != "rules")):
                    yield f"{place}: {own or 'upriver'} imports {found.module}"
                elif own == "cli" and found.is_early and other not in EARLY_IN_CLI:
                    yield f"{place}: cli imports {found.module} too early"


def test_every_import_is_one_that_the_table_allows() -> None:
    assert list(offences(ROOT)) == []


def test_the_table_of_imports_is_the_one_in_the_architecture() -> None:
    """Every package that stands has a row there too, with the same packages in its last column."""
    text = (ROOT.parent.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| `upriver.")]
    written = {cells[0].strip().strip("`").removeprefix("upriver."): cells[2] for cells in rows}
    standing = {
        path.name.removesuffix(".py") for path in ROOT.iterdir() if path.suffix == ".py" or any(path.glob("*.py"))
    }
    assert standing - {"__init__", "__main__", "__pycache__"} <= set(written)
    for name, cell in written.items():
        named = set(cell.replace("`", " ").replace(",", " ").split())
        if name == "cli":
            assert named == {"all"}
        elif name == "rules":
            assert cell.strip() == "standard library"
        else:
            assert named == MAY_IMPORT[name] & set(written)


@pytest.mark.parametrize(
    ("file", "text", "offence"),
    [
        ("rules/a.py", "import numpy", "rules/a.py:1: rules imports numpy, which is not of the standard library"),
        ("rules/a.py", "\nfrom upriver.bots import b", "rules/a.py:2: rules imports upriver.bots.b"),
        ("rules/a.py", "from upriver import x", "rules/a.py:1: rules imports upriver.x"),
        ("rules/a.py", "from .. import bots", "rules/a.py:1: rules imports upriver.bots"),
        ("rules/a.py", "from ..bots import b", "rules/a.py:1: rules imports upriver.bots.b"),
        ("rules/a.py", "def f():\n    import upriver.bots", "rules/a.py:2: rules imports upriver.bots"),
        ("rules/a.py", "import time", "rules/a.py:1: rules imports time, which is not pure"),
        ("rules/a.py", "import random", "rules/a.py:1: rules imports random, which is not pure"),
        ("rules/a.py", "import_module('upriver.bots')", "rules/a.py:1: rules imports upriver.bots"),
        ("bots/a.py", "async def f():\n  from upriver import cli", "bots/a.py:2: bots imports upriver.cli"),
        ("bots/a.py", "if TYPE_CHECKING:\n  import upriver.cli", "bots/a.py:2: bots imports upriver.cli"),
        ("cli.py", "from upriver.bots import b", "cli.py:1: cli imports upriver.bots.b too early"),
        ("__init__.py", "from upriver.rules import Rules", "__init__.py:1: upriver imports upriver.rules.Rules"),
        ("odd.py", "", "odd.py:1: 'odd' has no row in the table of imports; give it one"),
    ],
)  # fmt: skip
def test_a_forbidden_import_is_named_with_its_line(tmp_path: Path, file: str, text: str, offence: str) -> None:
    write(tmp_path, file, text)
    assert list(offences(tmp_path)) == [offence]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("rules/a.py", "import json\nfrom . import b\nfrom .b import c\nfrom upriver.rules.b import c"),
        ("bots/a.py", "import numpy\nfrom upriver import __version__\nfrom upriver.rules import Rules"),
        ("cli.py", "import typer\nfrom upriver.rules import Rules\ndef f():\n    from upriver.bots import b"),
        ("cli.py", "if TYPE_CHECKING:\n    from upriver.bots import b"),
        ("__main__.py", "from upriver.cli import main"),
    ],
)
def test_an_allowed_import_passes(tmp_path: Path, file: str, text: str) -> None:
    write(tmp_path, file, text)
    assert list(offences(tmp_path)) == []


def write(root: Path, file: str, text: str) -> None:
    """A small tree of packages, and the file in it."""
    for package in ("rules", "bots"):
        (root / package).mkdir()
        (root / package / "__init__.py").touch()
    for module in ("__init__.py", "cli.py"):
        (root / module).touch()
    (root / file).write_text(text, encoding="utf-8")
