"""What an address means, and what is said of one that means nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from upriver.rules import ParseError
from upriver.store import hide_password, migrate_database, open_store

STRANGE = (
    "postgresql+psycopg2://x",
    "mysql://ada:s3cret@host/x",
    "redis:6379",
    "sqlite://",
    "sqlite:",
    "",
    "postgresql:x",
    "sqlite:///upriver.db",
    "file:upriver.db",
)


@pytest.mark.parametrize("address", STRANGE)
async def test_an_address_that_is_none_is_quoted_with_what_would_be_one(address: str) -> None:
    with pytest.raises(ParseError, match="is no database: write memory, a file such as") as caught:
        await open_store(address)
    assert "s3cret" not in str(caught.value)
    assert repr(address.replace("s3cret", "***")) in str(caught.value)


async def test_a_file_that_cannot_be_is_said(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"is a directory: name a file in it, such as .*upriver\.db"):
        await open_store(str(tmp_path))
    with pytest.raises(ParseError, match=r"is in a directory that does not exist: make .*nowhere first"):
        await open_store(str(tmp_path / "nowhere" / "upriver.db"))
    with pytest.raises(ParseError, match="memory"):
        await migrate_database("memory")


@pytest.mark.skipif(sys.platform == "win32", reason="one letter and a colon are a drive there")
async def test_a_file_may_be_named_with_or_without_its_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for address in ("plain.db", "sqlite:named.db", "sqlite:memory", "x:y.db"):
        await (await open_store(address)).close()
    assert sorted(os.listdir()) == ["memory", "named.db", "plain.db", "x:y.db"]


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("upriver.db", "upriver.db"),
        ("postgresql://host/x", "postgresql://host/x"),
        ("postgresql://ada@host/x", "postgresql://ada@host/x"),
        ("postgresql://ada:pw@host:5432/x", "postgresql://ada:***@host:5432/x"),
        ("postgresql://ada:p@w/:?#d@host/x", "postgresql://ada:***@host/x"),
        ("postgresql://:pw@host/x", "postgresql://:***@host/x"),
        ("postgresql://host/x?password=pw&sslmode=require", "postgresql://host/x?password=***&sslmode=require"),
        ("postgresql://host/x?sslmode=require&sslpassword=pw", "postgresql://host/x?sslmode=require&sslpassword=***"),
        ("postgresql://ada:pw@/x?host=/run/pg&PASSWORD=pw", "postgresql://ada:***@/x?host=/run/pg&PASSWORD=***"),
    ],
)
def test_a_password_is_never_shown(address: str, shown: str) -> None:
    assert hide_password(address) == shown


def test_the_store_can_be_imported_without_its_drivers() -> None:
    program = (
        "import sys, upriver.store; print(sorted({'alembic', 'sqlalchemy', 'psycopg', 'sqlite3'} & set(sys.modules)))"
    )
    done = subprocess.run((sys.executable, "-c", program), capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
