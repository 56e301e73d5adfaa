"""`upriver doctor`, with the kernel and without it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_cli import run
from upriver import doctor
from upriver.bots import kernel


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
    assert names == ["upriver", "Python", "platform", "kernel", *checks, "browser", "games", "open-spiel"]
    assert all(copy in done.stdout for copy in kernel.copies())


def test_the_doctor_says_where_games_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UPRIVER_DATA", str(tmp_path))
    assert f"{tmp_path / 'games'}\n" in run("doctor").stdout


@pytest.mark.parametrize(("is_built", "told"), [(True, "its page is built"), (False, "`make play` does it")])
def test_the_doctor_says_whether_the_page_is_built(
    is_built: bool, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "index.html"
    if is_built:
        page.touch()
    monkeypatch.setattr(doctor, "PAGE", page)
    (line,) = [line for line in run("doctor").stdout.splitlines() if line.startswith("browser")]
    assert told in line


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
