"""The policy's tables: learned from nothing, the same each time, and shipped with their origin inside."""

from __future__ import annotations

from importlib.resources import files
from random import Random
from statistics import fmean

import pytest

from tests.kernel_built import needs_kernel
from upriver.bots import kernel
from upriver.bots.policy_tables import FILE, PLAYERS, Origin, pack_tables, shipped, unpack_tables
from upriver.rules import Action, Game, Rules, UpriverError, View, seed_from_text

pytestmark = needs_kernel

if kernel.is_built():
    from upriver.bots.learning import Lesson, learn, start_tables

HANDS = 10
GENERATIONS = 5  # the last stands on what the one before has counted


class TablesBot:
    """The policy with tables of one's own."""

    def __init__(self, tables: bytes) -> None:
        self.tables = tables

    def choose(self, view: View, rng: Random) -> Action:
        return kernel.policy(view, self.tables)[0].action


def taught(seed: str, *, generations: int, hands: int, threads: int = 1) -> tuple[bytes, list[Lesson]]:
    told: list[Lesson] = []
    tables = learn(4, hands=hands, generations=generations, seed=seed, threads=threads, tell=told.append)
    return tables, told


def test_the_seed_alone_fixes_what_is_learned() -> None:
    tables, told = taught("one", generations=GENERATIONS, hands=400)
    assert taught("one", generations=GENERATIONS, hands=400, threads=2) == (tables, told)
    assert taught("two", generations=1, hands=400)[1] != told[:1]
    assert [lesson.generation for lesson in told] == list(range(1, GENERATIONS + 1))


def test_little_learning_beats_none() -> None:
    start, (tables, _) = TablesBot(start_tables()), taught("improve", generations=2, hands=16_000)
    learned, gains = TablesBot(tables), []
    for deal in range(30):
        alone = totals([start] * 4, deal)
        gains += [
            totals([learned if seat == other else start for other in range(4)], deal)[seat] - alone[seat]
            for seat in range(4)
        ]
    assert fmean(gains) > HANDS  # a point a hand


def totals(bots: list[TablesBot], deal: int) -> tuple[int, ...]:
    """The points of one game of hands of five cards."""
    game = Game.start(Rules(sizes=(5,) * HANDS), seed_from_text(f"learn {deal}"), dealer=deal % 4)
    while not game.is_over:
        for seat in game.to_act:
            game.act(bots[seat].choose(game.view(seat), Random(0)))
    return game.state.sheet.totals


def test_the_shipped_tables_say_how_they_were_made_and_are_small() -> None:
    origin, tables = shipped()
    assert origin.command.startswith("upriver train --hands ")
    assert repr(origin.seed) in origin.command
    assert origin.date.startswith("20")
    assert {len(each) for each in tables.values()} == {kernel.cells()}
    assert tuple(tables) == tuple(PLAYERS)
    assert len((files("upriver.bots") / FILE).read_bytes()) < 3_000_000


def test_damaged_tables_are_refused() -> None:
    origin = Origin("upriver train", "seed", "2026-11-30", kernel.cells(), 1)
    tables = {players: bytes([players]) * kernel.cells() for players in PLAYERS}
    content = pack_tables(origin, tables)
    assert unpack_tables(content) == (origin, tables)
    for damaged in (content[:-9], content[9:], content.replace(b'"cells": ', b'"cells": 9'), b""):
        with pytest.raises(UpriverError, match="`upriver train` writes it anew"):
            unpack_tables(damaged)
