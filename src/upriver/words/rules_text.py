"""Rules in the words of a player: hand sizes, bidding, play and scoring."""

from __future__ import annotations

from upriver.rules import Bidding, Limit, Rules, Scoring
from upriver.rules.rules import format_sizes
from upriver.words.words import Words


def rules_in_words(rules: Rules, words: Words) -> tuple[tuple[str, str], ...]:
    """The game by these rules in four paragraphs, each with its title: the goal, bidding, playing, scoring."""
    say = words.say
    return (
        (say("help.goal.title"), say("help.goal", sizes=sizes_in_words(rules, words))),
        (say("help.bid.title"), bidding_in_words(rules, words)),
        (say("help.play.title"), f"{say('help.play')} {say(f'help.trump.{rules.trump}')}"),
        (say("help.score.title"), scoring_in_words(rules.scoring, words)),
    )


def bidding_in_words(rules: Rules, words: Words) -> str:
    """Who bids when, what the dealer may not bid, and how long a bid may be changed."""
    how = "together" if rules.bidding is Bidding.TOGETHER else "in-turn"
    parts = [words.say(f"help.bid.{how}")]
    if rules.limit is not Limit.FREE:
        parts.append(words.say(f"help.limit.{rules.limit}"))
        if rules.limit_from > 1:
            parts.append(words.say("help.limit.from", size=rules.limit_from))
    if rules.rebid:
        parts.append(words.say(f"help.rebid.{how}"))
    return " ".join(parts)


def sizes_in_words(rules: Rules, words: Words) -> str:
    """The hand sizes as a player would say them: `19 hands: 10 down to 1 and back`."""
    sizes = rules.sizes
    hands = words.count("sizes.hands", len(sizes))
    points = format_sizes(sizes).split("-")
    if len(points) == 3 and points[0] == points[2]:
        key = "sizes.down-up" if int(points[0]) > int(points[1]) else "sizes.up-down"
        return words.say(key, hands=hands, top=points[0], end=points[1])
    if len(points) == 2:
        key = "sizes.down" if int(points[0]) > int(points[1]) else "sizes.up"
        return words.say(key, hands=hands, top=points[0], end=points[1])
    return words.say("sizes.list", hands=hands, sizes=", ".join(map(str, sizes)))


def scoring_in_words(scoring: Scoring, words: Words) -> str:
    """What a made and a missed bid bring, with an example of each."""
    made = {"three": signed(scoring.points(3, 3)), "zero": signed(scoring.points(0, 0))}
    missed = {"off_one": signed(scoring.points(3, 2)), "off_two": signed(scoring.points(3, 1))}
    return f"{words.say('score.made', **made)} {words.say('score.missed', **missed)}"


def signed(points: int) -> str:
    """Points with their sign: `+13`, `0`, `-2`."""
    return f"{points:+}" if points else "0"
