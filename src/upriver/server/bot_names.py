"""What bots are called where the server itself speaks of them: rivers of the reader's language, as in the client."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from upriver.rules import Public
from upriver.words import Words


def with_bot_names(public: Public, bots: Collection[int], words: Words) -> Public:
    """The same, with the name that each bot's seat has in this language.

    Args:
        public: a game, whose record calls bots by numbers.
        bots: the seats of the bots.
        words: the language.
    """
    rivers = words.say("name.bots").split()
    names = tuple(rivers[seat] if seat in bots else name for seat, name in enumerate(public.names))
    return replace(public, names=names)
