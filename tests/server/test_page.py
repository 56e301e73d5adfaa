"""How the built client is sent: compressed, once, and as it was when the server started."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.server.visiting import visit

PAGE, SCRIPT = "<title>client</title>", "let a = 1;" * 100


@pytest.fixture
def client(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "assets" / "main-3f2a.js").write_text(SCRIPT)
    (tmp_path / "icon.png").write_bytes(b"not text")
    (tmp_path / "strange.bin").write_bytes(b"?")
    return tmp_path


async def test_a_file_is_sent_compressed_to_those_who_take_it(client: Path) -> None:
    async with visit(client=client) as guest:
        short = await guest.ask("GET", "/assets/main-3f2a.js", **{"Accept-Encoding": "gzip, br"})
        long = await guest.ask("GET", "/assets/main-3f2a.js", **{"Accept-Encoding": "identity"})
    assert short.headers["content-encoding"] == "gzip"
    assert int(short.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), mtime=0))
    assert "content-encoding" not in long.headers
    assert short.text == long.text == SCRIPT
    assert short.headers["vary"] == long.headers["vary"] == "Accept-Encoding"


async def test_what_a_browser_has_is_not_sent_again(client: Path) -> None:
    async with visit(client=client) as guest:
        first = await guest.ask("GET", "/t/ABCDE")
        again = await guest.ask("GET", "/", **{"If-None-Match": first.headers["etag"]})
        other = await guest.ask("GET", "/", **{"If-None-Match": '"another"'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert (other.status_code, other.text) == (200, PAGE)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/icon.png", "image/png"),
        ("/strange.bin", "application/octet-stream"),
        ("/", "text/html; charset=utf-8"),
        ("/assets/main-3f2a.js", "text/javascript; charset=utf-8"),
    ],
)
async def test_a_file_has_its_media_type(path: str, kind: str, client: Path) -> None:
    async with visit(client=client) as guest:
        answer = await guest.ask("GET", path)
    assert answer.headers["content-type"] == kind
    assert ("content-encoding" in answer.headers) == (path != "/icon.png")


async def test_a_build_under_a_running_server_changes_nothing(client: Path) -> None:
    async with visit(client=client) as guest:
        (client / "assets" / "main-3f2a.js").unlink()
        (client / "index.html").write_text("<title>newer</title>")
        assert (await guest.ask("GET", "/")).text == PAGE
        assert (await guest.ask("GET", "/assets/main-3f2a.js")).text == SCRIPT
