"""`upriver serve` as people start it: a process of its own, signals, a database on disk."""

from __future__ import annotations

import inspect
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.docs.pages import Page
from tests.server.visiting import contribution
from upriver import cli
from upriver.rules import ParseError
from upriver.server.config import Config
from upriver.server.network import network_address
from upriver.server.serve import StartError, addresses, announce, listen
from upriver.words import Words

PATIENCE = 60
EN, IT = Words("en"), Words("it")


@dataclass(frozen=True)
class Running:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    address: str
    said: str

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """Its exit code, and what it said and logged."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, self.said + out, err


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "upriver", "serve", *args]


@contextmanager
def running(folder: Path, *args: str) -> Iterator[Running]:
    env = {**os.environ, "LC_ALL": "C", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command("--port", "0", *args),
        cwd=folder,
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "Ctrl-C" in line or "Nothing is kept" in line:
                break
        found = re.search(r"http://localhost:\d+", "".join(lines))
        assert found, (lines, process.communicate(timeout=PATIENCE))
        yield Running(process, found[0], "".join(lines))
    finally:
        process.kill()
        process.communicate()


def refused(folder: Path, *args: str, **environ: str) -> str:
    """What a server says that cannot start."""
    done = subprocess.run(
        command(*args),
        cwd=folder,
        env={**os.environ, "LC_ALL": "C", **environ},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return f"{done.returncode} {done.stderr}"


def until_closed(table: ClientConnection) -> tuple[list[str], tuple[int, str]]:
    """What is still told, and with which code and reason the socket is closed."""
    told: list[str] = []
    while True:
        try:
            told.append(str(table.recv(timeout=PATIENCE)))
        except ConnectionClosed as closed:
            return told, (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")


def test_a_server_comes_back_to_the_same_people_and_tables(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        with httpx.Client(base_url=server.address) as http:
            assert http.get("/health").json()["status"] == "ok"
            ada = http.post("/api/people", json={"name": "Ada", "wants_token": True}).json()
            known = {"Authorization": f"Bearer {ada['token']}"}
            body = {"rules": "players=3 sizes=1", "contribution": contribution()}
            code = http.post("/api/tables", json=body, headers=known).json()["code"]
            before = http.get(f"/api/tables/{code}", headers=known).json()
        socket_address = f"{server.address.replace('http', 'ws')}/api/tables/{code}/socket"
        with connect(socket_address, additional_headers=known, proxy=None) as table:
            table.send('{"type": "hello", "since": 0}')
            assert '"welcome"' in str(table.recv(timeout=PATIENCE))
            code_and_words = server.stop()
            told, close = until_closed(table)
            assert '"closing"' in told[-1]
            assert close == (1012, "restarting")
    assert code_and_words[0] == 0
    assert code_and_words[1].endswith("Stopped.\n")
    log = code_and_words[2]
    lines = [json.loads(line) for line in log.splitlines()]
    assert (lines[0]["event"], lines[-1]["event"]) == ("started", "stopped")
    assert {line["level"] for line in lines} == {"info"}
    assert "/api/tables/{code}" in {line.get("path") for line in lines}
    assert code not in log
    assert ada["token"] not in log + code_and_words[1]
    with running(tmp_path) as server, httpx.Client(base_url=server.address, headers=known) as http:
        assert http.get("/api/people/me").json() == {key: ada[key] for key in ("id", "name", "since")}
        assert http.get(f"/api/tables/{code}").json() == before
        assert server.stop(signal.SIGINT)[0] == 0


def test_forwarded_headers_are_believed_from_a_trusted_proxy_alone(tmp_path: Path) -> None:
    limits = ("--db", "memory", "--limits", "requests_per_minute=1")
    forwarded = [{"X-Forwarded-For": f"192.0.2.{last}", "X-Forwarded-Proto": "https"} for last in (1, 2)]

    def come(server: Running) -> list[httpx.Response]:
        return [httpx.post(f"{server.address}/api/people", json={"name": "Ada"}, headers=head) for head in forwarded]

    with running(tmp_path, *limits, "--trusted-proxy", "127.0.0.0/8", "--trusted-proxy", "::1") as server:
        answers = come(server)
        assert [answer.status_code for answer in answers] == [201, 201]
        assert all("Secure" in answer.headers["set-cookie"] for answer in answers)
    with running(tmp_path, *limits) as server:
        answers = come(server)
        assert [answer.status_code for answer in answers] == [201, 429]
        assert "Secure" not in answers[0].headers["set-cookie"]
    assert list(tmp_path.iterdir()) == []


def test_a_busy_port_says_which_option_helps(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = refused(tmp_path, "--port", port)
        assert told.startswith(f"1 upriver: port {port} is in use")
        assert "--port" in told
        assert "porta" in refused(tmp_path, "--port", port, "--lang", "it")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "environ", "told"),
    [
        (("--db", "mysql://x"), {}, "2 upriver: 'mysql://x'"),
        ((), {"UPRIVER_DB": "no/such/folder/upriver.db"}, "2 upriver: 'no/such/folder/upriver.db'"),
        (("--db", "."), {}, "upriver: "),
        (("--host", "192.0.2.250"), {}, "1 upriver: '192.0.2.250'"),
    ],
)
def test_what_cannot_be_is_said_before_anything_starts(
    tmp_path: Path, args: tuple[str, ...], environ: dict[str, str], told: str
) -> None:
    assert told in refused(tmp_path, "--port", "0", *args, **environ)


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "upriver.db"
    with running(tmp_path) as server:
        server.stop()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE upriver_revision SET version_num = '9999'")
    database.close()
    told = refused(tmp_path, "--port", "0")
    assert told.startswith("1 upriver: ")
    assert "newest" in told


# in this process


def test_the_page_names_every_option_with_its_variable() -> None:
    rows = next(table for table in Page.read("docs/hosting.md").tables() if table[0][0] == "option")
    written = {row[0]: row[1] for row in rows[1:]}
    options = inspect.signature(cli.serve, eval_str=True).parameters.values()
    assert list(written) != []
    assert set(written) == {f"--{option.name.replace('_', '-')}" for option in options}
    for option in options:
        variables = [part.env_var for part in getattr(option.annotation, "__metadata__", ())]
        assert written[f"--{option.name.replace('_', '-')}"] == (variables[0][0] if variables else "")


def test_where_a_server_is_found() -> None:
    assert addresses(Config(host="127.0.0.1"), 8000) == ("http://127.0.0.1:8000", None)
    assert addresses(Config(host="::1"), 8000) == ("http://[::1]:8000", None)
    assert addresses(Config(host="192.0.2.4"), 80) == ("http://192.0.2.4", "http://192.0.2.4")
    here, there = addresses(Config(public_url="https://cards.example.org"), 8000)
    assert (here, there) == ("http://localhost:8000", "https://cards.example.org")
    network = network_address()
    assert addresses(Config(), 9) == ("http://localhost:9", network and f"http://{network}:9")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("words", [EN, IT])
def test_what_is_said_at_the_start(words: Words, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    def said(config: Config, there: str | None, out: StringIO) -> str:
        announce(config, words, "http://localhost:8000", there, out)
        return out.getvalue()

    network = "http://192.168.1.20:8000"
    assert "█" not in said(Config(), network, StringIO())
    assert "\x1b[" in said(Config(), network, Terminal())
    assert "█" not in said(Config(), None, Terminal())
    assert words.say("serve.everybody") in said(Config(), network, StringIO())
    assert words.say("serve.offline") in said(Config(), None, StringIO())
    assert words.say("serve.only-here") in said(Config(host="127.0.0.1"), None, StringIO())
    assert words.say("serve.forgotten") in said(Config(db="memory"), network, StringIO())
    public = said(Config(public_url="https://a.example"), "https://a.example", StringIO())
    assert words.say("serve.everybody") not in public
    secret = said(Config(db="postgresql://ada:secret@db/cards"), network, StringIO())
    assert "secret" not in secret
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in said(Config(), network, Terminal())


def test_connections_send_at_once_what_is_small() -> None:
    with (
        listen(Config(host="127.0.0.1", port=0), EN) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("host", ["no such host", "x" * 300, "300.1.1.1", "2001:db8::1"])
def test_a_host_that_is_not_here_is_quoted(host: str) -> None:
    with pytest.raises(StartError, match=re.escape(repr(host))):
        listen(Config(host=host, port=0), EN)


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://cards.example.org", "https://cards.example.org"),
        ("https://Cards.Example.org:443/", "https://cards.example.org"),
        ("http://[2001:db8::1]:8000", "http://[2001:db8::1]:8000"),
    ],
)
def test_a_public_address_is_kept_as_browsers_send_it(url: str, kept: str) -> None:
    assert Config(public_url=url).public_url == kept


@pytest.mark.parametrize(
    "url",
    ["cards", "ftp://a.example", "https://", "https://a.example/path", "http://a:b@c", "http://a:x", "http://[::1"],
)
def test_a_public_address_that_is_none_is_quoted(url: str) -> None:
    with pytest.raises(ParseError, match=re.escape(repr(url))):
        Config(public_url=url)
