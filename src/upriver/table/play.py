"""Bidding, playing and claiming, and going on to the next hand or game."""

from __future__ import annotations

from upriver.rules import Action, CardPlayed, claimed_play, decide
from upriver.table.asking import bots_to_ask
from upriver.table.commands import Act, BotAct, Claim, NextHand, PlayAgain
from upriver.table.draft import Draft
from upriver.table.errors import refuse
from upriver.table.events import BecameReady, StandInSet, UndoAnswered, UndoDropped, WantsAgain
from upriver.table.seating import checked_contribution
from upriver.table.state import TablePhase


def act(draft: Draft, command: Act) -> None:
    """A person bids or plays; who does so while somebody asks for an undo says no to it."""
    game, number = draft.game, draft.seat_of(command.user)
    check_own(draft, number, command.action)
    known = draft.state.known_seq(number)
    if not known <= command.after <= draft.state.seq:
        raise refuse(
            "stale",
            f"{command.action} was chosen after entry {command.after}; since entry {known} it may be another choice: "
            "look again",
            after=command.after,
            known=known,
        )
    event = decide(game, command.action)
    _drop_question(draft, command.user)
    draft.add(event)


def claim_rest(draft: Draft, command: Claim) -> None:
    """All the cards left are played, of all seats, because it is certain who takes them."""
    game, number = draft.game, draft.seat_of(command.user)
    check_plays(draft, number)
    plays = claimed_play(game, number)
    _drop_question(draft, command.user)
    draft.add(*(CardPlayed(play.seat, play.card) for play in plays))


def _drop_question(draft: Draft, user: str) -> None:
    if draft.state.question is None:
        return
    if user in draft.state.asked:
        draft.add(UndoAnswered(user, is_agreed=False))
    draft.add(UndoDropped())


def check_own(draft: Draft, number: int, action: Action) -> None:
    """Only for one's own seat, and only who plays it.

    Raises:
        RefusedError: it is another's, or a bot plays for the person.
    """
    if action.seat != number:
        raise refuse("not-your-seat", f"{action}: your seat is {number}; act for it only", seat=action.seat, own=number)
    check_plays(draft, number)


def check_plays(draft: Draft, number: int) -> None:
    """No bot stands in.

    Raises:
        RefusedError: one does.
    """
    level = draft.state.seats[number].level
    if level is not None:
        raise refuse("bot-plays", f"the bot {level!r} plays for seat {number}; take the seat back first", seat=number)


def bot_act(draft: Draft, command: BotAct) -> None:
    """A bot bids or plays."""
    game, action = draft.game, command.action
    ask = next((ask for ask in bots_to_ask(draft.state) if ask.seat == action.seat), None)
    if ask is None or (ask.level, ask.after) != (command.level, command.after):
        raise refuse(
            "stale",
            f"{action} by {command.level!r} after entry {command.after} answers no question; ask the table again",
            after=command.after,
        )
    if draft.now < ask.at:
        raise refuse("too-early", f"{action} comes before its time; wait until {ask.at}", at=ask.at)
    draft.add(decide(game, action))


def next_hand(draft: Draft, command: NextHand) -> None:
    """Be ready for the next hand."""
    draft.seat_of(command.user)
    _ = draft.game
    if not draft.state.is_between_hands:
        raise refuse("hand-running", "a hand is being played; the next comes when it is over")
    if command.user not in draft.state.ready:
        draft.add(BecameReady(command.user))


def play_again(draft: Draft, command: PlayAgain) -> None:
    """Be ready for a rematch, which ends a stand-in."""
    number = draft.seat_of(command.user)
    draft.check_between_games("a rematch")
    if draft.state.phase is not TablePhase.OVER:
        raise refuse("no-game", "no game has been played here yet; the host starts one")
    contribution = checked_contribution(command.contribution)
    if draft.state.seats[number].level is not None:
        draft.add(StandInSet(number, None))
    if command.user not in draft.state.ready:
        draft.add(WantsAgain(command.user, contribution))
