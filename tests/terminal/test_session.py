from __future__ import annotations

from random import Random

import pytest

from upriver.bots import LEVELS
from upriver.rules import (
    Action,
    Bid,
    BidsRevealed,
    Dealt,
    Event,
    Game,
    IllegalActionError,
    Phase,
    Rules,
    View,
    legal_actions,
    seed_from_text,
    view,
)
from upriver.terminal.session import ME, Moment, Session, Stage


def _session(rules: str = "players=3 sizes=3,1,2", seed: str = "river", level: str = "rule") -> Session:
    parsed = Rules.parse(rules)
    return Session(Game.start(parsed, seed_from_text(seed)), (level,) * (parsed.players - 1), lambda events, by: None)


def _next(session: Session, choose: Random) -> None:
    match session.stage:
        case Stage.SHOW:
            session.show_next()
        case Stage.MINE:
            session.act(choose.choice(legal_actions(session.view)))
        case Stage.BOT | Stage.CHANGE:
            session.let_bot_act()


def _play(session: Session) -> list[Event]:
    choose = Random(1)
    while session.stage is not Stage.OVER:
        _next(session, choose)
    return session.game.events


def _my_turn(session: Session) -> Session:
    while session.stage is not Stage.MINE:
        _next(session, Random(1))
    return session


RULES = ["players=3 sizes=3,1,2", "italian players=4 sizes=2-1-2", "players=5 sizes=3 limit=free bidding=together"]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_typed_seed_repeats_the_whole_game(rules: str, level: str) -> None:
    assert _play(_session(rules, level=level)) == _play(_session(rules, level=level))
    assert _play(_session(rules, level=level)) != _play(_session(rules, "another", level))


@pytest.mark.parametrize("rules", RULES)
def test_what_is_shown_is_the_players_view_and_catches_up(rules: str) -> None:
    session, choose = _session(rules), Random(2)
    while session.stage is not Stage.OVER:
        assert isinstance(session.view, View)
        if session.stage is not Stage.SHOW:
            assert session.view == session.game.view(ME)
        _next(session, choose)
    assert session.view == view(session.game.state, ME)
    assert session.view.public.seed == session.game.seed


def test_nothing_is_shown_before_its_turn() -> None:
    session = _session()
    assert session.view.phase is Phase.DRAW
    assert any(isinstance(event, Dealt) for event in session.game.events)
    assert session.view.cards == ()
    session.show_next()
    assert session.moment is Moment.DRAW


def test_each_result_is_a_moment() -> None:
    session, choose, moments = _session(), Random(3), []
    while session.stage is not Stage.OVER:
        _next(session, choose)
        moments.append(session.moment)
    assert moments.count(Moment.TRICK) == (3 - 1) + (1 - 1) + (2 - 1)
    assert moments.count(Moment.HAND) == 3


def test_a_resumed_game_goes_on_alike_at_every_point() -> None:
    whole = _play(_session())
    session, choose = _session(), Random(1)
    while session.stage is not Stage.OVER:
        state = choose.getstate()
        again = Session.resume(Game(session.game.events, session.game.seed), session.levels, lambda events, by: None)
        assert again.stage is not Stage.SHOW
        assert again.view == again.game.view(ME)
        rest = Random()
        rest.setstate(state)
        while again.stage is not Stage.OVER:
            _next(again, rest)
        assert again.game.events == whole
        _next(session, choose)


def test_a_bid_can_be_changed_until_a_bot_acts() -> None:
    session = _my_turn(_session())
    session.act(Bid(ME, 0))
    assert session.stage is Stage.CHANGE
    session.act(Bid(ME, 2))
    assert session.view.hand.bids[ME] == 2
    assert session.stage is Stage.CHANGE
    session.let_bot_act()
    assert session.stage is not Stage.CHANGE
    assert not session.can_change
    with pytest.raises(IllegalActionError):
        session.act(Bid(ME, 1))


def test_where_bids_are_final_nobody_waits() -> None:
    session = _my_turn(_session("players=3 sizes=3 rebid=no"))
    session.act(Bid(ME, 0))
    assert session.stage is Stage.BOT


def test_hidden_bids_stay_hidden_from_the_player() -> None:
    session = _my_turn(_session("players=4 sizes=3 limit=free bidding=together"))
    session.act(Bid(ME, 1))
    while session.stage is not Stage.SHOW:
        assert session.view.hand.bids == (None,) * 4
        session.let_bot_act()
    assert isinstance(session.show_next(), BidsRevealed)
    assert None not in session.view.hand.bids


def test_bots_are_given_views_of_their_own_seat() -> None:
    seen: list[View] = []

    class Spy:
        def choose(self, view: View, rng: Random) -> Action:
            seen.append(view)
            return rng.choice(legal_actions(view))

    LEVELS["spy"] = Spy
    try:
        _play(_session(level="spy"))
    finally:
        del LEVELS["spy"]
    assert {view.seat for view in seen} == {1, 2}
    assert {type(view) for view in seen} == {View}


def test_every_action_is_kept_as_it_happens() -> None:
    kept: list[tuple[int, str]] = []
    game = Game.start(Rules.parse("players=3 sizes=2"), seed_from_text("keep"), names=("Me", "Avon", "Dart"))
    session = Session(game, ("rule", "rule"), lambda events, by: kept.append((len(events), by)))
    assert kept == [(len(game.events), "")]
    _play(session)
    assert kept[-1][0] == len(game.events)
    assert {by for _, by in kept} == {"", "Me", "Avon (rule)", "Dart (rule)"}
