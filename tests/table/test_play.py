"""The game at the table: start, acts, what is stale, the next hand, a rematch, claims, the record."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.table.evening import NOON, Evening, refused, secret
from upriver.rules import (
    Bid,
    BidChanged,
    BidMade,
    BidSealed,
    BidsRevealed,
    CardPlayed,
    Dealt,
    Drawn,
    IllegalActionError,
    Play,
    Rules,
    SeedRevealed,
    Started,
    claim,
    commit,
    legal_cards,
)
from upriver.table import commands as ask_for
from upriver.table.events import BecameReady, CameBack, SeedChosen, StandInSet, WantsAgain
from upriver.table.fold import NEXT_HAND
from upriver.table.options import Options, Pace, Rematch
from upriver.table.state import TablePhase
from upriver.table.table import Table
from upriver.table.transcript import record_of

THREE = Rules.parse("players=3 sizes=2,1")
TOGETHER = Rules.parse("players=3 sizes=2,1 bidding=together limit=free")


def test_the_host_starts_once_every_seat_is_filled() -> None:
    evening = Evening()
    evening.sit("ann", "ben")
    assert refused(evening, ask_for.Start("ben")) == "host-only"
    assert refused(evening, ask_for.Start("ann")) == "seats-open"
    evening.fill()
    events = evening.do(ask_for.Start("ann"))
    assert [type(event) for event in events] == [Started, Drawn, Dealt]
    assert refused(evening, ask_for.Start("ann")) == "game-running"


def test_what_people_gave_to_the_seed_stands_in_the_start() -> None:
    evening = Evening()
    evening.begin("ann", "ben")
    started = next(event for event in evening.events if isinstance(event, Started))
    chosen = next(event for event in evening.events if isinstance(event, SeedChosen))
    assert started.contributions == (secret("ann"), secret("ben"))
    assert started.commitment == chosen.commitment
    assert evening.state.seats[0].contribution == b"", "given once, used once"


def test_an_act_comes_from_the_person_in_the_seat_in_turn() -> None:
    evening = Evening()
    assert refused(evening, ask_for.Act("ann", Bid(0, 0), 2)) == "no-game"
    evening.begin("ann", "ben", "cid")
    mover, seq = evening.mover, evening.state.seq
    users = [seat.user or "" for seat in evening.state.seats]
    assert refused(evening, ask_for.Act("zoe", Bid(mover, 0), seq)) == "not-seated"
    assert refused(evening, ask_for.Act(users[mover], Bid((mover + 1) % 3, 0), seq)) == "not-your-seat"
    with pytest.raises(IllegalActionError) as caught:
        evening.do(ask_for.Act(users[(mover + 1) % 3], Bid((mover + 1) % 3, 0), seq))
    assert caught.value.code == "not-your-turn"
    with pytest.raises(IllegalActionError):
        evening.do(ask_for.Act(users[mover], Bid(mover, 10**30), seq))
    assert evening.do(ask_for.Act(users[mover], Bid(mover, 0), seq)) == [BidMade(mover, 0)]


def test_who_has_not_seen_the_last_act_decides_again() -> None:
    evening = Evening()
    evening.begin("ann", "ben", "cid")
    seen = evening.state.seq
    first = evening.state.seats[evening.mover].user or ""
    evening.act(first)
    second = evening.mover
    user = evening.state.seats[second].user or ""
    assert refused(evening, ask_for.Act(user, Bid(second, 0), seen)) == "stale"
    assert refused(evening, ask_for.Act(user, Bid(second, 0), evening.state.seq + 1)) == "stale", "not there yet"
    seen = evening.state.seq
    evening.do(ask_for.Say(first, "take your time"))
    evening.do(ask_for.GoAway(first))
    evening.do(ask_for.SetOptions("ann", Options(pace=Pace.BRISK)))
    assert evening.do(ask_for.Act(user, Bid(second, 0), seen)) == [BidMade(second, 0)]


def test_a_changed_bid_makes_the_next_person_look_again() -> None:
    evening = Evening()
    evening.begin("ann", "ben", "cid")
    first, user = evening.mover, evening.state.seats[evening.mover].user or ""
    evening.do(ask_for.Act(user, Bid(first, 0), evening.state.seq))
    seen, second = evening.state.seq, evening.mover
    assert evening.do(ask_for.Act(user, Bid(first, 1), seen)) == [BidChanged(first, 1)]
    other = evening.state.seats[second].user or ""
    assert refused(evening, ask_for.Act(other, Bid(second, 0), seen)) == "stale"


def test_while_all_bid_together_the_hidden_bid_of_another_matters_to_nobody() -> None:
    evening = Evening(TOGETHER)
    evening.begin("ann", "ben", "cid")
    seen = evening.state.seq
    assert evening.do(ask_for.Act("ann", Bid(0, 1), seen)) == [BidSealed(0, 1)]
    assert refused(evening, ask_for.Act("ann", Bid(0, 2), seen)) == "stale", "on a second device, it may be a mistake"
    assert evening.do(ask_for.Act("ann", Bid(0, 2), evening.state.seq)) == [BidSealed(0, 2)]
    evening.do(ask_for.Act("ben", Bid(1, 0), seen))
    events = evening.do(ask_for.Act("cid", Bid(2, 0), seen))
    assert events == [BidSealed(2, 0), BidsRevealed((2, 0, 0))]
    opener = evening.mover
    user = evening.state.seats[opener].user or ""
    assert evening.state.game is not None
    lead = Play(opener, evening.state.game.cards[opener][0])
    assert refused(evening, ask_for.Act(user, lead, seen)) == "stale"


def test_who_acts_is_here() -> None:
    evening = Evening()
    evening.begin("ann", "ben", "cid")
    user = evening.state.seats[evening.mover].user or ""
    evening.do(ask_for.GoAway(user))
    events = evening.act(user)
    assert [type(event) for event in events] == [CameBack, BidMade]


def test_the_same_ask_twice_does_nothing_twice() -> None:
    evening = Evening()
    evening.sit("ann")
    first = evening.do(ask_for.Say("ann", "hello"), ask="a1")
    assert len(first) == 1
    seq = evening.table.seq_of("ann", "a1")
    assert seq == evening.state.seq
    assert evening.do(ask_for.Say("ann", "hello"), ask="a1") == []
    evening.sit("ben")
    assert len(evening.do(ask_for.Say("ben", "hello"), ask="a1")) == 1, "another's id is another id"
    assert evening.table.seq_of("ann", "a1") == seq
    assert Table(evening.log, levels=evening.table.levels).seq_of("ann", "a1") == seq, "after a restart too"
    assert evening.table.seq_of("zoe", "a1") is None


def test_time_does_not_run_backwards_where_clocks_of_servers_differ() -> None:
    evening = Evening()
    evening.sit("ann")
    before = evening.now
    evening.now -= 100
    evening.do(ask_for.Say("ann", "hello"))
    assert evening.log[-1].at == before


def test_the_ids_of_the_last_64_commands_are_known() -> None:
    evening = Evening()
    evening.sit("ann")
    for number in range(65):
        evening.do(ask_for.Rename("ann", f"Ann {number}"), ask=f"a{number}")
    assert evening.table.seq_of("ann", "a0") is None
    assert evening.table.seq_of("ann", "a1") is not None


def test_an_ask_stands_in_the_first_entry_only() -> None:
    evening = Evening()
    evening.sit("ann")
    evening.fill()
    evening.do(ask_for.Start("ann"), ask="go")
    assert [entry.ask for entry in evening.log[-3:]] == ["go", "", ""]
    assert [entry.by for entry in evening.log[-3:]] == ["ann", "", ""]


def hand_over(rules: Rules = THREE, *users: str) -> Evening:
    """The first hand is over; the next waits."""
    evening = Evening(rules)
    evening.begin(*(users or ("ann", "ben")))
    while not evening.state.is_between_hands:
        evening.step()
    return evening


def test_the_next_hand_is_dealt_when_all_who_are_here_are_ready() -> None:
    evening = hand_over()
    assert evening.state.waiting == ("ann", "ben")
    assert evening.do(ask_for.NextHand("ann")) == [BecameReady("ann")]
    assert evening.do(ask_for.NextHand("ann")) == []
    assert [type(event) for event in evening.do(ask_for.NextHand("ben"))] == [BecameReady, Dealt]
    assert refused(evening, ask_for.NextHand("ann")) == "hand-running"


def test_the_next_hand_is_dealt_after_half_a_minute_although_somebody_is_not_ready() -> None:
    evening = hand_over()
    evening.do(ask_for.NextHand("ann"))
    assert not any(isinstance(event, Dealt) for event in evening.wait(NEXT_HAND - 1))
    assert any(isinstance(event, Dealt) for event in evening.wait(1))


def test_the_next_hand_waits_for_nobody_who_is_away_or_leaves() -> None:
    evening = hand_over(THREE, "ann", "ben", "cid")
    evening.do(ask_for.NextHand("ann"))
    assert not any(isinstance(event, Dealt) for event in evening.do(ask_for.GoAway("ben")))
    assert any(isinstance(event, Dealt) for event in evening.do(ask_for.Leave("cid")))


def test_the_next_hand_waits_while_everybody_is_away() -> None:
    evening = hand_over()
    evening.do(ask_for.GoAway("ann"))
    evening.do(ask_for.GoAway("ben"))
    assert evening.wait(3600) == []
    evening.do(ask_for.ComeBack("ann"))
    assert evening.wait(NEXT_HAND - 1) == []
    assert any(isinstance(event, Dealt) for event in evening.wait(1))


def test_bots_among_themselves_deal_after_the_tables_pace() -> None:
    evening = Evening(THREE, Options(pace=Pace.NATURAL))
    evening.fill()
    evening.do(ask_for.Start("ann"))
    while not evening.state.is_between_hands:
        evening.step()
    assert evening.table.wake_at() == evening.now + 5.0
    evening.play_on()
    assert evening.state.phase is TablePhase.OVER


def test_the_last_card_shows_the_seed_and_chooses_the_next() -> None:
    evening = Evening()
    evening.begin("ann", "ben")
    last = evening.play_on(until=SeedRevealed)
    assert [type(event) for event in last] == [CardPlayed, SeedRevealed, SeedChosen]
    revealed, chosen = last[1:]
    assert isinstance(revealed, SeedRevealed)
    assert isinstance(chosen, SeedChosen)
    assert chosen.seed != revealed.seed
    assert evening.state.phase is TablePhase.OVER


def test_a_game_that_ends_needs_a_seed_for_the_next() -> None:
    evening = Evening(Rules.parse("players=3 sizes=1"))
    evening.begin("ann", "ben", "cid")
    for _ in range(5):
        evening.step()
    user = evening.state.seats[evening.mover].user or ""
    with pytest.raises(ValueError, match="needs a new seed"):
        evening.table.handle(ask_for.Act(user, evening.choice(user), evening.state.seq), evening.now)


def game_over(options: Options | None = None, *users: str) -> Evening:
    evening = Evening(options=options)
    evening.begin(*(users or ("ann", "ben")))
    evening.play_on()
    return evening


def test_a_rematch_begins_when_all_who_are_here_want_it_and_the_seat_left_of_the_last_deals() -> None:
    evening = game_over()
    assert evening.state.waiting == ("ann", "ben")
    assert evening.do(ask_for.PlayAgain("ann", secret("more"))) == [WantsAgain("ann", secret("more"))]
    assert evening.do(ask_for.PlayAgain("ann", secret("other"))) == [], "once is enough"
    assert evening.state.game is not None
    totals = evening.state.game.sheet.totals
    events = evening.do(ask_for.PlayAgain("ben", secret("and more")))
    assert [type(event) for event in events] == [WantsAgain, Started, Dealt]
    started = events[1]
    assert isinstance(started, Started)
    assert started.contributions == (secret("more"), secret("and more"))
    assert started.dealer == (totals.index(min(totals)) + 1) % 3
    evening.play_on()
    evening.check_record()


def test_in_a_rematch_the_draw_may_decide_again() -> None:
    evening = game_over(Options(pace=Pace.INSTANT, rematch=Rematch.DRAW), "ann")
    events = evening.do(ask_for.PlayAgain("ann", secret("more")))
    assert [type(event) for event in events] == [WantsAgain, Started, Drawn, Dealt]


def test_a_rematch_with_more_players_draws_for_the_dealer() -> None:
    evening = game_over(None, "ann", "ben")
    evening.do(ask_for.SetRules("ann", "players=4 sizes=1"))
    evening.do(ask_for.PlayAgain("ann", secret("a")))
    assert evening.do(ask_for.PlayAgain("ben", secret("b"))) == [WantsAgain("ben", secret("b"))], "a seat is empty"
    events = evening.do(ask_for.PutBot("ann", 3, "rule"))
    assert isinstance(events[1], Started)
    assert events[1].dealer is None
    assert isinstance(events[2], Drawn)


def test_who_wanted_a_rematch_by_other_rules_is_asked_again() -> None:
    evening = game_over()
    evening.do(ask_for.PlayAgain("ann", secret("a")))
    evening.do(ask_for.SetRules("ann", "italian players=3 sizes=1"))
    assert evening.state.waiting == ("ann", "ben")


def test_who_leaves_and_comes_back_is_asked_again() -> None:
    evening = game_over(None, "ann", "ben", "cid")
    evening.do(ask_for.PlayAgain("ben", secret("b")))
    evening.do(ask_for.Leave("ben"))
    evening.do(ask_for.Sit("ben", "Ben", None, secret("ben")))
    assert evening.state.waiting == ("ann", "ben", "cid")


def test_the_host_may_begin_the_rematch_without_waiting() -> None:
    evening = game_over()
    evening.do(ask_for.PlayAgain("ben", secret("ben again")))
    events = evening.do(ask_for.Start("ann"))
    assert isinstance(events[0], Started)
    assert events[0].contributions == (secret("ben again"),)


def test_a_rematch_waits_for_nobody_who_is_away() -> None:
    evening = game_over()
    evening.do(ask_for.PlayAgain("ann", secret("a")))
    assert any(isinstance(event, Started) for event in evening.do(ask_for.GoAway("ben")))


def test_who_wants_a_rematch_plays_for_themselves() -> None:
    evening = Evening()
    evening.begin("ann", "ben")
    evening.do(ask_for.LetBotPlay("ben", 1))
    evening.play_on()
    assert evening.state.waiting == ("ann",)
    evening.do(ask_for.PlayAgain("ben", secret("b")))
    assert StandInSet(1, None) in evening.events
    assert evening.state.waiting == ("ann",), "the rematch waits for ann"
    evening.do(ask_for.PlayAgain("ann", secret("a")))
    assert evening.state.phase is TablePhase.PLAYING


def test_after_the_game_a_bot_takes_a_seat_that_is_left_so_that_the_rematch_can_begin() -> None:
    evening = game_over()
    evening.do(ask_for.PlayAgain("ann", secret("a")))
    assert any(isinstance(event, Started) for event in evening.do(ask_for.Leave("ben")))


def test_no_rematch_before_a_game_and_none_during_one() -> None:
    evening = Evening()
    evening.sit("ann")
    assert refused(evening, ask_for.PlayAgain("ann", secret("a"))) == "no-game"
    evening.fill()
    evening.do(ask_for.Start("ann"))
    assert refused(evening, ask_for.PlayAgain("ann", secret("a"))) == "game-running"
    evening.play_on()
    assert refused(evening, ask_for.PlayAgain("ann", b"short")) == "bad-contribution"
    assert refused(evening, ask_for.PlayAgain("zoe", secret("z"))) == "not-seated"


def test_the_record_of_a_game_is_fair_and_says_who_did_what_and_when() -> None:
    evening = game_over()
    evening.check_record()
    first = evening.state.game_seq
    entries = record_of(evening.log, first)
    assert entries[0].at == datetime.fromtimestamp(NOON, UTC)
    assert {entry.by for entry in entries} == {"", "Ann", "Ben", "bot random"}
    evening.do(ask_for.Rename("ann", "Anna"))
    evening.do(ask_for.Start("ann"))
    second = evening.state.game_seq
    assert second != first
    evening.play_on()
    assert record_of(evening.log, first) == entries, "the first game again, by the names of that time"
    assert {entry.by for entry in record_of(evening.log, second)} == {"", "Anna", "Ben", "bot random"}


def test_there_is_no_record_where_no_game_begins() -> None:
    evening = game_over()
    for place in (0, 1, evening.state.game_seq + 1, 10_000):
        with pytest.raises(LookupError, match="no game begins"):
            record_of(evening.log, place)


def test_the_rest_can_be_claimed_when_it_is_certain() -> None:
    evening = claimable()
    game = evening.state.game
    assert game is not None
    seat = evening.mover
    user = evening.state.seats[seat].user or ""
    others = [seat.user for seat in evening.state.seats if seat.user not in (None, user)]
    with pytest.raises(IllegalActionError):
        evening.do(ask_for.Claim(others[0] or ""))
    left = len(game.cards[seat])
    events = evening.do(ask_for.Claim(user))
    played = [event for event in events if isinstance(event, CardPlayed)]
    assert len(played) == 3 * left
    assert {entry.by for entry in evening.log[-len(events) :] if isinstance(entry.event, CardPlayed)} == {user}
    assert evening.state.game is not None
    row = evening.state.game.sheet.rows[-1]
    assert row.result(seat)[1] >= left


def test_what_is_not_certain_cannot_be_claimed() -> None:
    evening = Evening()
    assert refused(evening, ask_for.Claim("ann")) == "no-game"
    evening.begin("ann", "ben", "cid")
    with pytest.raises(IllegalActionError):
        evening.do(ask_for.Claim("ann"))
    evening.do(ask_for.LetBotPlay("ann", 0))
    assert refused(evening, ask_for.Claim("ann")) == "bot-plays"


def claimable() -> Evening:
    """A moment at which the person on the lead is sure of the rest, found by playing on."""
    evening = Evening(Rules.parse("players=3 sizes=17,16,17,16 trump=none"))
    evening.begin("ann", "ben", "cid")
    while evening.state.phase is TablePhase.PLAYING:
        game = evening.state.game
        if game is not None and evening.state.to_act and claim(game, evening.mover) is not None:
            return evening
        if game is not None and game.to_act and legal_cards(game, evening.mover):
            user = evening.state.seats[evening.mover].user or ""
            lowest = min(legal_cards(game, evening.mover), key=lambda card: card.rank)
            evening.act(user, Play(evening.mover, lowest))
        else:
            evening.step()
    raise AssertionError("nobody was ever sure")


def test_the_seed_of_the_log_is_the_one_committed_to() -> None:
    evening = Evening()
    chosen = evening.events[1]
    assert isinstance(chosen, SeedChosen)
    assert chosen.seed is not None
    assert commit(chosen.seed) == chosen.commitment
