"""A scoring in the words of a player."""

from __future__ import annotations

from upriver.rules import Scoring
from upriver.words import Words


def scoring_in_words(scoring: Scoring, words: Words) -> str:
    """What a made and a missed bid bring, with an example of each."""
    say = words.say
    made = [say("score.made", three=scoring.points(3, 3), zero=scoring.points(0, 0))]
    missed = [say("score.missed", off_one=scoring.points(3, 2), off_two=scoring.points(3, 1))]
    return " ".join(made + missed)
