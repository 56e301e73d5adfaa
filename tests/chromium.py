"""The browser that the tests look through; `python -m tests.chromium` sees to it that there is one."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

from tests.apt import install, may_install, provide

SHELL = "chromium-headless-shell"
"""The same browser without the windows around the page, each of which costs more than most pages."""
PROGRAMS = (SHELL, "chromium", "google-chrome-stable", "google-chrome", "chromium-browser", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
)
"""Without a sandbox, as root and containers need it: only our own pages are looked at."""
HOW_TO_INSTALL = (
    "Chromium is missing, and the tests look through it. Install it, or Google Chrome:\n"
    f"  Debian:   sudo apt-get install -y --no-install-recommends {SHELL}\n"
    "  Ubuntu:   sudo snap install chromium\n"
    "  Fedora:   sudo dnf install -y chromium\n"
    "  macOS:    brew install --cask google-chrome\n"
    "or put a program of one of these names on PATH: " + ", ".join(PROGRAMS)
)


@cache
def find_chromium() -> str:
    """The browser's program.

    Raises:
        RuntimeError: there is none; it says how to install one.
    """
    found = [shutil.which(name) for name in PROGRAMS]
    found += [place for place in PLACES if Path(place).exists()]
    for program in found:
        if program is not None and _runs(program):
            return program
    raise RuntimeError(HOW_TO_INSTALL)


def _runs(program: str) -> bool:
    """Whether it is the browser itself: Ubuntu has a program of this name that only says how to install one."""
    return subprocess.run((program, "--version"), capture_output=True, timeout=60, check=False).returncode == 0


def main() -> None:
    """Install the browser where the system's package manager is apt and we may; otherwise say how to."""
    provide("Chromium, which the tests look through", find_chromium, SHELL, "fonts-dejavu-core")
    if may_install() and shutil.which(SHELL) is None:
        # Any of them serves. Where the quicker one is not to be had, the tests take longer.
        install(SHELL)


if __name__ == "__main__":
    main()
