"""`make` says what to do where Node.js is missing or too old."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

CHECK = Path(__file__).parents[2] / "web" / "check-node.sh"


def check(programs: Path, **scripts: str) -> tuple[int, str]:
    """What the check says where these are the programs; its exit code first."""
    for name, script in scripts.items():
        program = programs / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    for name in ("sh", "cat"):
        found = shutil.which(name)
        assert found is not None
        (programs / name).symlink_to(found)
    done = subprocess.run(
        ("sh", str(CHECK)), env={"PATH": str(programs)}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def node(version: str) -> str:
    """A program that runs scripts as Node.js does, but claims to be of a version."""
    real = shutil.which("node")
    assert real is not None
    claim = f"Object.defineProperty(process.versions, 'node', {{ value: '{version}' }});"
    return f"""[ "$1" = --version ] && echo v{version} && exit
exec {real} -e "{claim} $2" """


@pytest.mark.parametrize("version", ["20.19.0", "20.20.2", "22.12.0", "24.1.0", "26.0.0"])
def test_versions_that_build_the_client_are_taken(version: str, tmp_path: Path) -> None:
    assert check(tmp_path, npm="", node=node(version)) == (0, "")


@pytest.mark.parametrize("version", ["18.19.0", "20.18.9", "21.7.0", "22.11.0"])
def test_versions_that_do_not_are_named(version: str, tmp_path: Path) -> None:
    code, told = check(tmp_path, npm="", node=node(version))
    assert code == 1
    assert told.startswith(f"Node.js v{version} will not do: ")
    assert "apt-get install -y nodejs npm" in told


@pytest.mark.parametrize("missing", ["node", "npm"])
def test_what_is_missing_is_named(missing: str, tmp_path: Path) -> None:
    programs = {"node": node("24.1.0"), "npm": ""}
    del programs[missing]
    code, told = check(tmp_path, **programs)
    assert code == 1
    assert told.startswith(f"{missing} is missing: ")
    assert "`make terminal` plays in the terminal and needs no Node.js." in told
