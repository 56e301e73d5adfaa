"""What is chosen before a game: players, bots, rules and seed, checked field by field."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from upriver.rules import (
    PRESETS,
    Bidding,
    Limit,
    ParseError,
    Rules,
    RulesError,
    Scoring,
    Trump,
    UpriverError,
    max_size,
    preset,
)
from upriver.rules.rules import format_sizes, parse_sizes
from upriver.words import Words

HOUSE = "house"
"""The name of rules that are no preset."""
MAX_NAME = 12
MAX_BOTS = 6


@dataclass(frozen=True, slots=True)
class House:
    """The fields of `Rules` as texts, the way a form holds them."""

    sizes: str
    limit: str
    limit_from: str
    trump: str
    bidding: str
    rebid: str
    scoring: str

    @classmethod
    def of(cls, rules: Rules) -> House:
        """The form of given rules."""
        return cls(
            format_sizes(rules.sizes),
            str(rules.limit),
            str(rules.limit_from),
            str(rules.trump),
            str(rules.bidding),
            "yes" if rules.rebid else "no",
            str(rules.scoring),
        )


class ProblemError(UpriverError, ValueError):
    """A field that cannot stand.

    Args:
        field: the name of the `Rules` field.
        message: what could stand there, said in the player's language.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a new game needs.

    Args:
        name: the player's, at seat 0.
        players: 3 to 7, the player among them.
        bots: a name for each bot there could be.
        levels: a level for each bot there could be.
        house: the rules as texts.
        seed: a text that stands for the seed; empty for a secret one.
    """

    name: str
    players: int = 4
    bots: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    house: House = field(default_factory=lambda: House.of(Rules()))
    seed: str = ""

    @classmethod
    def first(cls, words: Words, rules: Rules | None = None, seed: str | None = None) -> Setup:
        """What a stranger finds: four players, the default rules, the strongest bots."""
        setup = cls(
            words.say("name.you"),
            bots=tuple(words.say("name.bots").split()),
            levels=("rule",) * MAX_BOTS,
            seed=seed or "",
        )
        return setup.with_rules(rules) if rules else setup

    def with_rules(self, rules: Rules) -> Setup:
        """The same with given rules."""
        return replace(self, players=rules.players, house=House.of(rules))

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return (self.name, *self.bots[: self.players - 1])

    def in_language(self, old: Words, new: Words) -> Setup:
        """The same in another language: names that came from the catalogue are taken from the other."""
        before, after = Setup.first(old), Setup.first(new)
        bots = tuple(
            usual if name == was else name for name, was, usual in zip(self.bots, before.bots, after.bots, strict=True)
        )
        return replace(self, name=after.name if self.name == before.name else self.name, bots=bots)

    def with_players(self, players: int) -> Setup:
        """The same for more or fewer players; documents' hand sizes follow the number."""
        sizes = self.house.sizes
        if sizes == format_sizes(Rules(players=self.players).sizes):
            sizes = format_sizes(Rules(players=players).sizes)
        return replace(self, players=players, house=replace(self.house, sizes=sizes))

    def with_preset(self, name: str) -> Setup:
        """The same with a preset's rules."""
        return replace(self, house=House.of(preset(name, self.players)))

    def with_house(self, field: str, text: str) -> Setup:
        """The same with another text in a field of the rules."""
        return replace(self, house=replace(self.house, **{field: text}))

    def with_bot(self, place: int, *, name: str | None = None, level: str | None = None) -> Setup:
        """The same with another name or level for a bot, the first at place 0."""
        bots = self.bots if name is None else (*self.bots[:place], name, *self.bots[place + 1 :])
        levels = self.levels if level is None else (*self.levels[:place], level, *self.levels[place + 1 :])
        return replace(self, bots=bots, levels=levels)

    def preset(self) -> str:
        """The name of the preset that the rules are, or `house`."""
        for name in PRESETS:
            if House.of(preset(name, self.players)) == self.house:
                return name
        return HOUSE

    def rules(self, words: Words) -> Rules:
        """The rules that the texts stand for.

        Raises:
            ProblemError: a text is none, or two fields clash.
        """
        sizes, scoring, limit_from = self._sizes(words), self._scoring(words), self._limit_from(words)
        try:
            return Rules(
                self.players,
                sizes,
                Limit(self.house.limit),
                limit_from,
                Trump(self.house.trump),
                Bidding(self.house.bidding),
                self.house.rebid == "yes",
                scoring,
            )
        except RulesError as error:
            raise self._clash(error, words, sizes) from error

    def _sizes(self, words: Words) -> tuple[int, ...]:
        try:
            return parse_sizes(self.house.sizes)
        except ParseError:
            raise ProblemError("sizes", words.say("problem.sizes", text=self.house.sizes)) from None

    def _limit_from(self, words: Words) -> int:
        text = self.house.limit_from.strip()
        if not (text.isascii() and text.isdigit()):
            raise ProblemError("limit_from", words.say("problem.limit_from", text=text))
        return int(text)

    def _scoring(self, words: Words) -> Scoring:
        text = self.house.scoring.strip()
        try:
            return Scoring.parse(text)
        except (ParseError, RulesError):
            raise ProblemError("scoring", words.say("problem.scoring", text=text)) from None

    def _clash(self, error: RulesError, words: Words, sizes: tuple[int, ...]) -> ProblemError:
        name = error.fields[0]
        if name == "bidding":
            return ProblemError(name, words.say("problem.bidding"))
        if name == "limit_from":
            return ProblemError(name, words.say("problem.limit_from.range", most=max(sizes)))
        if len(sizes) > 100:
            return ProblemError("sizes", words.say("problem.sizes.many", n=len(sizes)))
        most = max_size(self.players, Trump(self.house.trump))
        return ProblemError("sizes", words.say("problem.sizes.most", most=most, players=self.players))


def sizes_in_words(rules: Rules, words: Words) -> str:
    """The hand sizes as a player would say them: `19 hands: 10 down to 1 and back`."""
    sizes = rules.sizes
    hands = words.count("sizes.hands", len(sizes))
    points = format_sizes(sizes).split("-")
    if len(points) == 3 and points[0] == points[2]:
        key = "sizes.down-up" if int(points[0]) > int(points[1]) else "sizes.up-down"
        return words.say(key, hands=hands, top=points[0], end=points[1])
    if len(points) == 2:
        key = "sizes.down" if int(points[0]) > int(points[1]) else "sizes.up"
        return words.say(key, hands=hands, top=points[0], end=points[1])
    return words.say("sizes.list", hands=hands, sizes=", ".join(map(str, sizes)))
