"""The PostgreSQL that the tests start: found, installed where that is possible, and gone afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import postgres
from tests.postgres import Postgres, find_programs, main


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A machine without PostgreSQL."""
    monkeypatch.setattr(postgres, "PLACES", (str(tmp_path / "bin"),))
    monkeypatch.setenv("PATH", str(tmp_path))
    find_programs.cache_clear()
    yield
    find_programs.cache_clear()


def install_into(place: Path) -> None:
    place.mkdir()
    for name in ("initdb", "postgres"):
        (place / name).touch()


def test_a_server_keeps_its_databases_through_a_stop_and_leaves_nothing_at_the_end() -> None:
    with Postgres.start(is_safe=True) as server:
        address = server.database()
        with psycopg.connect(address) as connection:
            connection.execute("CREATE TABLE kept (n INTEGER)")
        server.stop()
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(address)
        server.start_again()
        with psycopg.connect(address) as connection:
            assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
        process = server._process
    assert process is not None
    assert process.returncode is not None
    assert not server.directory.exists()


@pytest.mark.usefixtures("nowhere")
def test_a_missing_server_is_an_error_that_names_the_package() -> None:
    with (
        pytest.raises(RuntimeError, match=r"apt-get install .* postgresql\n(.*\n)*.*brew install"),
        Postgres.start(),
    ):
        pass


@pytest.mark.usefixtures("nowhere")
def test_without_the_right_to_install_it_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    with pytest.raises(SystemExit, match="PostgreSQL is missing"):
        main()


@pytest.mark.usefixtures("nowhere")
def test_root_installs_it_where_there_is_apt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ran: list[str] = []

    def run(command: tuple[str, ...], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(" ".join(command[3:]))
        if "install" in command:
            install_into(tmp_path / "bin")
        return subprocess.CompletedProcess(command, 0, "")

    monkeypatch.setattr(os, "getuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name == "apt-get" else None)
    monkeypatch.setattr(subprocess, "run", run)
    main()
    assert ran == ["-qy --no-install-recommends update", "-qy --no-install-recommends install postgresql"]
    main()
    assert len(ran) == 2


@pytest.mark.usefixtures("nowhere")
def test_an_installation_that_fails_shows_what_was_said_and_how_to_do_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name == "apt-get" else None)
    failed = subprocess.CompletedProcess((), 100, "E: Unable to fetch")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(SystemExit, match=r"E: Unable to fetch\n`apt-get update` failed\. PostgreSQL is missing"):
        main()
