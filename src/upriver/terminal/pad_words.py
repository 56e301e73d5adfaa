"""What the pad says: issues, the edit log and who won."""

from __future__ import annotations

from upriver.pad import Change, Issue, LogLine, Pad, PadHand, Value
from upriver.rules import Limit, Suit
from upriver.rules.rules import format_sizes
from upriver.words import Words


def issue_in_words(issue: Issue, pad: Pad, words: Words) -> str:
    """What is wrong, with the numbers."""
    hand = pad.hands[issue.hand - 1]
    match issue.code:
        case "bid-forbidden":
            return _forbidden(issue, pad, hand, words)
        case "bid-range" | "taken-range":
            return words.say(f"pad.{issue.code}", number=issue.number, size=hand.size)
        case "tricks-differ":
            off = hand.size - hand.total_taken
            key = "pad.tricks-missing" if off > 0 else "pad.tricks-over"
            return words.count(key, abs(off), taken=hand.total_taken, size=hand.size)
        case "deck-short":
            return words.say("pad.deck-short", needed=issue.number)
    return words.say("pad.few-people")


def _forbidden(issue: Issue, pad: Pad, hand: PadHand, words: Words) -> str:
    seat = pad.seat(issue.person)
    values = {
        "name": pad.people[seat].name,
        "bid": issue.number,
        "size": hand.size,
        "total": hand.total_bid,
        "allowed": words.bids(hand.allowed_bids(seat, pad.rules)),
    }
    if pad.rules.limit is Limit.HOOK:
        return words.say("pad.bid-forbidden.hook", **values)
    if hand.total_bid == issue.number:
        return words.say("pad.bid-forbidden.alone", **values)
    return words.say("pad.bid-forbidden.over", **values)


def winners_in_words(pad: Pad, words: Words) -> str:
    """Who won, or who won together."""
    names = [pad.people[seat].name for seat in pad.sheet.leaders()]
    key = "transcript.winner" if len(names) == 1 else "transcript.winners"
    return words.say(key, names=words.both(names), points=max(pad.sheet.totals))


def log_line_in_words(line: LogLine, pad: Pad, words: Words) -> list[str]:
    """What an entry changed, a text for each cell."""
    return [_change(change, pad, words) for change in line.changes]


def _change(change: Change, pad: Pad, words: Words) -> str:
    parts = change.cell.split(".")
    names = {person.id: person.name for person in pad.people}
    values = {"old": _value(change.old, names, words), "new": _value(change.new, names, words)}
    if parts[0].startswith("h") and len(parts) > 1:
        name = names.get(parts[2], parts[2]) if len(parts) == 3 else ""
        return words.say(f"pad.log.hand.{parts[1]}", hand=parts[0][1:], name=name, **values)
    if len(parts) == 2:
        return words.say(f"pad.log.person.{parts[1]}", name=names.get(parts[0], parts[0]), **values)
    return words.say(f"pad.log.cell.{change.cell}", **values)


def _value(value: Value, names: dict[str, str], words: Words) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return words.say("pad.yes" if value else "pad.no")
        case tuple():
            sizes = tuple(each for each in value if isinstance(each, int))
            return format_sizes(sizes) if sizes else ", ".join(names.get(str(each), str(each)) for each in value)
        case "S" | "H" | "D" | "C":
            return Suit.parse(value).symbol
    return names.get(str(value), str(value))
