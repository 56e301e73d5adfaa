"""What the host decides for all: rules, options, the start, the end."""

from __future__ import annotations

from upriver.rules import ParseError, Rules, RulesError
from upriver.table.commands import Close, SetOptions, SetRules, Start
from upriver.table.draft import Draft, beginning
from upriver.table.errors import refuse
from upriver.table.events import Closed, OptionsSet, RulesSet
from upriver.table.options import Options, Pace, Rematch, Watching
from upriver.table.seating import check_level

CLOCKS = (15, 120)
RESERVES = (0, 600)


def set_rules(draft: Draft, command: SetRules) -> None:
    """Choose the rules."""
    draft.check_host(command.user)
    draft.check_between_games("the rules")
    rules, people = read_rules(command.rules), draft.state.people
    if len(people) > rules.players:
        raise refuse(
            "too-many-people",
            f"{len(people)} people sit here and {command.rules!r} has {rules.players} seats; choose more players, or "
            "let somebody leave first",
            people=len(people),
            players=rules.players,
        )
    if rules != draft.state.rules:
        draft.add(RulesSet(rules))


def read_rules(text: str) -> Rules:
    """Rules from their text form.

    Raises:
        RefusedError: it is none, or they cannot be played.
    """
    try:
        return Rules.parse(text)
    except (ParseError, RulesError) as error:
        raise refuse("bad-rules", str(error), rules=text) from error


def set_options(draft: Draft, command: SetOptions) -> None:
    """Choose the options."""
    draft.check_host(command.user)
    check_options(command.options, draft.levels)
    if command.options != draft.state.options:
        draft.add(OptionsSet(command.options))


def check_options(options: Options, levels: frozenset[str]) -> None:
    """Options that a table can have.

    Raises:
        RefusedError: a value out of range, or no such bot.
    """
    for name, kind in (("watching", Watching), ("pace", Pace), ("rematch", Rematch)):
        value = getattr(options, name)
        if not isinstance(value, kind):
            raise _bad(name, value, f"one of {', '.join(kind)}")
    for name in ("is_public", "undo", "auto_last", "hints"):
        if not isinstance(getattr(options, name), bool):
            raise _bad(name, getattr(options, name), "yes or no")
    if options.clock is not None and not _is_within(options.clock, CLOCKS):
        raise _bad("clock", options.clock, f"{CLOCKS[0]} to {CLOCKS[1]} seconds, or none")
    if not _is_within(options.reserve, RESERVES):
        raise _bad("reserve", options.reserve, f"{RESERVES[0]} to {RESERVES[1]} seconds")
    check_level(levels, options.stand_in)


def _is_within(value: object, bounds: tuple[int, int]) -> bool:
    return type(value) is int and bounds[0] <= value <= bounds[1]


def _bad(name: str, value: object, right: str) -> Exception:
    return refuse("bad-option", f"{name}: {value!r} is not possible; it is {right}", option=name, value=value)


def start(draft: Draft, command: Start) -> None:
    """Begin the game."""
    draft.check_host(command.user)
    draft.check_between_games("the start")
    empty = [number for number, seat in enumerate(draft.state.seats) if seat.is_empty]
    if empty:
        seats = ", ".join(map(str, empty))
        raise refuse("seats-open", f"nobody has seat {seats}; fill it with a person or a bot first", seats=empty)
    draft.add(beginning(draft.state))


def close(draft: Draft, command: Close) -> None:
    """End the table."""
    draft.check_host(command.user)
    draft.add(Closed())
