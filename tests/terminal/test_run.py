from __future__ import annotations

import os
import pty
import signal
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from upriver.rules import ParseError
from upriver.terminal import run


@pytest.mark.parametrize(("lang", "said"), [("en", "needs a terminal"), ("it", "ha bisogno di un terminale")])
def test_without_a_terminal_it_says_so_and_returns_2(lang: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(lang=lang, seed=None, rules=None) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_dumb_terminal_is_none(
    term: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert run(lang="en", seed=None, rules=None) == 2
    assert "needs a terminal" in capsys.readouterr().err


def test_an_unknown_language_is_refused_before_anything_else() -> None:
    with pytest.raises(ParseError, match="'xx'"):
        run(lang="xx", seed=None, rules=None)


def test_it_ends_with_its_terminal_even_where_hanging_up_is_ignored(tmp_path: Path) -> None:
    child, terminal = pty.fork()
    if child == 0:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        os.environ.update(TERM="xterm-256color", UPRIVER_DATA=str(tmp_path))
        os.execv(sys.executable, [sys.executable, "-m", "upriver", "play"])
    shown = b""
    while b"New game" not in shown:
        shown += os.read(terminal, 65536)
    os.close(terminal)
    deadline = monotonic() + 20
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("it plays on without its terminal")
        sleep(0.05)
