"""Beside the table: everyone's bid, tricks and points."""

from __future__ import annotations

from upriver.rules import Phase, View
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas, fit
from upriver.terminal.session import ME
from upriver.words import Words

WIDTH = 34


def draw_standings(view: View, words: Words, width: int, height: int) -> Canvas:
    """A line for each seat, in the order in which they sit; then the sum of the bids."""
    canvas = Canvas(width, height)
    name_width = width - 24
    head = f"{'':4}{fit('', name_width)} {words.say('head.bid'):>5} {'':9}{words.say('head.points'):>4}"
    canvas.write(0, 0, head, palette.QUIET)
    gap = 2 if height >= 2 * view.rules.players + 4 else 1
    places = view.sheet.places()
    for seat in range(view.rules.players):
        y = 1 + seat * gap
        is_next = seat in view.to_act
        style = f"bold {palette.BRASS}" if is_next else f"bold {palette.TEXT}" if seat == ME else palette.TEXT
        if view.sheet.rows:
            canvas.write(0, y, f"{places[seat]:>2}", f"bold {palette.BRASS}" if places[seat] == 1 else palette.QUIET)
        canvas.write(3, y, "▸" if is_next else " ", style)
        canvas.write(4, y, fit(view.name(seat), name_width), style)
        x = 4 + name_width
        progress, status, tone = standing(view, words, seat)
        canvas.write(x, y, f"{progress:>6}", style)
        canvas.write(x + 7, y, fit(status, 9), tone)
        canvas.write(width - 4, y, f"{view.sheet.totals[seat]:>4}", style)
    canvas.write(4, 1 + view.rules.players * gap + (height > view.rules.players + 3), sum_of_bids(view, words))
    return canvas


def standing(view: View, words: Words, seat: int) -> tuple[str, str, str]:
    """Tricks against the bid, what that means, and the colour that goes with it."""
    if view.public.hand is None:
        return "", "", palette.QUIET
    hand = view.hand
    bid = view.own_bid(seat) if seat == ME else hand.bids[seat]
    if bid is None:
        key = "standing.hidden" if hand.has_bid[seat] else "standing.none"
        return "–", words.say(key), palette.QUIET
    if view.phase in (Phase.BID, Phase.REVEAL):
        return str(bid), "", palette.QUIET
    needs = bid - hand.taken[seat]
    progress = f"{hand.taken[seat]}/{bid}"
    if needs > 0:
        left = hand.size - len(hand.tricks)
        if needs > left:
            return progress, words.say("standing.lost", n=needs), palette.BAD
        return progress, words.say("standing.needs", n=needs), palette.RIVER
    if needs == 0:
        return progress, words.say("standing.exact"), palette.GOOD
    return progress, words.say("standing.over", n=-needs), palette.BAD


def sum_of_bids(view: View, words: Words) -> str:
    """The sum of all bids against the tricks: `bids 6 of 7, under by 1`."""
    if view.public.hand is None or view.hand.turn is None:
        return ""
    hand = view.hand
    total, off = hand.total_bid, hand.total_bid - hand.size
    if not all(hand.has_bid):
        return words.say("sum.so-far", total=total, size=hand.size)
    if off > 0:
        return words.say("sum.over", total=total, size=hand.size, n=off)
    if off < 0:
        return words.say("sum.under", total=total, size=hand.size, n=-off)
    return words.say("sum.even", total=total, size=hand.size)
