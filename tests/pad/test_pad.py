"""What follows from the cells, case by case (docs/pad.md, "What follows from the cells")."""

from __future__ import annotations

import pytest

from upriver.pad import (
    Cells,
    Issue,
    Pad,
    PadHand,
    Value,
    add_hands,
    come_back,
    issues,
    join,
    leave,
    new_pad,
    objections,
    pad_of,
    preview,
    redeal,
    start_scores,
)
from upriver.rules import Rules, Suit

NAMES = ("Adda", "Brenta", "Chiese", "Dora")


def cells(sizes: tuple[int, ...] = (2, 1, 2), rules: str = "", names: tuple[str, ...] = NAMES) -> dict[str, Value]:
    return dict(new_pad(names, Rules.parse(rules), sizes=sizes))


def hand(number: int, bids: str, taken: str = "") -> dict[str, Value]:
    """The bids and results of p1, p2, … in a hand, as in `hand(1, "1 0 2", "1 1 0")`; `-` for nothing."""
    out: dict[str, Value] = {}
    for what, text in (("bid", bids), ("taken", taken)):
        for person, word in enumerate(text.split(), 1):
            if word != "-":
                out[f"h{number}.{what}.p{person}"] = int(word)
    return out


def now(pad: Pad) -> PadHand:
    assert pad.current is not None
    return pad.current


def test_a_new_pad_has_the_usual_hands_and_the_first_person_deals() -> None:
    pad = pad_of(new_pad(NAMES))
    assert [each.size for each in pad.hands] == list(Rules(players=4).sizes)
    assert [person.name for person in pad.people] == list(NAMES)
    assert (now(pad).dealer, now(pad).order) == (0, (1, 2, 3, 0))
    assert pad.sheet.totals == (0, 0, 0, 0)
    assert not pad.is_over


@pytest.mark.parametrize(("people", "top"), [(2, 10), (5, 10), (6, 8), (7, 7), (8, 6), (9, 5), (10, 5)])
def test_the_usual_hands_are_as_large_as_the_deck_allows(people: int, top: int) -> None:
    sizes = [each.size for each in pad_of(new_pad(tuple("ABCDEFGHIJ"[:people]))).hands]
    assert (max(sizes), min(sizes), len(sizes)) == (top, 1, 2 * top - 1)
    assert top * people < 52


def test_the_deal_goes_round_and_bids_come_from_the_left_of_the_dealer() -> None:
    pad = pad_of(cells((1,) * 6) | {"h1.dealer": "p3"})
    assert [each.dealer for each in pad.hands] == [2, 3, 0, 1, 2, 3]
    assert pad.hands[1].order == (0, 1, 2, 3)


def test_a_dealer_changed_in_one_hand_goes_on_from_there() -> None:
    assert [each.dealer for each in pad_of(cells((1,) * 4) | {"h2.dealer": "p1"}).hands] == [0, 0, 1, 2]


def test_when_the_dealer_sits_out_the_last_who_bids_has_the_limit_and_the_turn_goes_on() -> None:
    pad = pad_of(cells((2, 2, 2)) | {"h2.out.p2": True} | hand(2, "0 - 1 0"))
    assert pad.hands[1].turn == 1
    assert pad.hands[1].order == (2, 3, 0)
    assert pad.hands[1].dealer == 0
    assert pad.hands[1].allowed_bids(0, pad.rules) == (0, 2)
    assert pad.hands[2].dealer == 2


def test_the_limit_is_the_last_bidders_alone_and_only_from_its_size_on() -> None:
    pad = pad_of(cells((2, 1), "limit=over limit_from=2") | hand(1, "- 0 0 1"))
    assert pad.hands[0].allowed_bids(0, pad.rules) == (2,)
    assert pad.hands[0].allowed_bids(1, pad.rules) == (0, 1, 2)
    assert pad.hands[1].allowed_bids(1, pad.rules) == (0, 1)
    free = pad_of(cells((2,), "limit=free") | hand(1, "- 0 0 1"))
    assert free.hands[0].allowed_bids(0, free.rules) == (0, 1, 2)


def test_a_hand_is_scored_when_all_is_in_and_adds_up() -> None:
    written = cells(rules="scoring=common") | hand(1, "1 0 0 2", "1 1 0 -")
    assert pad_of(written).sheet.rows == ()
    pad = pad_of(written | {"h1.taken.p4": 0})
    assert pad.sheet.rows[0].points == (11, 1, 10, 0)
    assert pad.sheet.totals == (11, 1, 10, 0)
    assert now(pad).number == 2


def test_tricks_that_do_not_add_up_hold_the_hand_until_they_do_or_stand() -> None:
    written = cells() | hand(1, "1 0 0 2", "1 0 0 0")
    pad = pad_of(written)
    assert now(pad).number == 1
    assert issues(pad) == (Issue("tricks-differ", 1, "", 1),)
    assert pad_of(written | {"h1.taken.p2": 1}).sheet.totals == (11, 0, 10, 0)
    stands = pad_of(written | {"h1.stands": True})
    assert stands.sheet.totals == (11, 10, 10, 0)
    assert issues(stands) == ()


def test_a_forbidden_bid_is_an_issue_and_counts_all_the_same() -> None:
    before = pad_of(cells() | hand(1, "- 0 1 0"))
    after = preview(cells() | hand(1, "- 0 1 0"), {"h1.bid.p1": 1})
    assert objections(before, after) == (Issue("bid-forbidden", 1, "p1", 1),)
    assert objections(after, after) == ()
    finished = pad_of(cells() | hand(1, "1 0 1 0", "1 1 0 0"))
    assert finished.sheet.totals == (11, 0, 0, 10)
    assert [issue.code for issue in issues(finished)] == ["bid-forbidden"]


