"""Whoever listens hears a whole game: each event once, in words, and what it led to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import pytest

from tests.browser.conftest import Come
from tests.browser.guest import Guest, catalogue
from upriver.rules import (
    BidChanged,
    BidMade,
    Card,
    CardPlayed,
    Dealt,
    Drawn,
    SeedRevealed,
    Started,
    State,
    apply,
    record,
)
from upriver.rules.events import Event

SHORT = "players=3 sizes=3-1-3"
LISTEN = """
() => {
  window.heard = { log: [], status: [] };
  const said = new WeakMap();
  const listen = () => {
    for (const line of document.querySelectorAll('[role=log] p'))
      if (!said.has(line)) said.set(line, window.heard.log.push(line.textContent));
    for (const region of document.querySelectorAll('[role=status]')) {
      const text = region.textContent.trim();
      if (text && said.get(region) !== text) window.heard.status.push(text);
      said.set(region, text);
    }
  };
  new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
}
"""
"""Notes what live regions say: each line of the log, and each text of a status when it changes."""


class Teller:
    """Says the events of a record as the page is to say them.

    Args:
        guest: whose page it is.
        seat: where the guest sits.
    """

    def __init__(self, guest: Guest, seat: int) -> None:
        self._guest, self._seat = guest, seat
        self._bots = guest.say("name.bots").split(" ")

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        """All that is to be heard of the game, line by line."""
        state: State | None = None
        for event in events:
            before, state = state, apply(state, event)
            if before is not None:
                yield from self._happened(event, before, state)

    def _happened(self, event: Event, before: State, state: State) -> Iterator[str]:
        say = self._guest.say
        hand = state.public.hand
        match event:
            case Drawn():
                drawn = [f"{self._called(seat)} {self._card(card)}" for seat, card in state.public.draw[-1]]
                yield say("tell.drawn", cards=self._both(drawn))
            case Dealt():
                assert hand is not None
                assert hand.turned is not None
                trump = say("trump.is", suit=self._suit(hand.turned))
                dealt = say("tell.dealt", number=hand.number, cards=say("head.cards", n=hand.size), trump=trump)
                yield f"{dealt} {self._by('tell.deals', hand.dealer)}"
            case BidMade():
                yield self._by("tell.bid", event.seat, bid=event.bid)
            case BidChanged():
                yield say("tell.bid.changed", name=self._called(event.seat), bid=event.bid)
            case CardPlayed():
                yield self._by("tell.card", event.seat, card=self._card(event.card))
                yield from self._trick(before, state)
            case SeedRevealed():
                winners = [seat for seat, place in enumerate(state.sheet.places()) if place == 1]
                if len(winners) > 1:
                    yield say("end.win-together", names=self._both([self._called(seat) for seat in winners]))
                elif winners == [self._seat]:
                    yield say("end.you-win")
                else:
                    yield say("end.wins", name=self._called(winners[0]))
            case Started():
                pass
            case _:
                raise AssertionError(f"nothing is known to be said of {event}")

    def _trick(self, before: State, state: State) -> Iterator[str]:
        """What the card has led to."""
        say = self._guest.say
        old, new = before.public.hand, state.public.hand
        assert old is not None
        assert new is not None
        if len(new.tricks) == len(old.tricks):
            return
        (winner,) = (seat for seat, tricks in enumerate(new.taken) if tricks > old.taken[seat])
        yield self._by("prompt.took", winner)
        if len(state.sheet.rows) == len(before.sheet.rows):
            return
        row = state.sheet.rows[-1]
        made = [self._called(seat) for seat in range(len(row.bids)) if row.is_made(seat)]
        key = "tell.hand.over" if made else "tell.hand.over.none"
        yield say(key, number=row.number, names=self._both(made))
        mine = {"bid": row.bids[self._seat], "taken": row.taken[self._seat]}
        points = say("points", n=row.points[self._seat])
        yield say("summary.made" if row.is_made(self._seat) else "summary.missed", points=points, **mine)

    def _by(self, key: str, seat: int, **values: object) -> str:
        if seat == self._seat:
            return self._guest.say(f"{key}.me", **values)
        return self._guest.say(key, name=self._called(seat), **values)

    def _called(self, seat: int) -> str:
        return self._guest.say("you") if seat == self._seat else self._bots[seat]

    def _card(self, card: Card) -> str:
        rank = self._guest.say(f"rank.{str(card)[:-1]}")
        return self._guest.say("card.name", rank=rank, suit=self._suit(card))

    def _suit(self, card: Card) -> str:
        return self._guest.say(f"suit.{str(card)[-1]}")

    def _both(self, items: list[str]) -> str:
        joint = {"en": " and ", "it": " e "}[self._guest.lang]
        return joint.join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


@pytest.mark.parametrize(("lang", "pace"), [("en", "instant"), ("it", "brisk")])
def test_a_whole_game_is_heard_as_the_record_has_it(lang: Literal["en", "it"], pace: str, come: Come) -> None:
    guest = come(lang)
    guest.page.add_init_script(f"({LISTEN})()")
    guest.play_alone(SHORT, pace=pace)
    guest.until(lambda me: me.is_over)
    heard: dict[str, list[str]] = guest.page.evaluate("window.heard")

    guest.page.get_by_role("link", name=guest.say("end.replay")).wait_for()
    game = guest.page.get_by_role("link", name=guest.say("end.replay")).get_attribute("href")
    assert game is not None
    text = guest.context.request.get(f"{guest.server}/api{game}/record").text()
    events = [entry.event for entry in record.load(text)]
    expected = list(Teller(guest, seat=0).tell(events))
    assert heard["log"] == expected
    assert set(heard["log"]) & set(heard["status"]) == set()

    own = [event for event in events if isinstance(event, BidMade | CardPlayed) and event.seat == 0]
    texts = [guest.say(f"prompt.{key}") for key in ("lead", "follow", "void")]
    texts += catalogue(lang)["prompt.bid"].values()
    asks = "|".join(re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in texts)
    asked = [line for line in heard["status"] if re.fullmatch(asks, line)]
    assert len(asked) == len(own), f"{asked} for {own}"
