"""`House`: house rules as texts, as a form holds them, checked field by field in the player's language."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

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
from upriver.rules.rules import MAX_HANDS, MAX_PLAYERS, MIN_PLAYERS, format_sizes, parse_sizes
from upriver.words.words import Words

HOUSE = "house"
"""The name of rules that are no preset."""
_CHOICES: dict[str, tuple[str, ...]] = {
    **{field: tuple(kind) for field, kind in (("limit", Limit), ("trump", Trump), ("bidding", Bidding))},
    "rebid": ("yes", "no"),
}


class ProblemError(UpriverError, ValueError):
    """Fields that cannot stand.

    Args:
        message: what could stand there, said in the player's language.
        fields: the names of the `Rules` fields, the one to mend first; none for a word that is no field.
    """

    def __init__(self, message: str, *fields: str) -> None:
        super().__init__(message)
        self.fields = fields


@dataclass(frozen=True, slots=True)
class House:
    """The fields of `Rules` but the players, as texts."""

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

    def preset(self, players: int) -> str:
        """The name of the preset that these are for so many players, or `house`."""
        return next((name for name in PRESETS if House.of(preset(name, players)) == self), HOUSE)

    def rules(self, players: int, words: Words) -> Rules:
        """The rules that the texts stand for.

        Raises:
            ProblemError: a text is none, or two fields clash.
        """
        for name, choices in _CHOICES.items():
            text = getattr(self, name)
            if text not in choices:
                raise ProblemError(words.say("problem.choice", text=text, choices=words.choice(choices)), name)
        sizes, scoring, limit_from = self._sizes(words), self._scoring(words), self._limit_from(words)
        try:
            return Rules(
                players,
                sizes,
                Limit(self.limit),
                limit_from,
                Trump(self.trump),
                Bidding(self.bidding),
                self.rebid == "yes",
                scoring,
            )
        except RulesError as error:
            raise ProblemError(self._clash(error, players, sizes, words), *error.fields) from error

    def _sizes(self, words: Words) -> tuple[int, ...]:
        try:
            return parse_sizes(self.sizes)
        except ParseError:
            raise ProblemError(words.say("problem.sizes", text=self.sizes), "sizes") from None

    def _limit_from(self, words: Words) -> int:
        text = self.limit_from.strip()
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and text == str(int(text))):
            raise ProblemError(words.say("problem.limit_from", text=text), "limit_from")
        return int(text)

    def _scoring(self, words: Words) -> Scoring:
        text = self.scoring.strip()
        try:
            return Scoring.parse(text)
        except (ParseError, RulesError):
            raise ProblemError(words.say("problem.scoring", text=text), "scoring") from None

    def _clash(self, error: RulesError, players: int, sizes: tuple[int, ...], words: Words) -> str:
        name = error.fields[0]
        if name == "bidding":
            return words.say("problem.bidding")
        if name == "limit_from":
            return words.say("problem.limit_from.range", most=max(sizes))
        if len(sizes) > MAX_HANDS:
            return words.say("problem.sizes.many", n=len(sizes))
        return words.say("problem.sizes.most", most=max_size(players, Trump(self.trump)), players=players)


def parse_rules(text: str, words: Words) -> Rules:
    """`Rules.parse`, whose errors are said in the player's language.

    Raises:
        ProblemError: a word that is no rule, no value of its field, or values that cannot be played together.
    """
    try:
        return Rules.parse(text)
    except (ParseError, RulesError) as error:
        problem = _find_problem(text, words)
        raise problem from error


def _find_problem(text: str, words: Words) -> ProblemError:
    given = text.split()
    name = given.pop(0) if given and given[0] in PRESETS else next(iter(PRESETS))
    texts: dict[str, str] = {}
    for word in given:
        field, equals, value = word.partition("=")
        if field not in ("players", *House.__slots__) or not equals:
            fields = ", ".join(("players", *House.__slots__))
            return ProblemError(words.say("problem.word", text=word, presets=words.choice(PRESETS), fields=fields))
        if field in texts:
            return ProblemError(words.say("problem.twice", text=word, field=field), field)
        texts[field] = value
    players = texts.pop("players", "4")
    if players not in map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1)):
        return ProblemError(words.say("problem.players", text=players, fewest=MIN_PLAYERS, most=MAX_PLAYERS), "players")
    house = replace(House.of(preset(name, int(players))), **texts)
    try:
        house.rules(int(players), words)
    except ProblemError as problem:
        return problem
    raise AssertionError(f"{text!r} is refused as a text and stands as fields: {asdict(house)}")
