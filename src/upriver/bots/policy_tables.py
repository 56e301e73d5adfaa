"""The policy's learned tables: where they are shipped, how they are written and read.

The file is one line of JSON that says how it was made, then the tables of each number of players, compressed.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files

from upriver.bots import kernel
from upriver.rules import UpriverError

FILE = "policy.tables"
PLAYERS = range(3, 8)


@dataclass(frozen=True, slots=True)
class Origin:
    """How the tables were made.

    Args:
        command: the command that makes them again.
        seed: the text that fixes every lesson.
        date: the day, as 2026-11-30.
        cells: chances in the tables of one number of players.
        hands: hands of self-play for each number of players.
    """

    command: str
    seed: str
    date: str
    cells: int
    hands: int


def pack_tables(origin: Origin, tables: dict[int, bytes]) -> bytes:
    """The file's content: `tables` by number of players, a byte for each chance."""
    body = b"".join(tables[players] for players in PLAYERS)
    return json.dumps(asdict(origin)).encode() + b"\n" + zlib.compress(body, 9)


def unpack_tables(content: bytes) -> tuple[Origin, dict[int, bytes]]:
    """Read what `pack_tables` made.

    Raises:
        UpriverError: the content is damaged, or made for another kernel.
    """
    try:
        head, body = content.split(b"\n", 1)
        origin = Origin(**json.loads(head))
        flat = zlib.decompress(body)
    except (ValueError, TypeError, zlib.error) as error:
        raise UpriverError(f"{FILE} is damaged ({error}); `upriver train` writes it anew") from None
    if origin.cells != kernel.cells() or len(flat) != origin.cells * len(PLAYERS):
        raise UpriverError(f"{FILE} is of another version of the kernel; `upriver train` writes it anew")
    return origin, {n: flat[i * origin.cells : (i + 1) * origin.cells] for i, n in enumerate(PLAYERS)}


@cache
def shipped() -> tuple[Origin, dict[int, bytes]]:
    """The tables that come with the package.

    Raises:
        UpriverError: the file is damaged.
        MissingKernelError: there is no kernel to use them.
    """
    return unpack_tables((files("upriver.bots") / FILE).read_bytes())


def tables_for(players: int) -> bytes:
    """The shipped tables for so many players."""
    return shipped()[1][players]
