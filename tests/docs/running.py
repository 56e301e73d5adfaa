"""Runs the blocks of a page in order, in one namespace and one folder, and keeps what went wrong."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from tests.docs.pages import Block, Page

INTERACTIVE = ("play",)
"""Commands that take over the terminal; they are shown in the docs and not run."""
SECONDS = 60

_COMMAND = re.compile(r"\$ (?P<command>upriver\b.*?)(?:\s+# \(exit (?P<code>\d+)\))?")
_SAME = doctest.OutputChecker()


@dataclass(frozen=True, slots=True)
class Command:
    """A line `$ upriver …` and the output shown below it; `# (exit 1)` at its end names another code than 0."""

    words: tuple[str, ...]
    code: int
    output: str
    line: int


def commands(block: Block) -> Iterator[Command]:
    """The runs of `upriver` that a console block shows."""
    lines = block.text.splitlines()
    prompts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    for at, end in pairwise((*prompts, len(lines))):
        found = _COMMAND.fullmatch(lines[at].rstrip())
        if found:
            words = tuple(shlex.split(found["command"])[1:])
            output = "\n".join(lines[at + 1 : end]).rstrip()
            yield Command(words, int(found["code"] or 0), output, block.line + at)


@dataclass(slots=True)
class Session:
    """One page being run.

    Args:
        page: the page.
        folder: where its commands and its Python run.
        names: the namespace that its Python blocks share.
        failures: what went wrong, each with page and line.
        printed: what the last Python block printed.
    """

    page: Page
    folder: Path
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "__main__"})
    failures: list[str] = field(default_factory=list)
    printed: str = ""

    def run(self) -> list[str]:
        """Run every block; returns the failures."""
        before = ""
        with contextlib.chdir(self.folder):
            for block in self.page.blocks():
                match block.language:
                    case "python" | "pycon" if block.text.startswith(">>> "):
                        self._doctest(block)
                    case "python" | "pycon":
                        self._python(block)
                    case "console" | "sh":
                        for command in commands(block):
                            self._command(command)
                    case "text" if block.is_next and before == "python":
                        self._compare(block.line, block.text, self.printed)
                before = block.language
        return self.failures

    def _python(self, block: Block) -> None:
        out = io.StringIO()
        place = "\n" * (block.line - 1)
        try:
            with contextlib.redirect_stdout(out):
                exec(compile(place + block.text, self.page.name, "exec"), self.names)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            lines = [frame.lineno or 0 for frame in frames if frame.filename == self.page.name]
            self._fail(lines[-1] if lines else block.line, "".join(traceback.format_exception_only(error)))
        self.printed = out.getvalue()

    def _doctest(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(block.text, {}, self.page.name, self.page.name, block.line - 1)
        test.globs = self.names
        told: list[str] = []
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        runner.run(test, out=told.append, clear_globs=False)
        if told:
            self._fail(block.line, "".join(told))

    def _command(self, command: Command) -> None:
        if command.words[0] in INTERACTIVE:
            return
        done = subprocess.run(
            (str(Path(sys.executable).with_name("upriver")), *command.words),
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=SECONDS,
            env=self._environment(),
        )
        if "Traceback (most recent call last)" in done.stdout:
            self._fail(command.line, f"a traceback for the user:\n{done.stdout}")
        elif done.returncode != command.code:
            self._fail(command.line, f"exit code {done.returncode}, not {command.code}; it said:\n{done.stdout}")
        elif command.output:
            self._compare(command.line, command.output, done.stdout)

    def _environment(self) -> dict[str, str]:
        """English, 80 columns, no colour, and no file outside the folder."""
        home = str(self.folder)
        folders = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), home)
        return {**os.environ, **folders, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8"}

    def _compare(self, line: int, shown: str, got: str) -> None:
        shown, got = _trim(shown), _trim(got)
        if not _SAME.check_output(shown, got, doctest.ELLIPSIS):
            self._fail(line, f"the page shows:\n{shown}but it is:\n{got}")

    def _fail(self, line: int, what: str) -> None:
        self.failures.append(f"{self.page.name}:{line}: {what.rstrip()}")


def _trim(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines()) + "\n"
