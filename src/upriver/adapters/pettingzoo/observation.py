"""A view as numbers, and actions as numbers.

Seats are counted from the one that looks: 0 is itself, 1 the next clockwise. Cards are in order of `Card.index`.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from upriver.rules import DECK, Action, Bid, Card, Phase, Play, View

CARDS = len(DECK)
MOST = 17
"""The largest hand that the deck allows, at three players."""
ACTIONS = CARDS + MOST + 1
"""A card is its `Card.index`, a bid of `n` is `52 + n`."""
FAR = 1e8
"""No total of points is further from 0."""

Numbers = npt.NDArray[np.float32]


@cache
def parts(players: int) -> dict[str, slice]:
    """Where each part of an observation is, by name, in order.

    Returns:
        `is_bid` (1): whether the hand is being bid.
        `cards` (52): the seat's own cards.
        `turned` (52): the card turned for trump.
        `trump` (5): clubs, diamonds, spades, hearts, no trump.
        `led` (5): the suit to follow, in the same order; the last when the trick is still to be led.
        `trick` (52 a seat): the card of each seat in the trick in play.
        `gone` (52 a seat): the cards that each seat played in the finished tricks.
        `leader` (1 a seat): who leads the trick.
        `dealer` (1 a seat): who dealt.
        `bids` (1 a seat): the bids that the seat can see, its own hidden one too; -1 where there is none.
        `taken` (1 a seat): tricks taken.
        `totals` (1 a seat): points of the hands before this one.
        `size` (1): cards dealt to each seat.
        `to_come` (1): hands after this one.
    """
    widths = {
        "is_bid": 1,
        "cards": CARDS,
        "turned": CARDS,
        "trump": 5,
        "led": 5,
        "trick": CARDS * players,
        "gone": CARDS * players,
        "leader": players,
        "dealer": players,
        "bids": players,
        "taken": players,
        "totals": players,
        "size": 1,
        "to_come": 1,
    }
    edges = pairwise(accumulate(widths.values(), initial=0))
    return {name: slice(begin, end) for name, (begin, end) in zip(widths, edges, strict=True)}


def bounds(players: int) -> tuple[Numbers, Numbers]:
    """The least and the greatest value of each number of an observation."""
    where = parts(players)
    low = np.zeros(where["to_come"].stop, np.float32)
    high = np.ones_like(low)
    low[where["bids"]] = -1
    high[where["bids"]] = high[where["taken"]] = high[where["size"]] = MOST
    low[where["totals"]], high[where["totals"]] = -FAR, FAR
    high[where["to_come"]] = 99
    return low, high


def observe(view: View) -> Numbers:
    """What the view's seat sees, as numbers laid out by `parts`.

    Raises:
        LookupError: a watcher's view, or nothing has been dealt yet.
    """
    if view.seat is None:
        raise LookupError("a watcher has no observation; give the view of a seat")
    hand, players, seat = view.hand, view.rules.players, view.seat
    where = parts(players)
    seen = np.zeros(where["to_come"].stop, np.float32)

    def put(part: str, place: int, value: float = 1.0) -> None:
        seen[where[part].start + place] = value

    def put_card(part: str, card: Card, place: int = 0) -> None:
        put(part, place * CARDS + card.index)

    put("is_bid", 0, view.phase is Phase.BID)
    for card in view.cards:
        put_card("cards", card)
    if hand.turned:
        put_card("turned", hand.turned)
    put("trump", 4 if hand.trump is None else hand.trump)
    put("led", 4 if hand.trick.led is None else hand.trick.led)
    for other, card in hand.trick.plays(players):
        put_card("trick", card, (other - seat) % players)
    for trick in hand.tricks:
        for other, card in trick.plays(players):
            put_card("gone", card, (other - seat) % players)
    put("leader", (hand.trick.leader - seat) % players)
    put("dealer", (hand.dealer - seat) % players)
    for place in range(players):
        other = (seat + place) % players
        bid = view.own_bid(seat) if other == seat else hand.bids[other]
        put("bids", place, -1 if bid is None else bid)
        put("taken", place, hand.taken[other])
        put("totals", place, view.sheet.totals[other])
    put("size", 0, hand.size)
    put("to_come", 0, view.rules.hands - hand.number)
    return seen


def action_from(number: int, seat: int) -> Action:
    """The action of a seat by its number."""
    return Play(seat, DECK[number]) if number < CARDS else Bid(seat, int(number) - CARDS)


def action_number(action: Action) -> int:
    """The number of an action."""
    return action.card.index if isinstance(action, Play) else CARDS + action.bid
