"""Every refusal of the rules can be said in every language, and says what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from upriver.rules import (
    REFUSAL_CODES,
    Action,
    Bid,
    Card,
    Game,
    IllegalActionError,
    Limit,
    Play,
    Rules,
    Suit,
    claim_refusal,
    legal_actions,
    refusal,
    seed_from_text,
)
from upriver.words import LANGUAGES, Words


@cache
def _refusals() -> tuple[IllegalActionError, ...]:
    """All that the rules refuse on the way through a few games, tried out."""
    met: list[IllegalActionError] = []
    for rules in (
        Rules(3, (3, 1)),
        Rules(3, (3,), rebid=False),
        Rules(3, (3, 1, 3), limit=Limit.OVER),
    ):
        game = Game.start(rules, seed_from_text("refusals"), dealer=0)
        for _ in range(200):
            met += _tried(game)
            if game.is_over:
                break
            game.act(legal_actions(game.state)[0])
    return tuple(met)


def _tried(game: Game) -> Iterator[IllegalActionError]:
    seats = (*range(3), 9)
    cards = [Card.parse(text) for text in ("2S", "AS", "7H", "KD", "5C")]
    cards += [card for own in game.state.cards for card in own]
    actions: list[Action] = [Bid(seat, bid) for seat in seats for bid in range(-1, 5)]
    actions += [Play(seat, card) for seat in seats for card in cards]
    yield from filter(None, (claim_refusal(game.state, seat) for seat in seats))
    yield from filter(None, (refusal(game.state, action) for action in actions))


def test_every_code_was_met() -> None:
    assert {error.code for error in _refusals()} == set(REFUSAL_CODES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_can_be_said(lang: str) -> None:
    words = Words(lang)
    for error in _refusals():
        text = words.refusal(error)
        assert text
        assert "{" not in text


def _forbidden(**details: object) -> IllegalActionError:
    return IllegalActionError("bid-forbidden", "", details)


def test_a_forbidden_bid_says_what_may_be_bid() -> None:
    hook = _forbidden(bid=2, size=5, total=5, limit=Limit.HOOK, allowed=(0, 1, 3, 4, 5))
    assert Words("en").refusal(hook) == (
        "2 would make the bids add up to 5, the number of tricks; as dealer you may bid 0, 1, 3, 4 or 5."
    )
    assert Words("it").refusal(hook) == (
        "Con 2 la somma delle dichiarazioni farebbe 5, il numero delle prese; sei il mazziere: "
        "puoi dichiarare 0, 1, 3, 4 o 5."
    )
    over = _forbidden(bid=1, size=5, total=5, limit=Limit.OVER, allowed=(2, 3, 4, 5))
    assert "you may bid 2–5" in Words("en").refusal(over)
    alone = _forbidden(bid=1, size=5, total=1, limit=Limit.OVER, allowed=(5,))
    assert "must bid 5" in Words("en").refusal(alone)
    assert "devi dichiarare 5" in Words("it").refusal(alone)


def test_a_card_against_the_suit_says_which_suit() -> None:
    error = next(error for error in _refusals() if error.code == "must-follow")
    suit, card = error.details["suit"], error.details["card"]
    assert isinstance(card, Card)
    assert isinstance(suit, Suit)
    for lang in LANGUAGES:
        words = Words(lang)
        text = words.refusal(error)
        assert card.symbols in text
        assert words.say(f"suit.{suit.name.lower()}") in text


def test_long_runs_of_bids_are_drawn_together() -> None:
    words = Words("en")
    assert words.bids((0, 1, 2, 4, 5, 6)) == "0, 1, 2, 4, 5 or 6"
    assert words.bids((0, 1, 2, 3, 5, 6)) == "0–3, 5 or 6"
    assert words.bids((*range(8), *range(9, 18))) == "0–7 or 9–17"
    assert words.bids((5,)) == "5"
