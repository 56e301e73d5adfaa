"""Beside the table: everyone's bid, tricks and points."""

from __future__ import annotations

from upriver.rules import Phase, View
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas, fit
from upriver.terminal.faces import name
from upriver.terminal.river import river
from upriver.terminal.session import ME
from upriver.words import Words


def draw_standings(view: View, words: Words, width: int, height: int) -> Canvas:
    """A line for each seat, in the order in which they sit; below, the sum of the bids and the river."""
    canvas = Canvas(width, height)
    name_width = width - 24
    canvas.write(4 + name_width, 0, words.say("head.tricks").rjust(6), palette.QUIET)
    canvas.write(width - 6, 0, words.say("head.points").rjust(6), palette.QUIET)
    gap = 2 if height >= 2 * view.rules.players + 8 else 1
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
    y = 1 + view.rules.players * gap + (height > view.rules.players + 4)
    canvas.write(4, y, sum_of_bids(view, words), f"bold {palette.TEXT}")
    bars = 3 if height >= view.rules.players * gap + 8 else 1
    top = y + 1 + (height > view.rules.players + 5)
    canvas.block(4, top, river(view, width - 4, bars))
    _draw_last_trick(canvas, view, words, top + bars + 2)
    return canvas


def _draw_last_trick(canvas: Canvas, view: View, words: Words, y: int) -> None:
    """The last trick, where there is room for all of it."""
    players = view.rules.players
    if view.public.hand is None or not view.hand.tricks or y + players + 1 > canvas.height:
        return
    trick = view.hand.tricks[-1]
    canvas.write(4, y, words.say("last.title", number=len(view.hand.tricks), size=view.hand.size), palette.RIVER)
    for row, (seat, card) in enumerate(trick.plays(players), y + 1):
        is_best = seat == trick.winner
        canvas.write(4, row, fit(view.name(seat), 14), f"bold {palette.TEXT}" if is_best else palette.TEXT)
        canvas.spans(18, row, [name(card)])
        if is_best:
            canvas.write(22, row, "★", f"bold {palette.BRASS}")


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
    return say_sum(view.hand.total_bid, view.hand.size, words, is_all=all(view.hand.has_bid))


def say_sum(total: int, size: int, words: Words, *, is_all: bool) -> str:
    """The sum of the bids so far, or of all of them, against the tricks."""
    off = total - size
    if not is_all:
        return words.say("sum.so-far", total=total, size=size)
    if off > 0:
        return words.say("sum.over", total=total, size=size, n=off)
    if off < 0:
        return words.say("sum.under", total=total, size=size, n=-off)
    return words.say("sum.even", total=total, size=size)
