"""What is there of Upriver on this machine, and whether its kernel works: `upriver doctor`."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import upriver
from upriver.bots import kernel
from upriver.rules import Rules
from upriver.terminal.saves import games_folder

PAGE = Path(upriver.__file__).parent / "web" / "index.html"
HANDS, SEED = 1000, 1
POINTS, MADE = [1053, 990, 1003, 1222], [85, 80, 80, 99]
"""What the hands of the self-check bring on every machine: points and made bids by seat."""


def run(environ: Mapping[str, str]) -> int:
    """Print the report; 0 if the kernel works, 1 if it is missing or plays otherwise than it should."""
    for name, finding in findings(environ):
        print(f"{name:11} {finding}")
    if not kernel.is_built():
        print(f"\nThe strong levels cannot play here: {kernel.MissingKernelError()}.")
        return 1
    if not all(map(check, kernel.copies())):
        print("\nThe kernel does not work here: install upriver again, and if that does not help, report it.")
        return 1
    return 0


def findings(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What is there, as pairs of a name and what was found."""
    yield "upriver", f"{upriver.__version__} in {Path(upriver.__file__).parent}"
    yield "Python", f"{platform.python_version()} ({platform.python_implementation()}) in {sys.prefix}"
    yield "platform", f"{platform.system()} {platform.release()}, {platform.machine()}"
    if kernel.is_built():
        yield "kernel", f"built; of its copies {' and '.join(kernel.copies())} can run here, the first is used"
        for copy in kernel.copies():
            verdict = "as everywhere" if check(copy) else "not as they should"
            yield "self-check", f"{HANDS} random hands of the copy {copy} came out {verdict}"
    else:
        yield "kernel", "not built"
    yield (
        "browser",
        "its page is built" if PAGE.is_file() else "its page is not built: `make play` does it, with Node.js",
    )
    yield "games", f"saved in {games_folder(environ)}"
    yield "open-spiel", _version_of("open-spiel") or "not installed; only its bridge needs it"


def check(copy: kernel.CopyName) -> bool:
    """Whether the copy plays the hands of the self-check as every machine does."""
    rules = kernel.pack_rules(Rules(), size=10, dealer=0, trump=None)
    return kernel.playouts(rules, HANDS, seed=SEED, threads=2, copy=copy) == (POINTS, MADE)


def _version_of(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
