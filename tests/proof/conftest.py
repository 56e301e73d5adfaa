"""A server in a process of its own for tests of bad input, and a table there whose game must go on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.proof.served import LIMITS
from tests.proof.visitor import Party
from tests.server.test_serve import Running, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that at the end stops as it should, and has had nothing to complain about."""
    limits = LIMITS.replace("messages=1000", "messages=100000").replace("second=1000", "second=100000")
    folder = tmp_path_factory.mktemp("served")
    with running(folder, "--db", "memory", "--log", "quiet", "--limits", limits) as server:
        yield server
        code, _, log = server.stop()
    assert log == ""
    assert code == 0


@pytest.fixture
def party(server: Running) -> Iterator[Party]:
    """A table in play, whose game is played to its end whatever the visitor has done."""
    party = Party.gather(server)
    party.start()
    yield party
    party.play_on()
