"""The line at the top: which hand, its trump, who deals and leads."""

from __future__ import annotations

from textual.content import Content

from upriver.rules import View
from upriver.terminal import palette
from upriver.terminal.canvas import Span
from upriver.terminal.faces import name, suit_mark
from upriver.words import Words

_BAR: Span = (" │ ", palette.LINE)


def headline(view: View, words: Words, width: int) -> Content:
    """The headline of the hand being shown; what does not fit into `width` is left out whole."""
    wave: Span = (" ≈", f"bold {palette.RIVER}")
    title: Span = (" Upriver", f"bold {palette.RIVER}")
    if view.public.hand is None:
        return Content.assemble(wave, title, _BAR, words.say("draw.title"))
    hand = view.hand
    trump = suit_mark(hand.trump) if hand.turned is None else name(hand.turned)
    parts: list[str | Span] = [
        _BAR,
        (words.say("head.hand", number=hand.number, hands=view.rules.hands), "bold"),
        f" · {words.count('head.cards', hand.size)}",
        _BAR,
        f"{words.say('head.trump')} ",
        trump if hand.trump is not None else (words.say("suit.none"), palette.QUIET),
        _BAR,
        words.say("head.dealer", name=view.name(hand.dealer)),
    ]
    leads = f" · {words.say('head.leader', name=view.name((hand.dealer + 1) % view.rules.players))}"
    ways = (
        Content.assemble(wave, title, *parts, leads),
        Content.assemble(wave, *parts, leads),
        Content.assemble(wave, title, *parts),
    )
    return next((way for way in ways if way.cell_length <= width), Content.assemble(wave, *parts))
