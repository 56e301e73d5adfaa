"""`upriver arena`: play the matches, show the progress, print what came of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from upriver.arena.chart import panels
from upriver.arena.cluster import Cluster
from upriver.arena.drawing import svg
from upriver.arena.journal import Identity, Journal
from upriver.arena.match import Duel, Field, Match, Standing, play
from upriver.arena.ratings import Ratings, Tournament, hold
from upriver.arena.report import pages, rating_values, values
from upriver.arena.shards import ALONE, Crew, Processes
from upriver.bots import LEVELS
from upriver.rules import ENGLISH, ParseError, Rules

GAMES, GAMES_UNTIL = 100, 10_000
"""Games of deals where nothing is said: without a precision, and at most with one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked for.

    Args:
        bots: one bot plays a field of itself; of two the first challenges a field of the second; of more each
            challenges a field of every other.
        rules: the rules of the games.
        games: how many games of deals for each match; None for 100, or 10,000 with `until`.
        until: the standard error, in points a hand, at which a match stops.
        seed: a text that fixes every deal and every choice.
        ratings: rate the bots at mixed tables too, over as many games of deals as the longest match.
        jobs: how many processes share the work, None for one for each core; it changes no figure.
        ray: the address of a Ray cluster that shares the work.
        keep: a file that keeps the games, to go on from.
        chart: a file for the chart.
        as_json: print every figure as JSON instead of tables.

    Raises:
        ParseError: something of this cannot be.
    """

    bots: tuple[str, ...]
    rules: Rules = ENGLISH
    games: int | None = None
    until: float | None = None
    seed: str = "arena"
    ratings: bool = False
    jobs: int | None = None
    ray: str | None = None
    keep: Path | None = None
    chart: Path | None = None
    as_json: bool = False

    def __post_init__(self) -> None:
        if not self.bots:
            raise ParseError(f"name the bots to match: one or more of {', '.join(LEVELS)}")
        for bot in self.bots:
            if self.bots.count(bot) > 1:
                raise ParseError(f"{bot!r} is named more than once; one bot by itself plays a field of its kind")
        if self.jobs is not None and self.jobs < 1:
            raise ParseError(f"jobs: {self.jobs} is too few; share the work among at least 1 process")
        if self.chart is not None and self.chart.suffix != ".svg":
            raise ParseError(f"chart: {str(self.chart)!r} is no name for a drawing; end it in .svg")
        if self.chart is not None and not self.chart.parent.is_dir():
            raise ParseError(f"chart: there is no folder {str(self.chart.parent)!r}; name one that is there")
        if self.ratings:
            self.tournament(1)

    def matches(self) -> list[Match]:
        """The matches, in order."""
        games = self.games if self.games is not None else GAMES if self.until is None else GAMES_UNTIL
        if len(self.bots) == 1:
            pairs: list[tuple[str | None, str]] = [(None, self.bots[0])]
        else:
            pairs = [(self.bots[0], self.bots[1])] if len(self.bots) == 2 else list(permutations(self.bots, 2))
        return [Match(field, challenger, self.rules, games, self.seed, self.until) for challenger, field in pairs]

    def tournament(self, games: int) -> Tournament:
        """The mixed tables."""
        return Tournament(self.bots, self.rules, games, self.seed)

    @contextmanager
    def crew(self) -> Iterator[Crew]:
        """Who plays."""
        jobs = self.jobs or os.cpu_count() or 1
        if self.ray is not None:
            with Cluster(self.ray, self.jobs) as cluster:
                yield cluster
        elif jobs == 1:
            yield ALONE
        else:
            with Processes(jobs) as processes:
                yield processes


def run(request: Request) -> int:
    """Match the bots and print the figures; returns the exit code.

    Raises:
        ParseError: the matches, the cluster or the kept games are none that can be.
        ClusterError: the Ray cluster cannot be reached, or cannot play.
        RecordError: the kept games cannot be read.
    """
    matches = request.matches()
    with ExitStack() as stack:
        journal = None
        if request.keep is not None:
            identity = Identity.of(request.bots, request.rules, request.seed)
            journal = stack.enter_context(Journal(request.keep, identity))
        crew = stack.enter_context(request.crew())
        show = stack.enter_context(_progress())
        outcomes = [play(match, crew=crew, keeper=journal, on_game=show(match.name)) for match in matches]
        ratings = None
        if request.ratings:
            tournament = request.tournament(max(outcome.games for outcome in outcomes))
            ratings = hold(tournament, crew=crew, keeper=journal, on_game=show(tournament.name))
    if request.chart is not None:
        title = f"upriver arena {' '.join(request.bots)}"
        request.chart.write_text(svg(panels(outcomes, ratings), title), encoding="utf-8")
    _print(outcomes, ratings, as_json=request.as_json)
    return 0


def _print(outcomes: list[Duel | Field], ratings: Ratings | None, *, as_json: bool) -> None:
    if as_json:
        found = {"matches": [values(outcome) for outcome in outcomes], "ratings": ratings and rating_values(ratings)}
        print(json.dumps(found, indent=2))
        return
    console = Console(highlight=False)
    for page in pages(outcomes, ratings):
        console.print(page)


@contextmanager
def _progress() -> Iterator[Callable[[str], Callable[[Standing], None]]]:
    """What makes, of the name of a contest, a bar that is moved by its standing; one bar stands at a time."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:

        def show(name: str) -> Callable[[Standing], None]:
            for done in progress.task_ids:
                progress.remove_task(done)
            task = progress.add_task(f"{name}, games of deals", total=None)
            return lambda standing: progress.update(task, completed=standing.games, total=standing.expected)

        yield show
