"""What the player chose last time, kept for the next."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from upriver.bots import LEVELS
from upriver.rules import ParseError
from upriver.rules.rules import MAX_PLAYERS, MIN_PLAYERS
from upriver.terminal.pace import PACES
from upriver.terminal.setup import MAX_BOTS, Setup
from upriver.words import LANGUAGES
from upriver.words.house import House

FILE = "settings.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices that outlive a game; the seed does not.

    Args:
        lang: the language whose names the form may hold, a key of `LANGUAGES`.
        pace: a key of `PACES`.
        setup: the form.
    """

    lang: str
    pace: str
    setup: Setup

    def dump(self) -> str:
        """The text of the file."""
        setup = {name: value for name, value in asdict(self.setup).items() if name != "seed"}
        return json.dumps({"lang": self.lang, "pace": self.pace, "setup": setup}, ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def parse(cls, text: str) -> Settings:
        """Read the text of the file.

        Raises:
            ParseError: it holds no settings.
        """
        try:
            plain = json.loads(text)
            form = plain["setup"]
            house = House(**form["house"])
            setup = Setup(form["name"], form["players"], tuple(form["bots"]), tuple(form["levels"]), house)
            settings = cls(plain["lang"], plain["pace"], setup)
        except (ValueError, KeyError, TypeError) as error:
            raise ParseError(f"{text[:40]!r} holds no settings: {error!r}") from error
        if not settings._is_possible():
            raise ParseError(f"{text[:40]!r} holds settings that this version does not know")
        return settings

    def _is_possible(self) -> bool:
        setup = self.setup
        texts = (setup.name, *setup.bots, *setup.levels, *asdict(setup.house).values())
        return (
            self.lang in LANGUAGES
            and self.pace in PACES
            and all(isinstance(text, str) for text in texts)
            and isinstance(setup.players, int)
            and MIN_PLAYERS <= setup.players <= MAX_PLAYERS
            and len(setup.bots) == len(setup.levels) == MAX_BOTS
            and set(setup.levels) <= set(LEVELS)
        )


def load_settings(folder: Path) -> Settings | None:
    """The settings in the folder; None where there are none yet.

    Raises:
        ParseError: the file holds no settings.
        OSError: it cannot be read.
    """
    path = folder / FILE
    try:
        return Settings.parse(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise ParseError(f"{path.name} is no text: {error}") from error


def save_settings(folder: Path, settings: Settings) -> None:
    """Keep the settings: the old file stays whole until the new one is.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f"{FILE}.new"
    new.write_text(settings.dump(), "utf-8")
    os.replace(new, folder / FILE)
