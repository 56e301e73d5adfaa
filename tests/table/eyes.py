"""What nobody may be told: looked for in the bytes of all that a table tells."""

from __future__ import annotations

import json
import re

from tests.table.evening import Evening
from upriver.rules import BidSealed, CardPlayed, Dealt, Phase, SeedRevealed
from upriver.rules.codec import encode
from upriver.table.codec import encode_event
from upriver.table.events import Entry, SeedChosen
from upriver.table.redact import hands_shown, may_see

CARD = re.compile("(10|[2-9JQKA])[CDHS♣♦♠♥]")


def told(evening: Evening, entry: Entry, user: str) -> str:
    """The bytes of the entry as the person gets them."""
    event = evening.table.tell(entry, user).event
    return "" if event is None else json.dumps(encode_event(event))


def hidden_seeds(evening: Evening) -> list[str]:
    """The seeds that are not shown yet."""
    chosen = [event.seed for event in evening.events if isinstance(event, SeedChosen)]
    shown = [event.seed for event in evening.events if isinstance(event, SeedRevealed)]
    return [seed.hex() for seed in chosen if seed is not None and seed not in shown]


def rightly_seen(evening: Evening, user: str) -> set[str]:
    """The cards of the hand in play that the person has a right to know: their own, the turned one, those played."""
    state = evening.state
    assert state.game is not None
    seat, hand = state.seat_of(user), state.game.hand
    cards = {str(hand.turned)} | {str(card) for card in (state.dealt[seat] if seat is not None else ())}
    since = evening.log[state.dealt_seq :]
    return cards | {str(entry.event.card) for entry in since if isinstance(entry.event, CardPlayed)}


def check_eyes(evening: Evening, entries: list[Entry], user: str) -> None:
    """Nothing hidden stands in what the person is told of these entries now, nor in the person's view."""
    state = evening.state
    is_running = state.game is not None and state.game.phase in (Phase.BID, Phase.PLAY)
    view = evening.table.view(user)
    texts = [(entry, told(evening, entry, user)) for entry in entries]
    everything = "".join(text for _, text in texts) + json.dumps(encode(view))
    for seed in hidden_seeds(evening):
        assert seed not in everything
    for entry, text in texts:
        if not may_see(state, user):
            assert text == ""
        elif isinstance(entry.event, BidSealed) and entry.event.seat != state.seat_of(user):
            assert json.loads(text)["bid"] is None
        elif isinstance(entry.event, Dealt) and is_running and entry.seq >= state.dealt_seq:
            assert {found.group() for found in CARD.finditer(text)} <= rightly_seen(evening, user)
    if is_running:
        assert hands_shown(state, user) is None
    if view is not None and is_running:
        assert view.seat == state.seat_of(user)
