"""The table: the game goes on here, moment by moment."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from upriver.bots.kernel import is_built
from upriver.rules import Action, Bid, IllegalActionError, Phase, Play, legal_cards
from upriver.terminal.bidrow import BidRow
from upriver.terminal.board import draw_board
from upriver.terminal.canvas import Canvas
from upriver.terminal.drawing import Drawing, KeyBar
from upriver.terminal.headline import headline
from upriver.terminal.help_screen import HelpScreen
from upriver.terminal.hint_screen import HintScreen
from upriver.terminal.keys import table_keys
from upriver.terminal.last_trick import LastTrickScreen
from upriver.terminal.pace import Pace
from upriver.terminal.prompt import prompt
from upriver.terminal.rack import Rack
from upriver.terminal.session import ME, Moment, Session, Stage
from upriver.terminal.sheet_screen import SheetScreen
from upriver.terminal.standings import draw_standings
from upriver.terminal.summary_screen import SummaryScreen
from upriver.terminal.talk import Talk
from upriver.words import Words

REACTION = 0.35
"""Seconds after the turn begins in which Enter is taken for an impatient one."""


class TableScreen(Screen[None]):
    """Plays a session to its end.

    Args:
        session: the game.
        words: the language.
        pace: how long moments last.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(-1)", ""),
        ("right", "move(1)", ""),
        ("enter,space", "go", ""),
        ("c", "change", ""),
        ("t", "hint", ""),
        ("l", "last_trick", ""),
        ("s", "sheet", ""),
        ("p", "pace", ""),
        ("h,question_mark,f1", "help", ""),
        ("escape", "back", ""),
        ("q", "leave", ""),
        *((digit, f"digit('{digit}')", "") for digit in "0123456789"),
    ]

    class Finished(Message):
        """The game is over and its last hand has been seen."""

        def __init__(self, session: Session) -> None:
            super().__init__()
            self.session = session

    class LeaveWanted(Message):
        """The player wants to quit."""

    class PaceWanted(Message):
        """The player wants another pace."""

        def __init__(self, screen: TableScreen) -> None:
            super().__init__()
            self.screen = screen

    def __init__(self, session: Session, words: Words, pace: Pace) -> None:
        super().__init__()
        self.session, self.words, self.pace = session, words, pace
        self._is_changing = False
        self._timer: Timer | None = None
        self._turn_began = 0.0
        self._is_finished = False

    def compose(self) -> ComposeResult:
        """Lay the table."""
        yield Static(id="headline")
        with Horizontal(id="middle"):
            yield Drawing(self._board, id="board")
            yield Drawing(
                lambda width, height: draw_standings(self.session.view, self.words, width, height), id="standings"
            )
        yield Talk(self.words, id="talk")
        yield Rack(id="rack")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Begin where the session stands."""
        self._resume()

    def on_screen_resume(self) -> None:
        """Go on after another screen."""
        if self.is_mounted and self.query("#keys"):
            self._resume()

    def on_screen_suspend(self) -> None:
        """Nothing goes on behind another screen."""
        self._stop()

    def set_pace(self, pace: Pace) -> None:
        """Go on at another pace."""
        self.pace = pace
        self._resume()

    def on_resize(self) -> None:
        """Fill the new size."""
        self._show()

    # what goes on by itself

    def _resume(self) -> None:
        """Show where the game stands, and go on from there."""
        self._show()
        self._wait()

    def _wait(self) -> None:
        self._stop()
        seconds = self.pace.seconds(self.session, is_changing=self._is_changing)
        if seconds is not None and self.is_current:
            self._timer = self.set_timer(max(seconds, 0.001), self._go_on)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go_on(self) -> None:
        if not self.is_current or self._is_finished:
            return
        session = self.session
        if session.moment is Moment.HAND:
            session.moment = Moment.NONE
            self._stop()
            self.app.push_screen(SummaryScreen(session.view, self.words))
            return
        had_moment = session.moment is not Moment.NONE
        session.moment = Moment.NONE
        match session.stage:
            case Stage.SHOW:
                session.show_next()
            case Stage.BOT | Stage.CHANGE if not had_moment:
                session.let_bot_act()
            case Stage.OVER:
                self._stop()
                self._is_finished = True
                self.post_message(self.Finished(session))
                return
        self._turn_began = monotonic()
        self._resume()

    # what the player does

    def action_move(self, step: int) -> None:
        """Move the cursor among the bids or the cards."""
        if self._is_bidding:
            self._talk.bids.move(step)
            self._talk.explain()
        else:
            self.query_one(Rack).move(step)

    def action_digit(self, digit: str) -> None:
        """Point at a bid, or at a card by its place."""
        if self._is_bidding:
            self._talk.bids.type_digit(digit)
            self._talk.explain()
        else:
            rack = self.query_one(Rack)
            place = (int(digit) - 1) % 10
            if rack.cursor is not None and place < len(rack.cards):
                rack.cursor = place

    def action_go(self) -> None:
        """Bid, play, or cut the moment short."""
        if self._is_bidding:
            bid = self._talk.bids.cursor
            if bid is None:
                self._talk.refuse(self.words.say("note.choose-bid"))
            else:
                self._act(Bid(ME, bid))
        elif self.session.moment is Moment.NONE and self.session.stage is Stage.MINE:
            card = self.query_one(Rack).chosen
            if card is not None and self._has_seen_turn():
                self._act(Play(ME, card))
        else:
            self._go_on()

    def _has_seen_turn(self) -> bool:
        """Whether the turn began long enough ago that Enter is not meant for the moment before."""
        return self.pace.card == 0 or monotonic() - self._turn_began > REACTION

    def action_change(self) -> None:
        """Open the bids again while the rules allow it."""
        if self.session.can_change and not self._is_changing:
            self._is_changing = True
            self._resume()
        elif not self._is_bidding:
            self._talk.refuse(self.words.say("note.no-change"))

    def action_hint(self) -> None:
        """Say what each choice is worth, when it is the player's turn."""
        session = self.session
        if session.moment is not Moment.NONE or session.stage is not Stage.MINE:
            self._talk.refuse(self.words.say("note.hint-later"))
        elif not is_built():
            self._talk.refuse(self.words.say("note.no-hint"))
        else:
            self.app.push_screen(HintScreen(session.view, self.words))

    def action_back(self) -> None:
        """Leave the change of a bid; else ask whether to quit."""
        if self._is_changing:
            self._is_changing = False
            self._resume()
        else:
            self.action_leave()

    def on_rack_chosen(self, message: Rack.Chosen) -> None:
        """A card was clicked."""
        self._act(Play(ME, message.card))

    def on_bid_row_chosen(self, message: BidRow.Chosen) -> None:
        """A bid was clicked."""
        self._act(Bid(ME, message.bid))

    def action_last_trick(self) -> None:
        """Show the last trick."""
        if self.session.view.public.hand is None or not self.session.view.hand.tricks:
            self._talk.refuse(self.words.say("note.no-trick"))
        else:
            self.app.push_screen(LastTrickScreen(self.session.view, self.words))

    def action_sheet(self) -> None:
        """Show the score sheet."""
        self.app.push_screen(SheetScreen(self.session.view, self.words))

    def action_help(self) -> None:
        """Show the rules in short and the keys."""
        self.app.push_screen(HelpScreen(self.session.view.rules, self.words))

    def action_pace(self) -> None:
        """Take the next pace."""
        self.post_message(self.PaceWanted(self))

    def action_leave(self) -> None:
        """Ask whether to quit."""
        self.post_message(self.LeaveWanted())

    def _act(self, action: Action) -> None:
        session = self.session
        if session.stage is Stage.SHOW:
            self._talk.refuse(self.words.say("refusal.not-your-turn"))
            return
        try:
            session.act(action)
        except IllegalActionError as error:
            self._talk.refuse(self.words.refusal(error))
            return
        self._is_changing = False
        self._resume()

    # what is seen

    @property
    def _is_bidding(self) -> bool:
        session = self.session
        if session.moment is not Moment.NONE:
            return False
        return self._is_changing or (session.stage is Stage.MINE and session.view.phase is Phase.BID)

    @property
    def _talk(self) -> Talk:
        return self.query_one(Talk)

    def _show(self) -> None:
        session, view, talk = self.session, self.session.view, self._talk
        self.query_one("#headline", Static).update(headline(view, self.words, self.size.width))
        self.query_one("#board").refresh()
        self.query_one("#standings").refresh()
        is_mine = session.moment is Moment.NONE and (session.stage is Stage.MINE or self._is_changing)
        talk.ask(prompt(session, self.words, is_changing=self._is_changing), is_mine=is_mine)
        if self._is_bidding:
            talk.offer(view)
        else:
            talk.withdraw()
        legal = legal_cards(view, ME) if is_mine and not self._is_bidding else ()
        self.query_one(Rack).show(view.cards, legal, is_choosing=bool(legal))
        self.query_one(KeyBar).show(table_keys(session, self.words, is_bidding=self._is_bidding, pace=self.pace))

    def _board(self, width: int, height: int) -> Canvas:
        return draw_board(self.session.view, self.session.moment, self.words, width, height)
