"""A finished or broken-off game on paper: a table for each hand, tricks down and players across."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from upriver.rules import (
    BidChanged,
    BidMade,
    BidSealed,
    Card,
    CardPlayed,
    Dealt,
    Event,
    Phase,
    SeedRevealed,
    State,
    Suit,
    TakenBack,
    apply,
    sort_cards,
)
from upriver.words import Words

SUIT_STYLES = {Suit.SPADES: "bold", Suit.HEARTS: "bold red", Suit.DIAMONDS: "bold yellow", Suit.CLUBS: "bold green"}


@dataclass(slots=True)
class _Hand:
    """What one hand's table shows; `state` is the latest in the hand."""

    state: State
    dealt: Dealt
    bids: list[list[int]] = field(default_factory=list)


def transcribe(events: Iterable[Event], words: Words) -> Iterator[RenderableType]:
    """The game as parts to print: the head, a part for each hand, the end.

    Raises:
        EventError: the events do not follow each other.
        IllegalActionError: a bid or card among them breaks the rules.
    """
    state: State | None = None
    hand: _Hand | None = None
    for event in events:
        state = apply(state, event)
        match event:
            case Dealt():
                if hand is None:
                    yield _head(state, words)
                hand = _Hand(state, event, [[] for _ in event.cards])
            case BidMade(seat, bid) | BidChanged(seat, bid) | BidSealed(seat, bid) if hand and bid is not None:
                hand.bids[seat].append(bid)
            case TakenBack(seat) if hand and not state.hand.has_bid[seat]:
                hand.bids[seat].clear()
        if hand and not isinstance(event, SeedRevealed):
            hand.state = state
        if hand and isinstance(event, CardPlayed) and state.phase in (Phase.DEAL, Phase.OVER):
            yield _table(hand, words)
    if state is None:
        return
    if hand is None:
        yield _head(state, words)
    elif state.phase not in (Phase.DEAL, Phase.OVER):
        yield _table(hand, words)
    yield _end(state, words)


def card_text(card: Card, *, before: str = "", after: str = "") -> Text:
    """A card in its suit's colour, with marks in plain style."""
    return Text.assemble(before, (card.symbols, SUIT_STYLES[card.suit]), after)


def _head(state: State, words: Words) -> RenderableType:
    public = state.public
    lines = [Text(words.say("transcript.title"), style="bold"), Text(str(public.rules))]
    for turn in public.draw:
        drawn = Text(words.say("transcript.draw") + " ")
        for seat, card in turn:
            drawn.append_text(Text.assemble(f"{state.name(seat)} ", card_text(card), "  "))
        lines.append(drawn)
    lines.append(Text(words.say("transcript.legend"), style="dim"))
    return Group(*lines)


def _table(hand: _Hand, words: Words) -> RenderableType:
    state, now = hand.state, hand.state.hand
    seats = range(state.rules.players)
    table = Table(
        title=_title(state, words), title_justify="left", title_style="bold", header_style="bold", box=box.ROUNDED
    )
    table.add_column("")
    for seat in seats:
        dealer = " ●" if seat == now.dealer else ""
        table.add_column(f"{state.name(seat)}{dealer}", justify="center")
    table.add_row(words.say("transcript.cards"), *(_suits(cards or ()) for cards in hand.dealt.cards), end_section=True)
    bids = (Text("→".join(map(str, bids)) or "–") for bids in hand.bids)
    table.add_row(words.say("transcript.bid"), *bids, end_section=True)
    tricks = [trick for trick in (*now.tricks, now.trick) if trick.cards]
    for number, trick in enumerate(tricks, 1):
        played = dict(trick.plays(state.rules.players))
        cells = []
        for seat in seats:
            if seat not in played:
                cells.append(Text())
                continue
            won = number <= len(now.tricks) and seat == trick.winner
            cells.append(card_text(played[seat], before="›" if seat == trick.leader else "", after="*" if won else ""))
        table.add_row(str(number), *cells, end_section=number == len(tricks))
    table.add_row(words.say("transcript.took"), *map(str, now.taken))
    if state.sheet.rows and state.sheet.rows[-1].number == now.number:
        row = state.sheet.rows[-1]
        points = (f"{row.points[seat]}{' ✓' if row.is_made(seat) else ''}" for seat in seats)
        table.add_row(words.say("transcript.points"), *points)
        table.add_row(words.say("transcript.total"), *(Text(str(total), "bold") for total in state.sheet.totals))
    return Group(Text(), table)


def _title(state: State, words: Words) -> Text:
    hand = state.hand
    title = Text(words.say("transcript.hand", number=hand.number, hands=state.rules.hands))
    title.append(" · " + words.count("transcript.size", hand.size))
    title.append(" · " + words.say("transcript.deals", name=state.name(hand.dealer)) + " · ")
    if hand.trump is None:
        return title.append(words.say("transcript.notrump"))
    title.append(words.say("transcript.trump") + " ").append(hand.trump.symbol, SUIT_STYLES[hand.trump])
    return title.append_text(card_text(hand.turned, before=" (", after=")")) if hand.turned else title


def _suits(cards: tuple[Card, ...]) -> Text:
    """A line for each suit held: `♠ A K 4`."""
    lines = Text(justify="left")
    last = None
    for card in sort_cards(cards):
        if card.suit != last:
            lines.append("\n" if last is not None else "").append(card.suit.symbol, SUIT_STYLES[card.suit])
            last = card.suit
        lines.append(f" {card.rank}")
    return lines


def _end(state: State, words: Words) -> RenderableType:
    if not state.is_over:
        return Text("\n" + words.say("transcript.unfinished", where=state.where()))
    names = [state.name(seat) for seat in state.sheet.leaders()]
    key = "transcript.winner" if len(names) == 1 else "transcript.winners"
    return Text("\n" + words.say(key, names=words.both(names), points=max(state.sheet.totals)), style="bold")
