"""What the store keeps of a shared pad beside its log: its listing, and once its game is over the result."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from upriver.pad import Pad, pad_of
from upriver.rules.rules import format_sizes
from upriver.server.pad_log import PadLog, read_time
from upriver.server.rows import Played, kept_rows
from upriver.store.store import Listing, Result

PHASES = ("pad", "pad-over")
"""The phases of shared pads; tables have others."""
UNSHARED = "pad-unshared"


class ListedPad(Struct, frozen=True):
    """What a list shows of a pad; the body of its `Listing`. `hand` is the one being played, of so many."""

    title: str
    keeper: str
    names: tuple[str, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    hand: int
    hands: int


def store_id(pad: str) -> str:
    """The id of the pad's log. No table's code is like it, as those have capitals only."""
    return f"pad:{pad}"


def game_id(pad: str) -> str:
    """The id of the pad's game among the past ones; longer than a played game's."""
    return f"pad-{pad}"


def listing_of(pad: str, log: PadLog) -> Listing:
    """What lists know of the pad."""
    now = pad_of(log.ledger.cells)
    current = now.current
    body = ListedPad(
        title=now.title,
        keeper=log.keeper,
        names=tuple(person.name for person in now.people),
        totals=now.sheet.totals,
        places=now.sheet.places(),
        hand=len(now.hands) if current is None else current.number,
        hands=len(now.hands),
    )
    return Listing(
        code=store_id(pad),
        is_public=False,
        phase=UNSHARED if not log.is_shared else "pad-over" if current is None else "pad",
        body=msgspec.json.encode(body).decode(),
        members=_members(log),
        wake_at=None,
        seq=log.seq,
        updated_at=log.updated_at,
    )


def listed(listing: Listing) -> ListedPad:
    """What a list shows of the pad."""
    return msgspec.json.decode(listing.body, type=ListedPad)


def result_of(pad: str, log: PadLog) -> Result | None:
    """The game that the pad has kept the score of; None while it goes on, or where nobody played a hand."""
    now = pad_of(log.ledger.cells)
    if not (log.is_shared and now.is_over and now.sheet.rows):
        return None
    body = Played(
        kind="pad",
        rules=_rules(now),
        people=tuple(log.names.get(person.id) for person in now.people),
        levels=(None,) * len(now.people),
        names=tuple(person.name for person in now.people),
        totals=now.sheet.totals,
        places=now.sheet.places(),
        rows=kept_rows(now.sheet),
    )
    text = msgspec.json.encode(body).decode()
    return Result(game_id(pad), store_id(pad), 1, log.seq, _ended_at(log), _members(log), text)


def _members(log: PadLog) -> tuple[str, ...]:
    return tuple(dict.fromkeys((log.keeper, *log.names.values()))) if log.is_shared else ()


def _ended_at(log: PadLog) -> float:
    """When the last entry was written by its writer's clock, which may be long before it came here, but not later."""
    at = log.written[-1].at
    return log.updated_at if at is None else min(log.updated_at, read_time(at).timestamp())


def _rules(pad: Pad) -> str:
    """The rules of the pad, in the words of those of a table."""
    rules = pad.rules
    words = {
        "players": len(pad.people),
        "sizes": format_sizes(tuple(hand.size for hand in pad.hands)),
        "limit": rules.limit,
        "limit_from": rules.limit_from,
        "trump": rules.trump,
        "scoring": rules.scoring,
    }
    return " ".join(f"{name}={value}" for name, value in words.items())
