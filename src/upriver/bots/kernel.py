"""The one door to the compiled kernel (native/): packs what a seat sees, refuses wrong arguments, names the copy.

The kernel is given a `View` and nothing else. The same arguments give the same result on every machine, for any
number of threads and either copy: `generic`, or `pdep` for x86-64 processors with BMI2 and AVX2.
"""

from __future__ import annotations

import struct
from dataclasses import astuple, dataclass
from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType
from typing import Literal

from upriver.bots.chances import term_places
from upriver.bots.facts import BID_FACTS, CARD_FACTS
from upriver.bots.threats import THREATS
from upriver.bots.weights import WEIGHTS
from upriver.rules import Action, Bid, Card, Hand, Limit, Phase, Play, Rank, Rules, Suit, Trump, UpriverError, View
from upriver.rules.rules import MAX_PLAYERS, MIN_PLAYERS
from upriver.rules.state import is_sealed

CopyName = Literal["generic", "pdep"]

NO_TRUMP = 4
_RULES = struct.Struct("<16i")
_DECISION = struct.Struct("<16i6i7i7iQ52s4x28d")
_BUDGET = struct.Struct("<iiiiddd")
_TERM = struct.Struct("<dii")
_TERMS = 16
_LIMITS = {Limit.FREE: 0, Limit.HOOK: 1, Limit.OVER: 2}
MOST_HANDS = 2**40
MOST_WORLDS = 100_000
MOST_THREADS = 256
SEEDS = 2**64
MOST_POINTS = 1000
_WAYS = 4
NO_HABITS = (1.0,) * (MAX_PLAYERS * _WAYS)
"""Of seats that nothing is known of."""
_FORGOTTEN = 0.01
"""However unlikely, a way is held so likely for the next hand: somebody else may play from this seat now."""


class MissingKernelError(UpriverError):
    """The package was installed without its compiled kernel, which the strong levels need."""

    def __init__(self) -> None:
        super().__init__(
            "the compiled kernel is missing, and this needs it: install a C++20 compiler (on Debian and Ubuntu: "
            "apt-get install g++), then install upriver again; `upriver doctor` says what is there"
        )


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a search may spend. Numbers of worlds, never a time.

    Args:
        worlds: worlds that each choice is played out in, 16 to 100,000.
        proposals: worlds drawn for each one kept, 1 to 64; the more, the sharper the belief. 1 means none.
        shortlist: for each one kept, so many of them at most are weighed by the cards played too, 1 to 64.
        changes: tries to change two cards in each world that is kept, 0 to 64. When much has
            been played few worlds are likely, and without changes the same ones are kept over and over.
        bid_heat: softness of the bids believed of others, in points.
        play_heat: softness of the cards believed of others, in points; 0 leaves the cards out of the belief.
        by_rule: how likely another seat is taken to play as the bot by rule, and not by the policy, before it has
            acted, 0 to 1.
    """

    worlds: int
    proposals: int = 8
    shortlist: int = 4
    changes: int = 0
    bid_heat: float = 1.0
    play_heat: float = 0.0
    by_rule: float = 0.0

    def __post_init__(self) -> None:
        if not (16 <= self.worlds <= MOST_WORLDS and 1 <= self.proposals <= 64):
            raise ValueError(f"{self}: worlds go from 16 to 100,000 and proposals from 1 to 64")
        if not (1 <= self.shortlist <= 64 and 0 <= self.changes <= 64):
            raise ValueError(f"{self}: shortlist goes from 1 to 64 and changes from 0 to 64")
        if not (0 < self.bid_heat <= 100 and 0 <= self.play_heat <= 100):
            raise ValueError(f"{self}: bid_heat goes from above 0 to 100 and play_heat from 0 to 100")
        if not 0 <= self.by_rule <= 1:
            raise ValueError(f"{self}: by_rule goes from 0 to 1")


@dataclass(frozen=True, slots=True)
class Choice:
    """What one choice is worth.

    Args:
        action: the bid or card; of cards that do not differ the lowest stands for all.
        value: points of the hand; where the game counts, with the chance of winning it in per cent added.
        error: standard error of the difference to the best choice; 0 for the best.
        tricks: in which part of the worlds the seat takes 0, 1, 2 … tricks in the hand; empty where nothing was played
            out.
        wins: by card of the seat, low to high, in which part of the worlds it takes a trick from now on.
    """

    action: Action
    value: float
    error: float
    tricks: tuple[float, ...] = ()
    wins: tuple[float, ...] = ()


def is_built() -> bool:
    """Whether the kernel was compiled when the package was installed."""
    try:
        _copy("generic")
    except MissingKernelError:
        return False
    return True


@cache
def copies() -> tuple[CopyName, ...]:
    """The copies that run on this processor, fastest first.

    Raises:
        MissingKernelError: there is none.
    """
    if _copy("generic").has_pdep():
        try:
            _copy("pdep")
        except MissingKernelError:
            return ("generic",)
        return ("pdep", "generic")
    return ("generic",)


@cache
def _copy(name: CopyName) -> ModuleType:
    try:
        return import_module("upriver.bots._kernel" + ("_pdep" if name == "pdep" else ""))
    except ImportError:
        raise MissingKernelError from None


def _chosen(copy: CopyName | None) -> ModuleType:
    return _copy(copy or copies()[0])


def cell_counts() -> tuple[int, int, int, int]:
    """How many cells each of the policy's tables has: bid, now, later and steer."""
    module = _chosen(None)
    return module.BID_CELLS, module.NOW_CELLS, module.LATER_CELLS, module.STEER_CELLS


