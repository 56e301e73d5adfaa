"""The browser that the tests look through; `python -m tests.chromium` sees to it that there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

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
    may_install = os.getuid() == 0 and shutil.which("apt-get") is not None
    try:
        find_chromium()
    except RuntimeError as error:
        if not may_install:
            sys.exit(str(error))
        print("Installing Chromium, which the tests look through ...", flush=True)
        for args in (("update",), ("install", SHELL, "fonts-dejavu-core")):
            done = _apt_get(*args)
            if done.returncode != 0:
                sys.exit(f"{done.stdout}\n`apt-get {' '.join(args)}` failed. {error}")
        try:
            find_chromium()
        except RuntimeError as still:
            sys.exit(str(still))
    else:
        # Any of them serves. Where the quicker one is not to be had, the tests take longer.
        if may_install and shutil.which(SHELL) is None:
            _apt_get("install", SHELL)


def _apt_get(*args: str) -> subprocess.CompletedProcess[str]:
    command = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qy", "--no-install-recommends", *args)
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


if __name__ == "__main__":
    main()
