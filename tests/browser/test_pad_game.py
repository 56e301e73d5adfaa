"""Whole games on the score pad: by touch on a small phone, with mistakes, with people who come and go."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Come
from tests.browser.scorer import SMALL, Scorer
from upriver.pad import Ledger, pad_of, start, write
from upriver.pad.cells import Value

NAMES = ("Adda", "Brenta", "Chiese")


def on_paper(names: tuple[str, ...], dealer: str, sizes: tuple[int, ...]) -> Ledger:
    """The same game written down by the Python pad."""
    order = tuple(f"p{number}" for number in range(1, len(names) + 1))
    cells: dict[str, Value] = {f"{person}.name": name for person, name in zip(order, names, strict=True)}
    return start({**cells, "order": order, "sizes": sizes, "h1.dealer": order[names.index(dealer)]})


def next_hand(ledger: Ledger, rng: Random) -> tuple[Ledger, dict[str, int], dict[str, int]]:
    """The next hand at random: the ledger after it, bids and tricks by name in bidding order."""
    pad = pad_of(ledger.cells)
    hand = pad.current
    assert hand is not None
    bids: dict[str, int] = {}
    for seat in hand.order:
        current = pad_of(ledger.cells).current
        assert current is not None
        allowed = current.allowed_bids(seat, pad.rules)
        bids[pad.people[seat].name] = bid = rng.choice([n for n in allowed if n <= 3] or allowed)
        ledger = write(ledger, {f"h{hand.number}.bid.{pad.people[seat].id}": bid})
    taken = dict.fromkeys(bids, 0)
    for _ in range(hand.size):
        taken[rng.choice(list(bids))] += 1
    results = {f"h{hand.number}.taken.{pad.people[seat].id}": taken[pad.people[seat].name] for seat in hand.order}
    return write(ledger, results), bids, taken


def test_a_family_game_of_nineteen_hands_by_touch_with_mistakes(come: Come) -> None:
    rng = Random(19)
    scorer = Scorer(come(size=SMALL))
    scorer.set_up(NAMES, "Chiese")
    page, say = scorer.page, scorer.guest.say
    ledger = on_paper(NAMES, "Chiese", (*range(10, 0, -1), *range(2, 11)))
    for number in range(1, 20):
        ledger, bids, taken = next_hand(ledger, rng)
        expect(scorer.hand).to_have_accessible_name(say("pad.hand", number=number))
        first, second, dealer = bids
        if number == 1:  # a bid is seen to be wrong, and written again
            scorer.bid(first, bids[first] + 1)
            scorer.tap(scorer.row(first))
        scorer.bid(first, bids[first])
        scorer.bid(second, bids[second])
        if number == 2:  # the barred bid explains itself, and is not written
            barred = page.locator(".keys .barred")
            scorer.tap(barred)
            asked = page.get_by_role("dialog", name=say("pad.barred.title", bid=barred.inner_text()), exact=True)
            expect(asked).to_contain_text(dealer)
            scorer.press("pad.objection.no")
            expect(asked).to_be_hidden()
            expect(scorer.prompt).to_have_text(say("pad.ask.bid", name=dealer))
        scorer.bid(dealer, bids[dealer])
        scorer.press("pad.results")
        scorer.took(first, taken[first])
        scorer.took(second, taken[second])
        if number == 3:  # tricks that do not add up are said, and the hand waits
            scorer.took(dealer, taken[dealer] + 1 if taken[dealer] < 8 else 7)
            expect(scorer.prompt).to_contain_text(re.compile(r"\b(7|9)\b.*\b8\b"))
            scorer.tap(scorer.row(dealer))
        scorer.took(dealer, taken[dealer])
        if number == 4:  # undone after the hand was written, and done again
            scorer.press("pad.undo")
            scorer.took(dealer, taken[dealer])
        scorer.press("pad.next")
    sheet = pad_of(ledger.cells).sheet
    expect(page.locator(".end h2")).to_contain_text(NAMES[sheet.leaders()[0]])
    assert scorer.totals() == list(sheet.totals)
    assert pad_of(scorer.ledger().cells).sheet == sheet
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_people_come_and_go_old_hands_are_mended_and_all_is_undone_and_done_again(come: Come) -> None:
    scorer = Scorer(come(size=SMALL))
    scorer.set_up(NAMES, "Chiese", "3-1-3")
    page, say, press = scorer.page, scorer.guest.say, scorer.press
    scorer.play({"Adda": 1, "Brenta": 0, "Chiese": 1}, {"Adda": 1, "Brenta": 0, "Chiese": 2})
    # Somebody comes late with the lowest score, sits down between two, and plays at once.
    scorer.menu("pad.who")
    people = scorer.guest.dialog("pad.who")
    sit_down(scorer, "Dora", "Adda")
    # Another sits this hand out.
    people.get_by_role("button", name=f"Brenta: {say('pad.who.out')}", exact=True).tap()
    page.keyboard.press("Escape")
    # Adda deals this hand: Dora, to her left, bids first, and Adda last.
    scorer.play({"Dora": 2, "Chiese": 0, "Adda": 1}, {"Dora": 1, "Chiese": 0, "Adda": 1})
    # Chiese has to go; what she has stays on the sheet.
    scorer.menu("pad.who")
    people.get_by_role("button", name=f"Chiese: {say('pad.who.leaves')}", exact=True).tap()
    page.keyboard.press("Escape")
    pad = pad_of(scorer.ledger().cells)
    assert [person.name for person in pad.people] == ["Adda", "Dora", "Brenta", "Chiese"]
    assert pad.sheet.totals == (11 + 11, 0 + 0, 10, 0 + 10)
    assert pad.current is not None
    assert [pad.people[seat].name for seat in pad.current.order] == ["Brenta", "Adda", "Dora"]
    # An old result was wrong: Chiese took one, Brenta the other.
    press("sheet.title")
    for name, n in (("Chiese", 1), ("Brenta", 1)):
        page.get_by_role("button", name=re.compile(f"^{name}, hand 1:")).tap()
        edited = scorer.guest.dialog("pad.edit.cell.title", name=name, number=1)
        edited.get_by_role("group", name=say("pad.edit.taken")).get_by_role("button").nth(n).tap()
        if name == "Chiese":  # the hand is open until the tricks add up
            expect(edited).to_contain_text(say("pad.edit.open", taken=2, size=3))
        edited.get_by_role("button", name=say("pad.edit.done")).tap()
    page.keyboard.press("Escape")
    assert scorer.totals() == [22, 0, 0, 21]
    # The log has what stood there before, and takes it back.
    scorer.menu("pad.log")
    log = scorer.guest.dialog("pad.log")
    line = log.get_by_role("listitem").filter(has_text="Brenta").first
    expect(line).to_contain_text(say("pad.log.was", was=0))
    line.get_by_role("button", name=say("pad.log.back")).tap()
    page.keyboard.press("Escape")
    press("pad.redo")
    before = scorer.ledger().cells
    assert back_and_forth(scorer) > 15
    assert scorer.ledger().cells == before
    assert scorer.totals() == [22, 0, 0, 21]


def sit_down(scorer: Scorer, name: str, right: str) -> None:
    """Let somebody join to the left of another, in the dialog of the people."""
    say, people = scorer.guest.say, scorer.guest.dialog("pad.who")
    scorer.press("pad.who.joins")
    people.get_by_label(say("name"), exact=True).fill(name)
    people.get_by_role("group", name=say("pad.who.after")).get_by_label(right, exact=True).check(force=True)
    scorer.press("pad.who.join")


def back_and_forth(scorer: Scorer) -> int:
    """Undo everything to the start, where nothing is written, and do it all again; how many steps that were."""
    undo, redo = (scorer.guest.button(key) for key in ("pad.undo", "pad.redo"))
    steps = 0
    while undo.is_enabled():
        undo.tap()
        steps += 1
    beginning = scorer.ledger().cells
    assert not pad_of(beginning).sheet.rows
    assert len(pad_of(beginning).people) == len(NAMES)
    while redo.is_enabled():
        redo.tap()
    return steps


def test_a_change_of_the_rules_shows_what_it_does_before_it_is_made(come: Come) -> None:
    scorer = Scorer(come(size=SMALL))
    scorer.set_up(NAMES, "Chiese", "3,2,1")
    page, say, press = scorer.page, scorer.guest.say, scorer.press
    scorer.play({"Adda": 1, "Brenta": 0, "Chiese": 1}, {"Adda": 0, "Brenta": 0, "Chiese": 3})
    scorer.menu("pad.change")
    rules = scorer.guest.dialog("pad.change")
    rules.get_by_label(say("rules.scoring.penalty"), exact=True).check(force=True)
    for name, before, after in (("Adda", "2. 0", "2. -1"), ("Chiese", "2. 0", "3. -2"), ("Brenta", "1. 10", "1. 10")):
        row = rules.get_by_role("row").filter(has_text=name)
        expect(row.get_by_role("cell")).to_have_text([before, after])
    assert pad_of(scorer.ledger().cells).sheet.totals == (0, 10, 0)
    press("pad.change.write")
    assert scorer.totals() == [-1, 10, -2]
    # A hand more, and none of it asks the hands that were played.
    scorer.menu("pad.change")
    rules.get_by_role("button", name=say("more", what=say("pad.change.hands"))).tap()
    expect(rules).to_contain_text(say("pad.change.same"))
    press("pad.change.write")
    assert [hand.size for hand in pad_of(scorer.ledger().cells).hands] == [3, 2, 1, 1]
    # Dealt again, ended early, and gone on with after all.
    scorer.bid("Brenta", 1)
    scorer.tap(page.get_by_role("button", name=say("pad.edit.hand", number=2)))
    press("pad.edit.redeal")
    pad = pad_of(scorer.ledger().cells)
    assert pad.current is not None
    assert (pad.current.number, pad.current.redeals, pad.current.total_bid) == (2, 1, 0)
    scorer.menu("pad.end")
    press("pad.end.yes")
    expect(page.locator(".end h2")).to_have_text(say("end.wins", name="Brenta"))
    press("pad.end.on")
    expect(scorer.hand).to_be_visible()


@pytest.mark.parametrize("size", [{"width": 740, "height": 360}, {"width": 320, "height": 568}])
def test_all_numbers_of_a_large_hand_are_in_sight_on_a_small_phone_and_sideways(come: Come, size: ViewportSize) -> None:
    scorer = Scorer(come(size=size))
    scorer.set_up(NAMES, "Chiese", "17,1")
    page = scorer.page
    keys = page.locator(".keys button")

    def is_all_in_sight() -> None:
        expect(keys).to_have_count(18)
        expect(keys.first).to_be_in_viewport(ratio=1)
        expect(keys.last).to_be_in_viewport(ratio=1)
        expect(page.locator("[aria-current=step]")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")

    is_all_in_sight()
    for name in NAMES:
        scorer.bid(name, 5)
    scorer.press("pad.results")
    is_all_in_sight()


def test_another_size_of_a_hand_that_was_played_shows_what_it_does_and_stays_where_it_is_refused(come: Come) -> None:
    scorer = Scorer(come(size=SMALL))
    scorer.set_up(NAMES, "Chiese", "3,2,1")
    page, say = scorer.page, scorer.guest.say
    scorer.play({"Adda": 1, "Brenta": 0, "Chiese": 1}, {"Adda": 1, "Brenta": 0, "Chiese": 2})
    scorer.press("sheet.title")
    scorer.tap(page.get_by_role("button", name=say("pad.edit.hand", number=1), exact=True))
    hand = scorer.guest.dialog("pad.hand", number=1)
    size = hand.get_by_role("spinbutton", name=say("pad.edit.size"), exact=True)
    more = hand.get_by_role("button", name=say("more", what=say("pad.edit.size")), exact=True)
    asked = scorer.guest.dialog("pad.objection")
    for answer, shown, totals in (("no", 3, (11, 10, 0)), ("yes", 4, (0, 0, 0))):
        scorer.tap(more)
        expect(asked).to_contain_text(f"{say('pad.change.moves')}Adda: 11 → 0Brenta: 10 → 0")
        scorer.tap(asked.get_by_role("button", name=say(f"pad.objection.{answer}"), exact=True))
        expect(size).to_have_attribute("aria-valuenow", str(shown))
        assert pad_of(scorer.ledger().cells).sheet.totals == totals
