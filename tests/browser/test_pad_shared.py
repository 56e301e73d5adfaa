"""A score pad without a network, and shared: nothing is lost, and nobody is written over."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.scorer import SMALL, Scorer
from upriver.pad import pad_of

NAMES = ("Adda", "Brenta", "Chiese")


def test_a_game_without_a_network_from_the_first_load_on_is_shared_once_it_is_back(come: Come) -> None:
    guest = come(size=SMALL)
    guest.go()
    guest.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    guest.knows_outage = True
    guest.context.set_offline(True)
    scorer = Scorer(guest)
    scorer.set_up(NAMES, "Chiese", "2,1")
    scorer.play({"Adda": 1, "Brenta": 0, "Chiese": 0}, {"Adda": 1, "Brenta": 0, "Chiese": 1})
    scorer.bid("Brenta", 1)
    before = scorer.ledger()
    guest.page.reload()
    expect(scorer.prompt).to_have_text(guest.say("pad.ask.bid", name="Chiese"))
    assert scorer.ledger().entries == before.entries
    guest.context.set_offline(False)
    watcher = Scorer(come(size=SMALL))
    share(scorer, "Adda", "keeper")
    watcher.guest.go(f"/score/{scorer.id}")
    expect(watcher.prompt).to_have_text(guest.say("pad.ask.bid", name="Chiese"))
    expect(watcher.page.get_by_text(guest.say("pad.watching"))).to_be_visible()
    expect(watcher.page.locator(".keys")).to_have_count(0)
    scorer.bid("Chiese", 1)
    expect(watcher.row("Chiese").locator(".bid")).to_have_text("1")
    assert watcher.totals() == scorer.totals() == [11, 10, 0]
    # The link of a pad that is not shared is told of as what it is; the browser itself notes that nothing was there.
    stranger = come(size=SMALL)
    stranger.go(f"/score/{'x' * 32}")
    expect(stranger.page.get_by_role("alert")).to_have_text(guest.say("pad.none"))
    assert all("404" in trouble for trouble in stranger.troubles), stranger.troubles
    stranger.troubles.clear()


def test_two_phones_write_at_once_and_one_comes_back_after_three_hands(come: Come) -> None:
    one, two = Scorer(come(size=SMALL)), Scorer(come(size=SMALL))
    say = one.guest.say
    one.set_up(NAMES, "Chiese", "2,2,2,2,2")
    share(one, "Adda", "everyone")
    two.guest.go(f"/score/{one.id}")
    two.press("pad.watching.join")
    be(two, "Brenta")
    # Both at once: each writes a bid, and both have both.
    two.tap(two.row("Brenta"))
    two.bid("Brenta", 0)
    one.bid("Adda", 1)
    for scorer in (one, two):
        expect(scorer.row("Adda").locator(".bid")).to_have_text("1")
        expect(scorer.row("Brenta").locator(".bid")).to_have_text("0")
    one.bid("Chiese", 0)
    one.press("pad.results")
    for name, n in {"Adda": 1, "Brenta": 0, "Chiese": 1}.items():
        one.took(name, n)
    one.press("pad.next")
    expect(two.hand).to_have_accessible_name(say("pad.hand", number=2))
    # One loses the network, and writes three hands all the same.
    one.guest.knows_outage = True
    one.guest.context.set_offline(True)
    expect(one.page.get_by_text(say("pad.offline"))).to_be_visible()
    for first, second, third in (
        ("Brenta", "Chiese", "Adda"),
        ("Chiese", "Adda", "Brenta"),
        ("Adda", "Brenta", "Chiese"),
    ):
        one.play({first: 0, second: 1, third: 0}, {first: 0, second: 1, third: 1})
    expect(one.page.locator(".notes")).to_contain_text(say("pad.pending", n=18))
    # The other has noted trump meanwhile, and mended an old result; both saw Brenta's first bid otherwise.
    two.tap(two.page.get_by_role("button", name=say("suit.H"), exact=True))
    correct(two, "Brenta", 1)
    expect(two.page.locator(".notes")).to_have_text("")
    correct(one, "Brenta", 2)
    one.guest.context.set_offline(False)
    clash = one.guest.dialog("pad.clash")
    expect(clash).to_contain_text(say("pad.clash.hint"))
    one.tap(clash.get_by_role("button", name=say("pad.clash.mine", value="")[:4]))
    expect(clash).to_be_hidden()
    expect(one.page.locator(".notes")).to_have_text("")
    expect(two.hand).to_have_accessible_name(say("pad.hand", number=5))
    for scorer in (one, two):
        expect(scorer.hand).to_have_accessible_name(say("pad.hand", number=5))
    two.guest.page.reload()
    expect(two.hand).to_be_visible()
    ours, theirs = one.ledger(), two.ledger()
    assert ours.entries == theirs.entries
    assert one.kept()["pending"] == two.kept()["pending"] == []
    assert ours.cells["h1.bid.p2"] == 2
    assert ours.cells["h2.trump"] == "H"
    pad = pad_of(ours.cells)
    assert len(pad.sheet.rows) == 4
    assert one.totals() == two.totals() == list(pad.sheet.totals)


def test_the_keeper_frees_a_name_that_the_wrong_person_took(come: Come) -> None:
    keeper, wrong, right = (Scorer(come(size=SMALL)) for _ in range(3))
    keeper.set_up(NAMES, "Chiese", "2,1")
    share(keeper, "Adda", "everyone")
    for scorer in (wrong, right):
        scorer.guest.go(f"/score/{keeper.id}")
        scorer.press("pad.watching.join")
    be(wrong, "Brenta")
    asked = right.guest.dialog("pad.share")
    brenta = asked.get_by_label("Brenta", exact=True)
    expect(brenta).to_be_disabled()
    expect(right.guest.button("pad.share.free.name", name="Brenta")).to_have_count(0)
    keeper.menu("pad.share")
    keeper.press("pad.share.free.name", name="Brenta")
    expect(keeper.guest.button("pad.share.free.name", name="Brenta")).to_have_count(0)
    expect(brenta).to_be_enabled()
    be(right, "Brenta")
    wrong.menu("pad.share")
    asked = wrong.guest.dialog("pad.share")
    expect(asked.get_by_label(wrong.guest.say("pad.share.me.nobody"), exact=True)).to_be_checked()
    expect(asked.get_by_label("Brenta", exact=True)).to_be_disabled()


def test_two_pages_of_one_browser_write_on_the_same_pad(come: Come) -> None:
    guest = come(size=SMALL)
    one = Scorer(guest)
    one.set_up(NAMES, "Chiese", "2,1")
    two = Scorer(come(size=SMALL, context=guest.context))
    two.guest.go(f"/score/{one.id}")
    two.bid("Adda", 1)
    expect(one.prompt).to_have_text(guest.say("pad.ask.bid", name="Brenta"))
    one.bid("Brenta", 0)
    expect(two.row("Brenta").locator(".bid")).to_have_text("0")
    assert one.ledger().entries == two.ledger().entries
    assert one.ledger().cells["h1.bid.p1"] == 1


def share(scorer: Scorer, name: str, writers: str) -> None:
    """Share the pad under a name."""
    scorer.menu("pad.share")
    dialog = scorer.guest.dialog("pad.share")
    dialog.get_by_label(scorer.guest.say("start.name"), exact=True).fill(name)
    dialog.get_by_label(scorer.guest.say(f"pad.share.{writers}"), exact=True).check(force=True)
    scorer.press("pad.share.start")
    expect(dialog.get_by_role("img", name=scorer.guest.say("pad.share.qr"))).to_be_visible()
    scorer.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def be(scorer: Scorer, name: str) -> None:
    """Say "this is me" of a name, in the dialog that is open."""
    dialog = scorer.guest.dialog("pad.share")
    choice = dialog.get_by_label(name, exact=True)
    choice.click(force=True)
    expect(choice).to_be_checked()
    expect(choice).to_be_enabled()  # the server has it
    scorer.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def correct(scorer: Scorer, name: str, bid: int) -> None:
    """Change somebody's bid in the first hand."""
    say = scorer.guest.say
    scorer.press("sheet.title")
    scorer.tap(scorer.page.locator(f"button[aria-label^='{name}, hand 1:']"))
    dialog = scorer.guest.dialog("pad.edit.cell.title", name=name, number=1)
    scorer.tap(dialog.get_by_role("group", name=say("pad.edit.bid")).get_by_role("button").nth(bid))
    again = scorer.guest.dialog("pad.objection")
    if again.is_visible():
        scorer.tap(again.get_by_role("button", name=say("pad.objection.yes")))
    scorer.tap(dialog.get_by_role("button", name=say("pad.edit.done")))
    scorer.page.keyboard.press("Escape")
