"""`Rules`: everything that a table agrees on before the first deal, as one frozen value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from itertools import pairwise

from upriver.rules.cards import Suit
from upriver.rules.errors import ParseError, RulesError
from upriver.rules.scoring import SCHEMES, Scoring, parse_number

MIN_PLAYERS, MAX_PLAYERS = 3, 7
MAX_HANDS = 100


class Limit(StrEnum):
    """The dealer's limit (rules.md, "Bidding"), in force from hands of `limit_from` cards."""

    HOOK = "hook"
    OVER = "over"
    FREE = "free"


class Trump(StrEnum):
    """Where trump comes from: the turned card, nowhere, or ♠ ♥ ♦ ♣ and no trump in turn."""

    TURNED = "turned"
    NONE = "none"
    CYCLE = "cycle"


class Bidding(StrEnum):
    """Whether seats bid in turn, or all together with the bids hidden until the last is in."""

    IN_TURN = "in-turn"
    TOGETHER = "together"


CYCLE: tuple[Suit | None, ...] = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, None)
"""Trump of hands 1, 2, 3 … under `Trump.CYCLE`, again and again."""


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """The rules of one table.

    Text form: the fields that differ from the default, as `players=5 sizes=7-1-7 scoring=common`; a preset's
    name may come first. `Rules.parse(str(rules)) == rules`.

    Args:
        players: 3 to 7.
        sizes: hand sizes in order, 1 to 100 of them; left empty, the documents' sizes for `players`.
        limit: the dealer's limit.
        limit_from: the smallest hand size in which the limit holds.
        trump: where trump comes from.
        bidding: in turn, or together, which needs `limit=free`.
        rebid: whether a bid may be changed until the next player bids (together: until the last bid is in).
        scoring: points for a hand.

    Raises:
        RulesError: a value out of range, or two that clash.
    """

    players: int = 4
    sizes: tuple[int, ...] = ()
    limit: Limit = Limit.HOOK
    limit_from: int = 1
    trump: Trump = Trump.TURNED
    bidding: Bidding = Bidding.IN_TURN
    rebid: bool = True
    scoring: Scoring = SCHEMES["standard"]

    def __post_init__(self) -> None:
        self._settle_types()
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise RulesError(
                f"players: {self.players} is not possible; from {MIN_PLAYERS} to {MAX_PLAYERS} can play", "players"
            )
        if not self.sizes:
            object.__setattr__(self, "sizes", default_sizes(self.players))
        if len(self.sizes) > MAX_HANDS:
            raise RulesError(f"sizes: {len(self.sizes)} hands are too many; at most {MAX_HANDS}", "sizes")
        most = max_size(self.players, self.trump)
        for size in self.sizes:
            if not 1 <= size <= most:
                raise RulesError(self._size_message(size, most), "sizes", "players", "trump")
        if not 1 <= self.limit_from <= max(self.sizes):
            raise RulesError(
                f"limit_from: {self.limit_from} is outside the hand sizes; write 1 to {max(self.sizes)}, "
                "or limit=free for no limit at all",
                "limit_from",
                "sizes",
            )
        if self.bidding is Bidding.TOGETHER and self.limit is not Limit.FREE:
            raise RulesError(
                f"bidding=together and limit={self.limit} clash: when all bid at once there is no last bidder to "
                "limit; choose limit=free, or bidding=in-turn",
                "bidding",
                "limit",
            )

    def _settle_types(self) -> None:
        """Take an enum by its text and sizes from any sequence; refuse what would only seem to work."""
        for name, kind in (("limit", Limit), ("trump", Trump), ("bidding", Bidding)):
            value = getattr(self, name)
            if value not in list(kind):
                raise RulesError(f"{name}: {value!r} is none of {', '.join(kind)}", name)
            object.__setattr__(self, name, kind(value))
        if not isinstance(self.scoring, Scoring):
            raise RulesError(f"scoring: {self.scoring!r} is no Scoring; write Scoring.parse('common')", "scoring")
        object.__setattr__(self, "sizes", tuple(self.sizes))
        numbers = (("players", self.players), ("limit_from", self.limit_from), *(("sizes", n) for n in self.sizes))
        for name, number in numbers:
            if type(number) is not int:
                raise RulesError(f"{name}: {number!r} is no whole number", name)

    def _size_message(self, size: int, most: int) -> str:
        if size < 1:
            return f"sizes: {size} is no hand size; {self.players} players can have hands of 1 to {most} cards"
        turned = " and one turned for trump" if self.trump is Trump.TURNED else ""
        return (
            f"sizes: {size} cards for each of {self.players} players{turned} are more than the deck's 52; "
            f"with players={self.players} and trump={self.trump} a hand has at most {most} cards"
        )

    @property
    def hands(self) -> int:
        """How many hands the game has."""
        return len(self.sizes)

    def is_limited(self, size: int) -> bool:
        """Whether the dealer's limit holds in a hand of `size` cards."""
        return self.limit is not Limit.FREE and size >= self.limit_from

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read the text form: words `field=value`, after a preset's name or without one.

        Raises:
            ParseError: a word that is no field, or no value of its field.
            RulesError: values that cannot be played together.
        """
        from upriver.rules.presets import PRESETS

        words = text.split()
        values: dict[str, object] = {}
        preset = PRESETS.get(words[0]) if words else None
        if preset:
            values = {f.name: getattr(preset, f.name) for f in fields(preset) if f.name not in ("players", "sizes")}
            words = words[1:]
        seen: set[str] = set()
        for word in words:
            name, equals, value = word.partition("=")
            if name not in _FIELDS or not equals:
                raise ParseError(
                    f"rules: {word!r} is no rule; write a preset ({', '.join(PRESETS)}) first, then field=value "
                    f"with the fields {', '.join(_FIELDS)}"
                )
            if name in seen:
                raise ParseError(f"rules: {word!r} sets {name} again; give each field once")
            seen.add(name)
            values[name] = _FIELDS[name](value)
        return cls(**values)  # type: ignore[arg-type]  # each parser gives its field's type

    def __str__(self) -> str:
        standard = Rules(players=self.players)
        words = [f"players={self.players}"]
        for name in _FIELDS:
            value = getattr(self, name)
            if name == "players" or (value == getattr(standard, name) and str(value) == str(getattr(standard, name))):
                continue
            if name == "sizes":
                value = format_sizes(self.sizes)
            elif name == "rebid":
                value = "yes" if value else "no"
            words.append(f"{name}={value}")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"


def max_size(players: int, trump: Trump) -> int:
    """The largest hand for so many players: a turned trump needs one card left over."""
    return (52 - (trump is Trump.TURNED)) // players


def default_sizes(players: int) -> tuple[int, ...]:
    """The documents' hand sizes (rules.md, "The table"): from 10 or what the deck has, down to 1 card and back."""
    top = min(10, max_size(players, Trump.TURNED))
    return (*range(top, 0, -1), *range(2, top + 1))


