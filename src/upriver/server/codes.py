"""Table codes: five letters and digits that people can say, read and type without mistaking one for another."""

from __future__ import annotations

from secrets import choice

LETTERS = "34679ACDEFGHJKMNPQRTWXY"
"""None that look or sound alike: without 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V."""
LENGTH = 5


def new_code() -> str:
    """A code by chance; that no other table has it is for the store to say."""
    return "".join(choice(LETTERS) for _ in range(LENGTH))


def clean_code(text: str) -> str:
    """The code that somebody typed, in any case and with blanks or dashes in it."""
    return "".join(letter for letter in text.upper() if letter not in "-_." and not letter.isspace())
