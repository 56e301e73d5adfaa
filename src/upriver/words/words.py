"""`Words`: one language's messages, by key."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib.resources import files

from upriver.rules import Card, IllegalActionError, Limit, Suit

Catalogue = Mapping[str, "str | Mapping[str, str]"]
"""Keys with dots, to a message, or to one message for a count of `one` and one for every `other`."""

LONG_RUN = 4
"""So many numbers in a row are said as their first and last."""


class Words:
    """The messages of one language; a key or value that is missing raises, so that a test finds it.

    Args:
        lang: a key of `LANGUAGES`.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._messages = load_catalogue(lang)

    def say(self, key: str, **values: object) -> str:
        """The message with its `{placeholders}` filled.

        Raises:
            KeyError: there is no such message, or a value is missing.
        """
        message = self._messages[key]
        if not isinstance(message, str):
            raise KeyError(f"{key} depends on a number; use count")
        return message.format_map(values)

    def count(self, key: str, n: int, **values: object) -> str:
        """The message for `n` things; `{n}` in it is the number.

        English and Italian agree on the plural: `one` for 1, `other` for all else.

        Raises:
            KeyError: there is no such message, or a value is missing.
        """
        forms = self._messages[key]
        if isinstance(forms, str):
            raise KeyError(f"{key} depends on no number; use say")
        return forms["one" if n == 1 else "other"].format_map({"n": n, **values})

    def suit(self, suit: Suit | None) -> str:
        """The name of the suit, or `no trump`."""
        return self.say("suit.none" if suit is None else f"suit.{suit.name.lower()}")

    def choice(self, numbers: Iterable[object]) -> str:
        """`0, 1 or 3`."""
        *most, last = map(str, numbers)
        return self.say("list.or", most=", ".join(most), last=last) if most else last

    def bids(self, numbers: Iterable[int]) -> str:
        """Bids to choose from, long runs drawn together: `0, 1 or 3–17`."""
        runs: list[list[int]] = []
        for number in sorted(numbers):
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        parts: list[object] = []
        for run in runs:
            parts += [f"{run[0]}–{run[-1]}"] if len(run) >= LONG_RUN else run
        return self.choice(parts)

    def both(self, names: Iterable[str]) -> str:
        """`Arno, Elbe and Tagus`."""
        *most, last = names
        return self.say("list.and", most=", ".join(most), last=last) if most else last

    def refusal(self, error: IllegalActionError) -> str:
        """Why the rules refuse an action, said to the player who tried it."""
        values = dict(error.details)
        match error.code:
            case "bid-forbidden":
                return self._forbidden_bid(values)
            case "must-follow":
                suit, card = values["suit"], values["card"]
                assert isinstance(suit, Suit)
                assert isinstance(card, Card)
                return self.say("refusal.must-follow", card=card.symbols, suit=self.suit(suit))
            case "card-not-held":
                card = values["card"]
                assert isinstance(card, Card)
                return self.say("refusal.card-not-held", card=card.symbols)
        return self.say(f"refusal.{error.code}", **values)

    def _forbidden_bid(self, values: dict[str, object]) -> str:
        allowed = values["allowed"]
        assert isinstance(allowed, tuple)
        values["allowed"] = self.bids(allowed)
        if values["limit"] == Limit.HOOK:
            return self.say("refusal.bid-forbidden.hook", **values)
        if values["total"] == values["bid"]:
            return self.say("refusal.bid-forbidden.alone", **values)
        return self.say("refusal.bid-forbidden.over", **values)


def load_catalogue(lang: str) -> Catalogue:
    """The messages of a language as they stand in its file."""
    catalogue: Catalogue = json.loads(files("upriver.words").joinpath(f"{lang}.json").read_text("utf-8"))
    return catalogue
