"""The examples run as a reader would run them, and do what they say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, folder: Path) -> str:
    done = subprocess.run(
        (sys.executable, EXAMPLES / name), check=False, cwd=folder, capture_output=True, encoding="utf-8", timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_bot_of_ones_own_is_measured_against_rule(tmp_path: Path) -> None:
    assert re.fullmatch(
        r"made \d+% of its bids \(rule: \d+%\)\npoints a hand against rule in its seat: [+-]\d\.\d\d ± \d\.\d\d\n",
        run("my_bot.py", tmp_path),
    )


def test_the_learner_improves(tmp_path: Path) -> None:
    before, after = map(float, re.findall(r"([\d.]+) points a hand", run("learn_something.py", tmp_path)))
    assert after > before + 2
