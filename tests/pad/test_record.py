"""Records and refusals: what is written reads back, and what cannot stand is refused with its code."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from tests.docs.pages import Page
from tests.pad.scribbling import BAD_CELLS, BAD_VALUES
from upriver.pad import (
    ISSUE_CODES,
    KINDS,
    PAD_CODES,
    Cells,
    Headings,
    Ledger,
    PadEntry,
    PadError,
    PadStarted,
    PadTakenBack,
    PadWritten,
    append,
    apply,
    decode_event,
    dump,
    fold,
    load,
    log_of,
    pad_of,
    rebase,
    start,
    to_csv,
    write,
)
from upriver.rules import ParseError, RecordError
from upriver.rules.record import HEADER

CELLS: Cells = {"order": ("p1", "p2"), "p1.name": "Adda", "p2.name": "Brenta", "sizes": (2, 1)}
NOON = datetime(2026, 12, 26, 12, 0, tzinfo=UTC)


def refused(event: object, ledger: object = None) -> tuple[str, str]:
    with pytest.raises(PadError) as caught:
        append(ledger or start(CELLS), event)  # type: ignore[arg-type]
    return caught.value.code, caught.value.cell


def test_a_record_is_lines_that_read_back() -> None:
    ledger = write(start(CELLS, at=NOON, by="Adda"), {"h1.bid.p1": 1, "h1.bid.p2": None}, at=NOON, by="Brenta")
    ledger = append(ledger, PadTakenBack(2))
    lines = dump(ledger.entries).splitlines()
    assert lines[0] == HEADER
    assert json.loads(lines[2]) == {
        "seq": 2,
        "at": "2026-12-26T12:00:00+00:00",
        "by": "Brenta",
        "event": {
            "type": "PadWritten",
            "cells": {"h1.bid.p1": 1, "h1.bid.p2": None},
            "was": {"h1.bid.p1": None, "h1.bid.p2": None},
        },
    }
    assert json.loads(lines[3])["event"] == {"type": "PadTakenBack", "entry": 2}
    assert load(dump(ledger.entries)) == ledger


def test_the_example_of_the_page_is_a_record() -> None:
    """The JSON of docs/pad.md: the bid of 2 is taken back, so that the bid of 1 stands."""
    text = Page.read("docs/pad.md").text
    block = text[text.index("```json\n") + 8 : text.index("```\n\n## Cells")]
    ledger = load(block)
    assert pad_of(ledger.cells).hands[0].bids == (1, None, None)
    assert len(ledger.entries) == 4


def test_the_page_names_every_code_cell_and_entry() -> None:
    text = Page.read("docs/pad.md").text
    kinds = [".".join({"p": "p1", "h": "h1"}.get(part, part) for part in kind.split(".")) for kind in KINDS]
    named = (*PAD_CODES, *ISSUE_CODES, *kinds, "PadStarted", "PadWritten", "PadTakenBack")
    assert [name for name in named if f"| `{name}` |" not in text] == []


@pytest.mark.parametrize(("cell", "value"), BAD_VALUES)
def test_a_value_that_its_cell_cannot_hold_is_refused(cell: str, value: object) -> None:
    assert refused(PadWritten({cell: value}, {cell: None})) == ("pad-value", cell)  # type: ignore[dict-item]
    if cell not in CELLS:
        assert refused(PadWritten({cell: None}, {cell: value})) == ("pad-value", cell)  # type: ignore[dict-item]


@pytest.mark.parametrize("cell", BAD_CELLS)
def test_a_cell_that_does_not_exist_is_refused(cell: str) -> None:
    assert refused(PadWritten({cell: 1}, {cell: None})) == ("pad-cell", cell)


def test_a_pad_starts_once_with_people_and_sizes() -> None:
    with pytest.raises(PadError, match="order and sizes") as caught:
        start({"title": "Sunday"})
    assert caught.value.code == "pad-empty"
    assert refused(PadStarted(CELLS)) == ("pad-order", "")
    assert refused(PadWritten({}, {})) == ("pad-empty", "")
    for seq, event in ((1, PadWritten({"title": "a"}, {"title": None})), (2, PadStarted(CELLS))):
        with pytest.raises(PadError) as caught:
            fold([PadEntry(seq, event)])
        assert caught.value.code == "pad-order"


def test_an_entry_that_knows_not_what_stood_there_is_refused() -> None:
    ledger = write(start(CELLS), {"h1.bid.p1": 1})
    assert refused(PadWritten({"h1.bid.p1": 2}, {"h1.bid.p1": None}), ledger) == ("pad-stale", "h1.bid.p1")
    assert refused(PadWritten({"h1.bid.p1": 2}, {}), ledger) == ("pad-stale", "")
    assert refused(PadWritten({"h1.bid.p1": 2}, {"h1.bid.p1": 1, "h1.bid.p2": None}), ledger) == ("pad-stale", "")
    assert ledger.cells["h1.bid.p1"] == 1


def test_what_was_written_over_or_taken_back_cannot_be_taken_back() -> None:
    ledger = write(write(start(CELLS), {"h1.bid.p1": 1}), {"h1.bid.p1": 2})
    for seq in (0, 1, 4, -1):
        assert refused(PadTakenBack(seq), ledger) == ("pad-no-entry", "")
    assert refused(PadTakenBack(2), ledger) == ("pad-covered", "")
    ledger = append(append(ledger, PadTakenBack(3)), PadTakenBack(2))
    assert "h1.bid.p1" not in ledger.cells
    assert refused(PadTakenBack(2), ledger) == ("pad-no-entry", "")
    ledger = write(ledger, {"h1.bid.p1": 0})
    assert refused(PadTakenBack(5), ledger) == ("pad-covered", "")  # bringing the 1 back would not show it


def test_undo_is_by_writer_and_redo_ends_with_something_new() -> None:
    ledger = start(CELLS, by="Adda")
    ledger = write(ledger, {"h1.bid.p1": 1}, by="Adda")
    ledger = write(ledger, {"h1.bid.p2": 2}, by="Brenta")
    assert (ledger.to_undo("Adda"), ledger.to_undo("Brenta"), ledger.to_undo("Chiese")) == (2, 3, None)
    ledger = append(ledger, PadTakenBack(2), by="Adda")
    assert (ledger.to_undo("Adda"), ledger.to_redo("Adda"), ledger.to_redo("Brenta")) == (None, 4, None)
    assert append(ledger, PadTakenBack(4), by="Adda").cells["h1.bid.p1"] == 1
    assert write(ledger, {"title": "x"}, by="Adda").to_redo("Adda") is None
    assert write(ledger, {"h1.bid.p1": 0}, by="Brenta").to_redo("Adda") is None
    over = write(ledger, {"h1.bid.p2": 0}, by="Adda")
    assert over.to_undo("Brenta") is None


def test_the_log_has_the_old_value_of_corrections_and_take_backs() -> None:
    ledger = write(write(start(CELLS), {"h1.bid.p1": 1}), {"h1.bid.p1": 2})
    lines = log_of(append(ledger, PadTakenBack(3)).entries)
    told = [[(each.cell, each.old, each.new, each.is_correction) for each in line.changes] for line in lines]
    assert told == [
        [("h1.bid.p1", None, 1, False)],
        [("h1.bid.p1", 1, 2, True)],
        [("h1.bid.p1", 2, 1, True)],
    ]
    assert [(line.counts, line.is_take_back) for line in lines] == [(True, False), (False, False), (True, True)]


def test_two_writers_in_one_cell_clash_and_in_two_cells_do_not() -> None:
    base = start(CELLS)
    theirs = write(base, {"h1.bid.p1": 1}).entries[1:]
    mine = write(write(base, {"h1.bid.p2": 2}), {"h1.bid.p1": 0, "h1.trump": "S"}).entries[1:]
    found = rebase(base, theirs, mine)
    assert [entry.event for entry in found.entries] == [
        PadWritten({"h1.bid.p2": 2}, {"h1.bid.p2": None}),
        PadWritten({"h1.trump": "S"}, {"h1.trump": None}),
    ]
    assert [(each.cell, each.was, each.theirs, each.mine) for each in found.clashes] == [("h1.bid.p1", None, 1, 0)]
    same = rebase(base, theirs, write(base, {"h1.bid.p1": 1}).entries[1:])
    assert (same.entries, same.clashes) == ((), ())


@pytest.mark.parametrize(
    "plain",
    [
        None, [], {}, {"type": "BidMade"}, {"type": ["PadStarted"]}, {"type": "PadStarted"},
        {"type": "PadStarted", "cells": []}, {"type": "PadWritten", "cells": {}},
        {"type": "PadTakenBack", "entry": "2"},
        {"type": "PadTakenBack", "entry": True}, {"type": "PadTakenBack", "entry": 2, "cells": {}},
    ],
)  # fmt: skip
def test_what_is_no_event_is_refused(plain: object) -> None:
    with pytest.raises(ParseError):
        decode_event(plain)


@pytest.mark.parametrize("value", [{}, 1.0, [1, "p1"], [[1]], [None]])
def test_what_no_cell_can_hold_is_refused(value: object) -> None:
    with pytest.raises(PadError) as caught:
        decode_event({"type": "PadStarted", "cells": {"sizes": value}})
    assert (caught.value.code, caught.value.cell) == ("pad-value", "sizes")


def test_a_damaged_record_says_its_line() -> None:
    good = dump(write(start(CELLS), {"h1.bid.p1": 1}).entries)
    for text, line in (
        (good.replace('"h1.bid.p1": 1', '"h1.bid.p1": 99'), 3),
        (good.replace('"seq": 2', '"seq": 3'), 3),
        (good.replace("PadStarted", "Started"), 2),
        (good[:-1], 3),
    ):
        with pytest.raises(RecordError, match=f"^line {line}: "):
            load(text)
    with pytest.raises(RecordError, match="is empty"):
        load(f"{HEADER}\n")
    with pytest.raises(RecordError, match="no time with a zone"):
        load(good.replace('"seq": 2', '"seq": 2, "at": "2026-12-26T12:00:00"'))


def test_entries_follow_one_another() -> None:
    with pytest.raises(PadError, match="entry 3 PadTakenBack cannot follow 1 entries"):
        apply(start(CELLS), PadEntry(3, PadTakenBack(2)))


def test_the_sheet_is_a_table_for_spreadsheets() -> None:
    ledger = start({**CELLS, "p1.name": '=Ugo "il re"', "p2.name": "Li, Anna", "h1.trump": "H"})
    ledger = write(ledger, {"h1.bid.p1": 2, "h1.bid.p2": 1, "h1.taken.p1": 1, "h1.taken.p2": 1, "h2.out.p1": True})
    ledger = write(ledger, {"h2.bid.p2": 1, "h2.taken.p2": 1, "scoring": "penalty"})
    rows = to_csv(pad_of(ledger.cells)).split("\r\n")
    assert rows[1] == '1,2,"\'=Ugo ""il re""",H,2,1,-1,-1,1,1,11,11'
    assert rows[2] == '2,1,"Li, Anna",,,,,-1,1,1,11,22'
    assert rows[3:] == [""]
    words = Headings("mano", "prese", "mazziere", "briscola", "chiamata", "prese fatte", "punti", "totale")
    assert to_csv(pad_of(ledger.cells), words).startswith('mano,prese,mazziere,briscola,"\'=Ugo ""il re"" chiamata",')


def test_a_very_long_log_is_taken_back_and_brought_back() -> None:
    """One bid taken back and brought back again and again; the ledger is made at once, and its beginning checked."""
    begun = write(start(CELLS), {"h1.bid.p1": 1})

    def scribbled(often: int) -> Ledger:
        last = often + 2
        backs = tuple(PadEntry(seq, PadTakenBack(seq - 1)) for seq in range(3, last + 1))
        taken_back = frozenset(seq for seq in range(2, last) if (last - seq) % 2)
        return Ledger((*begun.entries, *backs), taken_back, CELLS if 2 in taken_back else begun.cells)

    assert scribbled(3) == fold(scribbled(3).entries)
    ledger = scribbled(100_000)
    assert ledger.cells["h1.bid.p1"] == 1
    ledger = append(ledger, PadTakenBack(100_002))
    assert "h1.bid.p1" not in ledger.cells
    assert ledger.to_undo("") is None
    ledger = append(ledger, PadTakenBack(100_003))
    assert ledger.cells["h1.bid.p1"] == 1
    assert ledger.to_undo("") == 2
