"""`upriver train`: learn the policy's tables from nothing, and say what was learned."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from upriver.bots import kernel
from upriver.bots.learning import Lesson, hands_of, learn
from upriver.bots.policy_tables import PLAYERS, Origin, pack_tables


def run(out: Path, *, hands: int, generations: int, seed: str) -> int:
    """Learn the tables of every number of players and write them; returns the exit code.

    Args:
        out: the file to write.
        hands: hands of self-play in each of the last generations, for each number of players; the first play fewer.
        generations: how many.
        seed: a text that fixes every hand.

    Raises:
        MissingKernelError: there is no kernel to learn with.
        OSError: the file cannot be written.
    """
    origin = Origin(
        command=f"upriver train --hands {hands} --generations {generations} --seed {seed!r}",
        seed=seed,
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        cells=kernel.cells(),
        hands=sum(hands_of(generation, hands) for generation in range(1, generations + 1)),
    )
    lessons: list[Lesson] = []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("generations", total=generations * len(PLAYERS))

        def tell(lesson: Lesson) -> None:
            lessons.append(lesson)
            progress.advance(task)

        threads = os.cpu_count() or 1
        tables = {
            players: learn(players, hands=hands, generations=generations, seed=seed, threads=threads, tell=tell)
            for players in PLAYERS
        }
    content = pack_tables(origin, tables)
    out.write_bytes(content)
    _report(lessons, generations)
    print(f"\n{out}: {len(content):,} bytes, {origin.cells:,} chances for each number of players")
    return 0


def _report(lessons: list[Lesson], generations: int) -> None:
    table = Table(title="What was learned", title_justify="left")
    for name in ("players", "chances met", "moved at first", "moved at last"):
        table.add_column(name, justify="right")
    for players in PLAYERS:
        own = [lesson for lesson in lessons if lesson.players == players]
        table.add_row(str(players), f"{own[-1].met:,}", f"{own[0].moved:.3f}", f"{own[-1].moved:.3f}")
    Console().print(table)
    print(f"Moved: by how much the chances met in a generation changed on average, of 1. Generations: {generations}.")
