"""OpenSpiel's `oh_hell`: our bots play there, its bots play here.

Nothing hidden crosses the bridge. There a bot of ours reads `information_state_string` and nothing else of a state;
here a bot of theirs is given a state whose hidden cards were drawn from all that its seat cannot tell apart.
"""

try:
    import pyspiel  # noqa: F401  # only to say what is missing
except ImportError:
    raise ImportError("upriver.adapters.openspiel needs OpenSpiel: pip install 'upriver[openspiel]'") from None

from upriver.adapters.openspiel.information import read_information
from upriver.adapters.openspiel.players import OpenSpielBot, UpriverBot
from upriver.adapters.openspiel.settings import game_for, rules_for
from upriver.adapters.openspiel.states import state_for

__all__ = ["OpenSpielBot", "UpriverBot", "game_for", "read_information", "rules_for", "state_for"]
