"""Shards on a Ray cluster; one is started here, once, for everything."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.test_shards import FIELD, IDENTITY, outcome
from upriver.arena import Cluster, ClusterError, Journal, Processes
from upriver.arena.cluster import _shard
from upriver.arena.shards import ALONE
from upriver.rules import ParseError


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where Ray keeps its logs, its token, and its sockets, whose names must be short."""
    with tempfile.TemporaryDirectory(prefix="ray") as name:
        monkeypatch.setenv("RAY_TMPDIR", name)
        monkeypatch.setenv("HOME", name)
        yield name


# Ray leaves the files of its logs and the processes that it started to the collector.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::FutureWarning:ray")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_cluster_comes_to_the_same_as_processes(folder: str, tmp_path: Path) -> None:
    with Cluster("local", 2) as crew, Journal(tmp_path / "cluster", IDENTITY) as journal:
        assert crew.size == 4
        found = outcome(crew, journal)
    assert os.listdir(folder), "the cluster was a real one"
    assert found == outcome(ALONE)
    with Processes(2) as crew, Journal(tmp_path / "processes", IDENTITY) as journal:
        assert found == outcome(crew, journal)
    assert (tmp_path / "cluster").read_bytes() == (tmp_path / "processes").read_bytes()
    left = subprocess.run(["pgrep", "-f", folder], capture_output=True, text=True, check=False)
    assert left.stdout == "", "no process is left"


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ClusterError, match=r"not installed; pip install 'upriver\[ray\]'"), Cluster("local"):
        pass


def test_a_cluster_that_does_not_answer_is_named() -> None:
    for address in ("127.0.0.1:1", "ray://127.0.0.1:1"):
        with pytest.raises(ClusterError, match=f"no cluster answers at '{address}'"), Cluster(address):
            pass


@pytest.mark.parametrize("address", ["", "cluster", "cluster:", ":6379", "cluster:none", "cluster:70000", "ray://a"])
def test_what_is_no_address_is_quoted(address: str) -> None:
    with pytest.raises(ParseError, match=f"ray: '{address}' is no address"):
        Cluster(address)


def test_another_version_on_a_node_is_refused() -> None:
    with pytest.raises(ClusterError, match=r"a node has upriver 0\.1\.0, not 9\.9"):
        _shard("9.9", FIELD, 0)
    assert _shard("0.1.0", FIELD, 0) == FIELD.sample(0)
