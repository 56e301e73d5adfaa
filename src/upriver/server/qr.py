"""An address as a QR code, for the terminal and for pages."""

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


def qr_svg(address: str) -> str:
    """The code with its quiet zone as an SVG element, a module one unit wide.

    It takes the colour of the text around it, black where it stands alone; behind it must be paper.
    """
    out = io.BytesIO()
    segno.make_qr(address, error="m").save(
        out, kind="svg", border=4, omitsize=True, xmldecl=False, nl=False, svgclass=None, lineclass=None
    )
    return out.getvalue().decode().replace('"#000"', '"currentColor"')
