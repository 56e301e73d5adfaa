"""`upriver doctor`, with the kernel and without it; and that the package installs without a compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_cli import run
from upriver import doctor
from upriver.bots import kernel

ROOT = Path(__file__).parents[1]
SOURCES = ("CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "docs", "native", "src")


@pytest.fixture
def no_kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where the package was installed without a compiler."""

    def refuse(name: str) -> None:
        raise ImportError(name)

    with monkeypatch.context() as patch:
        patch.setattr(kernel, "import_module", refuse)
        _forget()
        yield
    _forget()


def _forget() -> None:
    kernel._copy.cache_clear()
    kernel.copies.cache_clear()


def test_the_doctor_finds_the_kernel_well() -> None:
    if not kernel.is_built():
        pytest.skip("the kernel is not built: there was no compiler when the package was installed")
    done = run("doctor")
    assert (done.returncode, done.stderr) == (0, "")
    names = [line.split()[0] for line in done.stdout.splitlines()]
    checks = ["self-check"] * len(kernel.copies())
    assert names == ["upriver", "Python", "platform", "kernel", *checks, "games", "open-spiel"]
    assert all(copy in done.stdout for copy in kernel.copies())


def test_the_doctor_says_where_games_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UPRIVER_DATA", str(tmp_path))
    assert f"{tmp_path / 'games'}\n" in run("doctor").stdout


@pytest.mark.usefixtures("no_kernel")
def test_without_the_kernel_the_doctor_says_how_to_get_it() -> None:
    done = run("doctor")
    assert (done.returncode, done.stderr) == (1, "")
    assert "not built" in done.stdout
    assert "C++20 compiler" in done.stdout.splitlines()[-1]
    assert "self-check" not in done.stdout


@pytest.mark.usefixtures("no_kernel")
def test_without_the_kernel_each_call_says_how_to_get_it() -> None:
    assert not kernel.is_built()
    calls = (kernel.copies, kernel.cells, lambda: doctor.check("generic"))
    for call in calls:
        with pytest.raises(kernel.MissingKernelError, match=r"install a C\+\+20 compiler .*upriver doctor"):
            call()


def test_a_kernel_that_plays_otherwise_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    if not kernel.is_built():
        pytest.skip("the kernel is not built: there was no compiler when the package was installed")
    monkeypatch.setattr(doctor, "SEED", doctor.SEED + 1)
    done = run("doctor")
    assert done.returncode == 1
    assert "not as they should" in done.stdout
    assert "does not work here" in done.stdout


def test_the_package_installs_without_a_compiler(tmp_path: Path) -> None:
    """A wheel for every machine, with all of the package but the kernel."""
    for name in SOURCES:
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / name)
    wheels = tmp_path / "wheels"
    command = (sys.executable, "-m", "uv", "build", "--quiet", "--wheel", "--out-dir", str(wheels), str(tmp_path))
    environ = {**os.environ, "CC": "/bin/false", "CXX": "/bin/false"}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = wheels.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"upriver/cli.py", "upriver/bots/kernel.py", "upriver/rules/fold.py"} <= set(names)
    assert not [name for name in names if name.endswith((".so", ".pyd", ".dylib", ".hpp", ".cpp"))]
