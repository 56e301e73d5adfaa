"""What Upriver says to people, in each language: one catalogue of messages per language."""

from upriver.words.language import LANGUAGES, choose_language
from upriver.words.words import Words

__all__ = ["LANGUAGES", "Words", "choose_language"]
