"""`upriver review`: analyse, show the progress, print what came of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from upriver.bots.kernel import MOST_WORLDS
from upriver.review.analysis import analyse
from upriver.review.picture import svg
from upriver.review.report import pages
from upriver.review.values import values
from upriver.review.worth import DEPTH, FEWEST
from upriver.rules import Event, ParseError
from upriver.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked for.

    Args:
        worlds: worlds to compare each decision in; None for the default.
        jobs: how many processes share the work, None for one for each core; it changes no figure.
        picture: a file for the picture.
        as_json: print every figure as JSON instead of tables.

    Raises:
        ParseError: something of this cannot be.
    """

    worlds: int | None = None
    jobs: int | None = None
    picture: Path | None = None
    as_json: bool = False

    def __post_init__(self) -> None:
        if self.worlds is not None and not FEWEST <= self.worlds <= MOST_WORLDS:
            raise ParseError(f"--worlds {self.worlds}: it goes from {FEWEST} to {MOST_WORLDS}")
        if self.jobs is not None and self.jobs < 1:
            raise ParseError(f"--jobs {self.jobs}: at least 1 process is needed")
        if self.picture is not None and self.picture.suffix != ".svg":
            raise ParseError(f"--svg {self.picture}: the picture is an SVG, so name a file that ends in .svg")


def run(request: Request, events: Sequence[Event], words: Words) -> int:
    """Do what is asked for; the exit status."""
    budget = DEPTH if request.worlds is None else replace(DEPTH, worlds=request.worlds)
    with _progress(words) as show:
        review = analyse(events, budget=budget, jobs=request.jobs or os.cpu_count() or 1, on_progress=show)
    if request.picture is not None:
        request.picture.write_text(svg(review, words), encoding="utf-8")
    if request.as_json:
        print(json.dumps(values(review, words), ensure_ascii=False, indent=2))
        return 0
    console = Console(highlight=False)
    for page in pages(review, words):
        console.print(page)
    return 0


@contextmanager
def _progress(words: Words) -> Iterator[Callable[[float], None]]:
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(words.say("review.working"), total=1.0)
        yield lambda part: progress.update(task, completed=part)
