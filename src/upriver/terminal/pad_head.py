"""Above and below the pad's sheet: which hand it is, who deals, the sum of the bids, and what is asked next."""

from __future__ import annotations

from textual.content import Content

from upriver.pad import PadHand
from upriver.rules import Suit
from upriver.terminal import palette
from upriver.terminal.canvas import Span
from upriver.terminal.faces import suit_mark
from upriver.terminal.pad_book import PadBook
from upriver.terminal.pad_words import winners_in_words
from upriver.terminal.standings import say_sum
from upriver.words import Words

_BAR: Span = (" │ ", palette.LINE)


def pad_headline(book: PadBook, words: Words, width: int) -> Content:
    """The hand under the cursor; what does not fit into `width` is left out whole, who leads first."""
    hand, say = book.hand, words.say
    names = [person.name for person in book.pad.people]
    begin: list[str | Span] = [
        (" ≈ ", f"bold {palette.RIVER}"),
        (say("head.hand", number=hand.number, hands=len(book.pad.hands)), "bold"),
        f" · {words.count('pad.tricks', hand.size)}",
    ]
    total = [_BAR, (say_sum(hand.total_bid, hand.size, words, is_all=not hand.to_bid), f"bold {palette.BRASS}")]
    begin += total if any(bid is not None for bid in hand.bids) else []
    begin += [_BAR, _trump(hand, words)] if hand.trump is not None else []
    dealer: list[str | Span] = [_BAR, say("head.dealer", name=names[hand.dealer])]
    leader = [f" · {say('head.leader', name=names[hand.order[0]])}"] if hand.order else []
    again: list[str | Span] = [_BAR, (words.count("pad.redealt", hand.redeals), palette.QUIET)] if hand.redeals else []
    ways = [[*begin, *dealer, *leader, *again], [*begin, *dealer, *leader], [*begin, *dealer], begin]
    contents = [Content.assemble(*way) for way in ways]
    return next((content for content in contents if content.cell_length <= width), contents[-1])


def pad_prompt(book: PadBook, words: Words) -> str:
    """What the cell under the cursor waits for, or what stands there."""
    hand, say = book.hand, words.say
    if book.pad.current is None and book.place == book.next_place():
        return winners_in_words(book.pad, words)
    if book.is_away:
        return say("pad.prompt.away", name=book.name)
    if book.value is not None:
        return say(f"pad.prompt.{book.place.what}.change", name=book.name, value=book.value, hand=hand.number)
    if book.place.what == "bid":
        return say("pad.prompt.bid", name=book.name, size=hand.size)
    bid = hand.bids[book.place.seat]
    left = max(0, hand.size - hand.total_taken)
    return say("pad.prompt.taken", name=book.name, bid="–" if bid is None else bid, left=left)


def _trump(hand: PadHand, words: Words) -> Span:
    return (words.say("suit.none"), palette.QUIET) if hand.trump == "none" else suit_mark(Suit.parse(hand.trump or ""))
