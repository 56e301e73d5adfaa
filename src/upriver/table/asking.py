"""`AskBot`: the bots whose turn it is, or will be when a clock runs out."""

from __future__ import annotations

from dataclasses import dataclass

from upriver.rules import View, view
from upriver.table.pace import bot_at, deadline, last_card_at
from upriver.table.state import TableState


@dataclass(frozen=True, slots=True)
class AskBot:
    """A bot is to choose for a seat; its answer comes back as `BotAct` with the same `seat`, `level` and `after`.

    Args:
        seat: for whom.
        level: which bot.
        view: what the seat has rightly seen.
        after: the last entry that matters to the choice; the same as long as nothing has happened that does.
        at: not to act before; for a person whose clock runs this is when it runs out.
    """

    seat: int
    level: str
    view: View
    after: int
    at: float


def bots_to_ask(state: TableState) -> tuple[AskBot, ...]:
    """Every bot that may have to act next; none while a question for an undo is open."""
    if state.question is not None or state.game is None:
        return ()
    asked = []
    for seat in state.to_act:
        level = state.seats[seat].level
        at = bot_at(state) if level is not None else deadline(state, seat)
        if at is None or (level is None and last_card_at(state) is not None):
            continue
        level = level or state.options.stand_in
        asked.append(AskBot(seat, level, view(state.game, seat), state.known_seq(seat), at))
    return tuple(asked)
