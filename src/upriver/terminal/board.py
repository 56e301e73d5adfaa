"""The table from above: the deck in the middle, every seat round it with the card it played."""

from __future__ import annotations

from dataclasses import dataclass

from upriver.rules import Card, Phase, Suit, Trick, Trump, View
from upriver.terminal import palette
from upriver.terminal.canvas import Canvas, Span, fit
from upriver.terminal.faces import LARGE, SMALL, Look, Shape, back, face, gap, suit_mark
from upriver.terminal.session import ME, Moment
from upriver.words import Words

LARGE_WIDTH, LARGE_HEIGHT = 58, 19
"""From this size on the cards on the table are large."""
LABELS = 6
"""Columns beside a card for what is said of it."""
_AROUND: dict[int, tuple[tuple[float, float], ...]] = {
    3: ((0, 0.4), (1, 0.4)),
    4: ((0, 0.5), (0.5, 0), (1, 0.5)),
    5: ((0, 0.6), (0.3, 0), (0.7, 0), (1, 0.6)),
    6: ((0, 0.75), (0, 0.2), (0.5, 0), (1, 0.2), (1, 0.75)),
    7: ((0, 0.75), (0, 0.2), (0.33, 0), (0.67, 0), (1, 0.2), (1, 0.75)),
}
"""How far across and down the others sit, clockwise from the player's left, by the number of players."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a seat sits: the left upper corner of its name, and the columns it has."""

    x: int
    y: int
    width: int


def draw_board(view: View, moment: Moment, words: Words, width: int, height: int) -> Canvas:
    """The table as the player sees it now."""
    canvas = Canvas(width, height, f"on {palette.FELT}")
    shape = LARGE if width >= LARGE_WIDTH and height >= LARGE_HEIGHT else SMALL
    places = seat_places(view.rules.players, width, height, shape)
    if view.public.hand is None:
        canvas.block((width - shape.width) // 2, (height - shape.height) // 2, back(shape))
        _draw_round(canvas, view, words, places, shape)
        return canvas
    _draw_deck(canvas, view, words, shape)
    trick, is_past = trick_on_table(view, moment)
    for seat, place in enumerate(places):
        _draw_name(canvas, view, words, place, seat)
        card = dict(trick.plays(view.rules.players)).get(seat) if trick else None
        if card is None or trick is None:
            canvas.block(place.x + 1, place.y + 1, _on_felt(gap(shape)))
            row = place.y + 1 + (shape.height - 1) // 2
            canvas.write(place.x + 1, row, _says(view, words, seat), _quiet())
            if view.phase is Phase.BID and seat == view.hand.trick.leader:
                canvas.write(place.x + 1, row - 1, words.say("mark.leads"), _quiet())
            continue
        is_best = trick.winner == seat
        look = Look.CHOSEN if is_best else Look.DIMMED if is_past else Look.PLAIN
        canvas.block(place.x + 1, place.y + 1, face(card, shape, look))
        labels = place.x + 2 + shape.width
        if trick.leader == seat:
            canvas.write(labels, place.y + 1, words.say("mark.led"), _quiet())
        if is_best:
            canvas.write(labels, place.y + 2, "★", f"bold {palette.BRASS} on {palette.FELT}")
    return canvas


def trick_on_table(view: View, moment: Moment) -> tuple[Trick | None, bool]:
    """The trick to show, and whether it is the finished one that stays until the next card."""
    hand = view.hand
    if hand.trick.cards:
        return hand.trick, False
    if hand.tricks and view.phase is not Phase.BID:
        return hand.tricks[-1], moment is Moment.NONE
    return None, False


def seat_places(players: int, width: int, height: int, shape: Shape) -> tuple[Place, ...]:
    """Where each seat sits: the player below, the others clockwise from the left."""
    spot = shape.width + LABELS
    across, down = width - spot, height - shape.height - 1
    return tuple(Place(round(x * across), round(y * down), spot) for x, y in ((0.5, 1.0), *_AROUND[players]))


def _draw_deck(canvas: Canvas, view: View, words: Words, shape: Shape) -> None:
    hand = view.hand
    x, y = (canvas.width - shape.width) // 2, (canvas.height - shape.height) // 2 - (shape is LARGE)
    if hand.turned is None:
        title = words.say("trump.none") if hand.trump is None else words.say("trump.is", suit=words.suit(hand.trump))
        _draw_middle(canvas, [title], shape, hand.trump)
        if view.rules.trump is Trump.CYCLE:
            canvas.centre(canvas.height // 2 + 1, words.say("trump.cycle"), _quiet())
        return
    canvas.block(x - 1, y, back(shape))
    canvas.block(x, y, face(hand.turned, shape))
    canvas.centre(y + shape.height, words.say("trump.short", suit=words.suit(hand.trump)), _quiet())


def _draw_middle(canvas: Canvas, lines: list[str], shape: Shape, suit: Suit | None = None) -> None:
    y = (canvas.height - shape.height) // 2
    if suit is not None:
        canvas.spans(canvas.width // 2, y, _on_felt([[suit_mark(suit)]])[0])
    for row, line in enumerate(lines, y + 1):
        canvas.centre(row, line, f"{palette.TEXT} on {palette.FELT}")


def _draw_round(canvas: Canvas, view: View, words: Words, places: tuple[Place, ...], shape: Shape) -> None:
    """The draw for first dealer: everyone's last card; those out of it are dimmed."""
    rounds = view.public.draw
    last: dict[int, Card] = {}
    for turn in rounds:
        last.update(dict(turn))
    still = dict(rounds[-1]) if rounds else {}
    best = max((card.rank for card in still.values()), default=None)
    for seat, place in enumerate(places):
        _draw_name(canvas, view, words, place, seat)
        if seat in last:
            is_best = seat in still and last[seat].rank == best
            look = Look.CHOSEN if is_best else Look.PLAIN if seat in still else Look.DIMMED
            canvas.block(place.x + 1, place.y + 1, face(last[seat], shape, look))


def _draw_name(canvas: Canvas, view: View, words: Words, place: Place, seat: int) -> None:
    is_next = seat in view.to_act
    style = f"bold {palette.BRASS}" if is_next else f"bold {palette.TEXT}" if seat == ME else palette.TEXT
    canvas.write(place.x, place.y, "▸" if is_next else " ", f"bold {palette.BRASS} on {palette.FELT}")
    name = fit(view.name(seat), place.width - 3).rstrip()
    canvas.write(place.x + 1, place.y, name, f"{style} on {palette.FELT}")
    if seat == view.public.dealer if view.public.hand is None else seat == view.hand.dealer:
        mark = f"reverse {palette.QUIET} on {palette.FELT}"
        canvas.write(place.x + 2 + len(name), place.y, words.say("mark.dealer"), mark)


def _says(view: View, words: Words, seat: int) -> str:
    """What stands at a seat without a card: its bid, or how far it is."""
    hand = view.hand
    if view.phase is not Phase.PLAY:
        bid = view.own_bid(seat) if seat == ME else hand.bids[seat]
        if bid is not None:
            return words.say("seat.bids", bid=bid)
        if hand.has_bid[seat]:
            return words.say("seat.hidden")
        return words.say("seat.thinks") if seat in view.to_act and seat != ME else ""
    return words.say("seat.thinks") if seat in view.to_act and seat != ME else ""


def _quiet() -> str:
    return f"{palette.QUIET} on {palette.FELT}"


def _on_felt(lines: list[list[Span]]) -> list[list[Span]]:
    return [[(text, f"{style} on {palette.FELT}".strip()) for text, style in line] for line in lines]
