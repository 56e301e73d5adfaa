"""Finds the weights of `weights.py`: rule bots play, every card is watched, the weights that explain it best are kept.

`python -m upriver.bots.fit --write` repeats it, in some ten minutes. From the plainest weights, round after round: play
games with some exploring, note the facts about each card and whether it took a trick, fit, and go on with what was
found.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

from upriver.bots.chances import Chances, bid_group, is_sure, kept_group, term_places
from upriver.bots.counting import trick_counts
from upriver.bots.facts import BID_FACTS, CARD_FACTS, bid_facts, kept_facts, steering_facts
from upriver.bots.reading import Reading, read
from upriver.bots.regression import fit, logistic, survival
from upriver.bots.rule_bot import RuleBot
from upriver.bots.threats import THREATS, threats
from upriver.rules import (
    Action,
    Bid,
    Bidding,
    Card,
    Hand,
    Limit,
    Phase,
    Play,
    Rules,
    Started,
    State,
    Trump,
    View,
    apply,
    decide,
    due,
    fold,
    legal_actions,
    seed_from_text,
    view,
)

Weights: TypeAlias = Mapping[str, Mapping[str, float]]

CARDS: dict[str, tuple[str, ...]] = {
    group: tuple(terms.split())
    for group, terms in {
        "kept trump full": "one higher voids higher*demand higher*pace higher*allies higher*above unbeaten*suits "
        "others*need",
        "kept trump short": "one higher demand allies voids higher*demand higher*need higher*pace higher*suits "
        "higher*above above*pace below*need lower*voids",
        "kept side full": "one lower unbeaten players higher*share demand*trumps demand*left suits*trumps "
        "below*players leads*pace leads*voids ruffers*pace",
        "kept side short": "one lower unbeaten suits higher*lower higher*share higher*trumps demand*unbeaten "
        "demand*suits below*lower below*players leads*lower leads*pace others*top",
        "bid trump": "one higher par suits higher*allies higher*pace allies*pace unbeaten*suits",
        "bid side": "one unbeaten share*players higher*others others*top others*suits par*suits below*pace "
        "leads*pace allies*unbeaten",
    }.items()
}
"""By group, the terms that get a weight: adding any other product of two facts explained hardly more."""

TERMS = {"take": THREATS, **CARDS, "steer": BID_FACTS}

PLAINEST: Weights = {
    "take": dict.fromkeys(THREATS, 0.5),
    **{group: {"one": 0.5, "unbeaten": 0.6} for group in CARDS},
    "steer": {"odds": 1.0},
}
"""Where the first round starts: a card is worth the more, the less can beat it."""

TABLES = (
    Rules(),
    Rules(players=5),
    Rules(),
    Rules(players=3),
    Rules(),
    Rules(players=6),
    Rules(),
    Rules(players=7),
    Rules(trump=Trump.CYCLE),
    Rules(players=5, trump=Trump.NONE),
    Rules(limit=Limit.OVER),
    Rules(limit=Limit.FREE, bidding=Bidding.TOGETHER),
    Rules(sizes=tuple(range(12, 0, -1))),
    Rules(players=3, sizes=tuple(range(17, 0, -2))),
)
"""The tables that are played in turn; four players with the default rules come up most often."""

MOST_ROWS = 120_000
"""Rows for a group in one round: more would only make the fit slower."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A card or a bid whose chance is wanted.

    Args:
        group: the group of weights.
        facts: what was known.
        seat: whose it was.
        aim: the card that should take a trick; or the bid that should be made.
    """

    group: str
    facts: Sequence[float]
    seat: int
    aim: Card | int

    def came_true(self, hand: Hand) -> bool:
        """Whether it did in the finished hand."""
        if isinstance(self.aim, int):
            return hand.taken[self.seat] == self.aim
        players = len(hand.taken)
        return any(trick.cards[((trick.winner or 0) - trick.leader) % players] == self.aim for trick in hand.tricks)


class Explorer:
    """A rule bot that now and then tries something else, so that its habits do not hide what might have been."""

    def __init__(self, chances: Chances, *, cards: float = 0.06, bids: float = 0.2) -> None:
        self.chances = chances
        self._bot = RuleBot(chances)
        self._often = {Bid: bids, Play: cards}

    def choose(self, seen: View, rng: Random) -> Action:
        """See `Bot.choose`; another bid is at most one trick off."""
        action = self._bot.choose(seen, rng)
        if rng.random() > self._often[type(action)]:
            return action
        choices = [other for other in legal_actions(seen) if isinstance(other, type(action))]
        return rng.choice([other for other in choices if _is_near(action, other)])


def _is_near(action: Action, other: Action) -> bool:
    return isinstance(action, Play) or (isinstance(other, Bid) and abs(action.bid - other.bid) <= 1)


def watch(rules: Rules, seed: bytes, explorer: Explorer, rng: Random) -> Iterator[tuple[Watched, bool]]:
    """Play a game; everything watched in it, and whether it came true."""
    state = fold([Started(rules, dealer=rng.randrange(rules.players))])
    watched: list[Watched] = []
    while not state.is_over:
        event = due(state, seed)
        if event is None:
            seen = view(state, state.to_act[0])
            action = explorer.choose(seen, rng)
            watched += _at_stake(state, seen, action, explorer.chances)
            event = decide(state, action)
        state = apply(state, event)
        if watched and state.phase in (Phase.DEAL, Phase.OVER):
            yield from ((one, one.came_true(state.hand)) for one in watched)
            watched = []


def _at_stake(state: State, seen: View, action: Action, chances: Chances) -> Iterator[Watched]:
    reading = read(seen)
    if isinstance(action, Bid):
        if seen.hand.size > 1:
            yield from _bid_at_stake(reading, seen, action, chances)
        return
    found = threats(reading, seen.hand.trick, action.card)
    if found and any(found.values()):
        yield Watched("take", tuple(found.values()), action.seat, action.card)
    if seen.hand.trick.cards or not seen.hand.tricks:
        return
    for seat in range(seen.rules.players):
        kept = read(view(state, seat))
        need, leads = kept.needs[seat], seat == action.seat
        for card in state.cards[seat]:
            if not is_sure(kept, card):
                facts = kept_facts(kept, card, need=need, left=kept.left, leads=leads)
                yield Watched(kept_group(kept, card, need), facts, seat, card)


def _bid_at_stake(reading: Reading, seen: View, action: Bid, chances: Chances) -> Iterator[Watched]:
    each = [chances.bid(reading, seen.hand, card) for card in seen.cards]
    yield Watched("steer", steering_facts(each, trick_counts(each), action.bid), action.seat, action.bid)
    for card in seen.cards:
        if not is_sure(reading, card):
            yield Watched(bid_group(reading, card), bid_facts(reading, seen.hand, card), action.seat, card)


def improve(weights: Weights, games: int, seed: str) -> Weights:
    """The weights that explain best what happens in so many games of bots with the old ones."""
    rng = Random(seed)
    explorer = Explorer(Chances(weights))
    rows: dict[str, list[Sequence[float]]] = defaultdict(list)
    came_true: dict[str, list[bool]] = defaultdict(list)
    places = {group: [term_places(term, CARD_FACTS) for term in terms] for group, terms in CARDS.items()}
    for game in range(games):
        for one, is_true in watch(TABLES[game % len(TABLES)], seed_from_text(f"{seed} {game}"), explorer, rng):
            facts, pairs = one.facts, places.get(one.group)
            rows[one.group].append([facts[i] * facts[j] for i, j in pairs] if pairs else facts)
            came_true[one.group].append(is_true)
    return {group: _fit(group, rows[group], came_true[group], rng) for group in TERMS}


def _fit(group: str, rows: Sequence[Sequence[float]], came_true: Sequence[bool], rng: Random) -> dict[str, float]:
    chosen = rng.sample(range(len(rows)), min(len(rows), MOST_ROWS))
    link, least = (survival, 0.0) if group == "take" else (logistic, float("-inf"))
    found = fit([rows[i] for i in chosen], [came_true[i] for i in chosen], link, at_least=least)
    return {term: round(weight, 3) for term, weight in zip(TERMS[group], found, strict=True)}


def main() -> None:
    """Print the module `weights.py`, or write it."""
    parser = argparse.ArgumentParser(prog="python -m upriver.bots.fit", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often to play and fit (default %(default)s)")
    parser.add_argument("--games", type=int, default=700, help="games in a round (default %(default)s)")
    parser.add_argument("--seed", default="river", help="fixes every deal and choice (default %(default)s)")
    parser.add_argument("--write", action="store_true", help="replace weights.py instead of printing")
    options = parser.parse_args()
    weights = PLAINEST
    for number in range(options.rounds):
        weights = improve(weights, options.games, f"{options.seed} {number}")
        print(f"round {number + 1} of {options.rounds} done", file=sys.stderr)
    command = f"python -m upriver.bots.fit --rounds {options.rounds} --games {options.games} --seed {options.seed}"
    module = (
        f'"""The weights of `chances.py`, written by `{command} --write`."""\n\nfrom __future__ import annotations\n\n'
        f"WEIGHTS: dict[str, dict[str, float]] = {_literal(weights)}\n"
    )
    if options.write:
        Path(__file__).with_name("weights.py").write_text(module, encoding="utf-8")
    else:
        print(module, end="")


def _literal(weights: Weights) -> str:
    groups = [
        f"    {group!r}: {{\n"
        + "".join(f"        {term!r}: {weight},\n" for term, weight in terms.items())
        + "    },\n"
        for group, terms in weights.items()
    ]
    return "{\n" + "".join(groups).replace("'", '"') + "}"


if __name__ == "__main__":
    main()
