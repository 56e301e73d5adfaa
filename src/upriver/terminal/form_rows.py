"""The rows of the first screen's form; each control's id is the name of what it sets."""

from __future__ import annotations

from textual.widget import Widget

from upriver.bots import LEVELS
from upriver.rules import PRESETS, Bidding, Limit, Trump
from upriver.rules.rules import MAX_PLAYERS, MIN_PLAYERS
from upriver.terminal.form import Row, choice_field, text_field
from upriver.terminal.pace import PACES
from upriver.terminal.setup import MAX_BOTS, MAX_NAME, Setup
from upriver.words import LANGUAGES, Words
from upriver.words.house import HOUSE

HOUSE_FIELDS = ("sizes", "limit", "limit_from", "trump", "bidding", "rebid", "scoring")


def table_rows(setup: Setup, words: Words, pace: str) -> list[Row]:
    """Name, players, preset, pace, language and seed."""
    say = words.say
    players = [(str(n), str(n)) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    presets = [(name, say(f"preset.{name}")) for name in (*PRESETS, HOUSE)]
    paces = [(name, say(f"pace.{name}")) for name in PACES]
    return [
        Row(say("start.name"), text_field(setup.name, "name", limit=MAX_NAME)),
        Row(say("start.players"), choice_field(players, str(setup.players), "players")),
        Row(say("start.rules"), choice_field(presets, setup.preset(), "preset")),
        Row(say("start.pace"), choice_field(paces, pace, "pace")),
        Row(say("start.language"), choice_field(list(LANGUAGES.items()), words.lang, "language")),
        Row(say("start.seed"), text_field(setup.seed, "seed", limit=60, hint=say("start.secret"))),
    ]


def bot_rows(setup: Setup, words: Words) -> list[Row]:
    """A name and a level for each bot there could be."""
    levels = [(level, words.say(f"level.{level}")) for level in LEVELS]
    return [
        Row(
            words.say("start.bot", number=seat + 1),
            text_field(setup.bots[seat], f"bot-{seat}", limit=MAX_NAME),
            choice_field(levels, setup.levels[seat], f"level-{seat}"),
        )
        for seat in range(MAX_BOTS)
    ]


def house_rows(setup: Setup, words: Words) -> list[Row]:
    """Every field of the rules but the number of players."""
    say, house = words.say, setup.house
    kinds = {"limit": Limit, "trump": Trump, "bidding": Bidding}
    rows: list[Row] = []
    for name in HOUSE_FIELDS:
        value = getattr(house, name)
        control: Widget
        if name in kinds:
            options = [(str(kind), say(f"{name}.{kind}.name")) for kind in kinds[name]]
            control = choice_field(options, value, name)
        elif name == "rebid":
            options = [("yes", say("rebid.yes.name")), ("no", say("rebid.no.name"))]
            control = choice_field(options, value, name)
        else:
            control = text_field(value, name)
        rows.append(Row(say(f"field.{name}"), control))
    return rows