def cells() -> int:
    """How many cells the policy's tables have for one number of players; a cell is a byte."""
    return sum(cell_counts())


def card_number(card: Card) -> int:
    """The kernel's number of a card: four times its rank counted from 0, and its suit."""
    return (card.rank - 2) * 4 + card.suit


CARDS: tuple[Card, ...] = tuple(Card(Rank(i // 4 + 2), Suit(i % 4)) for i in range(52))
"""Cards by the kernel's number."""


def pack_cards(cards: tuple[Card, ...]) -> int:
    """A set of cards as bits by `card_number`."""
    bits = 0
    for card in cards:
        bits |= 1 << ((card.rank - 2) * 4 + card.suit)
    return bits


def unpack_cards(bits: int) -> tuple[Card, ...]:
    """The cards of a set, low to high."""
    cards = []
    while bits:
        lowest = bits & -bits
        cards.append(CARDS[lowest.bit_length() - 1])
        bits ^= lowest
    return tuple(cards)


def pack_rules(rules: Rules, *, size: int, dealer: int, trump: Suit | None) -> bytes:
    """What a hand needs to know of the rules.

    Raises:
        ValueError: a size or dealer that the rules do not know.
    """
    if size not in rules.sizes or not 0 <= dealer < rules.players:
        raise ValueError(f"size {size} must be one of {rules}, and dealer {dealer} from 0 to {rules.players - 1}")
    return _RULES.pack(*_rule_numbers(rules, size, dealer, trump))


def _rule_numbers(rules: Rules, size: int, dealer: int, trump: Suit | None) -> tuple[int, ...]:
    scoring = rules.scoring
    return (
        rules.players,
        size,
        dealer,
        NO_TRUMP if trump is None else trump,
        _LIMITS[rules.limit] if rules.is_limited(size) else 0,
        rules.trump is Trump.TURNED,
        is_sealed(rules),
        scoring.bonus,
        scoring.per_trick,
        scoring.per_trick_squared,
        scoring.zero or 0,
        scoring.zero is not None,
        scoring.keep_tricks,
        scoring.miss,
        scoring.per_off,
        scoring.growing_off,
    )


def pack_decision(view: View, *, for_game: bool = False, habits: tuple[float, ...] = NO_HABITS) -> bytes:
    """The decision of the view's seat, which must be in `to_act`.

    Args:
        view: what the seat sees.
        for_game: whether the chance of winning the game counts too, each per cent as a point of the hand.
        habits: from `habits`.

    Raises:
        ValueError: it is not the seat's turn, or no hand leads to this view.
    """
    seat = view.seat
    if seat is None or seat not in view.to_act:
        raise ValueError(f"seat {seat} has nothing to decide ({view.where()})")
    hand, rules = view.hand, view.rules
    is_bid = view.phase is Phase.BID
    _check_view(view, seat, _cards_played(hand))
    return _pack_hand(
        rules,
        hand,
        (seat, is_bid, sum(bid is not None for bid in hand.bids) if is_bid else rules.players),
        hands_left=rules.hands - hand.number if for_game else -1,
        totals=view.sheet.totals,
        own=pack_cards(view.cards),
        habits=habits,
    )


def _pack_hand(  # noqa: PLR0913  # the parts of a decision, each by name
    rules: Rules,
    hand: Hand,
    actor: tuple[int, bool, int],
    *,
    hands_left: int,
    totals: tuple[int, ...],
    own: int,
    habits: tuple[float, ...],
) -> bytes:
    """A decision of `actor`: the seat, whether it is to bid, and how many have bid before."""
    played = _cards_played(hand)
    no_seats = (0,) * (MAX_PLAYERS - rules.players)
    return _DECISION.pack(
        *_rule_numbers(rules, hand.size, hand.dealer, hand.trump),
        *actor,
        hands_left,
        -1 if hand.turned is None else card_number(hand.turned),
        len(played),
        *(bid or 0 for bid in hand.bids),
        *no_seats,
        *totals,
        *no_seats,
        own,
        played,
        *habits,
    )


def _cards_played(hand: Hand) -> bytes:
    return bytes(card_number(card) for trick in (*hand.tricks, hand.trick) for card in trick.cards)


def habits(view: View, tables: bytes, budget: Budget) -> tuple[float, ...]:
    """How likely each other seat was to do what it did in the hands before, by seat and way; the likeliest way is 1.

    When a hand is over all have seen who held what, so that nothing has to be guessed.

    Args:
        view: what the seat sees.
        tables: as for `search`.
        budget: how others are believed; none of it is known where that is left out of the belief.
    """
    found = NO_HABITS
    if view.seat is None or budget.proposals == 1:
        return found
    for hand in view.public.past:
        likely = _habits_in(view.rules, hand, view.seat, tables, budget)
        found = tuple(before * now for before, now in zip(found, likely, strict=True))
        found = tuple(
            max(found[i] / max(found[i - i % _WAYS : i - i % _WAYS + _WAYS]), _FORGOTTEN) for i in range(len(found))
        )
    return found


@lru_cache(maxsize=1024)
def _habits_in(rules: Rules, hand: Hand, seat: int, tables: bytes, budget: Budget) -> tuple[float, ...]:
    if len(_cards_played(hand)) < hand.size * rules.players:
        return NO_HABITS  # the rest was claimed, and who held it is not known
    actor = (seat, False, rules.players)
    finished = _pack_hand(rules, hand, actor, hands_left=-1, totals=(0,) * rules.players, own=0, habits=NO_HABITS)
    return tuple(_chosen(None).habits(finished, tables, _formulas(), _BUDGET.pack(*astuple(budget))))


def _check_view(view: View, seat: int, played: bytes) -> None:
    """Refuse a view put together by hand that the kernel could not follow."""
    hand, rules = view.hand, view.rules
    if not (hand.size in rules.sizes and 0 <= hand.dealer < rules.players):
        raise ValueError(f"size {hand.size} and dealer {hand.dealer} do not belong to {rules}")
    if len(view.cards) != hand.held(seat) or any(len(trick.cards) != rules.players for trick in hand.tricks):
        raise ValueError(f"seat {seat} holds {len(view.cards)} cards and not {hand.held(seat)} ({view.where()})")
    turned = 0 if hand.turned is None else 1 << card_number(hand.turned)
    bits = turned | pack_cards(view.cards)
    for number in played:
        bits |= 1 << number
    if bits.bit_count() != len(played) + len(view.cards) + (hand.turned is not None):
        raise ValueError(f"a card is in two places at once ({view.where()})")
    if not all(0 <= (bid or 0) <= hand.size for bid in hand.bids):
        raise ValueError(f"bids {hand.bids} go from 0 to {hand.size} ({view.where()})")


def playouts(
    rules: bytes, hands: int, *, seed: int = 0, threads: int = 1, copy: CopyName | None = None
) -> tuple[list[int], list[int]]:
    """Play whole hands at random; points and made bids by seat, summed.

    Args:
        rules: from `pack_rules`; a turned card decides trump in each hand anew.
        hands: how many, at least 1.
        seed: fixes them, 0 to 2**64 - 1.
        threads: how many to use, 1 to 256.
        copy: which copy; None takes the fastest.
    """
    _check_rules(rules)
    _check_numbers("hands", hands, MOST_HANDS, seed, threads)
    return _chosen(copy).playouts(rules, hands, seed, threads)  # type: ignore[no-any-return]


def trace(rules: bytes, *, seed: int, index: int, copy: CopyName | None = None) -> tuple[object, ...]:
    """One of the hands of `playouts`: cards dealt, turned card, seats, legal sets, actions, tricks and points."""
    _check_rules(rules)
    _check_numbers("index", index + 1, MOST_HANDS, seed, 1)
    return _chosen(copy).trace(rules, seed, index)  # type: ignore[no-any-return]


def sample(
    view: View, count: int, *, seed: int = 0, copy: CopyName | None = None
) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """Deals that the seat cannot tell apart, each exactly as likely: by world, the cards that each seat holds.

    Cards that are in nobody's hand are in the stock.
    """
    packed = pack_decision(view)
    _check_numbers("count", count, MOST_WORLDS, seed, 1)
    players = view.rules.players
    flat = [unpack_cards(bits) for bits in _chosen(copy).worlds(packed, count, seed)]
    return tuple(tuple(flat[i : i + players]) for i in range(0, len(flat), players))


def search(  # noqa: PLR0913  # what a search depends on, each by name
    view: View,
    tables: bytes,
    budget: Budget,
    *,
    seed: int = 0,
    for_game: bool = False,
    threads: int = 1,
    copy: CopyName | None = None,
) -> tuple[Choice, ...]:
    """What each choice of the seat is worth, the best first.

    Args:
        view: what the seat sees.
        tables: the policy's tables for this number of players, from `policy_bot.tables_for`.
        budget: how many worlds.
        seed: fixes the worlds, 0 to 2**64 - 1.
        for_game: whether the chance of winning the game counts too, each per cent as a point of the hand.
        threads: how many to use; the result is the same.
        copy: which copy; None takes the fastest. The result is the same.
    """
    _check_tables(tables)
    packed = pack_decision(view, for_game=for_game, habits=habits(view, tables, budget))
    _check_numbers("count", 1, 1, seed, threads)
    spend = _BUDGET.pack(*astuple(budget))
    actions, means, errors, best, *parts = _chosen(copy).search(packed, tables, _formulas(), spend, seed, threads)
    tricks, wins = (map(tuple, of_choices) for of_choices in parts)
    choices = [Choice(*every) for every in zip(_actions(view, actions), means, errors, tricks, wins, strict=True)]
    return tuple(sorted(choices, key=lambda choice: (choice is not choices[best], -choice.value)))


def policy(view: View, tables: bytes, *, copy: CopyName | None = None) -> tuple[Choice, ...]:
    """What each choice is worth in points as the policy sees it, without search; the best first."""
    _check_tables(tables)
    actions, means = _chosen(copy).policy(pack_decision(view), tables)
    choices = [Choice(action, mean, 0.0) for action, mean in zip(_actions(view, actions), means, strict=True)]
    return tuple(sorted(choices, key=lambda choice: -choice.value))


def by_rule(view: View, *, copy: CopyName | None = None) -> tuple[Choice, ...]:
    """What each choice is worth in points as `RuleBot` sees it, the best first.

    Raises:
        ValueError: the bid of a hand of one card, or the last card of a hand, of which the kernel knows nothing.
    """
    packed = pack_decision(view)
    if len(view.cards) == 1:
        raise ValueError(f"seat {view.seat} holds one card, of which the kernel knows nothing by rule ({view.where()})")
    actions, means = _chosen(copy).by_rule(packed, _formulas())
    choices = [Choice(action, mean, 0.0) for action, mean in zip(_actions(view, actions), means, strict=True)]
    return tuple(sorted(choices, key=lambda choice: -choice.value))


@cache
def _formulas() -> bytes:
    """The weights of the bot by rule, as the kernel reads them."""
    packed = b""
    for group in (
        "kept side full",
        "kept side short",
        "kept trump full",
        "kept trump short",
        "bid side",
        "bid trump",
        "steer",
    ):
        facts = BID_FACTS if group == "steer" else CARD_FACTS
        terms = [(weight, *term_places(term, facts)) for term, weight in WEIGHTS[group].items()]
        padded = terms + [(0.0, 0, 0)] * (_TERMS - len(terms))
        packed += struct.pack("<q", len(terms)) + b"".join(_TERM.pack(*term) for term in padded)
    return packed + struct.pack("<7d", *(WEIGHTS["take"][threat] for threat in THREATS))


def _actions(view: View, numbers: list[int]) -> list[Action]:
    seat = view.seat
    assert seat is not None
    is_bid = view.phase is Phase.BID
    return [Bid(seat, number) if is_bid else Play(seat, CARDS[number]) for number in numbers]


def lessons(  # noqa: PLR0913  # what a lesson depends on, most by name
    rules: bytes, most: int, tables: bytes, hands: int, *, explore: float, seed: int, threads: int = 1
) -> tuple[bytes, bytes, bytes]:
    """Play hands of 1 to `most` cards against itself, and tell what became of the cells of the tables.

    Returns:
        How often each was met, and how often it took its trick or, of the table `steer`, made its bid (uint32); how
        often each of that table would have without steering, in parts of 4096 (uint64).
    """
    players, turns_card = _check_rules(rules)
    _check_tables(tables)
    _check_numbers("hands", hands, MOST_HANDS, seed, threads)
    if not (1 <= most <= (52 - turns_card) // players and 0 <= explore <= 1):
        raise ValueError(f"most {most} goes from 1 to {(52 - turns_card) // players} and explore {explore} from 0 to 1")
    return _chosen(None).lessons(rules, most, tables, hands, explore, seed, threads)  # type: ignore[no-any-return]


@lru_cache
def _check_rules(packed: bytes) -> tuple[int, bool]:
    """How many players the packed rules have, and whether they turn a card."""
    if len(packed) != _RULES.size:
        raise ValueError(f"rules of {len(packed)} bytes; pack_rules gives {_RULES.size}")
    players, size, dealer, trump, limit, turns_card, together, *dials = _RULES.unpack(packed)
    is_deal = MIN_PLAYERS <= players <= MAX_PLAYERS and 1 <= size <= (52 - (turns_card != 0)) // players
    is_switched = turns_card in (0, 1) and together in (0, 1) and limit in _LIMITS.values()
    is_scored = all(-MOST_POINTS <= dial <= MOST_POINTS for dial in dials)
    if not (is_deal and is_switched and is_scored and 0 <= dealer < players and 0 <= trump <= NO_TRUMP):
        raise ValueError(f"rules {_RULES.unpack(packed)} are none that pack_rules gives")
    return players, bool(turns_card)


def _check_tables(tables: bytes) -> None:
    if len(tables) != cells():
        raise ValueError(f"tables of {len(tables)} bytes; the kernel's have {cells()}")


def _check_numbers(name: str, count: int, most: int, seed: int, threads: int) -> None:
    if not (1 <= count <= most and 0 <= seed < SEEDS and 1 <= threads <= MOST_THREADS):
        raise ValueError(
            f"{name} {count}, seed {seed}, threads {threads}: they go from 1 to {most}, "
            f"from 0 to 2**64 - 1 and from 1 to {MOST_THREADS}"
        )