def parse_sizes(text: str) -> tuple[int, ...]:
    """Read hand sizes: turning points parted by dashes (`10-1-10`, `1-10`) or a list (`7,5,3,1`).

    Raises:
        ParseError: anything else.
    """
    clean = text.strip()
    mark = "-" if "-" in clean else ","
    parts = clean.split(mark)
    if not all(part.isascii() and part.isdigit() and len(part) <= 2 and part == str(int(part)) for part in parts):
        raise ParseError(
            f"sizes: {text!r} is no list of hand sizes; write turning points, as in 10-1-10 or 1-10, "
            "or each size, as in 7,5,3,1,3,5,7"
        )
    points = [int(part) for part in parts]
    if mark == ",":
        return tuple(points)
    sizes = points[:1]
    for end in points[1:]:
        if end == sizes[-1]:
            raise ParseError(f"sizes: {text!r} stands still at {end}; write the sizes out, as in 3,2,1,1,2,3")
        step = 1 if end > sizes[-1] else -1
        sizes.extend(range(sizes[-1] + step, end + step, step))
    return tuple(sizes)


def format_sizes(sizes: tuple[int, ...]) -> str:
    """Write hand sizes in their shortest form; `parse_sizes` reads it back."""
    if len(sizes) > 2 and all(abs(a - b) == 1 for a, b in pairwise(sizes)):
        turns = [b for a, b, c in zip(sizes, sizes[1:], sizes[2:], strict=False) if (b - a) != (c - b)]
        return "-".join(map(str, (sizes[0], *turns, sizes[-1])))
    return ",".join(map(str, sizes))


def _choice(kind: type[StrEnum], field: str) -> Callable[[str], StrEnum]:
    def read(text: str) -> StrEnum:
        try:
            return kind(text)
        except ValueError:
            raise ParseError(f"{field}: {text!r} is none of {', '.join(kind)}") from None

    return read


def _yes_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ParseError(f"rebid: {text!r} is neither yes nor no")
    return text == "yes"


_FIELDS: dict[str, Callable[[str], object]] = {
    "players": lambda text: parse_number(text, "players"),
    "sizes": parse_sizes,
    "limit": _choice(Limit, "limit"),
    "limit_from": lambda text: parse_number(text, "limit_from"),
    "trump": _choice(Trump, "trump"),
    "bidding": _choice(Bidding, "bidding"),
    "rebid": _yes_no,
    "scoring": Scoring.parse,
}
