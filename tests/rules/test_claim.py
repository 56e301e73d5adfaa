"""Claims of the rest: in endgames small enough, against every deal that can be and every card that can be played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.oracle import best_card, rank, suit
from tests.rules.playing import positions
from tests.rules.positions import after, dealt
from tests.rules.test_laws import other_world
from tests.strategies import beginnings, examples
from upriver.rules import (
    DECK,
    Card,
    CardPlayed,
    Game,
    Hand,
    IllegalActionError,
    Phase,
    Play,
    Public,
    Rules,
    Sheet,
    State,
    Suit,
    Trick,
    Trump,
    View,
    apply,
    claim,
    claim_refusal,
    claimed_play,
    decide,
    legal_cards,
    parse_cards,
    view,
)

RANDOM = st.integers(0, 2**32).map(Random)


# Against brute force.


@dataclass(frozen=True)
class Endgame:
    """Seat 0 is on lead and holds `own`; the others hold as many each of `unseen`, the rest of which nobody holds."""

    players: int
    trump: Suit | None
    own: tuple[Card, ...]
    unseen: tuple[Card, ...]
    played: tuple[Trick, ...]

    def view(self) -> View:
        rules, size = Rules(players=self.players, sizes=(1,), trump=Trump.NONE), len(self.played) + len(self.own)
        hand = Hand(
            number=1,
            size=size,
            dealer=0,
            turned=None,
            trump=self.trump,
            turn=0,
            bids=(0,) * self.players,
            has_bid=(True,) * self.players,
            taken=(0,) * self.players,
            trick=Trick(0),
            tricks=self.played,
        )
        public = Public(rules, (), None, Phase.PLAY, Sheet((0,) * self.players), dealer=0, hand=hand)
        return View(public, 0, self.own, None)

    def deals(self) -> list[list[list[str]]]:
        """What the others may hold, with respect to the suits that they did not follow."""
        voids = {
            (seat, suit(str(trick.cards[0])))
            for trick in self.played
            for seat, card in trick.plays(self.players)
            if suit(str(card)) != suit(str(trick.cards[0]))
        }
        return list(self._deals(list(map(str, self.unseen)), 1, voids))

    def _deals(self, left: list[str], seat: int, voids: set[tuple[int, str]]) -> Iterator[list[list[str]]]:
        if seat == self.players:
            yield []
            return
        for own in combinations([card for card in left if (seat, suit(card)) not in voids], len(self.own)):
            rest = [card for card in left if card not in own]
            yield from ([list(own), *others] for others in self._deals(rest, seat + 1, voids))


def can_lose(order: tuple[str, ...], held: list[list[str]], trump: str | None) -> bool:
    """Whether the others can take one of the tricks, with some cards or other."""
    if not order:
        return False
    lead, *rest = order
    return any(
        best_card(trick, trump) != lead or can_lose(tuple(rest), left, trump) for trick, left in replies([lead], held)
    )


def replies(trick: list[str], held: list[list[str]]) -> Iterator[tuple[list[str], list[list[str]]]]:
    if not held:
        yield trick, []
        return
    own, *others = held
    for card in [card for card in own if suit(card) == suit(trick[0])] or own:
        rest = [other for other in own if other != card]
        yield from ((cards, [rest, *left]) for cards, left in replies([*trick, card], others))


def endgame(rng: Random) -> Endgame:
    """Few cards in few suits, so that claims come up; the cards played are in suits mostly followed."""
    players = rng.choice((3, 3, 4))
    size = rng.choice((2, 3)) if players == 3 else 2
    suits = rng.sample(list(Suit), rng.choice((1, 2, 2, 3, 3, 4)))
    pool = [card for card in DECK if card.suit in suits and card.rank > 14 - rng.choice((4, 6, 13))]
    needed = size * players + rng.choice((0, 0, 1, 2) if players == 3 else (0, 0, 1))
    pool = rng.sample(pool, min(needed, len(pool)))
    pool += rng.sample([card for card in DECK if card not in pool], needed - len(pool))
    own = sorted(pool, key=lambda card: rank(str(card)) * rng.choice((0.8, 1.0, 1.3)))[-size:]
    out = [card for card in DECK if card not in pool]
    rng.shuffle(out)
    out.sort(key=lambda card: card.suit if rng.random() < 0.9 else rng.randrange(4))
    tricks = [Trick(rng.randrange(players), tuple(out[i : i + players])) for i in range(0, len(out), players)]
    trump = rng.choice((*suits, *suits, None))
    return Endgame(players, trump, tuple(own), tuple(card for card in pool if card not in own), tuple(tricks))


@examples(10)
@given(RANDOM)
def test_a_claim_stands_if_and_only_if_nobody_can_take_a_trick_in_any_deal(rng: Random) -> None:
    game = endgame(rng)
    trump = game.trump.letter if game.trump is not None else None
    deals = game.deals()
    if not deals:
        return
    claimed = claim(game.view(), 0)
    if claimed is not None:
        assert sorted(claimed, key=str) == sorted(game.own, key=str)
        assert not any(can_lose(tuple(map(str, claimed)), held, trump) for held in deals)
    else:
        for order in permutations(map(str, game.own)):
            assert any(can_lose(order, held, trump) for held in deals)


def test_the_endgames_above_have_claims_of_every_kind() -> None:
    """Else the brute force would say little."""
    games = [endgame(Random(seed)) for seed in range(600)]
    claims = [(game, order) for game in games if game.deals() and (order := claim(game.view(), 0))]
    assert 60 < len(claims) < 400
    sides = [game for game, order in claims if game.trump is not None and order[-1].suit != game.trump]
    against_trumps = [game for game in sides if any(card.suit == game.trump for card in game.unseen)]
    low = [game for game, order in claims if any(card.suit == order[-1].suit > 0 for card in game.unseen)]
    assert min(len(sides), len(against_trumps), len(low)) > 10


# In whole games.


@given(beginnings(), RANDOM)
def test_a_claim_says_nothing_that_the_seat_has_not_seen(game: Game, rng: Random) -> None:
    for live in positions(game, rng):
        for seat in range(live.state.rules.players):
            claimed = claim(live.state, seat)
            assert claim(view(live.state, seat), seat) == claimed
            assert claim(other_world(live.state, seat, rng), seat) == claimed
            said = str(claim_refusal(live.state, seat))
            assert said == str(claim_refusal(view(live.state, seat), seat))
            assert (said == "None") == (claimed is not None)


@given(beginnings(), RANDOM)
def test_a_claim_takes_every_trick_however_the_others_play(game: Game, rng: Random) -> None:
    for live in positions(game, rng):
        state = live.state
        for seat in state.to_act:
            claimed = claim(state, seat)
            if claimed is None:
                continue
            tricks = len(claimed)
            taken = state.hand.taken[seat] + tricks
            played = carried_out(state, claimed_play(state, seat))
            assert played.sheet.rows[-1].taken[seat] == taken
            others = state
            for card in claimed:
                others = apply(others, CardPlayed(seat, card))
                while others.to_act != (seat,) and others.phase is Phase.PLAY:
                    turn = others.to_act[0]
                    others = apply(others, CardPlayed(turn, rng.choice(legal_cards(others, turn))))
            assert others.sheet.rows[-1] == played.sheet.rows[-1]


def carried_out(state: State, plays: tuple[Play, ...]) -> State:
    for play in plays:
        state = apply(state, decide(state, play))
    return state


# By hand.

NOBODY = "0:0 1:0 2:0"


def three(own: str, other: str, third: str, *, trump: str) -> State:
    """Seat 0 is on lead for the first trick."""
    size = len(own.split())
    state = dealt(f"players=3 sizes={size} limit=free", own, other, third, dealer=2, turned=trump)
    return after(state, NOBODY)


@pytest.mark.parametrize(
    ("own", "trump", "order"),
    [
        ("AS KS QS", "2S", "AS KS QS"),
        ("KS QS JS", "AS", "KS QS JS"),
        ("AS KS JS", "2S", None),  # somebody may hold Q and two more trumps
        ("AS KS QS JS 10S AH KH AD KD AC", "2S", None),  # somebody may hold six of the seven other trumps
        ("AS KS QS JS 10S 9S AH KH AD AC", "2S", "AS KS QS JS 10S 9S AC AD AH KH"),
        ("AS KS QS JS 10S 3S AH KH AD AC", "2S", None),  # the last of them may be too low
        ("AH KH", "2S", None),
    ],
)
def test_what_is_certain_on_the_first_lead(own: str, trump: str, order: str | None) -> None:
    free = [card for card in map(str, DECK) if card not in (*own.split(), trump)]
    size = len(own.split())
    state = three(own, " ".join(free[:size]), " ".join(free[size : 2 * size]), trump=trump)
    assert claim(state, 0) == (None if order is None else parse_cards(order))


def test_without_trump_high_cards_are_enough() -> None:
    cards = ("AH KH AS", "2C 3C 4C", "5C 6C 7C")
    state = after(dealt("players=3 sizes=3 limit=free trump=none", *cards, dealer=2), NOBODY)
    assert claim(state, 0) == parse_cards("AS AH KH")


def test_a_side_card_is_certain_once_the_others_have_shown_out_of_trumps() -> None:
    cards = ("KS AH AD", "2C 3C 2H", "5C 6C 3H")
    state = three(*cards, trump="2S")
    assert claim(state, 0) is None
    assert claim(after(state, "0:KS 1:2C 2:5C"), 0) == parse_cards("AD AH")


def test_a_trump_held_by_nobody_that_is_known_may_still_be_somewhere() -> None:
    cards = ("KS AH AD", "3S 3C 2H", "5C 6C 3H")
    assert claim(after(three(*cards, trump="2S"), "0:KS 1:3S 2:5C"), 0) is None


def refused(state: State, seat: int) -> tuple[str, str]:
    with pytest.raises(IllegalActionError) as raised:
        claimed_play(state, seat)
    assert str(claim_refusal(state, seat)) == str(raised.value)
    assert claim(state, min(max(seat, 0), 2)) is None or seat != 0
    return raised.value.code, str(raised.value)


def test_a_claim_that_cannot_be_says_why() -> None:
    bidding = dealt("players=3 sizes=2,1 limit=free", "AS KS", "2C 3C", "5C 6C", dealer=2, turned="2S")
    state = after(bidding, NOBODY)
    assert claim(state, 0) == parse_cards("AS KS")
    begun = after(state, "0:AS")
    last = after(begun, "1:2C 2:5C")
    done = after(last, "0:KS 1:3C 2:6C")
    assert refused(state, 3) == ("no-such-seat", "claim: there is no seat 3; seats are 0 to 2")
    assert refused(state, -1) == ("no-such-seat", "claim: there is no seat -1; seats are 0 to 2")
    assert refused(bidding, 0) == ("bidding-open", "claim: the bids come first (hand 1 of 2, seat 0 to bid)")
    assert refused(state, 1) == ("not-your-turn", "claim: it is seat 0's turn (hand 1 of 2, trick 1, seat 0 to play)")
    assert refused(begun, 1) == (
        "claim-uncertain",
        "claim: the trick has begun; claim before you lead (hand 1 of 2, trick 1, seat 1 to play)",
    )
    assert refused(last, 0) == (
        "claim-uncertain",
        "claim: one trick is left, which is played (hand 1 of 2, trick 2, seat 0 to play)",
    )
    assert refused(done, 0) == ("not-your-turn", "claim: nobody can act now (before the deal of hand 2 of 2)")
    over = after(dealt("players=3 sizes=1", "AS", "2C", "5C", dealer=2, turned="2S"), "0:0 1:0 2:0 0:AS 1:2C 2:5C")
    assert refused(over, 0) == ("game-over", "claim: the game is over")
    weak = three("AH KH", "2C 3C", "5C 6C", trump="2S")
    error = claim_refusal(weak, 0)
    assert error is not None
    assert (error.code, error.details) == ("claim-uncertain", {"tricks": 2})
    assert str(error) == (
        "claim: it is not certain that seat 0 takes the 2 tricks left (hand 1 of 1, trick 1, seat 0 to play)"
    )


def test_the_others_follow_low_and_throw_their_lowest_card() -> None:
    state = three("AS KS QS", "3S JS 2H", "9C 3D 4C", trump="2S")
    assert " ".join(map(str, claimed_play(state, 0))) == "0:AS 1:3S 2:3D 0:KS 1:JS 2:4C 0:QS 1:2H 2:9C"


def test_another_seats_view_cannot_be_asked() -> None:
    state = three("AS KS", "2C 3C", "5C 6C", trump="2S")
    assert claim(view(state, 1), 1) is None
    with pytest.raises(LookupError):
        claim(view(state, 1), 0)
