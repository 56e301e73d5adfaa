"""The browser client's files: read once when the server starts, so that a build under a running server harms nobody."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from litestar import Request, Response
from litestar.datastructures import State

KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Media types by the ending of a name; what Python says of them differs from system to system. Text is in UTF-8."""
PRESSED = frozenset({".ico", ".png", ".woff2"})
"""What another compression makes no smaller."""
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


@dataclass(frozen=True, slots=True)
class ClientFile:
    """A file as it is sent.

    Args:
        body: its bytes.
        zipped: the same, compressed; None where that is not worth it.
        kind: its media type.
        tag: names this content, in quotes as HTTP wants it.
        keeping: for how long a browser may use it unasked.
    """

    body: bytes
    zipped: bytes | None
    kind: str
    tag: str
    keeping: str

    def answer(self, request: Request[Any, Any, State]) -> Response[bytes]:
        """The file for whoever asks; nothing but its tag for a browser that has it already."""
        headers = {"Cache-Control": self.keeping, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers, media_type=self.kind)
        if self.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.zipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=self.kind)
        return Response(self.body, headers=headers, media_type=self.kind)


def read_files(folder: Path) -> Mapping[str, ClientFile]:
    """Every file in and below the folder by its path in it, as `assets/index-3f2a.js`; none whose name is hidden."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    found = ((path.relative_to(folder), path) for path in paths)
    return {
        name.as_posix(): _read(path, is_named_by_content=name.parts[0] == "assets")
        for name, path in found
        if not any(part.startswith(".") for part in name.parts)
    }


def _read(path: Path, *, is_named_by_content: bool) -> ClientFile:
    body = path.read_bytes()
    return ClientFile(
        body,
        None if path.suffix in PRESSED else gzip.compress(body, mtime=0),
        KINDS.get(path.suffix, "application/octet-stream"),
        f'"{sha256(body).hexdigest()[:20]}"',
        FOREVER if is_named_by_content else ASK_AGAIN,
    )
