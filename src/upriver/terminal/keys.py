"""Which keys do something at the table now."""

from __future__ import annotations

from upriver.rules import Phase
from upriver.terminal.pace import Pace
from upriver.terminal.session import Moment, Session, Stage
from upriver.words import Words


def table_keys(session: Session, words: Words, *, is_bidding: bool, pace: Pace) -> list[tuple[str, str, str]]:
    """The key, what it does, and the screen's action, for each key that does something at this moment."""
    keys: list[tuple[str, str, str]] = []
    is_mine = session.moment is Moment.NONE and session.stage is Stage.MINE
    if is_bidding:
        keys.append(("0-9 ←→", words.say("key.choose"), "move(1)"))
        keys.append(("⏎", words.say("key.bid"), "go"))
    elif is_mine and session.view.phase is Phase.PLAY:
        keys.append(("←→", words.say("key.choose"), "move(1)"))
        keys.append(("⏎", words.say("key.play"), "go"))
    else:
        keys.append(("⏎", words.say("key.go-on"), "go"))
        if session.can_change:
            keys.append(("c", words.say("key.change"), "change"))
    if is_bidding or is_mine:
        keys.append(("t", words.say("key.hint"), "hint"))
    keys += [
        ("l", words.say("key.last"), "last_trick"),
        ("s", words.say("key.sheet"), "sheet"),
        ("p", words.say(f"pace.{pace.name}"), "pace"),
        ("h", words.say("key.help"), "help"),
        ("q", words.say("key.quit"), "leave"),
    ]
    return keys
