"""The measurement of the server under load runs, in small, and every move is stored and told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the measurement reads /proc")


def measured(*arguments: str) -> list[str]:
    """The cells of the one line of figures."""
    command = [sys.executable, "-m", "bench.load", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    return [cell.strip() for cell in done.stdout.splitlines()[-1].strip("| ").split("|")]


def test_people_move_and_are_measured() -> None:
    tables, speed, acks, news, *shares, memory, received, _ = measured("--tables=3", "--every=0.5", "--seconds=2")
    assert tables == "3"
    assert 0 < float(speed) <= 6
    for times in (acks, news):
        ordered = [float(time) for time in times.split(" / ")]
        assert len(ordered) == 4
        assert 0 < ordered[0] <= ordered[1] <= ordered[2] <= ordered[3]
    assert all(share.endswith("%") for share in shares)
    assert float(memory.removesuffix(" MB")) > 20
    assert float(received.removesuffix(" MB")) > 0


def test_bots_race() -> None:
    tables, speed, *_ = measured("--bots=rule", "--tables=2", "--seconds=1")
    assert tables == "2"
    assert float(speed.replace(",", "")) > 1
