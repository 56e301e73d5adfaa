"""Players that are given a `View` and nothing else."""

from upriver.bots.bot import Bot
from upriver.bots.levels import LEVELS, make_bot

__all__ = ["LEVELS", "Bot", "make_bot"]
