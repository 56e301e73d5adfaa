"""Words, reactions, and whom one does not want to hear."""

from __future__ import annotations

import pytest

from tests.table.evening import Evening, refused
from upriver.table import commands as ask_for
from upriver.table.errors import RefusedError
from upriver.table.events import Muted, Poked, Reacted, Said
from upriver.table.fold import KEPT_TALK, RATE, RATE_SECONDS
from upriver.table.names import clean_text
from upriver.table.options import Options, Watching
from upriver.table.pace import SLOW
from upriver.table.redact import talk_for
from upriver.table.talk import REACTIONS


def test_what_somebody_says_has_their_name_of_that_time() -> None:
    evening = Evening()
    evening.sit("ann")
    assert evening.do(ask_for.Say("ann", " hello  there ", "somebody else")) == [Said("ann", "Ann", "hello  there")]
    evening.do(ask_for.Rename("ann", "Anna"))
    assert [(line.name, line.text) for line in talk_for(evening.state, "ann")] == [("Ann", "hello  there")]


@pytest.mark.parametrize(
    "text", ["", "   ", "x" * 201, "two\nlines", "a\x1b[31mred", "\u202egnol", "\x7f", "\ud800", "\u200b"]
)
def test_a_text_is_one_short_line_that_can_be_seen(text: str) -> None:
    with pytest.raises(RefusedError) as caught:
        clean_text(text)
    assert caught.value.code == "bad-text"
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("text", ["x" * 200, "<b>bold</b>", "👏🏽", "perché no?", "1 + 1 = 2", "…"])
def test_a_text_stays_as_it_is(text: str) -> None:
    assert clean_text(text) == text


def test_five_times_in_ten_seconds_is_the_most() -> None:
    evening = Evening()
    evening.sit("ann", "ben")
    for number in range(RATE):
        evening.do(ask_for.Say("ann", f"{number}"))
        evening.wait(1)
    assert refused(evening, ask_for.Say("ann", "and")) == "too-fast"
    evening.do(ask_for.Say("ben", "others may speak"))
    evening.do(ask_for.React("ann", "sorry"))
    evening.wait(RATE_SECONDS - RATE)
    evening.do(ask_for.Say("ann", "now"))
    assert refused(evening, ask_for.Say("ann", "and now")) == "too-fast"
    evening.wait(1)
    evening.do(ask_for.Say("ann", "again"))


def test_reactions_are_few_and_have_a_limit_too() -> None:
    evening = Evening()
    evening.sit("ann")
    assert refused(evening, ask_for.React("ann", "boo")) == "no-such-reaction"
    for reaction in REACTIONS[:RATE]:
        assert evening.do(ask_for.React("ann", reaction)) == [Reacted("ann", "Ann", reaction)]
    assert refused(evening, ask_for.React("ann", REACTIONS[0])) == "too-fast"
    assert [line.text for line in talk_for(evening.state, "ann")] == list(REACTIONS[:RATE])
    assert all(line.is_reaction for line in talk_for(evening.state, "ann"))


def test_the_last_fifty_lines_are_kept() -> None:
    evening = Evening()
    evening.sit("ann")
    for number in range(KEPT_TALK + 5):
        evening.do(ask_for.Say("ann", f"{number}"))
        evening.wait(RATE_SECONDS)
    lines = talk_for(evening.state, "ann")
    assert [line.text for line in lines] == [str(number) for number in range(5, KEPT_TALK + 5)]
    assert len(evening.state.said_at["ann"]) == 1, "times that do not count any more are forgotten"


def test_who_is_muted_is_not_heard_by_that_person_and_does_not_know() -> None:
    evening = Evening()
    evening.sit("ann", "ben", "cid")
    assert evening.do(ask_for.Mute("ann", "ben", True)) == [Muted("ann", "ben", True)]
    assert evening.do(ask_for.Mute("ann", "ben", True)) == []
    mute = evening.log[-1]
    evening.do(ask_for.Say("ben", "hello?"))
    said = evening.log[-1]
    evening.do(ask_for.React("ben", "oops"))
    reacted = evening.log[-1]
    assert evening.table.tell(mute, "ann").event == mute.event
    for other in ("ben", "cid", "zoe"):
        assert evening.table.tell(mute, other).event is None
        assert evening.table.tell(mute, other).by == "", "who did it would tell"
        assert evening.table.tell(said, other).event == said.event
    for entry in (said, reacted):
        told = evening.table.tell(entry, "ann")
        assert (told.seq, told.at, told.by, told.event) == (entry.seq, entry.at, "", None)
    assert talk_for(evening.state, "ann") == ()
    assert len(talk_for(evening.state, "cid")) == 2
    evening.do(ask_for.Mute("ann", "ben", False))
    assert len(talk_for(evening.state, "ann")) == 2


def test_the_poke_of_somebody_muted_is_not_felt() -> None:
    evening = Evening()
    evening.begin("ann", "ben", "cid")
    slow = evening.state.seats[evening.mover].user or ""
    other = next(user for user in evening.state.people if user != slow)
    evening.do(ask_for.Mute(slow, other, True))
    evening.wait(SLOW)
    evening.do(ask_for.Poke(other, evening.mover))
    assert evening.table.tell(evening.log[-1], slow).event is None
    assert evening.table.tell(evening.log[-1], other).event == Poked(other, evening.mover)


def test_one_mutes_others_who_are_known() -> None:
    evening = Evening()
    evening.sit("ann")
    assert refused(evening, ask_for.Mute("ann", "ann", True)) == "no-such-person"
    assert refused(evening, ask_for.Mute("ann", "nobody", True)) == "no-such-person"
    assert evening.do(ask_for.Mute("ann", "nobody", False)) == []


def test_watchers_speak_where_they_are_let_in() -> None:
    evening = Evening()
    evening.begin("ann")
    assert evening.do(ask_for.Say("zoe", "hello", " Zoe ")) == [Said("zoe", "Zoe", "hello")]
    assert refused(evening, ask_for.Say("zoe", "hello")) == "bad-name"
    evening.do(ask_for.Mute("ann", "zoe", True))
    assert talk_for(evening.state, "ann") == ()
    evening.do(ask_for.SetOptions("ann", Options(watching=Watching.CLOSED)))
    for command in (
        ask_for.Say("zoe", "hey", "Zoe"),
        ask_for.React("zoe", "wow", "Zoe"),
        ask_for.Mute("zoe", "ann", True),
    ):
        assert refused(evening, command) == "not-watchable"
    assert talk_for(evening.state, "zoe") == ()
