"""What is chosen before a game: players, bots, rules and seed, checked field by field."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from upriver.rules import Rules, preset
from upriver.rules.rules import format_sizes
from upriver.words import Words
from upriver.words.house import House

MAX_NAME = 12
MAX_BOTS = 6


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
            bots=tuple(words.say("name.bots").split()[:MAX_BOTS]),
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
        return self.house.preset(self.players)

    def rules(self, words: Words) -> Rules:
        """The rules that the texts stand for.

        Raises:
            ProblemError: a text is none, or two fields clash.
        """
        return self.house.rules(self.players, words)
