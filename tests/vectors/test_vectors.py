"""The vectors are what the Python code says today, and they have something of everything."""

from __future__ import annotations

import json

from tests.vectors.rewrite import FOLDER, files
from upriver.pad import ISSUE_CODES, KINDS, PAD_CODES


def test_the_vectors_are_up_to_date() -> None:
    """When this fails, `make vectors` writes them anew; read the diff, and the browser's tests run them."""
    written = files()
    assert {path.name for path in FOLDER.glob("*.json")} == set(written)
    stale = [name for name, text in written.items() if (FOLDER / name).read_text(encoding="utf-8") != text]
    assert stale == []


def test_the_vectors_are_small_enough_to_keep() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.json")) < 1_500_000


def test_the_vectors_meet_every_refusal_issue_and_kind_of_cell() -> None:
    pads = json.loads((FOLDER / "pads.json").read_text(encoding="utf-8"))["pads"]
    codes = {code for pad in pads for _, _, code in pad["tries"]}
    assert codes == {None, *PAD_CODES}
    assert {issue[0] for pad in pads for issue in pad["pad"]["issues"]} == set(ISSUE_CODES)
    kinds = {
        ".".join(part[0] if part[1:].isdigit() else part for part in cell.split("."))
        for pad in pads
        for cell in pad["cells"]
    }
    assert kinds == set(KINDS)
    rebases = json.loads((FOLDER / "rebases.json").read_text(encoding="utf-8"))["rebases"]
    assert sum(bool(case["clashes"]) for case in rebases) > 20
    assert sum(case["entries"] == case["mine"] for case in rebases) > 20
