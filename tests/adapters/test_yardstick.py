"""The yardstick in OpenSpiel's game: the same deals for all, and fair worlds for the fair."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench.openspiel import YARDSTICKS, Seating, Trial, play, play_seating, read_arguments, summary, worlds

from tests.adapters.test_upriver_bot import positions
from tests.kernel_built import needs_kernel

TRIAL = Trial(("rule", "random"), field="rule", tricks=3, deals=4, sims=20, uct_c=10.0, seed="test")


def without_times(results: list[list[list[Seating]]]) -> list[list[list[Seating]]]:
    return [[[replace(one, seconds=0.0) for one in each] for each in deal] for deal in results]


def test_the_figures_are_the_same_for_any_number_of_processes() -> None:
    assert without_times(play(TRIAL, 1)) == without_times(play(TRIAL, 2))


def test_a_stopped_run_goes_on_from_its_file_and_no_other(tmp_path: Path) -> None:
    path, whole = tmp_path / "kept.jsonl", play(TRIAL, 1)
    play(replace(TRIAL, deals=2, contestants=("rule",)), 1, path)
    half = path.read_text()
    assert without_times(play(TRIAL, 1, path)) == without_times(whole)
    assert path.read_text().startswith(half)
    grown = path.read_text()
    assert play(TRIAL, 1, path) == play(TRIAL, 1, path)
    assert path.read_text() == grown
    with pytest.raises(SystemExit, match=r"kept\.jsonl keeps deals of .*\"tricks\": 3.*, not of .*\"tricks\": 4"):
        play(replace(TRIAL, tricks=4), 1, path)


@needs_kernel
@pytest.mark.parametrize("name", YARDSTICKS)
def test_every_yardstick_plays_a_hand(name: str) -> None:
    seating = play_seating(TRIAL, 0, name, 2)
    assert seating.decisions == 4
    assert seating.points in range(14)
    assert (seating.points >= 10) == seating.is_made


@needs_kernel
def test_fair_worlds_differ_and_look_the_same_to_the_player_on_move() -> None:
    for number, state in enumerate(positions(4, 5, "fair")):
        player = state.current_player()
        drawn = list(worlds(state, 8, Random(1)))
        if number < 20:  # before the last trick, in which nothing may be hidden any more
            assert len({str(world.history()) for world in drawn}) > 1
        assert {world.information_state_string(player) for world in drawn} == {state.information_state_string(player)}


def test_the_stock_resampling_knows_which_cards_are_in_play() -> None:
    """Why a fair one is needed; if this fails OpenSpiel has mended it, and the pages should say so."""
    rng = Random(2)

    def in_play(state: Any) -> set[int]:
        return set(state.history()[2:22])

    for state in positions(4, 5, "stock"):
        other = state.resample_from_infostate(state.current_player(), rng.random)
        assert in_play(other) == in_play(state)


def test_the_summary_holds_every_difference_both_ways() -> None:
    deals = [
        [[Seating(points, is_made=points > 9, decisions=4, seconds=0.004)] * 4 for points in pair]
        for pair in ((12.0, 2.0), (10.0, 0.0), (3.0, 11.0))
    ]
    told = summary(TRIAL, deals)
    assert told["contestants"]["rule"]["points"]["mean"] == pytest.approx(25 / 3)
    assert told["contestants"]["random"]["made"]["mean"] == pytest.approx(1 / 3)
    assert told["contestants"]["rule"]["ms_a_decision"] == pytest.approx(1.0)
    one, other = told["differences"]
    assert (one["of"], one["over"], one["mean"]) == ("rule", "random", pytest.approx(4.0))
    assert (other["of"], other["over"], other["mean"]) == ("random", "rule", pytest.approx(-4.0))
    assert one["error"] == other["error"] == pytest.approx(6.0)


@pytest.mark.parametrize("words", [["nobody"], ["--tricks", "13"], ["--deals", "0"], ["--field", "nobody"]])
def test_wrong_arguments_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        read_arguments(words)
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err
