"""Figures, ratings and leagues over HTTP, from games played to their end and from shared pads; and being forgotten."""

from __future__ import annotations

import asyncio
import csv
import io
from dataclasses import replace
from itertools import permutations
from random import Random

import msgspec
import pytest

from tests.pad.scribbling import scribble
from tests.server.client import Player
from tests.server.padding import PadClient, begun, new_id, played
from tests.server.serving import Server, seated, serving
from tests.server.visiting import Visit, problem, visit
from tests.store.making import make_table
from upriver.pad import pad_of
from upriver.server import stats_league
from upriver.server.review_wire import FORM
from upriver.server.rows import KeptRow, Played, kept_rows
from upriver.server.stats_kept import finished, games_of, results_of
from upriver.server.stats_ratings import SLACK, RatingBook
from upriver.server.stats_wire import AverageShown, stats_of
from upriver.stats import BEGINNING, Parts, Ratings, figures
from upriver.store import Result
from upriver.store.memory import MemoryStore

pytestmark = pytest.mark.timeout(60)

ROW = KeptRow(1, 0, "H", (1, 0, 0), (1, 0, 0), (11, 10, 10))


def ended(game: str, at: float, totals: tuple[int, ...] = (11, 10, 9)) -> Result:
    """A game of Ada, Bea and a bot."""
    places = tuple(1 + sum(other > total for other in totals) for total in totals)
    body = Played(
        "players=3", ("ada", "bea", None), (None, None, "rule"), ("Ada", "Bea", "Bot 3"), totals, places, rows=(ROW,)
    )
    return Result(game, "t", 1, 2, at, ("ada", "bea"), msgspec.json.encode(body).decode())


async def game(server: Server, names: str, rules: str = "players=3 sizes=2-1") -> list[Player]:
    """A game of these people and rule bots, played to its end."""
    players = await seated(server, names, rules)
    for seat in range(len(players), 3):
        await players[0].ask("put_bot", seat=seat, level="rule")
    await players[0].ask("start")
    await asyncio.gather(*(player.play() for player in players))
    return players


def bearer(player: Player) -> dict[str, str]:
    return {"Authorization": f"Bearer {player.token}"}


async def test_a_game_is_in_the_figures_of_everybody_in_it() -> None:
    async with serving(MemoryStore()) as server:
        players = await game(server, "Ann Ben")
        sheet = players[0].view["sheet"]
        for seat, player in enumerate(players):
            found = (await server.http.get("/api/stats", headers=bearer(player))).json()
            assert (found["games"], found["pads"]) == (1, 0)
            made = sum(row["made"][seat] for row in sheet["rows"])
            points = sum(row["points"][seat] for row in sheet["rows"])
            assert [found["hands"][name] for name in ("hands", "made", "points")] == [2, made, points]
            assert [part["number"] for part in found["by_size"]] == [1, 2]
            assert found["places"] == [{"players": 3, "place": sheet["places"][seat], "games": 1}]
            assert [one["level"] for one in sorted(found["opponents"], key=lambda one: str(one["level"]))] == [
                None,
                "rule",
            ]
            assert found["rating"]["games"] == 1
            assert found["rating"]["is_provisional"]
            table = (await server.http.get("/api/stats/hands", headers=bearer(player))).text
            lines = list(csv.DictReader(io.StringIO(table, newline="")))
            assert [int(line["points"]) for line in lines] == [row["points"][seat] for row in sheet["rows"]]
        ratings = [
            (await server.http.get("/api/stats", headers=bearer(player))).json()["rating"]["points"]
            for player in players
        ]
        if sheet["places"][0] != sheet["places"][1]:
            assert (ratings[0] > ratings[1]) == (sheet["places"][0] < sheet["places"][1])
        for player in players:
            await player.close()


