"""Events that cannot follow are refused: from a record that was tampered with, or put together wrongly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.positions import after, any_deal, dealt
from upriver.rules import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsRevealed,
    Card,
    CardPlayed,
    Dealt,
    Drawn,
    Event,
    EventError,
    Game,
    IllegalActionError,
    Phase,
    Rules,
    SeedRevealed,
    Started,
    State,
    TakenBack,
    apply,
    apply_seen,
    commit,
    fold,
    last_act,
    parse_cards,
    redact,
)
from upriver.rules.events import EVENTS
from upriver.rules.fold import contenders

CARDS = ("9S 3S", "2S 4H", "AS 5C", "KS 6C")
START = fold([Started(Rules.parse("sizes=2,1"), dealer=3)])
DRAW = fold([Started(Rules.parse("sizes=2,1"))])
HAND = dealt("sizes=2,1", *CARDS, dealer=3, turned="2H")
PLAYING = after(HAND, "0:1 1:1 2:1 3:0")
TOGETHER = any_deal("sizes=5 limit=free bidding=together", dealer=3)
SEALED = apply(after(TOGETHER, "0:1 1:2 2:3"), BidSealed(3, 4))


def over(commitment: bytes | None) -> State:
    cards = tuple(map(parse_cards, ("9S", "2S", "AS")))
    rules = Rules.parse("players=3 sizes=1 limit=free")
    state = fold([Started(rules, dealer=2, commitment=commitment), Dealt(cards, Card.parse("2H"))])
    return after(state, "0:1 1:1 2:1 0:9S 1:2S 2:AS")


COMMITTED = over(commit(b"seed"))


def cards(*texts: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(parse_cards, texts))


@pytest.mark.parametrize(
    ("state", "event", "message"),
    [
        (None, BidMade(0, 1), "a game begins with Started, and only once"),
        (START, Started(Rules()), "a game begins with Started, and only once"),
        # The draw.
        (START, Drawn(parse_cards("2S 3S 4S 5S")), "Drawn does not fit here (before the deal of hand 1 of 2)"),
        (
            DRAW,
            Drawn(parse_cards("2S 3S 4S")),
            "Drawn has 3 cards; 4 players are in the draw (the draw for first dealer, round 1)",
        ),
        (
            apply(DRAW, Drawn(parse_cards("AS AH 4S 5S"))),
            Drawn(parse_cards("6S 7S 8S")),
            "Drawn has 3 cards; 2 players are in the draw (the draw for first dealer, round 2)",
        ),
        (DRAW, Drawn(parse_cards("2S 3S 2S 3S")), "2S, 3S came from the deck twice"),
        (apply(DRAW, Drawn(parse_cards("AS AH 4S 5S"))), Drawn(parse_cards("4S 7S")), "4S came from the deck twice"),
        # Deals.
        (DRAW, Dealt(cards(*CARDS), Card.parse("2H")), "Dealt does not fit here (the draw for first dealer, round 1)"),
        (HAND, Dealt(cards(*CARDS), Card.parse("2H")), "Dealt does not fit here (hand 1 of 2, seat 0 to bid)"),
        (
            START,
            Dealt(cards(*CARDS[:3]), Card.parse("2H")),
            "Dealt must give 4 seats 2 cards each (before the deal of hand 1 of 2)",
        ),
        (
            START,
            Dealt(cards("9S", *CARDS[1:]), Card.parse("2H")),
            "Dealt must give 4 seats 2 cards each (before the deal of hand 1 of 2)",
        ),
        (
            START,
            redact(Dealt(cards(*CARDS), Card.parse("2H")), 0),
            "Dealt must give 4 seats 2 cards each (before the deal of hand 1 of 2)",
        ),
        (
            START,
            Dealt(cards(*CARDS), None),
            "Dealt turns no card, against trump=turned (before the deal of hand 1 of 2)",
        ),
        (
            fold([Started(Rules.parse("sizes=2 trump=none"), dealer=3)]),
            Dealt(cards(*CARDS), Card.parse("2H")),
            "Dealt turns 2H, against trump=none (before the deal of hand 1 of 1)",
        ),
        (START, Dealt(cards(*CARDS), Card.parse("9S")), "9S came from the deck twice"),
        (START, Dealt(cards("9S 4H", *CARDS[1:]), Card.parse("2H")), "4H came from the deck twice"),
        # Bids.
        (HAND, BidSealed(0, 1), "BidSealed(seat=0, bid=1) must be BidMade(seat=0, bid=1) (hand 1 of 2, seat 0 to bid)"),
        (
            HAND,
            BidChanged(0, 1),
            "BidChanged(seat=0, bid=1) must be BidMade(seat=0, bid=1) (hand 1 of 2, seat 0 to bid)",
        ),
        (
            after(HAND, "0:1"),
            BidMade(0, 2),
            "BidMade(seat=0, bid=2) must be BidChanged(seat=0, bid=2) (hand 1 of 2, seat 1 to bid)",
        ),
        (
            TOGETHER,
            BidMade(0, 1),
            "BidMade(seat=0, bid=1) must be BidSealed(seat=0, bid=1) (hand 1 of 1, all to bid)",
        ),
        (TOGETHER, BidSealed(0, None), "BidSealed(seat=0, bid=None) is hidden; a record needs the bid"),
        (HAND, BidsRevealed((0, 0, 0, 0)), "BidsRevealed does not fit here (hand 1 of 2, seat 0 to bid)"),
        (TOGETHER, BidsRevealed((0, 0, 0, 0)), "BidsRevealed does not fit here (hand 1 of 1, all to bid)"),
        (
            SEALED,
            BidsRevealed((1, 2, 3, 3)),
            "BidsRevealed(bids=(1, 2, 3, 3)) disagrees with the hidden bids (1, 2, 3, 4) "
            "(hand 1 of 1, before the bids are revealed)",
        ),
        (
            SEALED,
            BidsRevealed((1, 2, 3)),
            "BidsRevealed(bids=(1, 2, 3)) disagrees with the hidden bids (1, 2, 3, 4) "
            "(hand 1 of 1, before the bids are revealed)",
        ),
        # Taking back.
        (HAND, TakenBack(0), "TakenBack(seat=0): nothing can be taken back (hand 1 of 2, seat 0 to bid)"),
        (
            after(HAND, "0:1 1:1"),
            TakenBack(0),
            "TakenBack(seat=0): only seat 1 can take back what it did (hand 1 of 2, seat 2 to bid)",
        ),
        (
            after(PLAYING, "0:9S 1:2S"),
            TakenBack(2),
            "TakenBack(seat=2): only seat 1 can take back what it did (hand 1 of 2, trick 1, seat 2 to play)",
        ),
        (
            PLAYING,
            TakenBack(7),
            "TakenBack(seat=7): only seat 3 can take back what it did (hand 1 of 2, trick 1, seat 0 to play)",
        ),
        (
            apply(SEALED, BidsRevealed((1, 2, 3, 4))),
            TakenBack(3),
            "TakenBack(seat=3): nothing can be taken back (hand 1 of 1, trick 1, seat 0 to play)",
        ),
        (
            SEALED,
            TakenBack(3),
            "TakenBack(seat=3): nothing can be taken back (hand 1 of 1, before the bids are revealed)",
        ),
        (START, TakenBack(0), "TakenBack(seat=0): nothing can be taken back (before the deal of hand 1 of 2)"),
        (COMMITTED, TakenBack(2), "TakenBack(seat=2): nothing can be taken back (the game is over)"),
        # The seed.
        (
            PLAYING,
            SeedRevealed(b"seed"),
            "SeedRevealed does not fit here (hand 1 of 2, trick 1, seat 0 to play)",
        ),
        (
            over(None),
            SeedRevealed(b"seed"),
            "SeedRevealed: the game began without a commitment, so there is no seed to show",
        ),
        (
            COMMITTED,
            SeedRevealed(b"another"),
            "SeedRevealed: this seed does not fit the commitment that the game began with",
        ),
        (apply(COMMITTED, SeedRevealed(b"seed")), SeedRevealed(b"seed"), "SeedRevealed: the seed is known already"),
        (COMMITTED, Dealt(cards("9S", "2S", "AS"), Card.parse("2H")), "Dealt does not fit here (the game is over)"),
    ],
)
def test_an_event_that_cannot_follow_is_refused(state: State | None, event: Event, message: str) -> None:
    with pytest.raises(EventError) as raised:
        apply(state, event)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("state", "event", "code"),
    [
        (HAND, BidMade(0, 3), "bid-range"),
        (HAND, BidMade(1, 0), "not-your-turn"),
        (HAND, BidMade(7, 0), "no-such-seat"),
        (after(HAND, "0:1 1:1 2:0"), BidMade(3, 0), "bid-forbidden"),
        (after(HAND, "0:1"), BidChanged(0, 1), "bid-same"),
        (PLAYING, BidChanged(0, 0), "bidding-closed"),
        (TOGETHER, BidSealed(0, 9), "bid-range"),
        (HAND, CardPlayed(0, Card.parse("9S")), "bidding-open"),
        (PLAYING, CardPlayed(0, Card.parse("KS")), "card-not-held"),
        (after(PLAYING, "0:9S"), CardPlayed(1, Card.parse("4H")), "must-follow"),
        (COMMITTED, CardPlayed(0, Card.parse("9S")), "game-over"),
    ],
)
def test_a_bid_or_card_in_a_record_is_held_to_the_rules(state: State, event: Event, code: str) -> None:
    with pytest.raises(IllegalActionError) as raised:
        apply(state, event)
    assert raised.value.code == code


@pytest.mark.parametrize(
    ("started", "message"),
    [
        (Started(Rules(), names=("Ann", "Bea")), "Started has 2 names for 4 players; give one for each, or none"),
        (Started(Rules(), dealer=4), "Started names seat 4 as dealer; seats are 0 to 3"),
        (Started(Rules(), dealer=-1), "Started names seat -1 as dealer; seats are 0 to 3"),
        (Started(Rules(), commitment=b"short"), "Started has a commitment of 5 bytes; it needs 32"),
        (
            Started(Rules(), contributions=(b"a",)),
            "Started has contributions and no commitment; people give theirs once they have seen one",
        ),
        (
            Started(Rules(), commitment=bytes(32), contributions=(b"a",) * 17),
            "Started has 17 contributions; at most 16",
        ),
        (
            Started(Rules(), commitment=bytes(32), contributions=(b"a", b"")),
            "Started has a contribution of 0 bytes; each has 1 to 64",
        ),
        (
            Started(Rules(), commitment=bytes(32), contributions=(b"a" * 65,)),
            "Started has a contribution of 65 bytes; each has 1 to 64",
        ),
    ],
)
def test_a_game_that_cannot_begin_so_is_refused(started: Started, message: str) -> None:
    with pytest.raises(EventError) as raised:
        fold([started])
    assert str(raised.value) == message


def test_no_events_make_no_state() -> None:
    with pytest.raises(EventError) as raised:
        fold([])
    assert str(raised.value) == "there are no events; a game begins with Started"


def test_a_refused_event_leaves_the_state_as_it_was() -> None:
    before = replace(PLAYING)
    with pytest.raises(IllegalActionError):
        apply(PLAYING, CardPlayed(0, Card.parse("KS")))
    assert before == PLAYING


# Every kind of event, and what it does.


def test_started_waits_for_the_draw_or_for_the_deal() -> None:
    assert (DRAW.phase, DRAW.public.dealer, DRAW.sheet.totals) == (Phase.DRAW, None, (0, 0, 0, 0))
    assert (START.phase, START.public.dealer) == (Phase.DEAL, 3)
    assert START.where() == "before the deal of hand 1 of 2"


def test_started_shows_the_contributions_to_all() -> None:
    added = (b"Ann's", b"a" * 64)
    state = fold([Started(Rules(), commitment=bytes(32), contributions=added)])
    assert state.public.contributions == added


def test_drawn_narrows_the_draw_down() -> None:
    tied = apply(DRAW, Drawn(parse_cards("AS 2H AD 5S")))
    assert contenders(tied.public) == (0, 2)
    assert tied.where() == "the draw for first dealer, round 2"
    assert apply(tied, Drawn(parse_cards("3S 4S"))).public.dealer == 2


def test_dealt_gives_the_cards_sorted_and_asks_for_bids() -> None:
    assert HAND.cards == cards("9S 3S", "2S 4H", "AS 5C", "KS 6C")[:1] + cards("2S 4H", "5C AS", "6C KS")
    assert (HAND.phase, HAND.to_act, HAND.hand.size, HAND.hand.number) == (Phase.BID, (0,), 2, 1)
    assert HAND.hand.turned == Card.parse("2H")


def test_bid_made_passes_the_turn_on() -> None:
    state = apply(HAND, BidMade(0, 1))
    assert (state.hand.bids, state.hand.has_bid) == ((1, None, None, None), (True, False, False, False))
    assert (state.to_act, state.hand.total_bid) == ((1,), 1)


def test_bid_changed_changes_that_bid_only() -> None:
    state = apply(after(HAND, "0:1"), BidChanged(0, 2))
    assert (state.hand.bids, state.to_act) == ((2, None, None, None), (1,))


def test_bid_sealed_is_known_to_the_state_and_shown_to_nobody() -> None:
    state = apply(TOGETHER, BidSealed(2, 4))
    assert state.sealed == (None, None, 4, None)
    assert (state.own_bid(2), state.own_bid(0)) == (4, None)
    assert (state.hand.bids, state.hand.has_bid) == ((None,) * 4, (False, False, True, False))


def test_bids_revealed_opens_the_play() -> None:
    assert (SEALED.phase, SEALED.to_act) == (Phase.REVEAL, ())
    state = apply(SEALED, BidsRevealed((1, 2, 3, 4)))
    assert (state.phase, state.to_act, state.hand.bids) == (Phase.PLAY, (0,), (1, 2, 3, 4))
    assert state.sealed == (None,) * 4


def test_card_played_goes_from_the_hand_to_the_trick() -> None:
    state = apply(PLAYING, CardPlayed(0, Card.parse("9S")))
    assert state.cards_of(0) == parse_cards("3S")
    assert state.hand.trick.plays(4) == ((0, Card.parse("9S")),)
    assert [state.hand.held(seat) for seat in range(4)] == [1, 2, 2, 2]
    assert not state.hand.is_lead_open


def test_taken_back_gives_the_turn_back_and_the_card() -> None:
    led = after(PLAYING, "0:9S")
    assert apply(led, TakenBack(0)) == PLAYING
    trick = after(led, "1:2S 2:AS 3:KS")
    assert (trick.hand.taken, trick.to_act) == ((0, 0, 1, 0), (2,))
    back = apply(trick, TakenBack(3))
    assert back == after(led, "1:2S 2:AS")
    assert apply(apply(back, TakenBack(2)), TakenBack(1)) == led


def test_taken_back_opens_the_bidding_again() -> None:
    assert apply(PLAYING, TakenBack(3)) == after(HAND, "0:1 1:1 2:1")
    changed = after(HAND, "0:1 1:1 1:2")
    assert apply(changed, TakenBack(1)) == after(HAND, "0:1")


def test_taken_back_opens_no_hand_that_is_scored() -> None:
    done = after(PLAYING, "0:9S 1:2S 2:AS 3:KS 2:5C 3:6C 0:3S 1:4H")
    assert (last_act(done), done.phase) == (None, Phase.DEAL)


def test_seed_revealed_is_kept() -> None:
    assert apply(COMMITTED, SeedRevealed(b"seed")).public.seed == b"seed"


def test_every_kind_of_event_is_shown_above() -> None:
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    for kind in EVENTS:
        words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind).strip("_")
        assert any(name.startswith(f"{words}_") for name in tested), f"no test for {kind}"


# A seat that follows redacted events.


def test_a_seat_begins_with_started_and_only_once() -> None:
    with pytest.raises(EventError, match="a game begins with Started"):
        apply_seen(None, BidMade(0, 1), 0)
    begun = apply_seen(None, Started(Rules()), 2)
    with pytest.raises(EventError, match="a game begins with Started, and only once"):
        apply_seen(begun, Started(Rules()), 2)


def test_a_seat_keeps_its_place_without_being_told_again() -> None:
    seen = None
    game = Game.start(Rules.parse("sizes=2"), b"follow", dealer=0)
    for event in game.events:
        seen = apply_seen(seen, redact(event, 1), None if seen else 1)
    assert seen == game.view(1)
