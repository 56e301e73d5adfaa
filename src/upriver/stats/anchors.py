"""The published ratings of the bots' levels, which hold the ratings of people to one scale."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Anchor:
    """The skill of a level, which does not change: a normal distribution of mean `mu` and deviation `sigma`."""

    mu: float
    sigma: float


def _read() -> Mapping[str, Anchor]:
    found = json.loads(files("upriver.stats").joinpath("anchors.json").read_text("utf-8"))
    return {bot["bot"]: Anchor(bot["mu"], bot["sigma"]) for bot in found["bots"]}


ANCHORS = _read()
"""By level. The file says by which command it was made."""
