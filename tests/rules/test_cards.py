from __future__ import annotations

import pytest

from upriver.rules import DECK, Card, ParseError, Rank, Suit, parse_cards, sort_cards


def test_the_deck_is_in_order_of_index() -> None:
    assert [card.index for card in DECK] == list(range(52))
    assert " ".join(map(str, DECK[:13])) == "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
    assert [str(DECK[place]) for place in (13, 26, 39, 51)] == ["2D", "2S", "2H", "AH"]


@pytest.mark.parametrize("text", ["10H", "10h", "TH", "Th", "th", "10♥"])
def test_ten_of_hearts_has_many_spellings(text: str) -> None:
    assert Card.parse(text) == Card(Rank.TEN, Suit.HEARTS)


def test_text_forms_of_a_card() -> None:
    queen = Card(Rank.QUEEN, Suit.SPADES)
    assert (str(queen), queen.symbols, repr(queen)) == ("QS", "Q♠", "Card.parse('QS')")
    assert (str(Suit.CLUBS), Suit.CLUBS.symbol, repr(Suit.CLUBS), repr(Rank.TEN)) == (
        "C",
        "♣",
        "Suit.CLUBS",
        "Rank.TEN",
    )


@pytest.mark.parametrize("text", ["", "Q", "S", "1S", "11S", "QSS", "QX", " QS", "QS ", "SQ", "0010H"])
def test_a_text_that_is_no_card_is_quoted(text: str) -> None:
    with pytest.raises(ParseError) as raised:
        Card.parse(text)
    assert str(raised.value) == (
        f"{text!r} is no card: write a rank 2-10, J, Q, K or A and a suit C, D, S or H, as in QS"
    )


@pytest.mark.parametrize("suit", Suit)
def test_suits_are_read_from_letter_and_symbol(suit: Suit) -> None:
    assert Suit.parse(suit.letter) is Suit.parse(suit.letter.lower()) is Suit.parse(suit.symbol) is suit


@pytest.mark.parametrize("text", ["", "X", "clubs", "CD"])
def test_a_text_that_is_no_suit_is_quoted(text: str) -> None:
    with pytest.raises(ParseError) as raised:
        Suit.parse(text)
    assert str(raised.value) == f"{text!r} is no suit: write C, D, S, H or ♣ ♦ ♠ ♥"


def test_cards_are_read_with_the_word_that_is_none() -> None:
    assert parse_cards("AS KS 10H") == (Card.parse("AS"), Card.parse("KS"), Card.parse("10H"))
    assert parse_cards("") == ()
    with pytest.raises(ParseError, match="'ZZ' is no card"):
        parse_cards("AS ZZ")


def test_cards_are_held_by_suit_with_the_colours_alternating_and_high_cards_first() -> None:
    held = sort_cards(parse_cards("2H AS 3C KD 10C AH 4S QD"))
    assert " ".join(map(str, held)) == "10C 3C KD QD AS 4S AH 2H"
    assert [suit.is_red for suit in Suit] == [False, True, False, True]
