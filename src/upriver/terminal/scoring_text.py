"""A scoring in the words of a player."""

from __future__ import annotations

from upriver.rules import Scoring
from upriver.words import Words


def scoring_in_words(scoring: Scoring, words: Words) -> str:
    """What a made and a missed bid bring, with an example of each."""
    made = {"three": signed(scoring.points(3, 3)), "zero": signed(scoring.points(0, 0))}
    missed = {"off_one": signed(scoring.points(3, 2)), "off_two": signed(scoring.points(3, 1))}
    return f"{words.say('score.made', **made)} {words.say('score.missed', **missed)}"


def signed(points: int) -> str:
    """Points with their sign: `+13`, `0`, `-2`."""
    return f"{points:+}" if points else "0"
