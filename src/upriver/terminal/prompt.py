"""The lines above the player's cards: what is going on and what can be done."""

from __future__ import annotations

from upriver.rules import IllegalActionError, Limit, Phase, View, allowed_bids, legal_cards, refusal
from upriver.rules.actions import Bid
from upriver.rules.fold import contenders
from upriver.terminal.session import ME, Moment, Session, Stage
from upriver.words import Words


def prompt(session: Session, words: Words, *, is_changing: bool = False) -> str:
    """One line for this moment."""
    view = session.view
    match session.moment:
        case Moment.DRAW:
            return _draw(view, words)
        case Moment.TRICK | Moment.HAND:
            winner = view.hand.tricks[-1].winner
            assert winner is not None
            return words.say("prompt.took.me") if winner == ME else words.say("prompt.took", name=view.name(winner))
    stage = session.stage
    if stage is Stage.MINE or is_changing:
        return _mine(view, words, is_changing=is_changing)
    if stage is Stage.CHANGE:
        return words.say("prompt.change", bid=view.own_bid(ME))
    if stage is Stage.BOT:
        name = view.name(next(seat for seat in view.to_act if seat != ME))
        return words.say("prompt.bids" if view.phase is Phase.BID else "prompt.plays", name=name)
    return words.say("prompt.over") if stage is Stage.OVER else ""


def forbidden_bids(view: View) -> dict[int, IllegalActionError]:
    """The bids within the range that the dealer's limit forbids the player, each with the reason."""
    reasons = {bid: refusal(view, Bid(ME, bid)) for bid in range(view.hand.size + 1)}
    return {bid: reason for bid, reason in reasons.items() if reason is not None and reason.code == "bid-forbidden"}


def limit_note(view: View, words: Words) -> str:
    """What the dealer's limit means for the player who bids now; empty when it means nothing."""
    hand, rules = view.hand, view.rules
    if hand.dealer != ME or not rules.is_limited(hand.size):
        return ""
    forbidden = forbidden_bids(view)
    if not forbidden:
        return words.say("limit.idle")
    if rules.limit is Limit.HOOK:
        return words.say("limit.hook", bid=min(forbidden), size=hand.size)
    others = hand.total_bid - (hand.bids[ME] or 0)
    key = "limit.over" if others else "limit.over.alone"
    return words.say(key, bid=min(allowed_bids(rules, hand.size, others)), size=hand.size)


def _draw(view: View, words: Words) -> str:
    last = contenders(view.public)
    if view.phase is Phase.DRAW:
        return words.say("draw.again", names=words.both(view.name(seat) for seat in last))
    if last[0] == ME:
        return words.say("draw.me")
    return words.say("draw.done", name=view.name(last[0]))


def _mine(view: View, words: Words, *, is_changing: bool) -> str:
    if is_changing:
        return words.say("prompt.change-to", bid=view.own_bid(ME))
    if view.phase is Phase.BID:
        return words.say("prompt.bid", size=view.hand.size)
    led = view.hand.trick.led
    if led is None:
        return words.say("prompt.lead")
    if legal_cards(view, ME)[0].suit == led:
        return words.say("prompt.follow", suit=words.suit(led))
    return words.say("prompt.void", suit=words.suit(led))
