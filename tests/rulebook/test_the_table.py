"""The paragraph "The table" of the rules."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.rules.positions import any_deal
from upriver.rules import (
    DECK,
    Card,
    Dealt,
    Drawn,
    EventError,
    Game,
    Phase,
    Rank,
    Rules,
    RulesError,
    Started,
    State,
    Suit,
    apply,
    fold,
    parse_action,
    parse_cards,
    seed_from_text,
    shuffle,
)
from upriver.rules.deal import due


def test_the_table_seats_3_to_7_players() -> None:
    for players in range(3, 8):
        assert Rules(players=players).players == players
    for players in (2, 8):
        with pytest.raises(RulesError, match=f"^players: {players} is not possible; from 3 to 7 can play$"):
            Rules(players=players)


def test_the_table_has_one_deck_of_52_cards_ace_high() -> None:
    assert len(set(DECK)) == len(DECK) == 52
    for suit in Suit:
        falling = sorted((card for card in DECK if card.suit == suit), key=lambda card: card.rank, reverse=True)
        assert " ".join(str(card.rank) for card in falling) == "A K Q J 10 9 8 7 6 5 4 3 2"


@pytest.mark.parametrize(("players", "top", "hands"), [(3, 10, 19), (4, 10, 19), (5, 10, 19), (6, 8, 15), (7, 7, 13)])
def test_the_table_falls_by_one_to_1_and_rises_by_one_back_to_the_start(players: int, top: int, hands: int) -> None:
    sizes = Rules(players=players).sizes
    assert sizes[0] == sizes[-1] == max(sizes) == top
    assert len(sizes) == hands
    assert sizes == sizes[::-1]
    assert all(earlier - later == 1 for earlier, later in pairwise(sizes[:top]))
    assert sizes.count(1) == 1


def draw(players: int, *rounds: str) -> State:
    rules = Rules(players=players)
    return fold((Started(rules), *(Drawn(parse_cards(cards)) for cards in rounds)))


def test_the_table_draw_lets_the_highest_rank_deal() -> None:
    state = draw(4, "9H KC 2S QD")
    assert (state.phase, state.public.dealer) == (Phase.DEAL, 1)


def test_the_table_draw_takes_the_ace_as_highest() -> None:
    assert draw(3, "KH 2C AD").public.dealer == 2


def test_the_table_draw_breaks_no_tie_by_suit() -> None:
    state = draw(4, "KH 2C KC QS")
    assert (state.phase, state.public.dealer) == (Phase.DRAW, None)


def test_the_table_draw_lets_those_who_tie_draw_again_until_one_is_highest() -> None:
    tied = draw(5, "KH KC 2S KD 3D")
    assert tied.phase is Phase.DRAW
    again = apply(tied, Drawn(parse_cards("4C 9S 9D")))
    assert again.phase is Phase.DRAW
    last = apply(again, Drawn(parse_cards("7H 6H")))
    assert (last.phase, last.public.dealer) == (Phase.DEAL, 1)
    assert [[seat for seat, _ in turn] for turn in last.public.draw] == [[0, 1, 2, 3, 4], [0, 1, 3], [1, 3]]


def test_the_table_draw_redraws_from_the_rest_of_the_same_deck() -> None:
    seed = seed_from_text("oxbow 19")
    deck = shuffle(seed, 0)
    state = fold([Started(Rules(players=5))])
    drawn: list[Card] = []
    while state.phase is Phase.DRAW:
        event = due(state, seed)
        assert isinstance(event, Drawn)
        drawn += event.cards
        state = apply(state, event)
    assert len(state.public.draw) == 3
    assert tuple(drawn) == deck[: len(drawn)]


def test_the_table_draw_refuses_a_card_that_is_gone_from_the_deck() -> None:
    with pytest.raises(EventError, match="KC came from the deck twice"):
        draw(3, "KH KC 2S", "4S KC")


@pytest.mark.parametrize(("players", "first", "rounds"), [(7, "AC AD AH AS 2C 2D 2H", 12), (4, "AC AD AH AS", 13)])
def test_the_table_draw_ends_with_the_deck(players: int, first: str, rounds: int) -> None:
    """Where too few cards are left for those still level, the lowest of their seats deals."""
    ranks = list(Rank)[11::-1][: rounds - 1]
    level = [" ".join(f"{rank}{suit}" for suit in "CDHS") for rank in ranks]
    before = draw(players, first, *level[:-1])
    assert (before.phase, before.public.dealer) == (Phase.DRAW, None)
    after = draw(players, first, *level)
    assert (after.phase, after.public.dealer) == (Phase.DEAL, 0)


def test_the_table_passes_the_deal_one_seat_clockwise_after_each_hand() -> None:
    game = Game.start(Rules.parse("players=3 sizes=1,1,1,1,1 limit=free"), b"dealers", dealer=1)
    while not game.is_over:
        seat = game.to_act[0]
        hand = game.state.hand
        action = f"{seat}:0" if game.state.phase is Phase.BID else f"{seat}:{game.state.cards_of(seat)[0]}"
        assert hand.dealer == hand.number % 3
        game.act(parse_action(action))
    assert [row.dealer for row in game.state.sheet.rows] == [1, 2, 0, 1, 2]


@pytest.mark.parametrize("dealer", range(4))
def test_the_table_deals_one_at_a_time_clockwise_from_the_seat_left_of_the_dealer(dealer: int) -> None:
    seed, rules = b"one at a time", Rules(sizes=(5,))
    event = due(fold([Started(rules, dealer=dealer)]), seed)
    assert isinstance(event, Dealt)
    by_seat: dict[int, list[Card]] = {seat: [] for seat in range(4)}
    seat = dealer
    for card in shuffle(seed, 1)[:20]:
        seat = (seat + 1) % 4
        by_seat[seat].append(card)
    assert event.cards == tuple(tuple(by_seat[seat]) for seat in range(4))


def test_the_table_turns_the_next_card_after_the_deal_and_its_suit_is_trump() -> None:
    seed = b"turned"
    for size in (1, 5, 12):
        state = fold([Started(Rules(sizes=(size,)), dealer=0)])
        event = due(state, seed)
        assert isinstance(event, Dealt)
        turned = shuffle(seed, 1)[4 * size]
        assert event.turned == turned
        assert apply(state, event).hand.trump is turned.suit


def test_the_table_gives_the_turned_card_to_no_hand() -> None:
    state = any_deal("sizes=12", dealer=0)
    held = {card for cards in state.cards for card in cards}
    assert state.hand.turned is not None
    assert state.hand.turned not in held
    again = Dealt(
        tuple((*cards[1:], state.hand.turned) if seat == 2 else cards for seat, cards in enumerate(state.cards)),
        state.hand.turned,
    )
    with pytest.raises(EventError, match=f"{state.hand.turned} came from the deck twice"):
        fold([Started(state.rules, dealer=0), again])


def test_the_table_needs_one_card_left_over_for_the_turned_trump() -> None:
    for players in range(3, 8):
        most = 51 // players
        assert Rules(players=players, sizes=(most,)).sizes == (most,)
        with pytest.raises(RulesError, match=f"^sizes: {most + 1} cards for each of {players} players"):
            Rules(players=players, sizes=(most + 1,))
    assert Rules.parse("players=4 sizes=13 trump=none").sizes == (13,)
