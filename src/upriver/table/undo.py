"""Taking the last bid or card back, when all who are here agree."""

from __future__ import annotations

from upriver.rules import last_act
from upriver.table.commands import AnswerUndo, AskUndo
from upriver.table.draft import Draft
from upriver.table.errors import refuse
from upriver.table.events import UndoAnswered, UndoAsked, UndoDropped
from upriver.table.play import check_plays


def ask_undo(draft: Draft, command: AskUndo) -> None:
    """Ask; when nobody else is here it is taken back at once."""
    game, number = draft.game, draft.seat_of(command.user)
    if not draft.state.options.undo:
        raise refuse("undo-off", "this table takes nothing back; the host can allow it in the options")
    check_plays(draft, number)
    if draft.state.question is not None:
        raise refuse("undo-asked", "somebody asks already; wait for the answers", seat=draft.state.question.seat)
    last = last_act(game)
    if last != number:
        raise refuse(
            "undo-late",
            f"the last act is not seat {number}'s, or others have seen more since; only the last can be taken back",
            seat=number,
            last=last,
        )
    draft.add(UndoAsked(number))


def answer_undo(draft: Draft, command: AnswerUndo) -> None:
    """Agree, or close the question."""
    draft.seat_of(command.user)
    if command.user not in draft.state.asked:
        raise refuse("nothing-asked", f"nobody asks {command.user!r} for an undo now", user=command.user)
    draft.add(UndoAnswered(command.user, command.is_agreed))
    if not command.is_agreed:
        draft.add(UndoDropped())
