"""One evening from the first chair to the last card, at the pace of people; and what every refusal has."""

from __future__ import annotations

from pathlib import Path

from tests.table.evening import Evening, secret
from upriver import table
from upriver.rules import Rules, SeedRevealed, Started
from upriver.table import TABLE_CODES, Options, Pace, Table, record_of
from upriver.table import commands as ask_for
from upriver.table.events import StandInSet
from upriver.table.state import TablePhase


def test_four_friends_of_whom_one_reconnects_one_is_replaced_and_one_comes_back() -> None:
    options = Options(pace=Pace.NATURAL, clock=30, reserve=30, undo=True, auto_last=True)
    evening = Evening(Rules.parse("players=5 sizes=4,3,2,1,2"), options)
    evening.begin("ann", "ben", "cid", "dan")
    for _ in range(12):
        evening.step()
    evening.table = Table(evening.log, levels=evening.table.levels)  # ben's phone asks another process
    evening.do(ask_for.GoAway("cid"))
    evening.do(ask_for.LetBotPlay("ben", 2))
    evening.do(ask_for.LetBotPlay("dan", 2))
    assert StandInSet(2, "rule") in evening.events, "two of the three who are here"
    for _ in range(25):
        evening.step()
    evening.do(ask_for.ComeBack("cid"))
    evening.do(ask_for.TakeSeatBack("cid"))
    assert evening.state.here == ("ann", "ben", "cid", "dan")
    while not evening.state.is_between_hands:
        evening.step()
    evening.do(ask_for.Leave("dan"))
    evening.do(ask_for.Sit("eve", "Eve", None, b""))
    assert evening.state.seat_of("eve") == 3
    evening.play_on()
    evening.check_record()
    first = evening.state.game_seq
    for user in evening.state.people:
        evening.do(ask_for.PlayAgain(user, secret(f"{user} again")))
    assert evening.state.phase is TablePhase.PLAYING
    evening.play_on()
    evening.check_record()
    started = [entry.event for entry in evening.log if isinstance(entry.event, Started)]
    assert [len(event.contributions) for event in started] == [4, 4]
    assert sum(isinstance(entry.event, SeedRevealed) for entry in record_of(evening.log, first)) == 1
    assert {"Ann", "Ben", "Cid", "Dan", "Eve", "bot rule", "bot random", ""} >= {
        entry.by for entry in record_of(evening.log, first)
    }


def test_every_code_is_the_reason_of_some_refusal() -> None:
    folder = Path(table.__file__).parent
    source = "\n".join(path.read_text("utf-8") for path in folder.glob("*.py") if path.name != "errors.py")
    assert [code for code in TABLE_CODES if f'"{code}"' not in source] == []
