"""What is kept of score pads on a device: names, many pads, files, pictures and paper."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from struct import unpack

import pytest
from playwright.sync_api import Download, Locator, Page, ViewportSize, expect

from tests.browser.conftest import DESKTOP, Come
from tests.browser.guest import Guest
from tests.browser.scorer import SMALL, Scorer
from tests.browser.test_access import check
from tests.browser.test_pad_game import next_hand, on_paper
from upriver.pad import dump, load, pad_of, to_csv

NAMES = ("Adda", "Brenta", "Chiese")
A4, LETTER = "A4", "Letter"


def a_hand(scorer: Scorer) -> None:
    """A pad with one hand of three cards written."""
    scorer.set_up(NAMES, "Chiese", "3,2,1")
    scorer.play({"Adda": 1, "Brenta": 0, "Chiese": 1}, {"Adda": 1, "Brenta": 0, "Chiese": 2})


def test_names_are_remembered_and_put_in_order_by_keys_and_by_dragging(come: Come) -> None:
    guest = come(size=DESKTOP)
    scorer = Scorer(guest)
    scorer.set_up(NAMES, "Chiese")
    scorer.guest.go("/score/new")
    page, say = guest.page, guest.say
    people = page.get_by_role("list", name=say("pad.people"))
    names = people.get_by_role("textbox")
    expect(names).to_have_count(3)
    grip = page.get_by_role("button", name=say("pad.people.move", name="Chiese"), exact=True)
    grip.focus()
    page.keyboard.press("ArrowUp")
    expect(grip).to_be_focused()
    page.keyboard.press("Home")
    assert [box.input_value() for box in names.all()] == ["Chiese", "Adda", "Brenta"]
    grip.drag_to(page.get_by_role("button", name=say("pad.people.move", name="Brenta"), exact=True))
    assert [box.input_value() for box in names.all()] == ["Adda", "Brenta", "Chiese"]
    # The draw: everybody takes a card, and whoever is level takes another, until one is highest.
    scorer.press("pad.draw")
    drawing = page.get_by_role("button", name=re.compile(f"^{say('pad.draw.for', name='')}"))
    while drawing.count():
        drawing.click()
    chosen = page.get_by_role("radio", checked=True, name=re.compile("|".join(NAMES)))
    expect(page.get_by_text(re.compile("draws highest and deals first"))).to_be_visible()
    dealer = page.locator("label.chosen").inner_text()
    expect(chosen.first).to_be_checked()
    scorer.press("pad.start")
    expect(scorer.hand.locator(".deals")).to_contain_text(say("pad.deals", name=dealer))


def test_pads_stand_side_by_side_are_put_away_and_deleted_and_come_back(come: Come) -> None:
    scorer = Scorer(come(size=SMALL))
    page, say = scorer.page, scorer.guest.say
    a_hand(scorer)
    first = scorer.id
    scorer.set_up(("Dora", "Esino"), "Dora", "1")
    scorer.press("pad.all")
    links = page.get_by_role("link")
    expect(links).to_have_count(2)
    expect(page.get_by_role("link", name=re.compile("Adda 11"))).to_have_attribute("href", f"/score/{first}")
    scorer.press("pad.delete", pad="Dora and Esino")
    expect(links).to_have_count(1)
    scorer.press("pad.back")
    expect(links).to_have_count(2)
    scorer.press("pad.archive", pad="Dora and Esino")
    expect(page.get_by_role("link", name=re.compile("Dora"))).to_be_hidden()
    page.get_by_text(say("pad.archived")).tap()
    page.get_by_role("link", name=re.compile("Dora")).tap()
    expect(scorer.prompt).to_have_text(say("pad.ask.bid", name="Esino"))


def test_what_is_exported_is_the_same_once_it_is_imported(come: Come, tmp_path: Path) -> None:
    scorer = Scorer(come(size=SMALL))
    a_hand(scorer)
    scorer.bid("Brenta", 1)
    ledger, totals = scorer.ledger(), scorer.totals()
    scorer.menu("pad.save")
    record = saved(scorer.page, scorer.guest.say("pad.save.record"))
    text = record.path().read_text("utf-8")
    assert load(text).entries == ledger.entries
    assert record.suggested_filename.startswith("Adda, Brenta, Chiese 20")
    table = saved(scorer.page, scorer.guest.say("pad.save.csv")).path().read_bytes()
    assert table == b"\xef\xbb\xbf" + to_csv(pad_of(ledger.cells)).encode()
    picture = saved(scorer.page, scorer.guest.say("pad.save.picture")).path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert unpack(">II", picture[16:24]) == (2 * 560, 2 * (118 + 40 + 34 + 50 + 36))
    file = tmp_path / "pad.jsonl"
    file.write_text(text, "utf-8")
    other = Scorer(come(size=SMALL))
    other.guest.go("/score")
    for _ in range(2):  # the second time it is found to be here already
        other.page.locator("input[type=file]").set_input_files(file)
        expect(other.prompt).to_have_text(other.guest.say("pad.ask.bid", name="Chiese"))
        opened = other.id
        assert other.ledger().entries == ledger.entries
        assert other.totals() == totals
        other.press("pad.all")
    expect(other.page.get_by_role("link")).to_have_count(1)
    expect(other.page.get_by_role("link")).to_have_attribute("href", f"/score/{opened}")
    file.write_text(text.replace("PadStarted", "Started"), "utf-8")
    other.page.locator("input[type=file]").set_input_files(file)
    expect(other.page.get_by_text(re.compile("line 2: "))).to_be_visible()


def saved(page: Page, button: str) -> Download:
    """What a button saves."""
    with page.expect_download() as caught:
        page.get_by_role("button", name=button, exact=True).tap()
    return caught.value


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_an_empty_sheet_and_a_full_one_are_each_a_page_of_paper(paper: str, come: Come, tmp_path: Path) -> None:
    scorer = Scorer(come(size=SMALL))
    scorer.set_up(NAMES, "Chiese")
    scorer.guest.go("/score")
    file = tmp_path / "pad.jsonl"
    file.write_text(whole_game(), "utf-8")
    scorer.page.locator("input[type=file]").set_input_files(file)
    expect(scorer.page.locator(".printed .chart")).to_be_attached()
    assert pages(scorer.page, paper) == 1
    scorer.guest.go("/score/new")
    scorer.page.locator(".printed td.barred").first.wait_for(state="attached")
    expect(scorer.page.locator(".printed tbody tr")).to_have_count(19)
    assert pages(scorer.page, paper) == 1


def test_on_paper_ten_people_have_their_whole_names_and_the_dealer_a_mark(come: Come, tmp_path: Path) -> None:
    scorer = Scorer(come(size=SMALL))
    page = scorer.page
    names = ("Margherita", "Francesca", *(f"Person {number}" for number in range(8)))
    file = tmp_path / "pad.jsonl"
    file.write_text(whole_game(names, (2, 1, 2)), "utf-8")
    scorer.guest.go("/score")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".printed .chart")).to_be_attached()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1040})  # what an A4 page has between its margins
    assert cut_short(page.locator(".printed .name")) == []
    marks = page.locator(".printed .dealt")
    expect(marks).to_have_count(3)
    expect(marks.first).to_have_css("print-color-adjust", "exact")
    page.emulate_media(media="screen")
    page.set_viewport_size(SMALL)
    scorer.set_up(names, "Francesca", "1")
    scorer.guest.go("/score/new")
    page.locator(".printed td.barred").first.wait_for(state="attached")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1040})
    assert cut_short(page.locator(".printed thead span")) == []


def test_an_empty_sheet_without_names_has_columns_to_write_them_into(come: Come) -> None:
    scorer = Scorer(come(size=SMALL))
    scorer.guest.go("/score/new")
    names = scorer.page.locator(".printed thead th:not(.narrow, .sum, .barred)")
    expect(names).to_have_text([""] * 4)
    new = scorer.page.get_by_label(scorer.guest.say("pad.people.new"), exact=True)
    for shown in (["Adda", "", "", ""], ["Adda", "Brenta"]):
        new.fill("Brenta" if "Brenta" in shown else "Adda")
        new.press("Enter")
        expect(names).to_have_text(shown)


def cut_short(texts: Locator) -> list[str]:
    """Those of the texts that do not fit into their places."""
    found: list[str] = texts.evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)"
        ".map(one => one.textContent)"
    )
    return found


def whole_game(names: tuple[str, ...] = NAMES, sizes: tuple[int, ...] = (*range(10, 0, -1), *range(2, 11))) -> str:
    """The record of a whole game."""
    ledger, rng = on_paper(names, names[-1], sizes), Random(4)
    for _ in sizes:
        ledger, _, _ = next_hand(ledger, rng)
    return dump(ledger.entries)


def pages(page: Page, paper: str) -> int:
    """How many pages come out of the printer."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper, prefer_css_page_size=False)))


