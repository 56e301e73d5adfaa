"""The game as a PettingZoo environment: `from upriver.adapters.pettingzoo import upriver_v0`."""

try:
    import pettingzoo  # noqa: F401  # only to say what is missing
except ImportError:
    raise ImportError("upriver.adapters.pettingzoo needs PettingZoo: pip install 'upriver[pettingzoo]'") from None

from upriver.adapters.pettingzoo import upriver_v0
from upriver.adapters.pettingzoo.observation import ACTIONS, action_from, action_number, observe, parts

__all__ = ["ACTIONS", "action_from", "action_number", "observe", "parts", "upriver_v0"]
