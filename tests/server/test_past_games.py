"""Past games over HTTP: listed, downloaded and told moment by moment."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import UNSET, structs
from msgspec import json as msgjson

from tests.server.visiting import Visit, contribution, open_table, problem, visit
from upriver.bots import LEVELS
from upriver.rules import Drawn, Game, Rules, SeedRevealed, Started, TakenBack, fold, last_act, legal_actions
from upriver.rules.notation import parse_game
from upriver.rules.record import load, number
from upriver.rules.verify import verify
from upriver.server.moments import replay
from upriver.server.rows import Played, entries_of, listing_of, result_of, rows_of
from upriver.store.store import Result
from upriver.table.commands import Act, NextHand, Start, Tick
from upriver.table.table import Table


async def play(ada: Visit, others: Sequence[Visit]) -> tuple[str, int]:
    """A whole game at a new table, straight in the store; its id, and how many hands it had."""
    code = await open_table(ada, "players=3 sizes=2,1", pace="instant")
    for other in others:
        await other.ask("POST", f"/api/tables/{code}/join", {"contribution": contribution()})
    table_id = await ada.store.find(code)
    assert table_id is not None
    table = Table(entries_of(await ada.store.read(table_id)), levels=frozenset(LEVELS))
    rng, now, game = Random(4), ada.clock.now, ""
    host = table.state.host
    assert host is not None
    command: Start | Tick | NextHand | Act = Start(host)
    while not game:
        now += 1
        entries = table.handle(command, now, seed=rng.randbytes(32))
        after = table.seq
        table.take(entries)
        result = result_of(table_id, table, entries)
        await ada.store.append(table_id, after, rows_of(entries), listing_of(table), result)
        game = result.game if result else ""
        command = next_command(table, rng)
    assert table.state.game is not None
    return game, table.state.game.rules.hands


def next_command(table: Table, rng: Random) -> Start | Tick | NextHand | Act:
    state = table.state
    if state.to_act:
        user = state.seats[state.to_act[0]].user
        assert user is not None
        view = table.view(user)
        assert view is not None
        return Act(user, rng.choice(legal_actions(view)), table.seq)
    return NextHand(state.waiting[0]) if state.waiting else Tick()


async def test_a_past_game_is_listed_found_and_downloaded() -> None:
    async with visit() as guest:
        ada, ben, cleo = [await guest.come(name) for name in ("Ada", "Ben", "Cleo")]
        game, hands = await play(ada, (ben, cleo))
        page = (await ben.ask("GET", "/api/games")).json()
        assert [shown["id"] for shown in page["games"]] == [game]
        assert page["before"] is None
        assert [player["is_you"] for player in page["games"][0]["players"]] == [False, True, False]
        assert sorted(player["place"] for player in page["games"][0]["players"])[0] == 1
        stranger = await guest.ask("GET", f"/api/games/{game}")
        assert [player["name"] for player in stranger.json()["players"]] == ["Ada", "Ben", "Cleo"]
        record = await guest.ask("GET", f"/api/games/{game}/record")
        assert record.headers["content-disposition"] == f'attachment; filename="upriver-{game}.jsonl"'
        assert record.headers["content-type"] == "text/plain; charset=utf-8"
        events = [entry.event for entry in load(record.text)]
        assert verify(events).is_fair
        assert verify(events).hands == hands
        assert isinstance(events[0], Started)
        notation = await guest.ask("GET", f"/api/games/{game}/record?form=notation")
        assert list(parse_game(notation.text)) == events
        assert notation.headers["content-disposition"].endswith('.txt"')
        problem(await guest.ask("GET", f"/api/games/{game}/record?form=pdf"), 422, "bad-fields")
        problem(await guest.ask("GET", "/api/games"), 401, "no-person")


async def test_a_past_game_is_told_moment_by_moment() -> None:
    async with visit() as guest:
        ada, ben, cleo = [await guest.come(name) for name in ("Ada", "Ben", "Cleo")]
        game, hands = await play(ada, (ben, cleo))
        mine = (await ben.ask("GET", f"/api/games/{game}")).json()
        assert [player["is_you"] for player in mine["players"]] == [False, True, False]
        answer = await guest.ask("GET", f"/api/games/{game}/moments")
        assert answer.headers["cache-control"] == "max-age=3600, private"
        told = answer.json()
        record = load((await guest.ask("GET", f"/api/games/{game}/record")).text)
        plain = await guest.ask("GET", f"/api/games/{game}/moments", **{"Accept-Encoding": "identity"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert told == plain.json()
    assert told["id"] == game
    assert [seat["name"] for seat in told["seats"]] == ["Ada", "Ben", "Cleo"]
    assert len(told["hands"]) == hands
    moments = [moment for hand in told["hands"] for moment in hand["moments"]]
    kept = [entry for entry in record if not isinstance(entry.event, Started | Drawn | SeedRevealed)]
    assert [moment["event"]["type"] for moment in moments] == [type(entry.event).__name__ for entry in kept]
    state = fold(entry.event for entry in record)
    assert told["sheet"]["totals"] == list(state.sheet.totals)
    assert told["seed"] == state.public.seed.hex() if state.public.seed else None
    for hand in told["hands"]:
        shown = hand["hand"]
        assert hand["moments"][0]["event"]["type"] == "Dealt"
        assert hand["moments"][0]["changes"] == {}
        for moment in hand["moments"]:
            shown = {**shown, **moment["changes"]}
        row = told["sheet"]["rows"][shown["number"] - 1]
        assert (shown["bids"], shown["taken"], shown["is_over"]) == (row["bids"], row["taken"], True)
        assert shown["held"] == [0, 0, 0]


def test_moments_follow_what_was_taken_back() -> None:
    game = Game.start(Rules.parse("players=3 sizes=3"), bytes(32), names=("Ann", "Ben", "Cid"))
    for _ in range(5):
        game.act(legal_actions(game.state)[0])
    seat = last_act(game.state)
    assert seat is not None
    events = [*game.events, TakenBack(seat)]
    body = Played("players=3 sizes=3", (None,) * 3, ("rule",) * 3, ("", "", ""), (0, 0, 0), (1, 1, 1))
    result = Result("game", "table", 1, 9, 0.0, (), msgjson.encode(body).decode())
    told = replay(result, number(events)).hands[0]
    hands = [told.hand]
    for moment in told.moments:
        changed = {name: value for name, value in structs.asdict(moment.changes).items() if value is not UNSET}
        hands.append(structs.replace(hands[-1], **changed))
    assert hands[-1] == hands[-3] != hands[-2]


async def test_nothing_is_found_of_a_game_before_it_is_over() -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        code = await open_table(ada)
        table_id = await guest.store.find(code)
        for game in ("nothing", f"{table_id}-4", str(table_id), code, "%2e%2e"):
            for path in (f"/api/games/{game}", f"/api/games/{game}/record", f"/api/games/{game}/moments"):
                answer = await ada.ask("GET", path)
                problem(answer, 404, "no-game")


async def test_past_games_come_in_pages() -> None:
    async with visit() as guest:
        ada, ben, cleo = [await guest.come(name) for name in ("Ada", "Ben", "Cleo")]
        games = []
        for _ in range(3):
            games.append((await play(ada, (ben, cleo)))[0])
            guest.clock.now += 1000
        first = (await ada.ask("GET", "/api/games?limit=2")).json()
        second = (await ada.ask("GET", f"/api/games?limit=2&before={first['before']}")).json()
        assert [game["id"] for game in (*first["games"], *second["games"])] == games[::-1]
        assert second["before"] is None
