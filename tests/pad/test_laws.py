"""What holds for every pad, however it was written."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.pad.scribbling import WRITERS, attempt, more, scribble, some_event
from tests.strategies import examples
from upriver.pad import (
    Ledger,
    PadEntry,
    PadStarted,
    PadTakenBack,
    append,
    check_cell,
    dump,
    fold,
    issues,
    load,
    log_of,
    pad_of,
    rebase,
    start,
    write,
)

CHANCE = st.integers(0, 2**32).map(Random)
LENGTHS = st.integers(1, 60)


@given(CHANCE, LENGTHS)
def test_a_pad_is_what_entering_the_final_values_gives(rng: Random, length: int) -> None:
    """However it came about, with edits, undo and redo: only what the cells hold in the end counts."""
    ledger = scribble(rng, length)
    cells = list(ledger.cells.items())
    rng.shuffle(cells)
    direct = start({"order": ledger.cells["order"], "sizes": ledger.cells["sizes"]})
    for cell, value in cells:
        direct = write(direct, {cell: value})
    assert pad_of(direct.cells) == pad_of(ledger.cells)
    assert pad_of(start(dict(cells)).cells) == pad_of(ledger.cells)


@given(CHANCE, LENGTHS)
def test_the_cells_are_those_of_the_entries_that_count(rng: Random, length: int) -> None:
    """The rule of docs/pad.md, said anew: who counts from the end backwards, then the values forwards."""
    ledger = scribble(rng, length)
    silent: set[int] = set()
    for entry in reversed(ledger.entries):
        if isinstance(entry.event, PadTakenBack) and entry.seq not in silent:
            silent.add(entry.event.entry)
    cells: dict[str, object] = {}
    for entry in ledger.entries:
        if entry.seq not in silent and not isinstance(entry.event, PadTakenBack):
            cells.update(entry.event.cells)
    assert ledger.taken_back == silent
    assert ledger.cells == {cell: value for cell, value in cells.items() if value is not None}


@given(CHANCE, LENGTHS)
def test_a_pad_holds_values_of_its_cells_and_hands_that_add_up(rng: Random, length: int) -> None:
    ledger = scribble(rng, length)
    for cell, value in ledger.cells.items():
        assert check_cell(cell, value) == value
    pad = pad_of(ledger.cells)
    issues(pad)
    assert [row.number for row in pad.sheet.rows] == [hand.number for hand in pad.hands if hand.is_finished]
    for row in pad.sheet.rows:
        hand = pad.hands[row.number - 1]
        results = [row.result(seat) for seat in hand.order]
        assert all(points == pad.rules.scoring.points(bid, taken) for bid, taken, points in results)
        assert hand.stands or sum(taken for _, taken, _ in results) == hand.size
        assert {seat for seat in range(len(pad.people)) if row.was_there(seat)} == set(hand.order)
        assert hand.dealer == hand.order[-1]
    starts = tuple(person.start for person in pad.people)
    assert pad.sheet.totals == (pad.sheet.running()[-1] if pad.sheet.rows else starts)


@given(CHANCE, LENGTHS)
def test_a_record_reads_back_as_it_was(rng: Random, length: int) -> None:
    ledger = scribble(rng, length)
    text = dump(ledger.entries)
    assert load(text) == ledger == fold(ledger.entries)
    assert dump(load(text).entries) == text


@given(CHANCE, LENGTHS)
def test_one_writer_undoes_everything_and_does_it_all_again(rng: Random, length: int) -> None:
    ledger = first = start(scribble(rng, 1).cells)
    for _ in range(length):
        ledger, _ = attempt(ledger, some_event(rng, ledger, ""))
    seen = [ledger.cells]
    while (seq := ledger.to_undo("")) is not None:
        ledger = append(ledger, PadTakenBack(seq))
        seen.append(ledger.cells)
    assert ledger.cells == first.cells
    while (seq := ledger.to_redo("")) is not None and len(seen) > 1:
        assert ledger.cells == seen.pop()
        ledger = append(ledger, PadTakenBack(seq))
    assert ledger.cells == seen.pop()
    assert not seen


@given(CHANCE, LENGTHS)
def test_what_can_be_undone_can_be_appended(rng: Random, length: int) -> None:
    ledger = scribble(rng, length)
    for by in WRITERS:
        for seq in (ledger.to_undo(by), ledger.to_redo(by)):
            if seq is not None:
                assert append(ledger, PadTakenBack(seq), by=by).cells is not None


@given(CHANCE, LENGTHS)
def test_the_log_tells_every_change_with_its_old_value(rng: Random, length: int) -> None:
    ledger = scribble(rng, length)
    assert isinstance(ledger.entries[0].event, PadStarted)
    cells = dict(ledger.entries[0].event.cells)
    for line in log_of(ledger.entries):
        assert line.counts == ledger.counts(line.entry.seq)
        for change in line.changes:
            assert cells.get(change.cell) == change.old != change.new
            cells[change.cell] = change.new
    assert {cell: value for cell, value in cells.items() if value is not None} == ledger.cells


@examples(2)
@given(CHANCE, st.integers(1, 30), st.integers(0, 8), st.integers(0, 8))
def test_two_writers_keep_what_each_wrote_and_ask_where_both_did(
    rng: Random, length: int, they_write: int, i_write: int
) -> None:
    base = scribble(rng, length)
    theirs, mine = more(rng, base, they_write, "Adda"), more(rng, base, i_write, "Brenta")
    shared, alone = _after(base, theirs), _after(base, mine)
    found = rebase(base, theirs, mine)
    after = _after(shared, found.entries)
    cells = {*base.cells, *shared.cells, *alone.cells, *after.cells}
    changed = {cell for cell in cells if base.cells.get(cell) != shared.cells.get(cell)}
    clashes = {clash.cell: clash for clash in found.clashes}
    for cell in cells:
        was, their, own = (each.cells.get(cell) for each in (base, shared, alone))
        assert after.cells.get(cell) == (their if cell in changed else own)
        assert (cell in clashes) == (cell in changed and own not in (was, their))
        if cell in clashes:
            clash = clashes[cell]
            assert (clash.was, clash.theirs, clash.mine) == (was, their, own)
    assert {entry.by for entry in found.entries} <= {"Brenta"}
    if not theirs:
        assert found.entries == mine


def _after(ledger: Ledger, entries: tuple[PadEntry, ...]) -> Ledger:
    return fold((*ledger.entries, *entries))
