"""Draw the picture of the game in the terminal: `make pictures`.

Bots play for everyone, the player included, up to a position that shows much; the picture is the real table then.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from textual.screen import Screen

from upriver.bots import make_bot
from upriver.rules import Game, Phase, Rules, legal_cards, seed_from_text
from upriver.terminal.app import UpriverApp
from upriver.terminal.pace import PACES
from upriver.terminal.session import ME, Session, Stage
from upriver.terminal.setup import Setup
from upriver.terminal.table_screen import TableScreen
from upriver.words import Words

SIZE = (100, 32)
HAND = 5
"""The hand in which the picture is taken."""
SEEDS = 1000
"""How many games are looked through for a good position."""


class Picture(UpriverApp):
    """The game, opened at the table.

    Args:
        session: the game to show.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(lang="en")
        self._session = session

    def first_screen(self) -> Screen[None]:
        """The table, at once."""
        return TableScreen(self._session, self.words, PACES["patient"])


def find_position(rules: Rules) -> Session:
    """A game in which the player must follow suit late in a trick, with a choice and a bid still to make.

    Raises:
        LookupError: no game has one.
    """
    names = Setup.first(Words("en"), rules).names
    for number in range(SEEDS):
        seed = seed_from_text(f"picture {number}")
        game = Game.start(rules, seed, names=names)
        session = Session(game, ("rule",) * (rules.players - 1), lambda events, by: None)
        if play_to_position(session):
            return session
    raise LookupError(f"none of {SEEDS} games has such a position; ask for less")


def play_to_position(session: Session) -> bool:
    """Play on until the position comes; whether it does before the hand is over."""
    player = make_bot("rule")
    while session.view.public.hand is None or session.view.hand.number <= HAND:
        match session.stage:
            case Stage.SHOW:
                session.show_next()
            case Stage.MINE if is_good(session):
                return True
            case Stage.MINE:
                session.act(player.choose(session.view, session.chance(ME)))
            case Stage.BOT | Stage.CHANGE:
                session.let_bot_act()
            case Stage.OVER:
                return False
    return False


def is_good(session: Session) -> bool:
    """Whether the position shows much at once."""
    view = session.view
    if view.phase is not Phase.PLAY or view.hand.number != HAND:
        return False
    made = sum(row.is_made(ME) for row in view.sheet.rows)
    legal = legal_cards(view, ME)
    suits = {card.suit for card in view.hand.trick.cards}
    return (
        len(view.hand.tricks) == 1
        and len(view.hand.trick.cards) == view.rules.players - 1
        and 2 <= len(legal) < len(view.cards)
        and len(suits) > 1
        and len({card.suit for card in view.cards}) > 2
        and view.hand.needs(ME) == 1
        and view.hand.trick.led != view.hand.trump
        and 2 <= made < len(view.sheet.rows)
    )


async def draw(session: Session, path: Path) -> None:
    """Save the picture of the table, without the web font that the exporter asks for."""
    app = Picture(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        picture = app.export_screenshot(title="upriver play")
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    path.write_text("\n".join(line.rstrip() for line in picture.split("\n")), "utf-8")


if __name__ == "__main__":
    asyncio.run(draw(find_position(Rules(5)), Path(__file__).parent / "terminal.svg"))