def test_the_screen_stays_awake(come: Come) -> None:
    scorer = Scorer(come(size=SMALL))
    scorer.page.add_init_script(
        "window.locks = []; navigator.wakeLock.request = async kind => {"
        " const lock = { kind, release: async () => void locks.splice(locks.indexOf(lock), 1) };"
        " locks.push(lock); return lock; };"
    )
    a_hand(scorer)
    assert scorer.page.evaluate("locks.map(({ kind }) => kind)") == ["screen"]
    scorer.press("pad.all")
    scorer.guest.button("pad.new").wait_for()
    assert scorer.page.evaluate("locks.length") == 0


def look(guest: Guest, screen: str, *more: ViewportSize) -> list[str]:
    """What axe finds on the screen on a small phone, and in more sizes."""
    return check(guest, screen, (SMALL, *more))


def test_every_screen_is_within_everybodys_reach_in_italian(come: Come) -> None:
    guest = come("it", SMALL)
    scorer = Scorer(guest)
    page, say = guest.page, guest.say
    guest.go("/score")
    guest.button("pad.new").wait_for()
    found = look(guest, "pads")
    a_hand(scorer)
    found += look(guest, "bids", DESKTOP)
    expect(scorer.prompt).to_have_text("Brenta: quante prese?")
    scorer.bid("Brenta", 1)
    scorer.bid("Chiese", 0)
    barred = page.locator(".keys .barred")
    scorer.tap(barred)
    found += look(guest, "barred")
    scorer.press("pad.objection.no")
    scorer.bid("Adda", 2)
    found += look(guest, "play")
    scorer.press("pad.results")
    found += look(guest, "results")
    for key in ("pad.who", "pad.change", "pad.log", "pad.share", "pad.save"):
        scorer.press("menu")
        found += look(guest, "menu") if key == "pad.who" else []
        scorer.press(key)
        found += look(guest, key)
        page.keyboard.press("Escape")
    scorer.press("sheet.title")
    found += look(guest, "sheet")
    scorer.tap(page.locator("button[aria-label^='Brenta, smazzata 1:']"))
    found += look(guest, "correction")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    scorer.tap(page.get_by_role("button", name=say("pad.edit.hand", number=2)))
    found += look(guest, "hand")
    page.keyboard.press("Escape")
    scorer.menu("pad.end")
    scorer.press("pad.end.yes")
    expect(page.locator(".end h2")).to_have_text("Vince Adda.")
    found += look(guest, "end", DESKTOP)
    guest.go("/score/new")
    guest.button("pad.rules.change").click()
    guest.button("pad.draw").click()
    found += look(guest, "set-up")
    assert found == []
