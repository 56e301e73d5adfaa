from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.driver import SMALL, bid_something, is_bidding, make_app, screen_text, words_of
from upriver.rules.record import load, replay
from upriver.terminal.end_screen import EndScreen
from upriver.terminal.summary_screen import SummaryScreen


@pytest.mark.parametrize(("lang", "rules"), [("en", "english"), ("it", "italian")])
async def test_nineteen_hands_by_keyboard_alone_in_80_by_24(tmp_path: Path, lang: str, rules: str) -> None:
    app = make_app(tmp_path, lang=lang, rules=rules)
    summaries = []
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(1000):
            if isinstance(app.screen, EndScreen):
                break
            if isinstance(app.screen, SummaryScreen):
                summaries.append(words_of(app, "#text"))
            if is_bidding(app):
                await bid_something(pilot, app)
            else:
                await pilot.press("enter")
        assert isinstance(app.screen, EndScreen)
        end = screen_text(app)
    (record,) = (tmp_path / "games").iterdir()
    state = replay(load(record.read_text("utf-8")))
    assert state.is_over
    assert len(state.sheet.rows) == 19 == len(summaries)
    assert record.name in end.replace("\n", "").replace(" ", "").replace("│", "")
    for seat in state.sheet.leaders():
        assert f"★ 1  {state.name(seat)}" in end
    assert ("wins" in end or "win!" in end or "win together" in end) == (lang == "en")
    for row, summary in zip(state.sheet.rows, summaries, strict=True):
        assert all(str(row.points[seat]) in summary for seat in range(4))
        assert summary.count("✓") == sum(row.is_made(seat) for seat in range(4))