def test_issues_say_what_cannot_be_with_cards() -> None:
    big = pad_of(cells((13, 2)))
    assert issues(big) == (Issue("deck-short", 1, "", 53),)
    assert issues(pad_of(cells((13, 2), "trump=none"))) == ()
    high = pad_of(cells() | hand(1, "3 0 0 0", "0 0 0 3"))
    assert issues(high) == (
        Issue("bid-range", 1, "p1", 3),
        Issue("taken-range", 1, "p4", 3),
        Issue("tricks-differ", 1, "", 3),
    )
    alone = pad_of(cells() | {"h1.out.p1": True, "h1.out.p2": True, "h1.out.p3": True})
    assert issues(alone) == (Issue("few-people", 1, "", 1),)


def test_every_hand_is_scored_by_the_rules_of_now() -> None:
    written = cells((1, 1)) | hand(1, "1 0 0 1", "1 0 0 0")
    assert pad_of(written).sheet.totals == (11, 10, 10, 0)
    assert preview(written, {"scoring": "penalty"}).sheet.totals == (11, 10, 10, -1)


def test_a_hand_opened_by_a_correction_is_the_current_one_again() -> None:
    written = cells() | hand(1, "1 0 0 2", "1 1 0 0") | hand(2, "0 0 0 0", "1 0 0 0")
    assert now(pad_of(written)).number == 3
    mended = pad_of(written | {"h1.taken.p1": 0})
    assert now(mended).number == 1
    assert [row.number for row in mended.sheet.rows] == [2]


def test_somebody_joins_late_with_a_score_and_plays_from_the_current_hand_on() -> None:
    written = cells() | hand(1, "1 0 0 2", "1 1 0 0")
    pad = pad_of(written)
    assert start_scores(pad).lowest == 0
    assert start_scores(pad).average == 5  # 11 0 10 0: 5.25
    late = pad_of(written | dict(join(pad, written, "Elsa", 5)))
    assert late.sheet.totals == (11, 0, 10, 0, 5)
    assert late.hands[0].order == (1, 2, 3, 0)
    assert late.hands[1].order == (2, 3, 4, 0, 1)
    assert not late.sheet.rows[0].was_there(4)


def test_whoever_leaves_keeps_the_total_and_may_come_back() -> None:
    written = cells((1,) * 5) | hand(1, "1 0 0 1", "1 0 0 0")
    gone = written | dict(leave(pad_of(written), "p1"))
    pad = pad_of(gone)
    assert [0 in each.order for each in pad.hands] == [True, False, False, False, False]
    assert pad.sheet.totals[0] == 11
    assert [each.dealer for each in pad.hands] == [0, 1, 2, 3, 1]
    played = gone | hand(2, "- 0 0 0", "- 1 0 0")
    back = pad_of(played | dict(come_back(pad_of(played), "p1")))
    assert [0 in each.order for each in back.hands] == [True, False, True, True, True]


def test_a_bid_of_who_is_away_rests() -> None:
    written = cells() | hand(1, "1 0 0 2", "1 1 0 0")
    away = pad_of(written | {"h1.out.p1": True})
    assert away.hands[0].bids == (None, 0, 0, 2)
    assert now(away).number == 1
    assert pad_of(written | {"h1.out.p1": False}) == pad_of(written)


def test_a_redeal_empties_the_hand_and_counts() -> None:
    written = cells() | hand(1, "1 0 0 2", "1 0 0 0") | {"h1.stands": True}
    again = redeal(pad_of(written).hands[0], pad_of(written))
    pad = pad_of({cell: value for cell, value in {**written, **again}.items() if value is not None})
    assert now(pad).to_bid == (1, 2, 3, 0)
    assert (now(pad).redeals, now(pad).stands, now(pad).dealer) == (1, False, 0)


def test_the_game_ends_early_and_goes_on_with_more_hands() -> None:
    written = cells((1, 1)) | hand(1, "1 0 0 1", "1 0 0 0")
    ended = pad_of(written | {"ended": True})
    assert ended.is_over
    longer = pad_of(written | {"ended": True} | dict(add_hands(ended, (2, 3))))
    assert [each.size for each in longer.hands] == [1, 1, 2, 3]
    assert now(longer).number == 2
    assert len(dict(add_hands(ended, (1,) * 200))["sizes"]) == 100  # type: ignore[arg-type]


def test_trump_is_noted_or_by_the_rules() -> None:
    noted: Cells = cells((1, 1)) | hand(1, "1 0 0 1", "1 0 0 0") | {"h1.trump": "H"}
    assert pad_of(noted).sheet.rows[0].trump is Suit.HEARTS
    assert pad_of(noted).hands[1].trump is None
    assert [each.trump for each in pad_of(cells((1,) * 6, "trump=cycle")).hands] == ["S", "H", "D", "C", "none", "S"]
    assert pad_of(cells((1,), "trump=none")).hands[0].trump == "none"


def test_people_change_places_and_keep_their_scores() -> None:
    written = cells() | hand(1, "1 0 0 2", "1 1 0 0")
    pad = pad_of(written | {"order": ("p4", "p3", "p2", "p1")})
    assert [person.name for person in pad.people] == ["Dora", "Chiese", "Brenta", "Adda"]
    assert pad.sheet.totals == (0, 10, 0, 11)
    assert pad.seat("p1") == 3
    with pytest.raises(LookupError, match="'p9' is not on the sheet; there are p4, p3, p2, p1"):
        pad.seat("p9")
