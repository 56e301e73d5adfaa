"""`upriver arena` as the command line calls it. The bots are plain ones, so the pages are the same forever."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from upriver import cli
from upriver.arena.command import Request, run
from upriver.rules import ParseError, Rules

SHORT = Rules(players=3, sizes=(10, 1))

FIELD = """\
3 modest bots at one table: 6 hands, 18 bids

                        modest
 ─────────────────────────────
 points a hand     3.89 ± 0.56
 games won, %      33.3 ±  0.0
 bids made, %      38.9 ±  5.6
   with 1 card     66.7 ±  0.0
   with 10 cards   11.1 ± 11.1
   as bidder 1      0.0 ±  0.0
   as bidder 2     66.7 ± 16.7
   as dealer       50.0 ±  0.0

± is one standard error, over 3 games of deals with 2 hands each.
Winners level on points share a game. Bidder 1 sits left of the dealer.
Seed: print. Rules: players=3 sizes=10,1.
"""

DUEL = """\
1 proud bot among 2 modest bots, in each seat in turn: 18 hands

                                       modest,        modest,
                         proud   against proud   in all seats
 ────────────────────────────────────────────────────────────
 points a hand     3.50 ± 0.00     2.22 ± 0.56    3.89 ± 0.56
 games won, %      55.6 ±  5.6     22.2 ±  2.8    33.3 ±  0.0
 bids made, %      33.3 ±  0.0     22.2 ±  5.6    38.9 ±  5.6
   with 1 card     66.7 ±  0.0     33.3 ±  0.0    66.7 ±  0.0
   with 10 cards    0.0 ±  0.0     11.1 ± 11.1    11.1 ± 11.1
   as bidder 1     50.0 ±  0.0      0.0 ±  0.0     0.0 ±  0.0
   as bidder 2      0.0 ±  0.0     66.7 ± 16.7    66.7 ± 16.7
   as dealer       50.0 ±  0.0      0.0 ±  0.0    50.0 ±  0.0

In the same seats with the same cards: proud -0.39 ± 0.56 points a hand compared
with modest.
± is one standard error, over 3 games of deals with 2 hands each.
Winners level on points share a game. Bidder 1 sits left of the dealer.
Seed: print. Rules: players=3 sizes=10,1.
"""

CROSS = """\
1 bot of the row among 2 of the column, in each seat in turn: 18 hands each

Points a hand, compared with the column's bot in the same seat with the same
cards

           among proud   among modest   among random
 ───────────────────────────────────────────────────
 proud                   -0.39 ± 0.56   +0.11 ± 0.96
 modest   +2.06 ± 0.56                  -0.06 ± 0.96
 random   +0.50 ± 0.59   -0.44 ± 1.14

proud among modest        ░░░░░░░░│░                      -0.39 ± 0.56
proud among random         ░░░░░░░│░░░░░░░░░              +0.11 ± 0.96
modest among proud                │████████████░░░░░░░░░  +2.06 ± 0.56
modest among random       ░░░░░░░░│░░░░░░░                -0.06 ± 0.96
random among proud               ░│░░░░░░░░░              +0.50 ± 0.59
random among modest  ░░░░░░░░░░░░░│░░░░░                  -0.44 ± 1.14

Games won, %

          among proud   among modest   among random
 ──────────────────────────────────────────────────
 proud                   55.6 ±  5.6    48.1 ±  3.7
 modest   18.5 ±  7.4                   29.6 ±  4.9
 random   25.9 ±  7.4    51.9 ± 12.1

Bids made, %

          among proud   among modest   among random
 ──────────────────────────────────────────────────
 proud                   33.3 ±  0.0    16.7 ±  0.0
 modest   38.9 ±  5.6                   16.7 ±  0.0
 random   22.2 ±  5.6    33.3 ±  9.6

