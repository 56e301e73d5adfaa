"""The kernel without Python under the address and undefined-behaviour sanitizers, over hands of all rules.

Where the kernel was built there is a compiler; without one this test is skipped with all others here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.kernel.tables import KINDS
from upriver.bots import kernel
from upriver.rules import Trump, max_size

NATIVE = Path(__file__).parents[2] / "native"
WARNINGS = ("-Wall", "-Wextra", "-Werror")
SANITIZERS = ("-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
FLAGS = ("-std=c++20", "-Og", "-ffp-contract=off", "-pthread", *WARNINGS, *SANITIZERS)
ARCHITECTURES: dict[kernel.CopyName, tuple[str, ...]] = {"generic": (), "pdep": ("-march=x86-64-v3",)}
TABLES, HANDS = 5, 200
"""Tables of each number of players and size, with and without a turned card, and hands at each."""
FEWER_TABLES = 1
"""For a copy that is not the one that plays here: it differs only in how it picks a card of a set."""


def run_watched(
    source: Path, program: Path, *words: str, flags: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Compile with the sanitizers and run; a compiler that fails is an error."""
    compiler = os.environ.get("CXX") or next(filter(shutil.which, ("c++", "g++", "clang++")), "c++")
    command = (*compiler.split(), *FLAGS, *flags, f"-I{NATIVE}", str(source), "-o", str(program))
    built = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert built.returncode == 0, built.stderr
    return subprocess.run((str(program), *words), capture_output=True, text=True, timeout=240, check=False)


@pytest.mark.parametrize("copy", ARCHITECTURES)
def test_the_sanitizers_find_nothing(copy: kernel.CopyName, tmp_path: Path) -> None:
    if copy not in kernel.copies():
        pytest.skip(f"this processor does not run the copy {copy!r}")
    flags = ARCHITECTURES[copy]
    plays_here = copy == kernel.copies()[0]
    tables = TABLES if plays_here else FEWER_TABLES
    done = run_watched(NATIVE / "exercise.cpp", tmp_path / "exercise", str(tables), "1", flags=flags)
    assert (done.returncode, done.stderr) == (0, "")
    kinds = sum(max_size(players, trump) for players, trump in KINDS if trump is not Trump.CYCLE)
    assert done.stdout.startswith(f"{kinds * tables * HANDS} hands, ")
    assert kinds * tables * HANDS >= (100_000 if plays_here else 10_000)


@pytest.mark.parametrize(
    ("fault", "report"),
    [
        ("deck[upriver::kDeck]", "heap-buffer-overflow"),
        ("1 << (upriver::kDeck + deck[0])", "shift exponent 52 is too large"),
        ("INT_MAX + deck[1]", "signed integer overflow"),
    ],
)
def test_a_fault_would_be_found(fault: str, report: str, tmp_path: Path) -> None:
    source = tmp_path / "fault.cpp"
    source.write_text(
        '#include <climits>\n#include <vector>\n#include "cards.hpp"\n'
        "int main() { std::vector<int> deck(upriver::kDeck); deck[1] = 1; volatile int n = "
        + fault
        + "; return n * 0; }\n"
    )
    done = run_watched(source, tmp_path / "fault")
    assert done.returncode != 0
    assert report in done.stderr
