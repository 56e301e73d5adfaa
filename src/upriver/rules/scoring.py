"""What a hand is worth: the scoring dials and the four schemes (rules.md, "Scoring a hand")."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from upriver.rules.errors import ParseError, RulesError

_WORDS = {
    "bonus": "bonus",
    "trick": "per_trick",
    "square": "per_trick_squared",
    "zero": "zero",
    "keep": "keep_tricks",
    "miss": "miss",
    "off": "per_off",
    "growing": "growing_off",
}
_LIMIT = 1000


@dataclass(frozen=True, slots=True, repr=False)
class Scoring:
    """Points for a hand from the bid and the tricks taken, set by eight dials.

    A made bid of `t` tricks gets `bonus + per_trick * t + per_trick_squared * t * t`, or `zero` for a made
    zero when that is set. A missed bid gets `per_trick * t` when `keep_tricks` is set, and pays `miss`, and
    `per_off` for each trick off, and `growing_off` times 1, 3, 6, 10 … for 1, 2, 3, 4 … tricks off.

    Text form: the scheme's name, or the dials: `bonus:10,square:1,growing:5`. A dial left out is zero.

    Raises:
        RulesError: a dial beyond ±1000, or a `name` whose scheme has other dials.
    """

    bonus: int = 0
    per_trick: int = 0
    per_trick_squared: int = 0
    zero: int | None = None
    keep_tricks: bool = False
    miss: int = 0
    per_off: int = 0
    growing_off: int = 0
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for word, dial in _WORDS.items():
            value = getattr(self, dial)
            if dial != "keep_tricks" and value is not None and not -_LIMIT <= value <= _LIMIT:
                raise RulesError(
                    f"scoring: {word}:{value} is too far; a dial goes from -{_LIMIT} to {_LIMIT}", "scoring"
                )
        # The schemes themselves are made while SCHEMES is empty.
        if self.name and SCHEMES and SCHEMES.get(self.name) != self:
            what = "the name of other dials" if self.name in SCHEMES else f"none of {', '.join(SCHEMES)}"
            raise RulesError(f"scoring: {self.name!r} is {what}; leave the name out", "scoring")

    def points(self, bid: int, taken: int) -> int:
        """Points of a seat that bid `bid` and took `taken` tricks."""
        if bid == taken:
            if bid == 0 and self.zero is not None:
                return self.zero
            return self.bonus + self.per_trick * taken + self.per_trick_squared * taken * taken
        off = abs(bid - taken)
        kept = self.per_trick * taken if self.keep_tricks else 0
        return kept - self.miss - self.per_off * off - self.growing_off * (off * (off + 1) // 2)

    @classmethod
    def parse(cls, text: str) -> Scoring:
        """Read a scheme's name or dials.

        Raises:
            ParseError: the text is neither.
            RulesError: a dial is out of range.
        """
        if text in SCHEMES:
            return SCHEMES[text]
        dials: dict[str, int | bool] = {}
        for part in text.split(","):
            word, colon, number = part.partition(":")
            dial = _WORDS.get(word)
            if dial is None or dial in dials or (dial == "keep_tricks") == bool(colon):
                raise ParseError(
                    f"scoring: {part!r} in {text!r} is no dial; write {', '.join(SCHEMES)} or dials such as "
                    "bonus:10,trick:1,square:1,zero:5,keep,miss:2,off:1,growing:5, each once"
                )
            if dial == "keep_tricks":
                dials[dial] = True
            else:
                dials[dial] = parse_number(number, f"scoring: {word}")
        return cls(**dials)  # type: ignore[arg-type]  # only `keep` is a bool, and no word sets the name

    def __str__(self) -> str:
        if self.name:
            return self.name
        for name, scheme in SCHEMES.items():
            if scheme == self:
                return name
        parts = []
        for word, dial in _WORDS.items():
            value = getattr(self, dial)
            if dial == "keep_tricks":
                parts += [word] if value else []
            elif value is not None and (value or dial == "zero"):
                parts.append(f"{word}:{value}")
        return ",".join(parts) or "bonus:0"

    def __repr__(self) -> str:
        return f"Scoring.parse({str(self)!r})"


def parse_number(text: str, what: str) -> int:
    """Read a whole number written plainly: `0`, `12`, `-5`.

    Raises:
        ParseError: anything else, `+5`, `05` and `1_000` among it.
    """
    try:
        number = int(text)
    except ValueError:
        number = None
    if number is None or str(number) != text:
        raise ParseError(f"{what}: {text!r} is no whole number; write one as in 10 or -5")
    return number


SCHEMES: dict[str, Scoring] = {}
SCHEMES |= {
    scheme.name: scheme
    for scheme in (
        Scoring(bonus=10, per_trick=1, name="standard"),
        Scoring(bonus=10, per_trick=1, name="simple"),
        Scoring(bonus=10, per_trick=1, keep_tricks=True, name="common"),
        Scoring(bonus=10, per_trick=1, per_off=1, name="penalty"),
    )
}

assert {f.name for f in fields(Scoring)} == {*_WORDS.values(), "name"}
