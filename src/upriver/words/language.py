"""Which language to speak: the one asked for, or the locale's."""

from __future__ import annotations

from collections.abc import Mapping

from upriver.rules import ParseError

LANGUAGES: dict[str, str] = {"en": "English", "it": "Italiano"}
"""The languages with a catalogue, each by its own name; the first is spoken when the locale's has none."""


def choose_language(lang: str | None, environ: Mapping[str, str]) -> str:
    """The language to speak.

    Args:
        lang: what the user asked for, as `it` or `it_IT`; None to follow the locale.
        environ: the environment; `LC_ALL`, `LC_MESSAGES` and `LANG` are read, the first that is set decides.

    Raises:
        ParseError: `lang` has no catalogue.
    """
    if lang is not None:
        code = _code(lang)
        if code not in LANGUAGES:
            raise ParseError(f"{lang!r} is no language of Upriver; there are {', '.join(LANGUAGES)}")
        return code
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    code = _code(locale)
    return code if code in LANGUAGES else next(iter(LANGUAGES))


def _code(locale: str) -> str:
    return locale.replace("-", "_").replace(".", "_").partition("_")[0].lower()