± is one standard error, over 3 games of deals with 2 hands each.
Winners level on points share a game.
Seed: print. Rules: players=3 sizes=10,1.
"""


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def request(*bots: str, games: int | None = 3, as_json: bool = False) -> Request:
    return Request(bots=bots, rules=SHORT, games=games, seed="print", jobs=1, as_json=as_json)


@pytest.mark.parametrize(
    ("bots", "page"),
    [(["modest"], FIELD), (["proud", "modest"], DUEL), (["proud", "modest", "random"], CROSS)],
    ids=["one in a field of itself", "two", "more"],
)
def test_figures_are_printed_as_pages(capsys: pytest.CaptureFixture[str], bots: list[str], page: str) -> None:
    assert run(request(*bots)) == 0
    out, err = capsys.readouterr()
    assert "".join(f"{line.rstrip()}\n" for line in out.splitlines()) == page
    assert err == "", "no progress bar away from a terminal"


def test_one_game_has_no_error_to_print(capsys: pytest.CaptureFixture[str]) -> None:
    run(request("proud", games=1))
    out = capsys.readouterr().out
    assert "±" not in out
    assert "1 game of deals with 2 hands each: too few for an error." in out


def test_json_holds_every_figure_of_every_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(request("proud", "modest", "random", as_json=True)) == 0
    found = json.loads(capsys.readouterr().out)
    matches = found["matches"]
    assert found["ratings"] is None
    assert [(match["challenger"], match["field"]) for match in matches] == [
        (challenger, field)
        for challenger in ("proud", "modest", "random")
        for field in ("proud", "modest", "random")
        if challenger != field
    ]
    first = matches[0]
    assert {name: first[name] for name in ("rules", "seed", "games", "most", "until", "reached", "hands")} == {
        "rules": str(SHORT),
        "seed": "print",
        "games": 3,
        "most": 3,
        "until": None,
        "reached": None,
        "hands": 18,
    }
    assert first["difference"]["mean"] == pytest.approx(-0.39, abs=0.005)
    assert [entry["cards"] for entry in first["challenging"]["made_by_size"]] == [1, 10]
    assert set(first["alone"]) == {"points", "won", "made", "made_by_size", "made_by_place"}
    assert len(numbers(first)) == 3 + 1 + 3 * 8, (
        "hands, games and the most, the difference, and eight figures for each bot"
    )


def test_a_field_of_itself_has_no_difference_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    run(request("modest", as_json=True))
    (match,) = json.loads(capsys.readouterr().out)["matches"]
    assert match["challenger"] is None
    assert "difference" not in match


def numbers(value: object) -> list[object]:
    """Every number in the JSON, where a mean and its error count as one."""
    if isinstance(value, dict):
        return [found for name, each in value.items() if name not in ("error", "cards") for found in numbers(each)]
    if isinstance(value, list):
        return [found for each in value for found in numbers(each)]
    return [value] if isinstance(value, int | float) else []


def test_ratings_follow_the_matches(capsys: pytest.CaptureFixture[str]) -> None:
    rated = replace(request("proud", "modest", "random"), ratings=True)
    assert run(rated) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    at = lines.index("Ratings over mixed tables: 9 games, in each seat in turn")
    assert lines[at + 2].split() == ["mu", "sigma", "ordinal"]
    rows = [line.split() for line in lines[at + 4 : at + 7]]
    run(replace(rated, as_json=True))
    ratings = json.loads(capsys.readouterr().out)["ratings"]
    assert {name: ratings[name] for name in ("rules", "seed", "games", "played")} == {
        "rules": str(SHORT),
        "seed": "print",
        "games": 3,
        "played": 9,
    }
    shown = [[bot["bot"], *(f"{bot[name]:.1f}" for name in ("mu", "sigma", "ordinal"))] for bot in ratings["bots"]]
    assert [row[:4] for row in rows] == shown
    assert all("█" in row[4] and "░" in row[4] for row in rows)
    assert [bot["ordinal"] for bot in ratings["bots"]] == sorted(
        (bot["ordinal"] for bot in ratings["bots"]), reverse=True
    )


def test_the_page_says_whether_it_is_precise(capsys: pytest.CaptureFixture[str]) -> None:
    run(replace(request("twin", "random", games=None), until=0.05))
    out = capsys.readouterr().out
    assert "over 30 games of deals" in out
    assert "The error of points a hand came down to 0.05, as asked." in out
    run(replace(request("proud", "modest", games=31), until=0.01))
    out = " ".join(capsys.readouterr().out.split())
    assert "did not come down to 0.01: proud among modest has 0." in out
    assert "More --games would get there." in out


def test_matches_of_different_length_are_told_as_a_range(capsys: pytest.CaptureFixture[str]) -> None:
    run(
        replace(
            request("modest", "proud", "random", games=40), rules=Rules(players=3, sizes=(1,)), until=0.6, ratings=True
        )
    )
    out = " ".join(capsys.readouterr().out.split())
    assert "in each seat in turn: 90 to 120 hands each" in out
    assert "over 30 to 40 games of deals with 1 hand each." in out
    assert "Ratings over mixed tables: 120 games" in out


def test_json_says_whether_it_is_precise(capsys: pytest.CaptureFixture[str]) -> None:
    run(replace(request("twin", "random", games=None, as_json=True), until=0.05))
    (match,) = json.loads(capsys.readouterr().out)["matches"]
    assert (match["games"], match["most"], match["until"], match["reached"]) == (30, 10_000, 0.05, True)


def test_the_same_command_goes_on_where_it_was(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = replace(request("proud", "modest", "random"), ratings=True, keep=tmp_path / "games")
    run(kept)
    whole, page = (kept.keep and kept.keep.read_bytes()) or b"", capsys.readouterr().out
    assert whole.count(b"\n") == 1 + 6 * 3 + 3
    (tmp_path / "games").write_bytes(whole[: len(whole) // 2])
    run(kept)
    assert capsys.readouterr().out == page
    assert (tmp_path / "games").read_bytes() == whole


@pytest.mark.parametrize(
    ("bots", "asked", "message"),
    [
        ((), {}, "name the bots to match: one or more of random, easy, rule"),
        (("modest", "deep"), {}, "'deep' is no bot"),
        (("modest", "proud", "modest"), {}, "'modest' is named more than once"),
        (("modest",), {"games": 0}, "games: 0 is too few"),
        (("modest",), {"games": 29, "until": 0.05}, "games: 29 is too few to tell a precision"),
        (("modest",), {"until": -0.5}, "until: -0.5 is no precision"),
        (("modest",), {"jobs": -2}, "jobs: -2 is too few"),
        (("modest",), {"jobs": 0}, "jobs: 0 is too few"),
        (("modest", "proud"), {"ratings": True}, "'modest', 'proud' is too small a field"),
        (("modest",), {"chart": Path("chart.png")}, "chart: 'chart.png' is no name for a drawing; end it in .svg"),
        (("modest",), {"chart": Path("nowhere/chart.svg")}, "chart: there is no folder 'nowhere'"),
        (("modest",), {"ray": "cluster"}, "ray: 'cluster' is no address"),
        (("modest",), {"ray": "auto", "jobs": 2}, "jobs: 2 is for processes on this machine"),
    ],
)
def test_what_cannot_be_matched_is_quoted(bots: tuple[str, ...], asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        run(Request(bots=bots, rules=SHORT, **asked))


def test_the_docs_name_every_option() -> None:
    page = (Path(cli.__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    options = [name for name in signature(cli.arena).parameters if name != "bots"]
    assert len(options) == 10
    assert [name for name in options if f"`--{name}" not in page] == []
