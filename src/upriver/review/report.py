"""A review as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from upriver.review.account import Account
from upriver.review.analysis import Review
from upriver.review.judging import Grade
from upriver.review.story import deed, portrait, summary, turn_text, turns
from upriver.review.why import decimal
from upriver.words import Words

CHARGED = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
LEFT = ("", "name", "what", "grade")
"""Columns of text."""
COSTLY = 10
"""Decisions listed at most."""
LEVELS = "▁▂▃▄▅▆▇█"


def pages(review: Review, words: Words) -> Iterator[RenderableType]:
    """The whole report: where the points came from, what cost most, who was going to win, and a word on each player."""
    state, say = review.state, words.say
    order = sorted(range(state.rules.players), key=lambda seat: state.sheet.places()[seat])
    yield Text(say("review.title", done=len(review.hands), hands=state.rules.hands), style="bold")
    if not state.is_over:
        yield Text(say("review.unfinished"))
    yield Text()
    yield Text(say("review.points"), style="bold")
    yield _points(review, order, words)
    yield Text(say("review.outlook"), style="bold")
    yield _outlook(review, order)
    yield Text()
    yield Text(say("review.costly"), style="bold")
    yield _costly(review, words)
    turned = turns(review)
    if turned:
        yield Text(say("review.turns"), style="bold")
    for turn in turned:
        yield Text(f"  {turn_text(review, turn, words)}")
    yield Text()
    for seat in order:
        yield Text.assemble((f"{state.name(seat)}: ", "bold"), summary(review, seat, words))
    yield Text()
    yield Text(say("review.how", worlds=review.worlds), style="dim")


def figures(account: Account, words: Words) -> tuple[str, ...]:
    """Par, deal, bids, cards and rest, as they are written."""
    shown = account.shown
    signed = (shown.deal, shown.bid, shown.play, shown.rest)
    return (decimal(shown.par, words), *(decimal(part, words, signed=True) for part in signed))


def _points(review: Review, order: list[int], words: Words) -> Table:
    table = _table("", "par", "deal", "bid", "play", "rest", "points", *map(str, CHARGED), words=words)
    for seat in order:
        found = portrait(review, seat)
        counts = (str(found.grades[grade]) for grade in CHARGED)
        points = Text(f"{found.account.points:.0f}", "bold")
        table.add_row(review.state.name(seat), *figures(found.account, words), points, *counts)
    return table


def _costly(review: Review, words: Words) -> RenderableType:
    charged = [(hand, decision) for hand in review.hands for decision in hand.decisions if decision.grade in CHARGED]
    if not charged:
        return Text(words.say("review.nothing-costly") + "\n")
    table = _table("hand", "name", "what", "error", "grade", words=words)
    for hand, decision in sorted(charged, key=lambda pair: -pair[1].loss)[:COSTLY]:
        table.add_row(
            str(hand.row.number),
            review.state.name(decision.action.seat),
            deed(decision, words),
            decimal(decision.error, words),
            words.say(f"grade.{decision.grade}"),
        )
    return table


def _outlook(review: Review, order: list[int]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for seat in order:
        chances = [chances[seat] for chances in review.outlook]
        line = "".join(LEVELS[min(7, int(8 * chance))] for chance in chances)
        table.add_row(review.state.name(seat), Text(line), f"{100 * chances[-1]:.0f}%")
    return table


def _table(*heads: str, words: Words) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        label = words.say(f"review.head.{head}") if head else ""
        table.add_column(label, justify="left" if head in LEFT else "right", no_wrap=True)
    return table
