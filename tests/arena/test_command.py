"""`upriver arena` as the command line calls it. The bots are plain ones, so the pages are the same forever."""

from __future__ import annotations

import json
import re

import pytest

from upriver.arena.command import run
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


@pytest.mark.parametrize(
    ("bots", "page"),
    [(["modest"], FIELD), (["proud", "modest"], DUEL), (["proud", "modest", "random"], CROSS)],
    ids=["one in a field of itself", "two", "more"],
)
def test_figures_are_printed_as_pages(capsys: pytest.CaptureFixture[str], bots: list[str], page: str) -> None:
    assert run(bots, rules=SHORT, games=3, seed="print", jobs=1, as_json=False) == 0
    out, err = capsys.readouterr()
    assert "".join(f"{line.rstrip()}\n" for line in out.splitlines()) == page
    assert err == "", "no progress bar away from a terminal"


def test_one_game_has_no_error_to_print(capsys: pytest.CaptureFixture[str]) -> None:
    run(["proud"], rules=SHORT, games=1, seed="print", jobs=1, as_json=False)
    out = capsys.readouterr().out
    assert "±" not in out
    assert "1 game of deals with 2 hands each: too few for an error." in out


def test_json_holds_every_figure_of_every_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["proud", "modest", "random"], rules=SHORT, games=3, seed="print", jobs=1, as_json=True) == 0
    matches = json.loads(capsys.readouterr().out)["matches"]
    assert [(match["challenger"], match["field"]) for match in matches] == [
        (challenger, field)
        for challenger in ("proud", "modest", "random")
        for field in ("proud", "modest", "random")
        if challenger != field
    ]
    first = matches[0]
    assert {name: first[name] for name in ("rules", "seed", "games", "hands")} == {
        "rules": str(SHORT),
        "seed": "print",
        "games": 3,
        "hands": 18,
    }
    assert first["difference"]["mean"] == pytest.approx(-0.39, abs=0.005)
    assert [entry["cards"] for entry in first["challenging"]["made_by_size"]] == [1, 10]
    assert set(first["alone"]) == {"points", "won", "made", "made_by_size", "made_by_place"}
    assert len(numbers(first)) == 2 + 1 + 3 * 8, "hands and games, the difference, and eight figures for each bot"


def test_a_field_of_itself_has_no_difference_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    run(["modest"], rules=SHORT, games=3, seed="print", jobs=1, as_json=True)
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


@pytest.mark.parametrize(
    ("bots", "games", "jobs", "message"),
    [
        ([], 3, 1, "name the bots to match: one or more of random, easy, rule"),
        (["modest", "deep"], 3, 1, "'deep' is no bot"),
        (["modest", "proud", "modest"], 3, 1, "'modest' is named more than once"),
        (["modest"], 0, 1, "games: 0 is too few"),
        (["modest"], 3, -2, "jobs: -2 is too few"),
    ],
)
def test_what_cannot_be_matched_is_quoted(bots: list[str], games: int, jobs: int, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        run(bots, rules=SHORT, games=games, seed="print", jobs=jobs, as_json=False)
