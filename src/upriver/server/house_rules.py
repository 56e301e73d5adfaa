"""Rules over HTTP: the ready tables, and what house rules would mean, in words."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from upriver.bots import LEVELS
from upriver.rules import PRESETS, Bidding, Limit, Rules, Trump, max_size
from upriver.rules.legal import allowed_bids
from upriver.server.problems import problems
from upriver.words import LANGUAGES, Words
from upriver.words.house import House, ProblemError, parse_rules
from upriver.words.rules_text import rules_in_words, scoring_in_words, sizes_in_words

LONGEST_RULES = 1000
EXAMPLES = ((3, 3), (0, 0), (3, 2), (3, 1), (0, 1), (1, 3))
"""(bid, tricks taken) of the examples for a scoring."""

_WORDS = {lang: Words(lang) for lang in LANGUAGES}

Lang = Annotated[
    str | None,
    QueryParameter(description="`en` or `it`; without it Accept-Language decides", max_length=35),
]
RulesText = Annotated[str, Meta(max_length=LONGEST_RULES, description="rules, as in `italian players=5 sizes=7-1-7`")]


class Paragraph(Struct, frozen=True):
    """A part of the rules, in words."""

    title: str
    text: str


class ScoringExample(Struct, frozen=True):
    """What a hand brings."""

    bid: int
    taken: int
    points: int


class DealerExample(Struct, frozen=True):
    """What the dealer may bid in a hand of `size` cards after the others bid `others` in all."""

    size: int
    others: int
    bids: list[int]
    text: str


class Meaning(Struct, frozen=True):
    """What rules mean.

    `rules` is their canonical text; `preset` a ready table's name or `house`; `hands` how many hands; `most` the
    largest hand that the deck allows; `text` the hand sizes in words.
    """

    rules: str
    preset: str
    players: int
    sizes: list[int]
    hands: int
    most: int
    limit: Limit
    limit_from: int
    trump: Trump
    bidding: Bidding
    rebid: bool
    scoring: str
    text: str
    scoring_text: str
    paragraphs: list[Paragraph]
    examples: list[ScoringExample]
    dealer: DealerExample | None


class Clash(Struct, frozen=True):
    """Why rules cannot stand: the fields at fault, the one to mend first, and what would be right."""

    fields: list[str]
    message: str


class Preset(Struct, frozen=True):
    """A ready table: its name, how it is called, and its rules for four."""

    id: str
    name: str
    meaning: Meaning


class CheckAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules to be checked."""

    rules: RulesText


class Checked(Struct, frozen=True):
    """What house rules mean, or why they cannot stand: one of the two is null."""

    meaning: Meaning | None
    clash: Clash | None


class LevelShown(Struct, frozen=True):
    """A level of bot, weakest first, and how it is called."""

    id: str
    name: str


class HouseRules(Controller):
    """Rules and levels."""

    path = "/api"
    tags = ("rules",)

    @get("/rules/presets", responses=problems())
    async def presets(self, request: Request[object, object, State], lang: Lang = None) -> list[Preset]:
        """The ready tables, in words."""
        words = words_for(request, lang)
        return [Preset(name, words.say(f"preset.{name}"), meaning(rules, words)) for name, rules in PRESETS.items()]

    @post("/rules/check", status_code=200, responses=problems(403, 413, 415))
    async def check(
        self, request: Request[object, object, State], data: JSONBody[CheckAsked], lang: Lang = None
    ) -> Checked:
        """What house rules would mean, in words; or why they cannot be played, with the fields that clash."""
        words = words_for(request, lang)
        try:
            return Checked(meaning(parse_rules(data.rules, words), words), None)
        except ProblemError as problem:
            return Checked(None, Clash(list(problem.fields), str(problem)))

    @get("/levels", responses=problems())
    async def levels(self, request: Request[object, object, State], lang: Lang = None) -> list[LevelShown]:
        """The levels of bots."""
        words = words_for(request, lang)
        return [LevelShown(level, words.say(f"level.{level}")) for level in LEVELS]


def meaning(rules: Rules, words: Words) -> Meaning:
    """What the rules mean, in words."""
    return Meaning(
        rules=str(rules),
        preset=House.of(rules).preset(rules.players),
        players=rules.players,
        sizes=list(rules.sizes),
        hands=rules.hands,
        most=max_size(rules.players, rules.trump),
        limit=rules.limit,
        limit_from=rules.limit_from,
        trump=rules.trump,
        bidding=rules.bidding,
        rebid=rules.rebid,
        scoring=str(rules.scoring),
        text=sizes_in_words(rules, words),
        scoring_text=scoring_in_words(rules.scoring, words),
        paragraphs=[Paragraph(title, text) for title, text in rules_in_words(rules, words)],
        examples=[ScoringExample(bid, taken, rules.scoring.points(bid, taken)) for bid, taken in EXAMPLES],
        dealer=_dealer_example(rules, words),
    )


def words_for(request: Request[object, object, State], lang: str | None = None) -> Words:
    """The language asked for, else the first of `Accept-Language` that there is, else English."""
    return _WORDS[choose(lang, request.headers.get("accept-language", ""))]


def choose(lang: str | None, accepted: str) -> str:
    """The language to answer in; one that there is not gives the next best.

    Args:
        lang: what was asked for, as `it` or `it-CH`.
        accepted: an `Accept-Language` header.
    """
    wished: list[tuple[float, str]] = [] if lang is None else [(2.0, lang)]
    for part in accepted.split(",")[:20]:
        name, _, weight = part.partition(";")
        quality = weight.strip().removeprefix("q=")
        try:
            wished.append((float(quality) if quality else 1.0, name))
        except ValueError:
            continue
    for _, name in sorted(wished, key=lambda wish: -wish[0]):
        code = name.strip().replace("_", "-").partition("-")[0].lower()
        if code in LANGUAGES:
            return code
    return next(iter(LANGUAGES))


def _dealer_example(rules: Rules, words: Words) -> DealerExample | None:
    """The first hand where the limit holds, the others one short of its tricks; None where there is no limit."""
    size = next((size for size in rules.sizes if rules.is_limited(size)), None)
    if size is None:
        return None
    others = max(size - 1, 0)
    bids = allowed_bids(rules, size, others)
    text = words.say("example.dealer", cards=words.count("head.cards", size), others=others, bids=words.bids(bids))
    return DealerExample(size, others, list(bids), text)
