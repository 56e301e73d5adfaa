"""The game in the terminal."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from upriver.rules import Rules
from upriver.words import Words, choose_language

__all__ = ["run", "run_pad"]


def run(
    *, lang: str | None = None, seed: str | None = None, rules: Rules | None = None, pace: str | None = None
) -> int:
    """Play in the terminal until the player leaves.

    Args:
        lang: the language asked for; None to follow the locale.
        seed: a text that stands for the seed, so that the same game comes again; None for a secret one.
        rules: what the first screen offers; None for the defaults.
        pace: how fast the bots play, one of `PACES`; None for the one of last time.

    Returns:
        The exit status: 0, or 2 where there is no terminal to play in.

    Raises:
        ParseError: there is no such language.
    """
    language = choose_language(lang, os.environ)
    if not _has_terminal("upriver play", language):
        return 2
    from upriver.terminal.app import UpriverApp

    app = UpriverApp(lang=language, seed=seed, rules=rules, pace=pace)
    result = app.run()
    return result if result is not None else app.return_code or 0


def run_pad(*, lang: str | None = None, file: Path | None = None) -> int:
    """Keep the score in the terminal until the writer leaves.

    Args:
        lang: the language asked for; None to follow the locale.
        file: the pad, made where it does not exist; None to choose on the first screen.

    Returns:
        The exit status: 0, or 2 where there is no terminal.

    Raises:
        ParseError: there is no such language.
        RecordError: the file is no pad, or damaged.
        OSError: the file cannot be read or written, or another program writes it.
    """
    language = choose_language(lang, os.environ)
    if not _has_terminal("upriver score", language):
        return 2
    from upriver.terminal.pad_app import PadApp
    from upriver.terminal.pad_file import PadFile

    app = PadApp(lang=language, file=PadFile(file) if file else None)
    result = app.run()
    return result if result is not None else app.return_code or 0


def _has_terminal(command: str, language: str) -> bool:
    """Whether there is a terminal to draw in; where there is none, that is said."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not is_terminal or os.environ.get("TERM", "") in ("", "dumb"):
        print(Words(language).say("no-terminal", command=command), file=sys.stderr)
        return False
    if hasattr(signal, "SIGHUP"):
        # Where a parent ignores it, the program would live on without its terminal. Every event is on disk already.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    return True
