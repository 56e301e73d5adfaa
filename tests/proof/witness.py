"""What each person may know, from the log alone, looked for in every byte that they got.

Nothing here asks the code that hides things. A frame is taken apart into pieces of its own bytes, and each piece is
searched for cards that must not stand in it; the whole frame is searched for seeds, tokens, ids and muted words.
"""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Raw

from tests.proof.ledger import Ledger
from tests.table.eyes import CARD
from upriver.rules import BidSealed, CardPlayed, Dealt, Drawn, Phase, SeedRevealed, Started, mix
from upriver.table.events import Entry, Muted, Poked, Reacted, Said, SeedChosen
from upriver.table.options import Watching
from upriver.table.state import TablePhase, TableState

_FRAME = msgspec.json.Decoder(dict[str, Raw])
_EVENTS = msgspec.json.Decoder(list[Raw] | None)
_JSON = msgspec.json.Decoder()


@dataclass(frozen=True)
class Leak:
    """Something that was told although it is hidden: what kind of thing, to whom, and where it stood."""

    kind: str
    user: str
    seq: int
    text: str


@dataclass
class Witness:
    """Knows what happened at one table, and who may know it.

    Args:
        ledger: the log.
        tokens: the token of each person.
        looked: how much was looked at, by kind.
    """

    ledger: Ledger
    tokens: Mapping[str, str]
    looked: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        entries = self.ledger.entries
        first = self.ledger.states[0]
        names = {first.code, *self.tokens, *(entry.by for entry in entries if not entry.by.startswith("bot "))} - {""}
        self._names = re.compile("|".join(map(re.escape, sorted(names))))
        """Random texts that all may know, and in which two letters may look like a card."""
        self._said = [entry for entry in entries if isinstance(entry.event, Said)]
        self._asks = {(entry.by, entry.ask.partition("-")[0]) for entry in entries if entry.ask}
        """How the ids of each person's requests begin."""
        self._revealed = {entry.event.seed: entry.seq for entry in entries if isinstance(entry.event, SeedRevealed)}
        self._chosen = [entry.event.seed or b"" for entry in entries if isinstance(entry.event, SeedChosen)]
        added = [entry.event.contributions for entry in entries if isinstance(entry.event, Started)]
        self._forms = {seed: forms(seed, *(mix(seed, given) for given in added)) for seed in self._chosen}

    def leaks(self, user: str, frames: Iterable[str], asked: Iterable[str] = ()) -> list[Leak]:
        """What the frames that the person got, in their order, should not have told.

        Args:
            user: the person.
            frames: what they got.
            asked: cards that they wanted to play, held or not, which refusals quote.
        """
        seq, found = 1, []
        for frame in frames:
            parts = _FRAME.decode(frame)
            kind = _JSON.decode(parts["type"])
            self.looked[kind] += 1
            if kind in ("welcome", "news"):
                seq = _JSON.decode(parts["seq"])
                found += [Leak(what, user, seq, text) for what, text in self._in_scene(user, seq, parts)]
            else:
                known = self._own(seq, user) | self._shown(seq) | set(asked)
                found += [Leak("card", user, seq, text) for text in self._cards(frame, known)]
            found += [Leak(what, user, seq, frame) for what in self.secrets(frame, seq, user)]
        return found

    def secrets(self, text: str, seq: int, user: str = "") -> Iterator[str]:
        """What stands in the text that nobody may read, or not this person, when the table is at the number."""
        lower = text.lower()
        for seed, written in self._forms.items():
            is_hidden = self._revealed.get(seed, seq + 1) > seq
            if is_hidden and any(form in lower or form in text for form in written):
                yield "seed"
        if any(token in text for token in self.tokens.values()):
            yield "token"
        if any(ask in text for by, ask in self._asks if by != user):
            yield "id"
        state = self.ledger.states[seq - 1]
        for entry in self._said:
            assert isinstance(entry.event, Said)
            if (user == "" or (user, entry.by) in state.muted) and entry.event.text in text:
                yield "muted"

    def cards(self, text: str) -> list[str]:
        """The cards that a text names."""
        return [found.group() for found in CARD.finditer(self._names.sub("*", text))]

    def _cards(self, text: str, known: Iterable[str]) -> list[str]:
        """The cards that a text names although they are not known."""
        named = self.cards(text)
        self.looked["card"] += len(named)
        return sorted(set(named).difference(known))

    def _in_scene(self, user: str, seq: int, parts: dict[str, Raw]) -> Iterator[tuple[str, str]]:
        state = self.ledger.states[seq - 1]
        events = _EVENTS.decode(parts.pop("events"))
        view: dict[str, Raw] = msgspec.json.decode(parts.pop("view"), type=dict[str, Raw])
        if not may_watch(state, user):
            yield "watching", str(events)
        for event in events or ():
            yield from self._in_event(user, seq, event)
        game, you = view.pop("game", None), view.pop("you")
        if game is not None and _text(game) != "null":
            yield from self._in_game(seq, game)
        for card in self._cards(_text(you), self._own(seq, user)):
            yield "card", f"{card} in {_text(you)}"
        if user_bid := self._bid(state, user, _JSON.decode(you)):
            yield "bid", user_bid
        for name, part in (*parts.items(), *view.items()):
            for card in self._cards(_text(part), ()):
                yield "card", f"{card} in {name}: {_text(part)}"

    def _in_event(self, user: str, seq: int, raw: Raw) -> Iterator[tuple[str, str]]:
        text, told, state = _text(raw), _JSON.decode(raw), self.ledger.states[seq - 1]
        entry, event = self.ledger.entries[told["seq"] - 1], told["event"]
        for card in self._cards(text, self._in_entry(entry, state, user)):
            yield "card", f"{card} in {text}"
        match entry.event:
            case BidSealed(seat) if seat != state.seat_of(user):
                self.looked["sealed"] += 1
                if event is not None and event["bid"] is not None:
                    yield "bid", text
            case SeedChosen():
                if event is not None and event["seed"] is not None:
                    yield "seed", text
            case Said(by) | Reacted(by) | Poked(by) if (user, by) in state.muted:
                self.looked["muted"] += 1
                if event is not None or told["by"]:
                    yield "muted", text
            case Muted(hearer) if hearer != user:
                if event is not None or told["by"]:
                    yield "muting", text

    def _in_game(self, seq: int, raw: Raw) -> Iterator[tuple[str, str]]:
        text, told, state = _text(raw), _JSON.decode(raw), self.ledger.states[seq - 1]
        # The draw has a deck of its own: a card drawn there may be hidden in a hand.
        undrawn = text.replace(msgspec.json.encode(told["draw"]).decode(), "")
        assert undrawn != text
        # Two letters of the id of a game that is over may look like a card.
        undrawn = undrawn.replace(told["id"] or "-", "-")
        for card in self._cards(undrawn, self._shown(seq)):
            yield "card", f"{card} in {text}"
        game, hand = state.game, told["hand"]
        if game is None or hand is None:
            return
        for seat, bid in enumerate(game.sealed):
            if bid is not None and (hand["bids"][seat], hand["needs"][seat]) != (None, None):
                yield "bid", text
        if hand["total_bid"] != sum(bid for bid in hand["bids"] if bid is not None):
            yield "bid", text
        if hand["over"] != hand["total_bid"] - hand["size"]:
            yield "bid", text

    def _bid(self, state: TableState, user: str, you: Any) -> str:
        """Whose hidden bid the person is shown instead of their own; nothing as it should be."""
        seat = state.seat_of(user)
        is_right = you["bid"] is None or (state.game and seat is not None and you["bid"] == state.game.own_bid(seat))
        return "" if is_right else f"{you['bid']} is not the own bid"

    def _in_entry(self, entry: Entry, state: TableState, user: str) -> set[str]:
        """The cards that the entry may name to the person, when the table stands so."""
        match entry.event:
            case CardPlayed(_, card):
                return {str(card)}
            case Drawn(cards):
                return set(map(str, cards))
            case Dealt(hands, turned):
                seat = state.seat_of(user)
                is_open = entry.seq != state.dealt_seq or is_over(state)
                shown = {str(turned)}
                if is_open and sees_hands(state, user):
                    return shown.union(str(card) for hand in hands for card in hand or ())
                own = hands[seat] if seat is not None and entry.seq == state.dealt_seq else ()
                return shown.union(map(str, own or ()))
        return set()

    def _own(self, seq: int, user: str) -> set[str]:
        """The cards of the hand that the person has held, or that were turned over when it ended."""
        state = self.ledger.states[seq - 1]
        if not state.dealt:
            return set()
        if is_over(state):
            return {str(card) for hand in state.dealt for card in hand} if sees_hands(state, user) else set()
        seat = state.seat_of(user)
        return set() if seat is None else set(map(str, state.dealt[seat]))

    def _shown(self, seq: int) -> set[str]:
        """The cards of the hand that lie on the table for all."""
        game = self.ledger.states[seq - 1].game
        if game is None or game.public.hand is None:
            return set()
        hand = game.public.hand
        return {str(hand.turned)}.union(str(card) for trick in (*hand.tricks, hand.trick) for card in trick.cards)


def may_watch(state: TableState, user: str) -> bool:
    """Whether the person may be shown the table at all."""
    if user in state.removed:
        return False
    is_member = user == state.host or user in state.people
    return is_member or state.phase is TablePhase.OPEN or state.options.watching is not Watching.CLOSED


def sees_hands(state: TableState, user: str) -> bool:
    """Whether the person may see all cards of a hand that is over."""
    return user in state.people or state.options.watching is Watching.HANDS


def is_over(state: TableState) -> bool:
    """Whether the last hand that was dealt is over."""
    return state.game is not None and state.game.phase in (Phase.DEAL, Phase.OVER)


def forms(*secrets: bytes) -> tuple[str, ...]:
    """How secret bytes may be written."""
    return tuple(
        form
        for secret in secrets
        for form in (
            secret.hex(),
            secret[::-1].hex(),
            b64encode(secret).decode().rstrip("="),
            urlsafe_b64encode(secret).decode().rstrip("="),
            str(int.from_bytes(secret, "big")),
            str(list(secret)).replace(" ", ""),
        )
    )


def _text(raw: Raw) -> str:
    return bytes(raw).decode()
