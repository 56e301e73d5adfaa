"""`upriver serve` in a process of its own, with the built client and a database in a file, as in play."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from tests.proof.served import LIMITS, PATIENCE, free_port

SOON = "away=5"
"""Whoever has gone counts as away soon."""


class Serving:
    """A server that can be killed and started again at the same port, on the same database.

    Args:
        folder: where its database and its log are.
    """

    def __init__(self, folder: Path) -> None:
        self.address = f"http://127.0.0.1:{(port := free_port())}"
        self._log = folder / "log"
        self._command = (
            *(sys.executable, "-m", "upriver", "serve", "--db", str(folder / "upriver.db")),
            *("--host", "127.0.0.1", "--port", str(port), "--log", "quiet", "--limits", f"{LIMITS} {SOON}"),
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        give_up = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self._log.read_text()
            assert time.monotonic() < give_up, self._log.read_text()
            time.sleep(0.05)

    def kill(self) -> None:
        """End it in the midst of whatever it does."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=PATIENCE) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False
