"""`upriver arena`: play the matches, show the progress, print what came of them."""

from __future__ import annotations

import json
from itertools import permutations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from upriver.arena.match import Duel, Field, Match, play
from upriver.arena.report import pages, values
from upriver.bots import LEVELS
from upriver.rules import ParseError, Rules


def run(  # noqa: PLR0913  # the options of a command
    bots: list[str], *, rules: Rules, games: int, seed: str, jobs: int, as_json: bool
) -> int:
    """Match the bots and print the figures; returns the exit code.

    Args:
        bots: one bot plays a field of itself; of two the first challenges a field of the second; of more each
            challenges a field of every other.
        rules: the rules of the games.
        games: how many games of deals for each match.
        seed: a text that fixes every deal and every choice.
        jobs: how many processes share the work; it changes no figure.
        as_json: print every figure as JSON instead of tables.

    Raises:
        ParseError: bots, games or jobs that cannot be.
    """
    if jobs < 1:
        raise ParseError(f"jobs: {jobs} is too few; share the work among at least 1 process")
    outcomes = _play(_matches(bots, rules=rules, games=games, seed=seed), jobs)
    if as_json:
        print(json.dumps({"matches": [values(outcome) for outcome in outcomes]}, indent=2))
        return 0
    console = Console(highlight=False)
    for page in pages(outcomes):
        console.print(page)
    return 0


def _matches(bots: list[str], *, rules: Rules, games: int, seed: str) -> list[Match]:
    if not bots:
        raise ParseError(f"name the bots to match: one or more of {', '.join(LEVELS)}")
    for bot in bots:
        if bots.count(bot) > 1:
            raise ParseError(f"{bot!r} is named more than once; one bot by itself plays a field of its kind")
    if len(bots) == 1:
        return [Match(bots[0], None, rules, games, seed)]
    pairs = [(bots[0], bots[1])] if len(bots) == 2 else list(permutations(bots, 2))
    return [Match(field, challenger, rules, games, seed) for challenger, field in pairs]


def _play(matches: list[Match], jobs: int) -> list[Duel | Field]:
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games of deals", total=sum(match.games for match in matches))
        return [play(match, jobs=jobs, on_game=lambda: progress.advance(task)) for match in matches]
