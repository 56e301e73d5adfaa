"""An address as a QR code for the terminal."""

from __future__ import annotations

import io

import segno

_BLACK_AND_WHITE, _AS_BEFORE = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


def qr_text(address: str, *, has_colour: bool) -> str:
    """The code in half blocks, a module one column wide, with its quiet zone.

    In colour it is black on white in dark and light terminals alike; without, it is right in a dark terminal, and
    inverted in a light one, which most phones read too.
    """
    out = io.StringIO()
    segno.make_qr(address, error="l").terminal(out, border=2, compact=True)
    lines = out.getvalue().splitlines()
    if has_colour:
        lines = [f"{_BLACK_AND_WHITE}{line}{_AS_BEFORE}" for line in lines]
    return "\n".join(lines)
