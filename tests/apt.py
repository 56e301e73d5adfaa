"""What the tests need of the system, installed where its package manager is apt and we may."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable


def provide(what: str, find: Callable[[], object], *packages: str) -> None:
    """See to it that `find` finds; end the program with how to do it by hand where that is not possible here."""
    try:
        find()
    except RuntimeError as error:
        if not may_install():
            sys.exit(str(error))
        print(f"Installing {what} ...", flush=True)
        failure = install(*packages)
        try:
            find()
        except RuntimeError:
            sys.exit(failure + str(error))


def may_install() -> bool:
    return os.getuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> str:
    """Install packages in their current release; what went wrong, or nothing."""
    for args in (("update",), ("install", *packages)):
        command = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qy", "--no-install-recommends", *args)
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            return f"{done.stdout}\n`apt-get {' '.join(args)}` failed. "
    return ""
