"""What is in the package: the kernel where a compiler is, and always the built client, which git ignores."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from upriver.bots import kernel

ROOT = Path(__file__).parents[1]
SOURCES = (".gitignore", "CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "docs", "native", "src")
CLIENT = {"upriver/web/index.html": "the page", "upriver/web/assets/main-3f2a.js": "let a"}
OURS = {"upriver/cli.py", "upriver/rules/fold.py", "upriver/bots/policy.tables", "upriver/guide/regole.md", *CLIENT}
COMPILED = (".so", ".pyd", ".dylib")
SMALL_KERNEL = """#include <nanobind/nanobind.h>
#define MODULE(name) NB_MODULE(name, m) { m.attr("size") = 1; }
MODULE(UPRIVER_MODULE)
"""
"""In place of the real one, which takes half a minute to compile."""
TRAP = """#!/bin/sh
echo "$0 $*" >> "$(dirname "$0")/called"
exit 1
"""
"""In place of Node.js, which nobody who installs the package needs."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project after a build of the client, without what has been compiled."""
    for name in SOURCES:
        source, target = ROOT / name, tmp_path / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("web", "__pycache__", "*.so"))
        else:
            shutil.copy(source, target)
    for name, text in CLIENT.items():
        file = tmp_path / "src" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def build(project: Path, **environ: str) -> tuple[set[str], Path]:
    """Build the sdist, and the wheel from it, as an installation does; what is in the sdist, and the wheel."""
    out = project / "out"
    command = (sys.executable, "-m", "uv", "build", "--quiet", "--out-dir", str(out), str(project))
    traps = set_traps(project)
    environ = {**os.environ, "PATH": os.pathsep.join((str(traps), os.environ["PATH"])), **environ}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stderr
    called = traps / "called"
    assert not called.exists(), called.read_text()
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    return names, wheel


def set_traps(project: Path) -> Path:
    """A folder of programs that fail when they are called, and tell of it."""
    traps = project / "traps"
    traps.mkdir()
    for name in ("node", "npm", "npx"):
        trap = traps / name
        trap.write_text(TRAP)
        trap.chmod(0o755)
    return traps


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_without_a_compiler_there_is_a_wheel_for_every_machine(project: Path) -> None:
    sources, wheel = build(project, CC="/bin/false", CXX="/bin/false")
    assert {f"src/{name}" for name in CLIENT} | {"native/module.cpp"} <= sources
    assert wheel.name.endswith("-py3-none-any.whl")
    names = names_in(wheel)
    assert names >= OURS
    assert not [name for name in names if name.endswith((*COMPILED, ".hpp", ".cpp"))]


def test_with_a_compiler_the_kernel_is_in_the_wheel_too(project: Path) -> None:
    if not kernel.is_built():
        pytest.skip("there was no compiler when the package was installed")
    (project / "native" / "module.cpp").write_text(SMALL_KERNEL)
    _, wheel = build(project, SKBUILD_CMAKE_BUILD_TYPE="Debug")  # quicker than nanobind at its best
    assert "none-any" not in wheel.name
    names = names_in(wheel)
    assert names >= OURS
    assert "_kernel" in {Path(name).name.split(".")[0] for name in names if name.endswith(COMPILED)}
