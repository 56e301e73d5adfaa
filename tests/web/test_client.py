"""The browser client's own checks and tests, which npm runs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_client_passes_its_own(script: str) -> None:
    npm = shutil.which("npm")
    assert npm is not None, "npm is missing: web/check-node.sh says how to install it"
    assert (WEB / "node_modules").is_dir(), "what the client needs is not installed: run `npm --prefix web ci`"
    done = subprocess.run(
        (npm, "--prefix", str(WEB), "run", "--silent", script),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "NO_COLOR": "1", "FORCE_COLOR": "0"},
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
