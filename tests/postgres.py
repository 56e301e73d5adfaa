"""A real PostgreSQL for the tests, started and stopped here; `python -m tests.postgres` sees to it that there is one.

A test that takes the fixture `postgres` is given the address of a database of its own, empty and quick but not safe
from a power cut. One that stops the server, or kills programs, starts its own:

    with Postgres.start(is_safe=True) as server:
        address = server.database()
        server.stop()
        server.start_again()
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from tests.apt import provide

PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)
HOW_TO_INSTALL = (
    "PostgreSQL is missing, and the tests start one. Install its server:\n"
    "  Debian, Ubuntu:  sudo apt-get install -y --no-install-recommends postgresql\n"
    "  Fedora:          sudo dnf install -y postgresql-server\n"
    "  macOS:           brew install postgresql@17\n"
    "or put the directory with initdb and postgres on PATH."
)
USER = "postgres"
"""Who runs the server when the tests run as root, whom it refuses."""
PATIENCE = 30.0
"""Seconds for the server to start or stop on a busy machine."""


class Postgres:
    """A server in a directory of its own, reached through a socket there: no port is taken."""

    def __init__(self, programs: Path, directory: Path, *, is_safe: bool) -> None:
        self.directory = directory
        self._programs = programs
        self._is_safe = is_safe
        self._process: subprocess.Popen[bytes] | None = None
        self._names = (f"upriver_{number}" for number in count(1))

    @classmethod
    @contextmanager
    def start(cls, *, is_safe: bool = False) -> Iterator[Postgres]:
        """Start a server, and stop it at the end; safe means that what is committed is on disk."""
        programs = find_programs()
        directory = Path(tempfile.mkdtemp(prefix="upriver-pg-"))  # short: a socket's path has 107 bytes at most
        server = cls(programs, directory, is_safe=is_safe)
        try:
            if os.getuid() == 0:
                shutil.chown(directory, USER, USER)
            server._run("initdb", "-D", "data", "-A", "trust", "-U", USER, "--no-locale", "-E", "UTF8", "--no-sync")
            server.start_again()
            yield server
        finally:
            server.stop()
            shutil.rmtree(directory)

    def address(self, name: str) -> str:
        """Where a database of this server is."""
        return f"postgresql://{USER}@/{name}?host={self.directory}"

    def database(self, name: str | None = None) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = name or next(self._names)
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.address(name)

    def empty(self, name: str) -> str:
        """The address of a database that exists, with all that was in it thrown away, and everybody thrown out.

        Much quicker than a new one, whose thousand files have to be made and removed.
        """
        import psycopg

        with psycopg.connect(self.address(name), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return self.address(name)

    def stop(self) -> None:
        """Stop at once, as in a crash: nothing is finished, every connection breaks."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGQUIT)
            process.wait(PATIENCE)

    def start_again(self) -> None:
        """Start on what is in the directory, and wait until it answers."""
        import psycopg

        safety = ["fsync=on"] if self._is_safe else ["fsync=off", "synchronous_commit=off"]
        if self._is_safe and sys.platform == "linux":
            safety.append("recovery_init_sync_method=syncfs")  # else it syncs a thousand files one by one
        log = self.directory / "log"
        self._process = self._spawn(
            *("postgres", "-D", "data", "-k", str(self.directory), "-c", "listen_addresses="),
            *("-c", "shared_buffers=16MB", "-c", "max_connections=200"),
            *(part for setting in safety for part in ("-c", setting)),
            log=log,
        )
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.address("postgres")).close()
            except psycopg.OperationalError:
                if time.monotonic() > give_up or self._process.poll() is not None:
                    raise RuntimeError(f"PostgreSQL does not start:\n{log.read_text()}") from None
                time.sleep(0.05)
            else:
                return

    def _run(self, program: str, *args: str) -> None:
        log = self.directory / program
        if self._spawn(program, *args, log=log).wait() != 0:
            raise RuntimeError(f"{program} failed:\n{log.read_text()}")

    def _spawn(self, program: str, *args: str, log: Path) -> subprocess.Popen[bytes]:
        user = USER if os.getuid() == 0 else None
        with log.open("ab") as output:
            return subprocess.Popen(
                (self._programs / program, *args),
                cwd=self.directory,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                user=user,
                group=user,
                extra_groups=None if user is None else (),
            )


@cache
def find_programs() -> Path:
    """The directory with `initdb` and `postgres`, the newest where there are several."""
    on_path = shutil.which("postgres")
    found = [Path(on_path).resolve().parent] if on_path else []
    for place in PLACES:
        found += sorted(Path("/").glob(place[1:]), key=_version, reverse=True)
    for programs in found:
        if (programs / "postgres").is_file() and (programs / "initdb").is_file():
            return programs
    raise RuntimeError(HOW_TO_INSTALL)


def _version(programs: Path) -> int:
    digits = "".join(letter for letter in str(programs) if letter.isdigit())
    return int(digits or "0")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with Postgres.start() as server:
        server.database("upriver")
        yield server


@pytest.fixture
def postgres(postgres_server: Postgres) -> str:
    return postgres_server.empty("upriver")


def main() -> None:
    """Install the server where the system's package manager is apt and we may; otherwise say how to."""
    provide("PostgreSQL, which the tests start", find_programs, "postgresql")


if __name__ == "__main__":
    main()