async def test_a_pad_counts_for_who_has_a_name_on_it_and_is_not_rated() -> None:
    async with visit() as guest:
        ann, bea = await guest.come("Ann"), await guest.come("Bea")
        keeper = PadClient(guest.http, new_id(), ann.headers["Authorization"].split()[1], "Adda")
        await keeper.upload(played(begun("Adda", "Brenta", "Chiese"), 1, 2))
        friend = PadClient(guest.http, keeper.pad, bea.headers["Authorization"].split()[1])
        assert (await friend.ask("PUT", "/me", {"person": "p2"})).status_code == 200
        found = (await bea.ask("GET", "/api/stats")).json()
        assert (found["games"], found["pads"], found["hands"]["hands"]) == (1, 1, 2)
        assert found["rating"]["games"] == 0
        assert (await ann.ask("GET", "/api/stats")).json()["games"] == 0


def test_the_hands_that_are_kept_are_those_of_the_sheet() -> None:
    for seed in range(40):
        sheet = pad_of(scribble(Random(seed), 60).cells).sheet
        body = Played("", (None,) * len(sheet.totals), (None,) * len(sheet.totals), (), sheet.totals, (), "pad")
        body = msgspec.structs.replace(body, names=("",) * len(sheet.totals), rows=kept_rows(sheet))
        kept = finished(Result("g", "t", 1, 1, 1.0, (), msgspec.json.encode(body).decode()))
        assert kept.rows is not None
        assert [(row.size, row.trump, row.bids, row.points) for row in kept.rows] == [
            (row.size, row.trump, row.bids, row.points) for row in sheet.rows
        ]


async def test_who_is_new_has_no_figures_and_a_beginners_rating() -> None:
    async with visit() as guest:
        problem(await guest.ask("GET", "/api/stats"), 401, "no-person")
        ann = await guest.come("Ann")
        found = (await ann.ask("GET", "/api/stats")).json()
        assert (found["games"], found["trend"], found["opponents"]) == (0, [], [])
        assert found["rating"] == {"points": 1000, "margin": 667, "games": 0, "is_provisional": True}
        assert [level["level"] for level in found["levels"]] == ["random", "easy", "rule", "expert"]
        assert (await ann.ask("GET", "/api/stats/hands")).text.startswith("game,ended_at,")


async def test_reviews_of_an_older_form_and_of_the_games_of_others_are_in_nobodys_figures() -> None:
    store = MemoryStore()
    await make_table(store, "t", 2)
    brief = msgspec.json.encode([[[10.0, 1.5, -0.5, 0.0, 0.0], [10.0, -1.0, 0.0, 0.0, 1.0], [9.0, 0.0, 0.0, 0.0, 1.0]]])
    for name, form in (("g1", FORM), ("g2", FORM - 1), ("g3", FORM)):
        one = ended(name, 1000.0)
        await store.settle("t", 2, name, one if name != "g3" else replace(one, members=("bea",)))
        await store.keep_review(name, form, b"", brief)
    by_game = {game.game: game.parts for game in await games_of(store, "ada")}
    assert by_game == {
        "g1": ((Parts(10.0, 1.5, -0.5, 0.0, 0.0), Parts(10.0, -1.0, 0.0, 0.0, 1.0), Parts(9.0, 0.0, 0.0, 0.0, 1.0)),),
        "g2": None,
    }
    skill = stats_of(figures("ada", await games_of(store, "ada")), BEGINNING).skill
    assert skill is not None
    assert (skill.games, skill.hands, skill.luck) == (1, 1, AverageShown(1.5, None))


# ratings


