"""Why a hint says what it says: a few sentences, built from what the search found."""

from __future__ import annotations

from upriver.bots.reading import read
from upriver.review.hint import Hint
from upriver.review.judging import Option
from upriver.rules import Action, Bid, Card, Play, View
from upriver.words import Words

SURE, OPEN, NEVER = 0.8, 0.2, 0.05
"""From which chance a card is a sure trick, from which it may be one, and up to which it is none."""
LEVEL = 0.05
"""Points within which all choices are said to be worth the same."""


def why(view: View, hint: Hint, words: Words) -> str:
    """The sentences, in the language of `words`, said to the player.

    Args:
        view: what the seat saw when it asked.
        hint: the advice for it.
        words: the language.
    """
    if not hint.options:
        return words.say("hint.no-choice")
    if isinstance(hint.best, Bid):
        return " ".join(_of_bid(hint, hint.best, words))
    return " ".join(_of_card(view, hint, hint.best.card, words))


def _of_bid(hint: Hint, bid: Bid, words: Words) -> list[str]:
    said = [_winners(hint, words)]
    likeliest = max(range(len(hint.tricks)), key=lambda taken: hint.tricks[taken])
    if all(option.action != Bid(bid.seat, likeliest) for option in hint.options):
        said.append(words.say("hint.limit", bid=likeliest))
    best = hint.ranked[0]
    said.append(words.say("hint.bid", bid=bid.bid, made=_part(best.made, words), points=_points(best, words)))
    return [*said, *_second(hint, words)]


def _winners(hint: Hint, words: Words) -> str:
    """The cards that take tricks, the surest first: up to three that are sure, up to two that may."""
    by_chance = sorted(hint.wins.items(), key=lambda pair: (-pair[1], -pair[0].rank, pair[0].suit))
    sure = [pair for pair in by_chance if pair[1] >= SURE][:3]
    shown = sure + [pair for pair in by_chance if OPEN <= pair[1] < SURE][:2]
    if not shown:
        return words.say("hint.no-winners", part=_part(by_chance[0][1], words))
    first, *others = ((card.symbols, _part(chance, words)) for card, chance in shown)
    more = "".join(words.say("hint.winners.more", card=card, part=part) for card, part in others)
    return words.say("hint.winners", card=first[0], part=first[1], more=more)


def _of_card(view: View, hint: Hint, card: Card, words: Words) -> list[str]:
    reading = read(view)
    points = [option.points for option in hint.options]
    need = reading.needs[reading.seat]
    said = []
    if reading.is_lost():
        said.append(words.say("hint.lost"))
    elif hint.ranked[0].made <= NEVER:
        said.append(words.say("hint.hardly"))
    elif reading.needs_all():
        said.append(words.say("hint.need.all"))
    elif need:
        said.append(words.count("hint.need", need, left=reading.left))
    else:
        said.append(words.say("hint.need.none"))
    if max(points) - min(points) < LEVEL:
        return [*said, words.say("hint.level")]
    best = hint.ranked[0]
    if reading.is_lost():
        said.append(words.say("hint.least", card=card.symbols, points=_points(best, words)))
    else:
        said.append(_deed(view, hint, card, words))
        said.append(words.say("hint.made", made=_part(best.made, words), points=_points(best, words)))
    out = [] if view.hand.trick.cards else [
        view.name(seat) for seat, voids in enumerate(reading.voids) if seat != reading.seat and voids >> card.suit & 1
    ]  # fmt: skip
    if out:
        said.append(words.count("hint.void", len(out), names=words.both(out), suit=words.suit(card.suit)))
    return [*said, *_second(hint, words)]


def _deed(view: View, hint: Hint, card: Card, words: Words) -> str:
    """What the card does to the trick."""
    trick, wins = view.hand.trick, hint.wins[card]
    if wins <= NEVER and trick.led not in (None, card.suit) and hint.kept is not None and hint.kept >= OPEN:
        return words.say("hint.throw", card=card.symbols, part=_part(hint.kept, words))
    deed = "lead" if trick.led is None else "play"
    if wins >= 1 - NEVER:
        return words.say(f"hint.{deed}.takes", card=card.symbols)
    if wins <= NEVER:
        return words.say(f"hint.{deed}.leaves", card=card.symbols)
    return words.say(f"hint.{deed}.may", card=card.symbols, part=_part(wins, words))


def _second(hint: Hint, words: Words) -> list[str]:
    """What is nearly as good, or else what the next best is worth."""
    # Cards that do not differ have the same points: one of them is named.
    others = {option.points: option for option in hint.ranked if option.points < hint.ranked[0].points}
    close = [option for option in others.values() if option.action in hint.close][:2]
    if close:
        names = words.both(action_text(option.action) for option in close)
        return [words.count("hint.close", len(close), others=names)]
    return [
        words.say("hint.second", other=action_text(option.action), points=_points(option, words))
        for option in list(others.values())[:1]
    ]


def action_text(action: Action) -> str:
    """A bid as its number, a card with its symbol."""
    return action.card.symbols if isinstance(action, Play) else str(action.bid)


def _points(option: Option, words: Words) -> str:
    return decimal(option.points, words)


def decimal(value: float, words: Words, *, signed: bool = False) -> str:
    """A number with one decimal, as the language writes it, with a true minus."""
    text = f"{value:+.1f}" if signed else f"{value:.1f}"
    if float(text) == 0:
        text = "0.0"
    return text.replace("-", "−").replace(".", words.say("number.point"))


def _part(chance: float, words: Words) -> str:
    return words.count("hint.part", round(100 * chance))
