"""Ten thousand whole games under every preset, player count and field value, each checked against the rule book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from itertools import combinations, islice, product
from random import Random

import pytest

from tests.rules.oracle import best_card, may_bid, suit, worth
from tests.rules.playing import play_out
from upriver.rules import (
    PRESETS,
    SCHEMES,
    BidChanged,
    Bidding,
    CardPlayed,
    Dealt,
    Drawn,
    Event,
    Game,
    Limit,
    Rules,
    Scoring,
    SeedRevealed,
    Started,
    TakenBack,
    Trump,
    commit,
    max_size,
    preset,
)
from upriver.rules.events import EVENTS
from upriver.rules.record import dump, load, number, replay
from upriver.rules.rules import parse_sizes
from upriver.rules.verify import verify

GAMES = 10_000
CHUNKS = 20

PLAYERS = range(3, 8)
SHORT_FORMS = ("10-1-10", "1-10-1", "10-1", "1-10", "7,5,3,1,3,5,7")
LIMITS_FROM = (1, 2, 3)
SCORINGS = (
    *SCHEMES.values(),
    *(Scoring(bonus=10, per_trick=points, keep_tricks=True) for points in range(4)),
    *(Scoring(bonus=10, per_trick=points, per_off=points) for points in range(4)),
    Scoring(bonus=10, per_trick_squared=1, growing_off=5),
    Scoring(bonus=5, per_trick=2, zero=7, miss=3),
    Scoring(bonus=-1, per_trick=-2, per_trick_squared=3, zero=0, keep_tricks=True, miss=-4, per_off=2, growing_off=1),
)


def whole_tables() -> Iterator[Rules]:
    """Games as the documents have them, and the short forms of hand sizes: few, for they are long."""
    for name, players in product(PRESETS, PLAYERS):
        yield from [preset(name, players)] * 10
    for text, players, trump in product(SHORT_FORMS, PLAYERS, Trump):
        sizes = parse_sizes(text)
        if max(sizes) <= max_size(players, trump):
            yield from [Rules(players=players, sizes=sizes, trump=trump)] * 4


def small_tables(rng: Random) -> Iterator[Rules]:
    """Short games without end, in which every value of every field meets every other that it can meet."""
    kinds = list(product(PLAYERS, Limit, LIMITS_FROM, Trump, Bidding, (True, False)))
    while True:
        rng.shuffle(kinds)
        for players, limit, limit_from, trump, bidding, rebid in kinds:
            if bidding is Bidding.TOGETHER and limit is not Limit.FREE:
                continue
            sizes = [rng.randint(1, 3) for _ in range(rng.randint(0, 2))]
            sizes.append(rng.randint(3, max_size(players, trump)) if rng.random() < 0.25 else limit_from)
            rng.shuffle(sizes)
            yield Rules(
                players=players,
                sizes=tuple(sizes),
                limit=limit,
                limit_from=limit_from,
                trump=trump,
                bidding=bidding,
                rebid=rebid,
                scoring=rng.choice(SCORINGS),
            )


@cache
def tables() -> tuple[Rules, ...]:
    """The rules of all ten thousand games."""
    whole = tuple(whole_tables())
    return (*whole, *islice(small_tables(Random(52)), GAMES - len(whole)))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_finish_and_follow_the_rule_book(chunk: int) -> None:
    kinds: Counter[str] = Counter()
    for place, table in list(enumerate(tables()))[chunk::CHUNKS]:
        rng = Random(place)
        dealer = rng.choice((None, *range(table.players)))
        game = play_out(Game.start(table, rng.randbytes(32), dealer=dealer), rng)
        check_course(game)
        check_hands(game)
        if place % 200 < CHUNKS:
            assert replay(load(dump(number(game.events)))) == game.state
            assert verify(game.events).is_fair
        kinds.update(type(event).__name__ for event in game.events)
    assert set(kinds) == set(EVENTS)


def check_course(game: Game) -> None:
    """The game began with `Started`, had all its hands, and ends with its seed and its winners."""
    rules, sheet = game.state.rules, game.state.sheet
    started, ended = game.events[0], game.events[-1]
    assert isinstance(started, Started)
    assert isinstance(ended, SeedRevealed)
    assert started.commitment == commit(ended.seed)
    assert (game.is_over, game.to_act) == (True, ())
    assert tuple(row.size for row in sheet.rows) == rules.sizes
    first = sheet.rows[0].dealer
    assert [row.dealer for row in sheet.rows] == [(first + i) % rules.players for i in range(rules.hands)]
    assert started.dealer in (None, first)
    assert any(isinstance(event, Drawn) for event in game.events) == (started.dealer is None)
    assert sheet.totals == sheet.running()[-1] == tuple(map(sum, zip(*(row.points for row in sheet.rows), strict=True)))
    assert [seat for seat, total in enumerate(sheet.totals) if total == max(sheet.totals)] == list(sheet.leaders())


def check_hands(game: Game) -> None:
    """Every hand again from its deal and its cards: trump, winners, suits followed, the limit, points."""
    rules, players = game.state.rules, game.state.rules.players
    deals = [event for event in game.events if isinstance(event, Dealt)]
    plays = iter(standing(game))
    for number_of_hand, (row, dealt) in enumerate(zip(game.state.sheet.rows, deals, strict=True)):
        trump = trump_of(rules, number_of_hand, dealt)
        assert (row.trump.letter if row.trump is not None else None) == trump
        taken = [0] * players
        leader = (row.dealer + 1) % players
        cards_left = {(seat, str(card)) for seat, cards in enumerate(dealt.cards) for card in cards or ()}
        voids: set[tuple[int, str]] = set()
        for _ in range(row.size):
            trick = [(event.seat, str(event.card)) for event in islice(plays, players)]
            cards = [card for _, card in trick]
            assert [seat for seat, _ in trick] == [(leader + i) % players for i in range(players)]
            assert cards_left.issuperset(trick)
            assert voids.isdisjoint((seat, suit(card)) for seat, card in trick)
            cards_left.difference_update(trick)
            voids.update((seat, suit(cards[0])) for seat, card in trick if suit(card) != suit(cards[0]))
            leader, _ = trick[cards.index(best_card(cards, trump))]
            taken[leader] += 1
        assert not cards_left
        assert (sum(taken), tuple(taken)) == (row.size, row.taken)
        bids = [row.result(seat)[0] for seat in range(players)]
        assert all(0 <= bid <= row.size for bid in bids)
        assert may_bid(rules, row.size, sum(bids) - bids[row.dealer], bids[row.dealer])
        assert row.points == tuple(worth(rules.scoring, *pair) for pair in zip(bids, taken, strict=True))


def standing(game: Game) -> list[CardPlayed]:
    """The cards played that were not taken back."""
    acts: list[Event] = []
    for event in game.events:
        if isinstance(event, TakenBack):
            while isinstance(acts.pop(), BidChanged):
                pass
        else:
            acts.append(event)
    return [event for event in acts if isinstance(event, CardPlayed)]


def trump_of(rules: Rules, place: int, dealt: Dealt) -> str | None:
    """The letter of the trump suit of the hand at this place, counted from 0."""
    if rules.trump is Trump.TURNED:
        return suit(str(dealt.turned))
    return ("S", "H", "D", "C", None)[place % 5] if rules.trump is Trump.CYCLE else None


# What the ten thousand cover.


def test_random_games_are_ten_thousand() -> None:
    assert len(tables()) == GAMES


def test_random_games_have_every_preset_with_every_player_count() -> None:
    counts = Counter(tables())
    for name, players in product(PRESETS, PLAYERS):
        assert counts[preset(name, players)] >= 10


def test_random_games_have_every_short_form_of_hand_sizes() -> None:
    counts = Counter((table.players, table.sizes) for table in tables())
    for text, players in product(SHORT_FORMS, PLAYERS):
        sizes = parse_sizes(text)
        assert counts[players, sizes] >= 4 or max(sizes) > max_size(players, Trump.NONE)


def test_random_games_have_hands_of_every_size_up_to_the_largest() -> None:
    counts = Counter((table.players, table.trump, size) for table in tables() for size in set(table.sizes))
    for players, trump in product(PLAYERS, Trump):
        assert all(counts[players, trump, size] >= 4 for size in range(1, max_size(players, trump) + 1))


def test_random_games_have_every_value_of_every_field_often() -> None:
    counts = Counter((field, getattr(table, field)) for table in tables() for field in FIELDS)
    assert {pair: count for pair in values() if (count := counts[pair]) < 300} == {}


def test_random_games_have_every_two_values_together_that_can_be() -> None:
    pairs = Counter(pair for table in tables() for pair in combinations([(f, getattr(table, f)) for f in FIELDS], 2))
    never = {(("limit", limit), ("bidding", Bidding.TOGETHER)) for limit in Limit if limit is not Limit.FREE}
    possible = {(a, b) for a, b in combinations(values(), 2) if a[0] != b[0]} - never
    assert {pair: count for pair in possible if (count := pairs[pair]) < 20} == {}


FIELDS = ("players", "limit", "limit_from", "trump", "bidding", "rebid", "scoring")


def values() -> list[tuple[str, object]]:
    """Every value of every field but the hand sizes."""
    choices: tuple[Iterable[object], ...] = (PLAYERS, Limit, LIMITS_FROM, Trump, Bidding, (True, False), SCORINGS)
    pairs = [(field, value) for field, values in zip(FIELDS, choices, strict=True) for value in values]
    assert {field.name for field in fields(Rules)} == {"sizes", *FIELDS}
    return pairs