@pytest.mark.parametrize("gap", [SLACK / 4, 10 * SLACK])
async def test_ratings_are_those_of_the_order_of_the_ends_however_late_a_game_comes(gap: float) -> None:
    games = [ended("g1", 1000.0), ended("g2", 1000.0 + gap, (5, 9, 20)), ended("g3", 1000.0 + 2 * gap, (8, 8, 1))]
    in_order = Ratings()
    for one in games:
        in_order.take(finished(one))
    for order in permutations(games):
        store = MemoryStore()
        await make_table(store, "t", 2)
        book = RatingBook(store)
        assert await book.of("ada") == BEGINNING
        is_late = False
        for one in order:
            await store.settle("t", 2, one.game, one)
            await book.of("ada")
            is_late = is_late or any(one.ended_at < other.ended_at - SLACK for other in order[: order.index(one)])
        assert await RatingBook(store).of("bea") == in_order.of("bea")
        if not is_late:
            assert await book.of("ada") == in_order.of("ada")


async def test_many_games_are_paged_through(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("stats_ratings", "stats_kept"):
        monkeypatch.setattr(f"upriver.server.{module}.PAGE", 3)
    store, expected = MemoryStore(), Ratings()
    await make_table(store, "t", 2)
    games = [ended(f"g{number:02}", float(number // 2), (number % 5, 2, 1)) for number in range(17)]
    for one in games:
        await store.settle("t", 2, one.game, one)
        expected.take(finished(one))
    assert await RatingBook(store).of("ada") == expected.of("ada")
    assert {one.game for one in await results_of(store, "ada")} == {one.game for one in games}


# leagues


async def founded(person: Visit, name: str = "Kitchen") -> str:
    answer = await person.ask("POST", "/api/leagues", {"name": name})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_a_league_is_joined_by_its_link_and_left() -> None:
    async with visit() as guest:
        ann, bea = await guest.come("Ann"), await guest.come("Bea")
        league = await founded(ann)
        path = f"/api/leagues/{league}"
        seen = (await guest.ask("GET", path)).json()
        assert (seen["name"], seen["is_member"], seen["seasons"]) == ("Kitchen", False, [])
        assert seen["address"].endswith(f"/league/{league}")
        for _ in range(2):
            joined = (await bea.ask("PUT", f"{path}/me")).json()
            assert joined["is_member"]
            assert sorted(one["name"] for one in joined["standings"]) == ["Ann", "Bea"]
        assert (await bea.ask("GET", "/api/leagues")).json() == [{"id": league, "name": "Kitchen", "members": 2}]
        problem(await guest.ask("PUT", f"{path}/me"), 401, "no-person")
        for person in (ann, ann, bea):
            answer = await person.ask("DELETE", f"{path}/me")
            assert answer.status_code == 204
        problem(await guest.ask("GET", path), 404, "no-league")
        problem(await bea.ask("PUT", f"{path}/me"), 404, "no-league")
        assert (await bea.ask("GET", "/api/leagues")).json() == []


async def test_a_league_counts_what_its_members_played_together() -> None:
    async with visit() as guest:
        ann, bea = await guest.come("Ann"), await guest.come("Bea")
        keeper = PadClient(guest.http, new_id(), ann.headers["Authorization"].split()[1], "Adda")
        await keeper.upload(played(begun("Adda", "Brenta", "Chiese"), 1, 2))
        league = await founded(ann)
        await bea.ask("PUT", f"/api/leagues/{league}/me")
        for person, name in ((ann, "p2"), (bea, "p1")):
            before = (await guest.ask("GET", f"/api/leagues/{league}")).json()
            assert [one["games"] for one in before["standings"]] == [0, 0]
            await person.ask("PUT", f"/api/pads/{keeper.pad}/me", {"person": name})
        found = (await ann.ask("GET", f"/api/leagues/{league}")).json()
        assert [(one["name"], one["games"], one["wins"], one["is_you"]) for one in found["standings"]] == [
            ("Bea", 1, 1, False),
            ("Ann", 1, 0, True),
        ]
        assert found["standings"][0]["rating"]["points"] > 1000 > found["standings"][1]["rating"]["points"]
        year = found["seasons"][0]
        assert (await ann.ask("GET", f"/api/leagues/{league}?season={year}")).json()["standings"] == found["standings"]
        other = (await ann.ask("GET", f"/api/leagues/{league}?season={year - 1}")).json()
        assert [one["games"] for one in other["standings"]] == [0, 0]


async def test_what_a_league_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stats_league, "MOST_MEMBERS", 2)
    monkeypatch.setattr(stats_league, "MOST_LEAGUES", 1)
    async with visit() as guest:
        ann, bea, cho = [await guest.come(name) for name in ("Ann", "Bea", "Cho")]
        league = await founded(ann)
        problem(await ann.ask("POST", "/api/leagues", {"name": "Second"}), 409, "too-many-leagues")
        problem(await bea.ask("POST", "/api/leagues", {"name": "\t"}), 422, "bad-name")
        assert (await bea.ask("PUT", f"/api/leagues/{league}/me")).status_code == 200
        details = problem(await cho.ask("PUT", f"/api/leagues/{league}/me"), 409, "league-full")
        assert details["most"] == 2
        problem(await cho.ask("GET", "/api/leagues/nothing"), 404, "no-league")
        problem(await cho.ask("GET", f"/api/leagues/{league}?season=12"), 422, "bad-fields")


# being forgotten


async def test_who_is_forgotten_is_gone_and_the_others_keep_their_figures() -> None:
    async with serving(MemoryStore()) as server:
        ann, ben = await game(server, "Ann Ben")
        league = (await server.http.post("/api/leagues", json={"name": "Two"}, headers=bearer(ann))).json()["id"]
        await server.http.put(f"/api/leagues/{league}/me", headers=bearer(ben))
        before = (await server.http.get("/api/stats", headers=bearer(ben))).json()
        await ann.close()
        answer = await server.http.delete("/api/people/me/data", headers=bearer(ann))
        assert answer.status_code == 204
        assert (await server.http.get("/api/stats", headers=bearer(ann))).status_code == 401
        after = (await server.http.get("/api/stats", headers=bearer(ben))).json()
        assert sorted(one["name"] for one in before["opponents"]) == ["", "Ann"]
        assert [one["name"] for one in after["opponents"]] == ["", ""]
        assert {**after, "opponents": None} == {**before, "opponents": None}
        (shown,) = (await server.http.get("/api/games", headers=bearer(ben))).json()["games"]
        assert "Ann" not in [player["name"] for player in shown["players"]]
        assert shown["players"][1]["is_you"]
        left = (await server.http.get(f"/api/leagues/{league}")).json()
        assert [one["name"] for one in left["standings"]] == ["Ben"]
        await ben.close()


async def test_who_is_forgotten_gives_up_the_names_on_pads() -> None:
    async with visit() as guest:
        ann, bea = await guest.come("Ann"), await guest.come("Bea")
        keeper = PadClient(guest.http, new_id(), ann.headers["Authorization"].split()[1], "Adda")
        await keeper.upload(played(begun("Adda", "Brenta"), 1, 2))
        await bea.ask("PUT", f"/api/pads/{keeper.pad}/me", {"person": "p2"})
        assert (await bea.ask("DELETE", "/api/people/me/data")).status_code == 204
        (kept,) = await results_of(guest.store, (await ann.ask("GET", "/api/people/me")).json()["id"])
        assert finished(kept).people == (None, None)
        assert (await keeper.ask("GET")).json()["share"]["names"] in ({}, [])


async def test_nobody_is_forgotten_in_the_midst_of_a_game() -> None:
    async with serving(MemoryStore()) as server:
        (ann,) = await seated(server, "Ann", "players=3 sizes=3-1")
        for seat in (1, 2):
            await ann.ask("put_bot", seat=seat, level="rule")
        await ann.ask("start")
        answer = await server.http.delete("/api/people/me/data", headers=bearer(ann))
        assert problem(answer, 409, "still-playing")["code"] == ann.code
        await ann.ask("leave")
        assert (await server.http.delete("/api/people/me/data", headers=bearer(ann))).status_code == 204
        await ann.close()
