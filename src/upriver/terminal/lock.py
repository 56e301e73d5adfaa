"""`FileLock`: no two programs write the same save."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        os.lseek(handle, 1 << 30, os.SEEK_SET)  # past the end, so that others can still read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Holds a file of its own from its making until `release`; the system lets go when the program ends.

    Args:
        path: the file, made readable by its owner only where it does not exist.

    Raises:
        BlockingIOError: another program holds it.
    """

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._handle)
        except OSError as error:
            os.close(self._handle)
            raise BlockingIOError(f"{path} is held by another program") from error

    def release(self) -> None:
        """Let go; more than once does no harm."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
